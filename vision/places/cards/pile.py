"""Follows the cards of one pile, column or row from picture to picture.

One picture in twenty misses a card or cannot say which it is, and the index of a covered card may be hidden for long.
So a card that was seen once still lies there until so many pictures in a row do not show it that it cannot be chance,
or as long as a card is seen that was laid on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engines.vocabulary import EMPTY
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.facts import Probabilities

LOOKS = 3  # pictures in a row that show no card where one lay before it is gone: of 8,000 times one is chance
AGAIN = 2  # pictures that show a card before it counts: of one on a pile, the upper one may be missed; or it is none
_IN_PLACE = 0.25  # shorter sides that a card lies off another whose place it took
_MISSED, _NEW, _BETWEEN = 1.0, 1.0, 3.0  # costs: a card that is not seen, one more on top, one more between others
_NONE = 1.5  # cost: what is not read between others
_STILL_MISSED = 0.3  # cost: a card that was not seen before either
_UNSURE, _FAR = 0.4, 1.5  # of a card that may be any; of one that lies a shorter side from where it lay
# A card that shows another face; that does so in its place: more than a new one on top of one that is not seen, less
# than two neighbours that have moved by a place.
_OTHER, _MISREAD = 9.0, 2.1
_ALIKE = 0.05  # by so much less at most it does not tell which of two cards that are alike and near is seen: the lower


@dataclass(frozen=True)
class Kept:
    """A card of a pile: what it showed last, and where.

    `looks`: pictures since it came, its first one included. `missed`: pictures in a row that have not shown it.
    `unread`: pictures in a row, the last one included, that have shown a card here, but not which.
    """

    card: DetectedCard
    looks: int = 1
    missed: int = 0
    unread: int = 0

    @property
    def code(self) -> str:
        """Its face, `"?"` as long as no picture has shown it."""
        return self.card.code

    @property
    def open_for(self) -> int:
        """For how many pictures it has been missed or not read; none where it may be read for the first time soon."""
        is_new = self.code == UNSURE and self.unread < 2 * LOOKS
        return 0 if is_new else max(self.missed, self.unread)


class Pile:
    """The visible cards of a pile, the lowest first.

    `is_column`: each of its cards can be seen, so that they are counted; of any other pile only the top one is.

    >>> five, six = (DetectedCard(code, ((0, y), (63, y), (63, y + 88), (0, y + 88)), 1.0) for code, y in
    ...              (("5", 0), ("6", 25)))
    >>> column = Pile(is_column=True)
    >>> column.see([five, six], 63.0)
    >>> column.see([five], 63.0)  # the six is covered, or missed
    >>> column.shown("discard/1/1")
    ({'discard/1/1/1': {'5': 1.0, 'empty': 0.0}, 'discard/1/1/3': {'empty': 1.0}}, {'discard/1/1/2': 1})
    """

    def __init__(self, is_column: bool = False, kept: Sequence[Kept] = ()) -> None:
        self.is_column = is_column
        self.kept = list(kept)

    def see(self, seen: Sequence[DetectedCard], short: float) -> None:
        """The cards of one more picture, the lowest first; `short` is a card's shorter side.

        Nobody lays a card under others: what is not read there is none, and another face in the place of one is that
        card misread, now or, once several pictures have shown the other, before.
        """
        found: list[Kept] = []
        pairs = _aligned(self.kept, seen, short)
        missed = {known.code for known, card in pairs if known is not None and card is None}
        for at, (known, card) in enumerate(pairs, start=1):
            if known is not None and card is not None and known.code == card.code and card.code in missed:
                found.append(replace(known, looks=known.looks + 1, missed=0, unread=0))  # it may be that one, pushed
            elif known is not None and card is not None and not _is_other(known.card, card):
                found.append(again(known, card))
            elif known is not None and (card is None or known.missed + 1 < LOOKS):
                found.append(replace(known, looks=known.looks + 1, missed=known.missed + 1))
            elif card is not None and (card.code != UNSURE or not any(above for above, _ in pairs[at:])):
                found.append(Kept(card, unread=int(card.code == UNSURE)))
        self.kept = self._still_there(found, short)

    def _still_there(self, found: Sequence[Kept], short: float) -> list[Kept]:
        """Without the cards that are gone, and without covered ones where only the top one counts.

        What but one picture has shown, and not legibly, may have been an arm: it is gone at once.
        """
        left: list[Kept] = []
        for at, one in enumerate(found):
            above = found[at + 1 :]
            if one.missed and not self.is_column and any(not other.missed for other in above):
                continue
            if one.missed and one.code == UNSURE and one.looks - one.missed < AGAIN:
                continue
            if one.missed < LOOKS or _is_held(one, above) or _may_be_covered(one, above, short):
                left.append(one)
        return left

    def shown(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        """What the places of a pile show (`place/1` … of a column), and for how many pictures others were left open.

        That is none for a card that has just come or was not read yet.
        """
        return self._column(place) if self.is_column else self._top(place)

    def _top(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        if not self.kept:
            return {place: {EMPTY: 1.0}}, {}
        top = self.kept[-1]
        if top.missed or top.unread or top.looks < AGAIN:
            return {}, {place: top.open_for}
        return {place: shares(top.card)}, {}

    def _column(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        places: dict[str, Probabilities] = {}
        left_open: dict[str, int] = {}
        uncounted_for = 0  # pictures for which nobody knows how many cards lie under those that follow
        for at, one in enumerate(self.kept):
            name = f"{place}/{at + 1}"
            held = _is_held(one, self.kept[at + 1 :])
            if one.missed and not held:
                uncounted_for = max(uncounted_for, one.missed)
            if uncounted_for or ((one.unread or one.looks < AGAIN) and not held):
                left_open[name] = max(one.open_for, uncounted_for)
            elif not one.missed and not one.unread:
                places[name] = shares(one.card)
        places[f"{place}/{len(self.kept) + 1}"] = {EMPTY: 1.0}
        return places, left_open


def _is_held(one: Kept, above: Sequence[Kept]) -> bool:
    """Whether a card must still lie there, since one is seen that has lain on it since before it was missed."""
    return any(not other.missed and other.looks > one.missed for other in above)


def _may_be_covered(one: Kept, above: Sequence[Kept], short: float) -> bool:
    """Whether a card that is missed has been so since another one came, and this does not lie in its place."""
    came = (other for other in above if one.missed >= other.looks > other.missed)
    return any(one.card.apart(other.card) > _IN_PLACE * short for other in came)


def again(known: Kept, card: DetectedCard) -> Kept:
    """A card that is seen once more."""
    if card.code != UNSURE:
        return Kept(card, known.looks + 1)
    if known.code != UNSURE:
        card = replace(known.card, corners=card.corners, level=card.level)
    return Kept(card, known.looks + 1, unread=known.unread + 1)


def shares(card: DetectedCard) -> Probabilities:
    """The probability of each face where a card was read: one lies there, whichever it is."""
    return {**(card.probabilities or {card.code: card.confidence}), EMPTY: 0.0}


def _aligned(
    known: Sequence[Kept], seen: Sequence[DetectedCard], short: float
) -> list[tuple[Kept | None, DetectedCard | None]]:
    """Known and seen cards in pairs that keep both orders, by the least cost (Needleman and Wunsch 1970).

    Where as little as jitter says that the lower of two cards is gone, it is the upper one: that can be taken off.
    """
    rows, columns = len(known) + 1, len(seen) + 1
    cost = np.zeros((rows, columns))
    cost[1:, 0] = np.cumsum([_missing(one) for one in known])
    for column in range(1, columns):
        cost[0, column] = cost[0, column - 1] + _coming(seen[column - 1], is_on_top=not known)
    for row in range(1, rows):
        for column in range(1, columns):
            cost[row, column] = min(_steps(cost, known, seen, short, row, column))
    pairs: list[tuple[Kept | None, DetectedCard | None]] = []
    row, column = rows - 1, columns - 1
    while row or column:
        if not row or not column:
            down = bool(row)
        else:
            paired, new, missed = _steps(cost, known, seen, short, row, column)
            is_missed = missed < new and missed < paired + _ALIKE
            if not is_missed and paired <= new:
                row, column = row - 1, column - 1
                pairs.append((known[row], seen[column]))
                continue
            down = is_missed
        row, column = (row - 1, column) if down else (row, column - 1)
        pairs.append((known[row], None) if down else (None, seen[column]))
    return pairs[::-1]


def _steps(
    cost: NDArray[np.float64], known: Sequence[Kept], seen: Sequence[DetectedCard], short: float, row: int, column: int
) -> tuple[float, float, float]:
    """The costs of a cell of the table by where it is come from: a pair, a new card, or one that is missed."""
    return (
        float(cost[row - 1, column - 1]) + _unlike(known[row - 1].card, seen[column - 1], short),
        float(cost[row, column - 1]) + _coming(seen[column - 1], is_on_top=row == len(known)),
        float(cost[row - 1, column]) + _missing(known[row - 1]),
    )


def _missing(known: Kept) -> float:
    """How unlikely a card is not to be seen."""
    return _STILL_MISSED if known.missed else _MISSED


def _coming(seen: DetectedCard, is_on_top: bool) -> float:
    """How unlikely what is seen is new."""
    if is_on_top:
        return _NEW
    return _NONE if seen.code == UNSURE else _BETWEEN


def _unlike(known: DetectedCard, seen: DetectedCard, short: float) -> float:
    """How unlikely a card is to be another one that was seen before."""
    off = known.apart(seen) / short
    is_pushed, is_unread = off > _IN_PLACE, UNSURE in (known.code, seen.code)
    cost = min(off, 2.0) * _FAR + (_UNSURE if is_unread else 0.0)
    if _is_other(known, seen):
        return cost + (_OTHER if is_pushed else _MISREAD)
    return cost + (_OTHER if is_pushed and is_unread else 0.0)


def _is_other(known: DetectedCard, seen: DetectedCard) -> bool:
    """Whether two cards show different faces."""
    return UNSURE not in (known.code, seen.code) and known.code != seen.code
