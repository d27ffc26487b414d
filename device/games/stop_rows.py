"""Rows of cards on a table of Stop, as a reading gives them: what lies together, and before whom."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.games.profile import face_read
from engines.stop.cards import JOKER, Cards
from engines.stop.state import State
from engines.vocabulary import EMPTY
from vision.facts import CardFacts, Probabilities

BEFORE = 0.65  # share of a player before whom a row lies; less, and it may be his neighbour's
CERTAIN = 1.0

Named = dict[str, Mapping[str, float]]


@dataclass(frozen=True)
class Row:
    """Cards that lie together."""

    # `""` for one that is not read.
    cards: Cards = ()
    # Of each card between which players it lies.
    sides: tuple[Probabilities, ...] = ()
    # What each card shows.
    shown: tuple[Probabilities, ...] = ()
    # The numbers of the melds that lie there, counted from 0.
    melds: tuple[int, ...] = ()
    # The order of the cards is not certain.
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


def rows_of(state: State, facts: CardFacts) -> Iterator[Row]:
    """The rows of a reading. A meld lies where two of its cards do, or where one does that lies beside no others."""
    for lying in facts.rows:
        shown = tuple(card.shows for card in lying.cards)
        cards = tuple(map(face_read, shown))
        read = {*cards} - {"", JOKER}
        common = {at: read & {*laid.cards} for at, laid in enumerate(state.melds)}
        melds = (at for at, of_meld in common.items() if len(of_meld) > 1 or (of_meld and of_meld == read))
        yield Row(cards, tuple(card.seats for card in lying.cards), shown, tuple(melds), lying.is_askew)


def lying_open(rows: Sequence[Row], river: Iterable[Probabilities]) -> Counter[str]:
    """The cards that lie open in rows and in the river, `""` for each that is not read."""
    of_river = map(face_read, river)
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
