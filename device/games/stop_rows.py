"""Rows of cards on a table of Stop, as a reading gives them: what lies together, and before whom."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.games.profile import face_read
from device.games.table_reading import Places
from engines.stop.cards import JOKER, Cards
from engines.stop.state import State
from engines.vocabulary import BESIDE, EMPTY
from vision.places.base import Probabilities

BEFORE = 0.65  # share of a player before whom a row lies; less, and it may be his neighbour's
CERTAIN = 1.0
ASKEW = BESIDE + "askew/"  # with a row's number: the order of its cards is not certain

Named = dict[str, Mapping[str, float]]


@dataclass(frozen=True)
class Row:
    """Cards that lie together, `""` for one that is not read, of each between which players it lies, and what it shows.

    `melds`: the numbers of the melds that lie there, counted from 0. `is_askew`: their order is not certain.
    """

    cards: Cards = ()
    sides: tuple[Probabilities, ...] = ()
    shown: tuple[Probabilities, ...] = ()
    melds: tuple[int, ...] = ()
    is_askew: bool = False

    def __add__(self, other: "Row") -> "Row":
        return Row(self.cards + other.cards, self.sides + other.sides, self.shown + other.shown)

    def without(self, known: Counter[str]) -> "Row":
        """The cards that are not among these."""
        left, kept = Counter[str](known), list[int]()
        for at, card in enumerate(self.cards):
            if left[card] > 0:
                left[card] -= 1
            else:
                kept.append(at)
        cards, sides = tuple(self.cards[at] for at in kept), tuple(self.sides[at] for at in kept)
        return Row(cards, sides, tuple(self.shown[at] for at in kept), self.melds, self.is_askew)

    @property
    def is_read(self) -> bool:
        """Whether all its cards are."""
        return all(self.cards)

    @property
    def seats(self) -> frozenset[int]:
        """The player before whom it lies, or the two between whom it does."""
        shares = Counter[str]()
        for side in self.sides:
            shares.update(side)
        (first, share), *others = shares.most_common(2)
        found = [first] if share >= BEFORE * len(self.sides) else [first, *(seat for seat, _ in others)]
        return frozenset(int(seat) - 1 for seat in found)


def rows_of(state: State, places: Places) -> Iterator[Row]:
    """The rows of a reading. A meld lies where two of its cards do, or where one does that lies beside no others."""
    rows: dict[str, list[str]] = {}
    for place in places:
        kind, _, where = place.partition("/")
        if kind == "row":
            rows.setdefault(where.partition("/")[0], []).append(where)
    for number, cards_of_row in rows.items():
        shown = tuple(places[f"row/{at}"] for at in cards_of_row)
        cards = tuple(map(face_read, shown))
        read = {*cards} - {"", JOKER}
        common = {at: read & {*laid.cards} for at, laid in enumerate(state.melds)}
        melds = (at for at, of_meld in common.items() if len(of_meld) > 1 or (of_meld and of_meld == read))
        sides = tuple(places[f"seat/{at}"] for at in cards_of_row)
        yield Row(cards, sides, shown, tuple(melds), ASKEW + number in places)


def lying_open(rows: Sequence[Row], places: Places) -> Counter[str]:
    """The cards that lie open, `""` for each that is not read."""
    of_river = (face_read(likely) for place, likely in places.items() if place.startswith(("river", f"{BESIDE}river/")))
    return Counter(card for card in (*(card for row in rows for card in row.cards), *of_river) if card != EMPTY)


def by_seat(rows: Sequence[Row]) -> dict[int, Row]:
    """What lies before each player; what lies between two is left out."""
    found: dict[int, Row] = {}
    for row in rows:
        if len(row.seats) == 1:
            (seat,) = row.seats
            found[seat] = found.get(seat, Row()) + row
    return found


def in_places(place: str, cards: Cards) -> Named:
    """Cards that are certain, each at a place of its own.

    >>> in_places("cards/1", ("5H", "KD"))
    {'cards/1/1': {'5H': 1.0}, 'cards/1/2': {'KD': 1.0}}
    """
    return {f"{place}/{at}": {card: CERTAIN} for at, card in enumerate(cards, start=1)}
