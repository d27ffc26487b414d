"""Rows of cards on a table of Stop: which cards lie together, before whom, and whose open hand they are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from device.games.profile import face_read, likeliest_face
from engines.stop.cards import JOKER, Cards, in_order
from engines.stop.state import State
from engines.vocabulary import EMPTY
from vision.cards.common.reading import UNSURE
from vision.facts import CardFacts, LyingCard, Probabilities

BEFORE = 0.65  # minimum share of the player before whom a row lies; below it, the row may be his neighbour's
CERTAIN = 1.0
_GUESSED = 0.5  # likelihood of a card that is only guessed

Named = dict[str, Mapping[str, float]]


@dataclass(frozen=True)
class Row:
    """Cards that lie together."""

    # `""` for each card that is not read.
    cards: Cards = ()
    # For each card, the shares of the players between whom it lies.
    sides: tuple[Probabilities, ...] = ()
    # The likelihoods of each card.
    shown: tuple[Probabilities, ...] = ()
    # The numbers of the recorded melds that lie there, from 0.
    melds: tuple[int, ...] = ()
    # Whether the order of the cards is uncertain.
    is_askew: bool = False

    def __add__(self, other: "Row") -> "Row":
        return Row(self.cards + other.cards, self.sides + other.sides, self.shown + other.shown)

    def without(self, known: Counter[str]) -> "Row":
        """The row without known cards."""
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
        """Whether all its cards are read."""
        return all(self.cards)

    @property
    def seats(self) -> frozenset[int]:
        """The player before whom it lies, or the two between whom it lies."""
        shares = Counter[str]()
        for side in self.sides:
            shares.update(side)
        (first, share), *others = shares.most_common(2)
        found = [first] if share >= BEFORE * len(self.sides) else [first, *(seat for seat, _ in others)]
        return frozenset(int(seat) - 1 for seat in found)


def rows_of(state: State, facts: CardFacts) -> Iterator[Row]:
    """The rows of a reading, with their recorded melds.

    A meld lies where two of its cards do, or one that lies beside no others.
    """
    for lying in facts.rows:
        shown = tuple(card.shows for card in lying.cards)
        cards = tuple(map(face_read, shown))
        read = {*cards} - {"", JOKER}
        common = {at: read & {*laid.cards} for at, laid in enumerate(state.melds)}
        melds = (at for at, of_meld in common.items() if len(of_meld) > 1 or (of_meld and of_meld == read))
        yield Row(cards, tuple(card.seats for card in lying.cards), shown, tuple(melds), lying.is_askew)


def lying_open(rows: Sequence[Row], river: Iterable[Probabilities]) -> Counter[str]:
    """The open cards in rows and in the river, `""` for each that is not read."""
    of_river = map(face_read, river)
    return Counter(card for card in (*(card for row in rows for card in row.cards), *of_river) if card != EMPTY)


def by_seat(rows: Sequence[Row]) -> dict[int, Row]:
    """The cards before each player; rows between two players are left out."""
    found: dict[int, Row] = {}
    for row in rows:
        if len(row.seats) == 1:
            (seat,) = row.seats
            found[seat] = found.get(seat, Row()) + row
    return found


def in_places(place: str, cards: Cards) -> Named:
    """Certain cards, each at a place of its own.

    >>> in_places("cards/1", ("5H", "KD"))
    {'cards/1/1': {'5H': 1.0}, 'cards/1/2': {'KD': 1.0}}
    """
    return {f"{place}/{at}": {card: CERTAIN} for at, card in enumerate(cards, start=1)}


def hands(state: State, rows: Sequence[Row], beside: Row) -> Named:
    """The open hands.

    A row between two players, or `beside` the river, belongs to the player whose hand lacks just that many cards. If
    all cards of a hand but some are read, those are guessed from what they show, or jokers, which have no index.
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
        if seat in state.showdown.opened and not Counter(cards) - Counter(hand):  # unread cards keep their place
            places = in_places(f"cards/{seat + 1}", hand)
            places = {at: shown for at, shown in places.items() if not lacking.keys() & shown.keys()}
        elif len(cards) < len(lies.cards) and len(cards) >= len(hand):
            continue  # more lie there than the hand has: a card that was read does not belong to it
        else:
            places = in_places(f"cards/{seat + 1}", in_order(cards))
            if len(cards) < len(lies.cards) == len(hand):
                places |= _guessed_hand(f"cards/{seat + 1}", cards, _likeliest(state, lies))
        found |= places
    return found


def _likeliest(state: State, lies: Row) -> Cards:
    """The unread cards of a row: the likeliest not visible elsewhere, or jokers; empty if one is neither."""
    left, found = Counter(state.unseen) - Counter(lies.cards), list[str]()
    for shown in (shown for card, shown in zip(lies.cards, lies.shown, strict=True) if not card):
        maybe = shown or {JOKER: _GUESSED}
        face = likeliest_face({face: share for face, share in maybe.items() if left[face] > 0})
        if not face:
            return ()
        found.append(face)
        left[face] -= 1
    return tuple(found)


def _guessed_hand(place: str, read: Cards, others: Cards) -> Named:
    """A hand with cards that are read, and `others` that are guessed."""
    left, found = Counter(others), list[Mapping[str, float]]()
    for card in in_order((*read, *others))[::-1]:
        found.append({card: _GUESSED, EMPTY: _GUESSED} if left[card] > 0 else {card: CERTAIN})
        left[card] -= 1
    return {f"{place}/{at}": likely for at, likely in enumerate(reversed(found), start=1)} if others else {}


def beside_the_river(state: State, facts: CardFacts, top: Probabilities) -> Row:
    """The new cards at the river since the last discard; a covered one was read before."""
    visible, covered = dict[str, Probabilities](), dict[str, Probabilities]()
    for card in (*facts.river, LyingCard(top, facts.top_seats)):
        found = visible if face_read(card.shows) else covered
        if card.seats and (face := likeliest_face(card.shows)) not in ("", UNSURE, *state.river):
            found[face] = card.seats
    there = covered | visible
    return Row(tuple(there), tuple(there.values()), tuple({face: CERTAIN} for face in there))


def is_same_game(state: State, lying: Counter[str]) -> bool:
    """Whether half of the recorded open cards still lie open; once all cards are put together, no hand can be read."""
    opened = [card for seat in state.showdown.opened for card in state.seats[seat].hand]
    known = Counter([*(card for laid in state.melds for card in laid.cards), *opened, *state.river[-1:]])
    return 2 * (known & lying).total() >= known.total()
