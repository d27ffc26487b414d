"""Watching Stop: a stock and a river in the middle, melds and shown hands before the players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from math import cos, radians, sin

from device.games.march import March
from device.games.profile import (
    Achievement,
    Campaigns,
    Drawing,
    Filming,
    Habits,
    Interpretation,
    Profile,
    face_read,
    likeliest_face,
)
from device.games.stop_calls import CALLS
from device.games.stop_places import StopFacts, named
from device.games.stop_plays import cards_at, may_be_taken_unseen, plays_read
from device.games.stop_results import result_forms
from device.games.stop_table import card_table, move_form
from device.games.table_reading import Places, TableReading
from engines import stop
from engines.messages import Message, message
from engines.stop import Move, State
from engines.stop.campaign import FIRST, GAMES_A_CITY, KING, asks_for_campaign, carried_text, is_lost
from engines.stop.cards import JOKER, Cards, deck
from engines.stop.messages import ending, game_number
from engines.stop.moves import Discard, Draw, LayOff, Lot, Meld, NoWinner, Pon, Show, Take
from engines.stop.own_hand import own_notes
from engines.stop.payment import ACCOUNTS
from engines.stop.route import Route
from engines.stop.state import JOKERS, SEATS, Phase
from engines.tally import Equipment, Kit
from engines.vocabulary import BACK, EMPTY, UNKNOWN, Layout
from vision.card_table_reader import CardArrangement
from vision.cards.french.reader import FrenchReader
from vision.places.cards.melded import melded_zones
from vision.places.cards.places import CardPlaces
from vision.places.laying import Lie

# How people are asked to lay (mm): the river to the right of the stock in lines of `_LINE`, each card leaving the
# previous ones visible; fans before the players, each farther out.
_WIDE, _STRIP, _DOWN, _LINE = 64.0, 16.0, 100.0, 6
_FAN, _FIRST, _NEXT, _BEGIN = 20.0, 240.0, 100.0, -80.0


def _lay(place: str, _layout: Layout) -> Lie | None:
    """The stock and the river in the middle; fans before the five players, who sit counter-clockwise.

    >>> [_lay(place, {})[:2] for place in ("stock", "river", "cards/1/1")]
    [(-48.0, 0.0), (48.0, 0.0), (-80.0, -440.0)]
    """
    kind, *where = place.split("/")
    if kind == "stock":
        return Lie(-0.75 * _WIDE, 0.0)
    if kind == "river":
        line, at = divmod(int(where[0]) - 1 if where else 0, _LINE)
        return Lie(0.75 * _WIDE + _STRIP * at, 0.0 - _DOWN * line)
    seat = int(where[0]) - 1
    ring = int(where[1]) - 1 if kind == "laid" else 2 if kind == "cards" else 0
    along = 0.0 if kind == "lot" else _BEGIN + _FAN * (int(where[-1]) - 1)
    turn, far = 360.0 * seat / SEATS, _FIRST + _NEXT * ring
    across, up = cos(radians(turn)), sin(radians(turn))
    return Lie(round(along * across + far * up, 3), round(along * up - far * across, 3), turn)


def _read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """Lots; what was laid, taken and discarded in turns; hands that were shown."""
    places = reading.places
    if state.phase == Phase.LOTS:
        lots = (face_read(places.get(f"lot/{seat}", {})) for seat in range(len(state.lots) + 1, SEATS + 1))
        if made := [Lot(face) for face in takewhile(lambda face: face not in ("", EMPTY), lots)]:
            yield made
    elif pending := state.showdown.pending:
        shown = {seat: _hand_at(places, f"cards/{seat + 1}") for seat in pending}
        moves = [Show(seat, cards) for seat, cards in shown.items() if len(cards) == len(state.seats[seat].hand)]
        if moves:
            yield moves
        elif reading.facts_of(StopFacts).is_collected:
            unread = [Show(seat, UNKNOWN) for seat in pending if seat not in state.showdown.opened]
            yield from [unread] if unread else []
    else:
        yield from plays_read(state, reading)


def _must_be_asked(before: State, after: State, reading: TableReading) -> bool:
    """Whether people must be asked.

    They are where a hand has won and nobody has called that, where a card of a shown hand is not read, or where cards
    were dealt and more was done before anybody observed it: collecting the cards may look like that.
    """
    was, now = before.showdown, after.showdown
    shown = {*now.opened} - ({*was.opened} - {*was.pending})  # opened but still pending: was not read
    read = all(len(cards_at(reading.places, f"cards/{seat + 1}")) == len(after.seats[seat].hand) for seat in shown)
    is_dealt = before.phase == Phase.DEAL and bool(after.river or after.melds or now.opened)
    return (bool(now.claims) and not was.claims) or not read or is_dealt


def _hand_at(places: Places, place: str) -> Cards:
    """The cards of a shown hand; unread cards as their likeliest face."""
    found = list[str]()
    while face := likeliest_face(places.get(f"{place}/{len(found) + 1}", {})):
        found.append(face)
    return tuple(found)


def _touches(_state: State, move: Move) -> Sequence[str]:
    return ("river",) if isinstance(move, Discard) else ()


def _agrees(made: Move, recorded: Move) -> bool:
    """Whether a record agrees with what was made, except for a discard taken before it was read, or a hand."""
    is_discarded = isinstance(made, Discard) and recorded == Discard(UNKNOWN)
    return made == recorded or is_discarded or (isinstance(made, Show) and recorded == Show(made.seat, UNKNOWN))


def _is_typed(recorded: Move, made: Move) -> bool:
    """Whether a hand was recorded without its cards, so that people type them."""
    return recorded != made and isinstance(made, Show) and _agrees(made, recorded)


def _heaps(state: State) -> dict[str, list[str]]:
    """The cards at each place; each open card has a place of its own."""
    heaps = {"stock": [BACK]} if state.stock else {}
    heaps |= {f"river/{at}": [card] for at, card in enumerate(state.river, start=1)}
    heaps |= {f"lot/{seat}": [card] for seat, card in enumerate(state.lots, start=1)}
    before = Counter[int]()
    for laid in state.melds:
        before[laid.seat] += 1
        heaps |= _row_of(f"laid/{laid.seat + 1}/{before[laid.seat]}", laid.cards)
    for seat in state.showdown.opened:
        # farther out than its player's melds
        heaps |= _row_of(f"laid/{seat + 1}/{before[seat] + 1}", state.seats[seat].hand)
    return heaps


def _row_of(row: str, cards: Cards) -> dict[str, list[str]]:
    """The cards of a fan, by place; a joker has no index, so it lies half open and takes two places."""
    return {f"{row}/{at + cards[: at - 1].count(JOKER)}": [card] for at, card in enumerate(cards, start=1)}


def _settled(before: State, after_it: State) -> Sequence[Message]:
    return ending(after_it) if after_it.match.games > before.match.games else ()


def _achievements(before: State, after_it: State) -> list[Achievement]:
    """The wins of a game that has just ended, by the coins that the others have paid for them."""
    if after_it.match.games == before.match.games:
        return []
    paid = [
        (claim, sum(payment.coins for payment in after_it.showdown.payments if payment.payee == claim.seat))
        for claim in after_it.showdown.claims
    ]
    return [
        Achievement(claim.seat, coins, message(f"stop.best.{claim.kind}", coins=coins))
        for claim, coins in paid
        if coins
    ]


def _carried(state: State) -> str | None:
    return None if state.carried is None else carried_text(state.carried)


def march_of(state: State, route: Route, first_leg: int = 0) -> March | None:
    """Progress of a state's campaign; None without a campaign.

    >>> from device.config.routes import load_route
    >>> state = stop.start(["Aya", "Ben", "Chie", "Dan", "Emi"], {"course": 700})
    >>> march = march_of(state, load_route(None))
    >>> march.game, march.city.en, march.following.en, march.purse, march.ended
    (1, 'Pella', 'Amphipolis', 700, '')
    """
    match, campaign = state.match, state.match.campaign
    if campaign is None or state.house.course is None:
        return None
    cities, purse = campaign.cities, state.coins[KING]
    is_complete = campaign.is_complete
    return March(
        king=state.players[KING],
        course=state.house.course,
        game=game_number(state),
        games=match.games,
        to_pay=GAMES_A_CITY - match.games % GAMES_A_CITY,
        cities=cities,
        city=route.reached(cities),
        passed=route.passed(cities),
        following=None if is_complete else route.cities[cities],
        purse=purse,
        coins=state.coins,
        account=dict(zip(ACCOUNTS, match.ledger[KING], strict=True)),
        ended="complete" if is_complete else "lost" if is_lost(purse) else "",
        leg_over=state.phase == Phase.OVER,
        first_leg=first_leg,
    )


_DECK = Counter(deck(min(JOKERS)))
PROFILE: Profile[State, Move] = Profile(
    stop,
    drawing=Drawing("cards", card_table, piece="card"),
    minutes=20,
    form=move_form,
    results=result_forms,
    arrangement=CardArrangement(partial(CardPlaces, melded_zones, SEATS), FrenchReader),
    seats_around=True,
    habits=Habits(
        assumed=(Draw, NoWinner),
        steps=3,
        confirmed=_must_be_asked,
        taken_back=False,  # a discard that is gone has been taken
        touches=_touches,
        shows_options=False,
        traceless=may_be_taken_unseen,
        interpretation=Interpretation(named=named, read=_read, read_only=(Lot, Take, Meld, LayOff, Pon, Show)),
    ),
    calls=CALLS,
    filming=Filming(_lay, heaps=_heaps, says=_agrees, is_typed=_is_typed),
    settled=_settled,
    achievements=_achievements,
    hand=lambda state, seat: state.seats[seat].hand,
    own_notes=own_notes,
    campaigns=Campaigns(asks_for_campaign, FIRST, _carried, march_of),
    equipment=Equipment(Kit(_DECK, spare={JOKER: max(JOKERS) - min(JOKERS)}), _DECK),
)
