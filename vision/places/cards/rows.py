"""Rows of cards that lie face up anywhere on a table: melds, and hands that are shown.

They are numbered as they appear. A card near a row belongs to it; a card that has lain in a row is matched by its
face, wherever in the row it lies now.
"""

from collections.abc import Sequence

import numpy as np

from vision.cards.common.reading import JOKER, UNSURE, DetectedCard
from vision.facts import CardRow, LyingCard, Probabilities
from vision.places.cards.pile import MAX_MISSES, MIN_HITS, KeptCard, new_card, shares
from vision.reading import Points

# Distances are in shorter sides of a card.
_MAX_STEP = 1.3  # between the middles of neighbouring cards of one row
_MAX_PUSH = 3.0  # of a card of a row between two pictures
_MAX_NEIGHBOUR_DISTANCE = 1.4  # from an unread card to those that it may duplicate
_MIN_DUPLICATE_PROBABILITY = 0.9  # that an unread card shows the face of a neighbour
_MIN_INDEX_PROBABILITY = 0.9  # probability that an unread detection is a card with an index
# Two neighbours may have been laid the other way round where they lie nearer along the row than the first, if the upper
# one comes first, or than the second, if neither is known to lie higher.
_MAX_ASKEW_STEP, _MAX_LEVEL_STEP = 0.35, 0.1
_MAX_DUPLICATE_DISTANCE = 0.2  # one of two cards so near covers the other's indices: both cannot be detected


class Rows:
    """The rows of a table with `players` round it, the first one at the picture's lower edge.

    Their cards lie at `row/2`; those that are left open at `row/2/1`, … in the order in which they lie on each other.
    """

    def __init__(self, players: int) -> None:
        self.kept: dict[int, list[KeptCard]] = {}
        self._players = players
        self._last = 0

    def remember(self, kept: dict[int, list[KeptCard]]) -> None:
        """Continues from the rows of an earlier run."""
        self.kept, self._last = kept, max(kept, default=0)

    def update(self, cards: Sequence[DetectedCard], short: float) -> list[int]:
        """Takes the face-up cards of one more picture that lie on no pile, and returns the number of each one's row."""
        found = {at: row for at, card in enumerate(cards) if (row := self._known(card, short)) is not None}
        for at in sorted(set(range(len(cards))) - found.keys(), key=lambda at: cards[at].level):
            found[at] = self._beside(cards, found, at, short) or self._new()
        single = {at for at, card in enumerate(cards) if not _is_duplicate(card, cards)}
        for row in {*self.kept, *found.values()}:
            detected = [cards[at] for at in found if found[at] == row and at in single]
            self.kept[row] = _updated(self.kept.get(row, []), detected)
        self.kept = {row: line for row, line in self.kept.items() if any(kept.missed < MAX_MISSES for kept in line)}
        return [found[at] for at in range(len(cards))]

    def shown(self, middle: Points) -> tuple[tuple[CardRow, ...], dict[str, int]]:
        """The rows, and for how many pictures some of their cards have been left open.

        A detection that only one picture has shown is left open, but is no card. `middle`: that of the table (2, px).
        """
        rows: list[CardRow] = []
        left_open: dict[str, int] = {}
        for row, line in self.kept.items():
            cards: list[LyingCard] = []
            for at, kept in enumerate(line, start=1):
                is_read = kept.code != UNSURE and kept.age >= MIN_HITS
                if 0 < kept.missed == kept.age - 1:  # detected just once
                    left_open[f"row/{row}/{at}"] = kept.missed
                    continue
                if not is_read:
                    left_open[f"row/{row}/{at}"] = kept.open_for
                cards.append(LyingCard(_shown(kept, is_read), self.seats_of(kept.card.xy, middle)))
            if cards:
                rows.append(CardRow(tuple(cards), _is_askew(line)))
        return tuple(rows), left_open

    def _known(self, card: DetectedCard, short: float) -> int | None:
        """The row in which this card has lain near by; a joker is not matched, since there are several."""
        near = [
            (distance, row)
            for row, line in self.kept.items()
            for kept in line
            if kept.code == card.code
            and card.code not in (UNSURE, JOKER)
            and (distance := kept.card.apart(card)) < _MAX_PUSH * short
        ]
        return min(near)[1] if near else None

    def _beside(self, cards: Sequence[DetectedCard], found: dict[int, int], at: int, short: float) -> int | None:
        """The row of the nearest card, detected now or before, if a card lies beside that."""
        lying = [(cards[neighbour].apart(cards[at]), row) for neighbour, row in found.items()]
        lying += [(kept.card.apart(cards[at]), row) for row, line in self.kept.items() for kept in line]
        distance, row = min(lying, default=(np.inf, 0))
        return row if distance < _MAX_STEP * short else None

    def _new(self) -> int:
        self._last += 1
        return self._last

    def seats_of(self, spot: Sequence[float] | Points, middle: Points) -> dict[str, float]:
        """The two players between whom a spot lies, with their shares of it (see `seats_round`)."""
        return seats_round(spot, middle, self._players)


