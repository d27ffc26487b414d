"""Watching Skip-Bo: stocks, discard columns that grow towards their players, and building piles in the middle."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import cos, radians, sin

from device.games.forced_moves import state_after
from device.games.profile import Achievement, Drawing, Filming, Habits, Interpretation, Profile, face_read
from device.games.skip_bo_plays import SkipBoFacts, plays_read
from device.games.skip_bo_results import result_forms
from device.games.skip_bo_table import card_table
from device.games.table_reading import Places, TableReading
from engines import skip_bo
from engines.messages import Message, message
from engines.skip_bo import Discard, Draw, End, Lay, Move, State, Turn
from engines.skip_bo.messages import game_result
from engines.skip_bo.state import (
    BUILD,
    BUILD_AT,
    DISCARD_AT,
    DISCARDS,
    DRAW_PLACE,
    FACES,
    HAND_PLACE,
    HIGHEST,
    OF_EACH,
    STOCKS,
    Cards,
)
from engines.tally import Equipment, Kit
from engines.vocabulary import BACK, EMPTY, UNKNOWN, WILD, Layout
from vision.card_table_reader import CardArrangement
from vision.facts import Probabilities
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.places import CardPlaces
from vision.places.laying import Lie

# How people are asked to lay (mm): distances between piles in a row, and between cards of a column.
WIDE, HIGH = 60.0, 92.0
_FIRST, _NEXT, _STEP = 1.5 * WIDE, 1.2 * WIDE, 24.0
_HALF_ROW = (_FIRST + 3 * _NEXT) / 2
# distance from the middle to the players' rows, by the number of players
_NEAR = {2: 150.0, 3: 250.0, 4: 250.0, 5: 320.0, 6: 385.0}


def lay(place: str, layout: Layout) -> Lie:
    """The draw pile and the building piles in the middle, each player's stock and discard columns before him.

    >>> [lay(place, {"stock/1": set(), "stock/2": set()})[:2] for place in ("draw", "stock/1", "discard/1/1/2")]
    [(-153.0, 0.0), (-153.0, -150.0), (-63.0, -174.0)]
    """
    kind, *where = place.split("/")
    along = {"draw": 0.0, "stock": 0.0}.get(kind)
    if along is None:
        along = _FIRST + _NEXT * (int(where[0 if kind == "build" else 1]) - 1)
    right = along - _HALF_ROW
    if kind in ("draw", "build"):
        return Lie(right, 0.0)
    players = sum(place in layout for place in STOCKS)
    turn = -360.0 * (int(where[0]) - 1) / players
    near = _NEAR[players] + (_STEP * (int(where[2]) - 1) if kind == "discard" else 0.0)
    across, up = cos(radians(turn)), sin(radians(turn))
    return Lie(round(right * across + near * up, 3), round(right * up - near * across, 3), turn)


def _named(state: State, reading: TableReading, last: TableReading) -> TableReading:
    """The places that show moves: all but the draw pile, with finished building piles as empty places.

    The card that finished a pile which nobody has taken off yet is among the facts. A 12 always finishes a pile. A wild
    does on one of eleven cards; after that the same wild is left, or a new 1. After an entered result nobody knows
    which cards are still those of that game: none says anything before the next deal is entered.
    """
    if state.is_cleared:
        return replace(reading, places={}, facts=SkipBoFacts())
    places, before = reading.places, last.facts_of(SkipBoFacts).finished
    named = {place: likely for place, likely in places.items() if place != DRAW_PLACE}
    finished: dict[str, Probabilities] = {}
    for pile, place in zip(state.builds, BUILD, strict=True):
        shows = face_read(places.get(place, {}))
        was_left = place in before or not last.places
        is_finish = shows == WILD and len(pile) == HIGHEST - 1 and pile[-1] not in (WILD, UNKNOWN)
        if shows == str(HIGHEST) or is_finish:
            finished[place], named[place] = places[place], {EMPTY: 1.0}
        elif not pile and was_left and (shows == WILD or (place in before and place not in places)):
            finished[place] = {WILD: 1.0}
            named.pop(place, None)
    return replace(reading, places=named, facts=SkipBoFacts(finished))


def _read(state: State, reading: TableReading) -> Iterator[Sequence[Move]]:
    """The stocks that have been turned up, or the cards that have been played."""
    if state.phase == "turn":
        yield from _turned_up(state, reading.places)
    else:
        yield from plays_read(state, reading)


def _turned_up(state: State, places: Places) -> Iterator[Sequence[Move]]:
    """All stocks that show a face, in the order in which they must be turned up."""
    made: list[Move] = []
    while (seat := state.to_turn) is not None:
        face = face_read(places.get(STOCKS[seat], {}))
        if face not in FACES:
            break
        made.append(Turn(face))
        state = skip_bo.play(state, made[-1])
    if len(made) > 1:
        yield made


def _touched(state: State, move: Move) -> Sequence[str]:
    """Where a card is laid and where it comes from."""
    match move:
        case Lay(source=source, target=target) if source in DISCARD_AT:
            return target, f"{source}/{len(_column(state, source))}"
        case Lay(source=source, target=target):
            return target, source
        case Discard(target=target):
            return (f"{target}/{len(_column(state, target)) + 1}",)
    return ()


def _column(state: State, place: str) -> Cards:
    owner, pile = DISCARD_AT[place]
    return state.discards[owner][pile]


def _must_be_asked(before: State, after: State, _reading: TableReading) -> bool:
    """Whether cards have come onto a stock (K-9), or nobody has observed a card that is now covered.

    The former is rare; the latter may be a card that does not fit. A card that finished a pile fits.
    """
    is_penalty = any(len(stock) > len(was) for stock, was in zip(after.stocks, before.stocks, strict=True))
    covered = _unknown(after.builds) > _unknown(before.builds)
    return is_penalty or covered or _unknown([after.aside]) > _unknown([before.aside]) + 1


def _depends(state: State, moves: Sequence[Move], left_open: Container[str]) -> bool:
    """Whether an unread place may show that a card was laid by the next player, or on another card.

    A discard before it ends a turn, and all players' hands look alike; so do the stocks and columns of a team, from
    which partners play. A wild may cover a card that came from a stock or a column.
    """
    for move in moves:
        if isinstance(move, Lay):
            is_anyones = move.source == HAND_PLACE or len(state.team(state.seat)) > 1
            is_unlike = move.card not in (WILD, UNKNOWN) or len(state.builds[BUILD_AT[move.target]]) == HIGHEST - 1
            places = [*(_next_discards(state) if is_anyones else ()), *(() if is_unlike else _sources(state, move))]
            if any(place in left_open for place in places):
                return True
        state = state_after(skip_bo, state, [move])
    return False


def _may_hide_a_wild(state: State) -> bool:
    """Whether a wild may be laid on a wild, which leaves the table unchanged."""
    return any(pile[-1:] in ((WILD,), (UNKNOWN,)) and len(pile) < HIGHEST - 1 for pile in state.builds)


def _next_discards(state: State) -> Iterator[str]:
    """Where the player in turn may discard."""
    for column, cards in zip(DISCARDS[state.seat], state.discards[state.seat], strict=True):
        yield f"{column}/{len(cards) + 1}"


def _sources(state: State, lay: Lay) -> Iterator[str]:
    """The top cards of the other stocks and columns from which the player in turn may have played before `lay`."""
    for owner in state.team(state.seat):
        columns = zip(DISCARDS[owner], state.discards[owner], strict=True)
        tops = {STOCKS[owner]: STOCKS[owner]} | {column: f"{column}/{len(cards)}" for column, cards in columns}
        yield from (top for source, top in tops.items() if source != lay.source)


def _unknown(piles: Sequence[Sequence[str]]) -> int:
    return sum(card == UNKNOWN for pile in piles for card in pile)


def _heaps(state: State) -> dict[str, list[str]]:
    """The cards of each pile; each card of a column has a place of its own."""
    heaps = {DRAW_PLACE: [BACK]} if state.draw else {}
    heaps |= {place: list(pile) for place, pile in zip(BUILD, state.builds, strict=True) if pile}
    for seat, (stock, shown) in enumerate(zip(state.stocks, state.shown, strict=True)):
        if stock:
            top = stock[-1] if len(stock) - 1 in shown else BACK
            heaps[STOCKS[seat]] = [*[BACK] * (len(stock) - 1), top]
        for place, cards in zip(DISCARDS[seat], state.discards[seat], strict=True):
            heaps |= {f"{place}/{at}": [card] for at, card in enumerate(cards, start=1)}
    return heaps


def _agrees(made: Move, recorded: Move) -> bool:
    """Whether a recorded move is the one that was made; a card that nobody saw may be unknown."""
    if isinstance(made, Lay) and isinstance(recorded, Lay) and recorded.card == UNKNOWN:
        made = replace(made, card=UNKNOWN)
    return made == recorded


def _achievements(before: State, after: State) -> list[Achievement]:
    """The games won within a match, by their points, which partners share (K-7, K-8)."""
    return [
        Achievement(seat, result.points, message("skip_bo.best", points=result.points))
        for result in after.results[len(before.results) :]
        if result.winner is not None
        for seat in after.team(result.winner)
    ]


def _teams(state: State) -> list[tuple[int, ...]]:
    return [team for seat in range(len(state.players)) if seat == min(team := state.team(seat))]


def _settled(before: State, after: State) -> Sequence[Message]:
    """How a game ended."""
    return [game_result(after, result) for result in after.results[len(before.results) :]]


PROFILE: Profile[State, Move] = Profile(
    skip_bo,
    drawing=Drawing("cards", card_table, piece="number"),
    minutes=20,  # as its instructions say
    results=result_forms,
    settled=_settled,
    arrangement=CardArrangement(partial(CardPlaces, dealt_zones)),
    seats_around=True,
    habits=Habits(
        assumed=(Draw, End),
        confirmed=_must_be_asked,
        shows_options=False,
        touches=_touched,
        changes=2,
        covered=(Lay,),
        depends=_depends,
        traceless=_may_hide_a_wild,
        interpretation=Interpretation(named=_named, read=_read),
    ),
    filming=Filming(lay, heaps=_heaps, clockwise=True, says=_agrees),
    hand=lambda state, seat: state.hands[seat],
    equipment=Equipment(Kit(OF_EACH), OF_EACH),
    achievements=_achievements,
    teams=_teams,
)
