"""Rows of cards that lie face up anywhere on a table: melds, and hands that are shown.

They are numbered as they appear. A card that lies near a row belongs to it; one that has lain in a row is known by its
face, wherever in the row it lies now.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.common.reading import JOKER, UNSURE, DetectedCard
from vision.facts import CardRow, LyingCard, Probabilities
from vision.places.cards.pile import AGAIN, LOOKS, Kept, again, shares
from vision.reading import Points

_BESIDE = 1.3  # shorter sides between the middles of cards of one row
_PUSHED = 3.0  # shorter sides that a card of a row may have been pushed between two pictures
_NEAR, _THESE = 1.4, 0.9  # shorter sides to cards beside one; its share of them from which it is one of these
_DOUBT = 0.9  # of the probabilities of a card that is not read: it may have no index
# Shorter sides along a row between two cards of which the one that lies farther on does not lie higher: below the first
# people may as well have laid them the other way round, below the second also where neither is known to lie higher.
_STRIP, _SAME = 0.35, 0.1
_TWICE = 0.2  # shorter sides between two cards of which one covers the other's indices: both cannot be seen


class Rows:
    """The rows of a table with so many `players` round it, the first one at the picture's lower edge.

    Their cards are named `row/2`; those that are left open `row/2/1`, … in the order in which they lie on each other.
    """

    def __init__(self, players: int) -> None:
        self.kept: dict[int, list[Kept]] = {}
        self._players = players
        self._last = 0

    def remember(self, kept: dict[int, list[Kept]]) -> None:
        """Goes on with rows as they were kept."""
        self.kept, self._last = kept, max(kept, default=0)

    def see(self, cards: Sequence[DetectedCard], short: float) -> list[int]:
        """The cards of one more picture that lie face up and on no pile; gives the number of the row of each."""
        found = {at: row for at, card in enumerate(cards) if (row := self._known(card, short)) is not None}
        for at in sorted(set(range(len(cards))) - found.keys(), key=lambda at: cards[at].level):
            found[at] = self._beside(cards, found, at, short) or self._new()
        single = {at for at, card in enumerate(cards) if not _is_seen_twice(card, cards)}
        for row in {*self.kept, *found.values()}:
            seen = [cards[at] for at in found if found[at] == row and at in single]
            self.kept[row] = _after(self.kept.get(row, []), seen)
        self.kept = {row: kept for row, kept in self.kept.items() if any(one.missed < LOOKS for one in kept)}
        return [found[at] for at in range(len(cards))]

    def shown(self, middle: Points) -> tuple[tuple[CardRow, ...], dict[str, int]]:
        """The rows, and which of their cards are left open, for how many pictures.

        What one picture has shown and those after it have not is left open, but is no card. `middle`: that of the table
        in px.
        """
        rows: list[CardRow] = []
        left_open: dict[str, int] = {}
        for row, kept in self.kept.items():
            cards: list[LyingCard] = []
            for at, one in enumerate(kept, start=1):
                is_read = one.code != UNSURE and one.looks >= AGAIN
                if _was_seen_once(one):
                    left_open[f"row/{row}/{at}"] = one.missed
                    continue
                if not is_read:
                    left_open[f"row/{row}/{at}"] = one.open_for
                cards.append(LyingCard(_shows(one, is_read), self.seats_of(one.card.xy, middle)))
            if cards:
                rows.append(CardRow(tuple(cards), _is_askew(kept)))
        return tuple(rows), left_open

    def _known(self, card: DetectedCard, short: float) -> int | None:
        """The row in which this card has lain near by; jokers are alike."""
        near = [
            (far, row)
            for row, kept in self.kept.items()
            for one in kept
            if one.code == card.code
            and card.code not in (UNSURE, JOKER)
            and (far := one.card.apart(card)) < _PUSHED * short
        ]
        return min(near)[1] if near else None

    def _beside(self, cards: Sequence[DetectedCard], found: dict[int, int], at: int, short: float) -> int | None:
        """The row beside whose nearest card a card lies, whether that is seen now or was before."""
        lying = [(cards[other].apart(cards[at]), row) for other, row in found.items()]
        lying += [(one.card.apart(cards[at]), row) for row, kept in self.kept.items() for one in kept]
        far, row = min(lying, default=(np.inf, 0))
        return row if far < _BESIDE * short else None

    def _new(self) -> int:
        self._last += 1
        return self._last

    def seats_of(self, spot: Sequence[float] | Points, middle: Points) -> dict[str, float]:
        """The two players between whom a spot lies."""
        return seats_round(spot, middle, self._players)


def seats_round(spot: Sequence[float] | Points, middle: Points, players: int) -> dict[str, float]:
    """The two of so many players, counted from 1, between whom a spot lies: the nearer to one, the greater his share.

    They sit counter-clockwise, the first one at the picture's lower edge. `middle`: that of the table; both in px.
    """
    x, y = np.array(spot) - middle
    at = float(np.arctan2(x, y)) / (2 * np.pi) * players
    near, off = round(at), at - round(at)
    other = near + (1 if off > 0 else -1)
    return {str(near % players + 1): 1 - abs(off), str(other % players + 1): abs(off)}


def _shows(one: Kept, is_read: bool) -> Probabilities:
    """What a card shows, or may be where it is not read: nothing where it is and no second picture has shown it."""
    if is_read:
        return shares(one.card)
    return {code: _DOUBT * share for code, share in one.card.probabilities.items()} if one.code == UNSURE else {}


def _after(kept: Sequence[Kept], seen: Sequence[DetectedCard]) -> list[Kept]:
    """The cards of a row after one more picture: in the order of levels those that are seen, others as they were.

    A card that is read is the one that was read before, wherever it lies now; only then one that is not read may be any
    other that lay there.
    """
    left, again_of = list(seen), dict[int, DetectedCard]()
    for is_same in (_shows_the_same, _may_be_the_same):
        for at, one in enumerate(kept):
            cards = [card for card in left if at not in again_of and is_same(one, card)]
            if cards:
                again_of[at] = min(cards, key=lambda card, one=one: one.card.apart(card))  # type: ignore[misc]
                left.remove(again_of[at])
    found = list[Kept]()
    for at, one in enumerate(kept):
        if at in again_of:
            found.append(again(one, again_of[at]))
        elif one.missed + 1 < LOOKS * (1 if one.looks == one.missed + 1 else 2):
            found.append(replace(one, looks=one.looks + 1, missed=one.missed + 1))
    found += [Kept(card, unread=int(card.code == UNSURE)) for card in left]
    return _in_order(found)


def _in_order(row: Sequence[Kept]) -> list[Kept]:
    """The cards of a row one beside the other, the way they lie on each other; from the left where they do not."""
    along = _along(row)
    return [row[at] for at in np.argsort(along, kind="stable")]


def _along(row: Sequence[Kept]) -> Points:
    """How far along a row each card lies (n, px), the way they lie on each other; from the left where they do not."""
    read = [one.card for one in row if one.code != UNSURE] or [one.card for one in row]
    if not read:
        return np.zeros(0)
    middles, ring = np.array([one.card.xy for one in row]), np.array(read[0].corners)
    axis = np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    above = np.array([card.level for card in read]) - np.mean([card.level for card in read])
    way = float(above @ [card.xy for card in read] @ axis) or float((ring[1] - ring[0]) @ axis)
    return np.asarray(middles @ axis * np.sign(way))


def _is_askew(row: Sequence[Kept]) -> bool:
    """Whether two cards of a row lie so near to each other that they may have been laid the other way round."""
    along = _along(row)
    pairs = zip(row, row[1:], np.diff(along), strict=False)
    return any(
        apart < (_SAME if upper.card.level == lower.card.level else _STRIP) * lower.card.shorter_side
        for lower, upper, apart in pairs
        if upper.card.level <= lower.card.level
    )


def _was_seen_once(one: Kept) -> bool:
    return 0 < one.missed == one.looks - 1


def _is_seen_twice(card: DetectedCard, cards: Sequence[DetectedCard]) -> bool:
    """Whether a card that is not read is another one that is, whose indices were not made out to be of one card.

    It lies where that one does, or shows nothing but what cards beside it show: a deck has each card once.
    """
    if card.code != UNSURE:
        return False
    near = [other for other in cards if other.code != UNSURE and card.apart(other) < _NEAR * card.shorter_side]
    is_same = any(card.apart(other) < _TWICE * card.shorter_side for other in near)
    return is_same or sum(card.probabilities.get(code, 0.0) for code in {other.code for other in near}) > _THESE


def _shows_the_same(one: Kept, card: DetectedCard) -> bool:
    return one.code == card.code != UNSURE


def _may_be_the_same(one: Kept, card: DetectedCard) -> bool:
    """Whether a card that was not read lies where another one did."""
    return UNSURE in (one.code, card.code) and one.card.apart(card) < card.shorter_side / 2
