"""Rows of cards on a table of Stop: what lies together, before whom, and whose open hand it is or seems to be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.games.profile import face_read, likeliest_face
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.state import State
from engines.vocabulary import EMPTY
from vision.cards.common.reading import UNSURE
from vision.facts import CardFacts, LyingCard, Probabilities

BEFORE = 0.65  # share of a player before whom a row lies; less, and it may be his neighbour's
CERTAIN = 1.0
_EVEN = 0.5  # likelihood of a card that only seems to be one

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


def hands(state: State, rows: Sequence[Row], beside: Row) -> Named:
    """Hands that lie open.

    What lies between two players, or `beside` the river, belongs to the one whose hand lacks just so many cards. A card
    that is not read though all others of a hand are is what it seems to be, or a joker, which has no index.
    """
    lying = by_seat(rows)
    for row in (*(row for row in rows if len(row.seats) > 1), *([beside] if beside.cards else [])):
        showing = row.seats & {*state.showdown.pending, *state.showdown.opened}
        whole = {seat: lying.get(seat, Row()) + row for seat in showing}
        fitting = [seat for seat, lies in whole.items() if len(state.seats[seat].hand) == len(lies.cards)]
        if len(fitting) == 1:
            lying[fitting[0]] = whole[fitting[0]]
    found: Named = {}
    for seat, lies in lying.items():
        cards = tuple(filter(None, lies.cards))
        hand, lacking = state.seats[seat].hand, Counter(state.seats[seat].hand) - Counter(cards)
        if seat in state.showdown.opened and not Counter(cards) - Counter(hand):  # what is missed keeps its place
            places = in_places(f"cards/{seat + 1}", hand)
            places = {at: shown for at, shown in places.items() if not lacking.keys() & shown.keys()}
        elif len(cards) < len(lies.cards) and len(cards) >= len(hand):
            continue  # more lie there than the hand has: one of those that are read is none of it
        else:
            places = in_places(f"cards/{seat + 1}", in_order(cards))
            if len(cards) < len(lies.cards) == len(hand):
                places |= _seems(f"cards/{seat + 1}", cards, _likeliest(state, lies))
        found |= places
    return found


def _likeliest(state: State, lies: Row) -> Cards:
    """The cards that are not read: the likeliest that nobody has seen elsewhere, or jokers; none if one is neither."""
    left, found = Counter(state.unseen) - Counter(lies.cards), list[str]()
    for shown in (shown for card, shown in zip(lies.cards, lies.shown, strict=True) if not card):
        maybe = shown or {JOKER: _EVEN}
        face = likeliest_face({face: share for face, share in maybe.items() if left[face] > 0})
        if not face:
            return ()
        found.append(face)
        left[face] -= 1
    return tuple(found)


def _seems(place: str, read: Cards, others: Cards) -> Named:
    """A hand of which some cards are read, and `others` seem to be the rest."""
    left, found = Counter(others), list[Mapping[str, float]]()
    for card in in_order((*read, *others))[::-1]:
        found.append({card: _EVEN, EMPTY: _EVEN} if left[card] > 0 else {card: CERTAIN})
        left[card] -= 1
    return {f"{place}/{at}": likely for at, likely in enumerate(reversed(found), start=1)} if others else {}


def beside_the_river(state: State, facts: CardFacts, top: Probabilities) -> Row:
    """The cards at the river that have come since the last discard; one that is covered now was read before."""
    visible, covered = dict[str, Probabilities](), dict[str, Probabilities]()
    for card in (*facts.river, LyingCard(top, facts.top_seats)):
        found = visible if face_read(card.shows) else covered
        if card.seats and (face := likeliest_face(card.shows)) not in ("", UNSURE, *state.river):
            found[face] = card.seats
    there = covered | visible
    return Row(tuple(there), tuple(there.values()), tuple({face: CERTAIN} for face in there))


def is_same_game(state: State, lying: Counter[str]) -> bool:
    """Whether half of what the record knows to lie open does: once all cards are put together, no hand can be read."""
    opened = [card for seat in state.showdown.opened for card in state.seats[seat].hand]
    known = Counter([*(card for laid in state.melds for card in laid.cards), *opened, *state.river[-1:]])
    return 2 * (known & lying).total() >= known.total()