def seats_round(spot: Sequence[float] | Points, middle: Points, players: int) -> dict[str, float]:
    """The two players between whom a spot lies, by their numbers, with shares that grow towards the nearer one.

    `players` sit counter-clockwise from 1 at the picture's lower edge. `middle`: that of the table; both in px.
    """
    x, y = np.array(spot) - middle
    at = float(np.arctan2(x, y)) / (2 * np.pi) * players
    near, off = round(at), at - round(at)
    farther = near + (1 if off > 0 else -1)
    return {str(near % players + 1): 1 - abs(off), str(farther % players + 1): abs(off)}


def _shown(kept: KeptCard, is_read: bool) -> Probabilities:
    """The probabilities of a card's faces; none where its face was read in a single picture only."""
    if is_read:
        return shares(kept.card)
    return (
        {code: _MIN_INDEX_PROBABILITY * share for code, share in kept.card.probabilities.items()}
        if kept.code == UNSURE
        else {}
    )


def _updated(line: Sequence[KeptCard], detected: Sequence[DetectedCard]) -> list[KeptCard]:
    """The cards of a row after one more picture, in the order in which they lie on each other.

    A read card is matched by its face first, wherever it lies now; an unread one then with any left in its place.
    """
    unmatched, matches = list(detected), dict[int, DetectedCard]()
    for may_match in (_has_same_face, _is_unread_in_place):
        for at, kept in enumerate(line):
            cards = [card for card in unmatched if at not in matches and may_match(kept, card)]
            if cards:
                matches[at] = min(cards, key=lambda card, kept=kept: kept.card.apart(card))  # type: ignore[misc]
                unmatched.remove(matches[at])
    found = list[KeptCard]()
    for at, kept in enumerate(line):
        if at in matches:
            found.append(kept.hit(matches[at]))
        elif kept.missed + 1 < MAX_MISSES * (1 if kept.age == kept.missed + 1 else 2):
            found.append(kept.miss())
    found += [new_card(card) for card in unmatched]
    return [found[at] for at in np.argsort(_along(found), kind="stable")]


def _along(line: Sequence[KeptCard]) -> Points:
    """The position of each card along its row (n, px), growing towards the upper cards, or to the right where level."""
    read = [kept.card for kept in line if kept.code != UNSURE] or [kept.card for kept in line]
    if not read:
        return np.zeros(0)
    middles, ring = np.array([kept.card.xy for kept in line]), np.array(read[0].corners)
    axis = np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    above = np.array([card.level for card in read]) - np.mean([card.level for card in read])
    upwards = float(above @ [card.xy for card in read] @ axis) or float((ring[1] - ring[0]) @ axis)
    return np.asarray(middles @ axis * np.sign(upwards))


def _is_askew(line: Sequence[KeptCard]) -> bool:
    """Whether two cards of a row lie so near to each other that they may have been laid the other way round."""
    pairs = zip(line, line[1:], np.diff(_along(line)), strict=False)
    return any(
        step < (_MAX_LEVEL_STEP if upper.card.level == lower.card.level else _MAX_ASKEW_STEP) * lower.card.shorter_side
        for lower, upper, step in pairs
        if upper.card.level <= lower.card.level
    )


def _is_duplicate(card: DetectedCard, cards: Sequence[DetectedCard]) -> bool:
    """Whether an unread detection is a second one of a card that was read, by the other one of its indices.

    It lies where that card does, or can show only faces that its neighbours show: a deck has each card once.
    """
    if card.code != UNSURE:
        return False
    near = [
        read for read in cards if read.code != UNSURE and card.apart(read) < _MAX_NEIGHBOUR_DISTANCE * card.shorter_side
    ]
    if any(card.apart(read) < _MAX_DUPLICATE_DISTANCE * card.shorter_side for read in near):
        return True
    probability = sum(card.probabilities.get(code, 0.0) for code in {read.code for read in near})
    return probability > _MIN_DUPLICATE_PROBABILITY


def _has_same_face(kept: KeptCard, card: DetectedCard) -> bool:
    return kept.code == card.code != UNSURE


def _is_unread_in_place(kept: KeptCard, card: DetectedCard) -> bool:
    return UNSURE in (kept.code, card.code) and kept.card.apart(card) < card.shorter_side / 2
