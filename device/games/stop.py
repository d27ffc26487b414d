"""Watching Stop: a stock and a river in the middle, melds and shown hands before the players."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from math import cos, radians, sin
from typing import NamedTuple

from device.games.laying import Lie
from device.games.profile import Campaigns, Filming, Habits, Places, Profile, face_read
from device.games.stop_march import march_of
from device.games.stop_plays import SEAT, cards_at, plays_read
from engines import stop
from engines.messages import Message
from engines.stop import Move, State
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.legs import FIRST, asks_for_campaign, carried_text
from engines.stop.melds import SHORTEST, arranged
from engines.stop.messages import ending
from engines.stop.moves import HIT, RON, Discard, Draw, LayOff, Lot, Meld, NoWinner, Pon, Show, Take
from engines.stop.state import CLAIMED, DEAL, LOTS, OVER, SEATS, SHOW, steps
from engines.vocabulary import BACK, EMPTY, Layout
from vision.card_table_reader import CardArrangement
from vision.cards.french_reader import read_french_cards
from vision.places.cards.melded import melded_zones
from vision.places.cards.places import CardPlaces

_SHOWN = (SHOW, CLAIMED, DEAL, OVER)  # while hands lie open
_CERTAIN = 1.0

# How people are asked to lay (mm): the river to the right of the stock, each card so that the ones before are seen, in
# lines of so many; fans before the players, each farther out.
_WIDE, _STRIP, _DOWN, _LINE = 64.0, 16.0, 100.0, 6
_FAN, _FIRST, _NEXT, _BEGIN = 20.0, 240.0, 100.0, -80.0


class _Row(NamedTuple):
    """A row that lies face up before one of these players."""

    seats: frozenset[int]
    cards: Cards


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


def _named(state: State, places: Places, _before: Places) -> Places:
    """Rows by what they are: lots, melds, and hands that lie open, their cards in the order of the rules."""
    named = {place: likely for place, likely in places.items() if not place.startswith(("row/", "seat/"))}
    if state.phase == LOTS or state.lots:
        return named | _lots(places)
    rows = _rows(places)
    if len(rows) == sum(place.startswith("seat/") for place in places):
        named |= _free(state)
    others = []
    for row in rows:
        number = _meld_of(state, row.cards)
        if number is None:
            others.append(row)
        elif len(row.cards) >= len(state.melds[number].cards):
            named |= _in_places(f"meld/{number + 1}", _as_meld(state, row.cards))
    melds = sorted(
        (row for row in others if _may_be_meld(state, row)), key=lambda row: steps(state.turn, min(row.seats))
    )
    if melds != others or state.phase in _SHOWN:
        melds = []
    for number, row in enumerate(melds, start=len(state.melds) + 1):
        named |= _in_places(f"meld/{number}", _as_meld(state, row.cards))
        named[f"{SEAT}{number}"] = {str(seat): 1 / len(row.seats) for seat in row.seats}
    for seats in {row.seats for row in others if len(row.seats) == 1} if not melds else ():
        (seat,) = seats
        cards = in_order(card for row in others if row.seats == seats for card in row.cards)
        named |= _in_places(f"cards/{seat + 1}", _without_won(state, seat, cards))
    is_unread = state.phase not in _SHOWN and any(_is_unread(state, row) for row in _all_rows(places))
    if is_unread or any(claim.kind in (RON, HIT) for claim in state.claims):
        # What was discarded after a meld that is not read yet comes later; and a card that somebody has won on may lie
        # with his hand.
        named.pop("river", None)
    return named


def _lots(places: Places) -> dict[str, Mapping[str, float]]:
    """The lot before each player: the only card there that is read; none where something lies that is not."""
    lying: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
    for row in _all_rows(places):
        for seat in row.seats:
            lying[seat] += row.cards if len(row.seats) == 1 else ("",)
    read = {seat: [card for card in cards if card] for seat, cards in lying.items()}
    lots = {seat: cards[0] if len(cards) == 1 else "" if lying[seat] else EMPTY for seat, cards in read.items()}
    return {f"lot/{seat + 1}": {card: _CERTAIN} for seat, card in lots.items() if card}


def _rows(places: Places) -> list[_Row]:
    """The rows of which every card is read."""
    return [row for row in _all_rows(places) if row.cards and all(row.cards)]


def _is_unread(state: State, row: _Row) -> bool:
    """Whether a row has cards that are not read, and is no meld that is known."""
    return not all(row.cards) and _meld_of(state, tuple(filter(None, row.cards))) is None


def _all_rows(places: Places) -> Iterator[_Row]:
    """The rows with their cards, `""` for one that is not read."""
    for place, likely in places.items():
        kind, _, number = place.partition("/")
        if kind == "seat":
            faces = tuple(face_read(shown) for name, shown in places.items() if name.startswith(f"row/{number}/"))
            yield _Row(frozenset(int(seat) - 1 for seat in likely), faces)


def _meld_of(state: State, cards: Cards) -> int | None:
    """The meld of the table that a row is, by the cards that both have."""
    same = [len({*cards} & {*laid.cards} - {JOKER}) for laid in state.melds]
    best = max(range(len(same)), key=lambda at: same[at], default=None)
    return best if best is not None and same[best] >= 2 else None


def _may_be_meld(state: State, row: _Row) -> bool:
    return len(row.cards) >= SHORTEST and arranged(row.cards, state.rules.around) is not None


def _as_meld(state: State, cards: Cards) -> Cards:
    """Cards as the rules order a meld; as they lie where they are none."""
    return arranged(cards, state.rules.around) or cards


def _without_won(state: State, seat: int, cards: Cards) -> Cards:
    """A shown hand without the discard that its player has won on, which may lie among it."""
    has_won = any(claim.seat == seat and claim.kind in (RON, HIT) for claim in state.claims)
    if not has_won or state.top not in cards or len(cards) <= len(state.seats[seat].hand):
        return cards
    at = cards.index(str(state.top))
    return (*cards[:at], *cards[at + 1 :])


def _free(state: State) -> dict[str, Mapping[str, float]]:
    """The places at which a card could come to lie, and none does where no row is."""
    free = [f"meld/{number}/{len(laid.cards) + 1}" for number, laid in enumerate(state.melds, start=1)]
    free += [f"meld/{len(state.melds) + 1}/{at}" for at in range(1, SHORTEST + 1)]
    free += [f"cards/{seat + 1}/{at}" for seat in range(SEATS) for at in range(1, len(state.seats[seat].hand) + 1)]
    return {place: {EMPTY: _CERTAIN} for place in free}


def _in_places(place: str, cards: Cards) -> dict[str, Mapping[str, float]]:
    return {f"{place}/{at}": {card: _CERTAIN} for at, card in enumerate(cards, start=1)}


def _read(state: State, places: Places) -> Iterator[Sequence[Move]]:
    """Lots, what has been laid, taken and discarded in turns, and hands that have been shown."""
    if state.phase == LOTS:
        lots = (face_read(places.get(f"lot/{seat}", {})) for seat in range(len(state.lots) + 1, SEATS + 1))
        if made := [Lot(face) for face in takewhile(lambda face: face not in ("", EMPTY), lots)]:
            yield made
    elif state.pending:
        shown = {seat: cards_at(places, f"cards/{seat + 1}") for seat in state.pending}
        moves = [Show(seat, cards) for seat, cards in shown.items() if len(cards) == len(state.seats[seat].hand)]
        if moves:
            yield moves
    else:
        yield from plays_read(state, places)


def _touches(move: Move) -> str:
    return "river" if isinstance(move, Discard) else ""


def _heaps(state: State) -> dict[str, list[str]]:
    """The cards of the stock, and each card that lies open at a place of its own."""
    heaps = {"stock": [BACK]} if state.stock else {}
    heaps |= {f"river/{at}": [card] for at, card in enumerate(state.river, start=1)}
    heaps |= {f"lot/{seat}": [card] for seat, card in enumerate(state.lots, start=1)}
    before = Counter[int]()
    for laid in state.melds:
        before[laid.seat] += 1
        heaps |= _row_of(f"laid/{laid.seat + 1}/{before[laid.seat]}", laid.cards)
    for seat in state.opened:
        heaps |= _row_of(f"laid/{seat + 1}/{before[seat] + 1}", state.seats[seat].hand)  # beyond its player's melds
    return heaps


def _row_of(row: str, cards: Cards) -> dict[str, list[str]]:
    """The cards of a fan; a joker has no index, so it lies half open."""
    return {f"{row}/{at + cards[: at - 1].count(JOKER)}": [card] for at, card in enumerate(cards, start=1)}


def _settled(before: State, after_it: State) -> Sequence[Message]:
    return ending(after_it) if after_it.games > before.games else ()


def _carried(state: State) -> str | None:
    return None if state.carried is None else carried_text(state.carried)


PROFILE: Profile[State, Move] = Profile(
    stop,
    diagram="stop",
    arrangement=CardArrangement(partial(CardPlaces, melded_zones, SEATS), read_french_cards),
    seats_around=True,
    habits=Habits(
        assumed=(Draw, NoWinner),
        steps=3,
        read=_read,
        taken_back=False,  # a discard that is gone has been taken
        touches=_touches,
        read_only=(Lot, Take, Meld, LayOff, Pon),
        named=_named,
        shows_options=False,
        traceless=True,  # a discard that is taken at once
    ),
    filming=Filming(_lay, heaps=_heaps),
    settled=_settled,
    hand=lambda state, seat: state.seats[seat].hand,
    campaigns=Campaigns(asks_for_campaign, FIRST, _carried, march_of),
)
