"""Follows the cards of one pile, column or row from picture to picture.

One picture in twenty misses a card or does not show its face, and the index of a covered card may be hidden for long.
So a card that was detected is dropped only after `MAX_MISSES` pictures in a row without it, and never while a card that
was laid on it is detected.
"""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from engines.vocabulary import EMPTY
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.facts import Probabilities

MAX_MISSES = 3  # pictures in a row without a card after which it is gone: by chance once in 8,000 times
MIN_HITS = 2  # pictures that must show a card before it counts: it may be a false detection, or the upper one missed
_MAX_OFF_IN_PLACE = 0.25  # shorter sides that a card lies off another whose place it took
# Costs of the alignment of known and detected cards.
_MISS_COST, _REPEATED_MISS_COST = 1.0, 0.3  # a card that is not detected; that was not in the last picture either
_NEW_ON_TOP_COST, _NEW_BETWEEN_COST, _UNREAD_BETWEEN_COST = 1.0, 3.0, 1.5  # a new card; one between others; unread
_UNREAD_COST, _DISTANCE_COST = 0.4, 1.5  # a match with an unread card; for each shorter side between both
# Another face elsewhere; another face in the same place: more than a new card on top of a missed one, less than two
# neighbours that have moved by a place.
_OTHER_FACE_COST, _MISREAD_COST = 9.0, 2.1
# Extra cost up to which the upper of two equal neighbours counts as missed instead of the lower
_MAX_JITTER_COST = 0.05


class KeptCard(msgspec.Struct, frozen=True, rename={"age": "looks"}):
    """A card that is followed from picture to picture."""

    card: DetectedCard  # with the face that was read last, where it was detected last
    age: int = 1  # pictures since it came, its first one included
    missed: int = 0  # pictures in a row that have not shown it
    unread: int = 0  # pictures in a row, the last one included, that have shown a card here but not its face

    @property
    def code(self) -> str:
        """Its face, `"?"` as long as no picture has shown it."""
        return self.card.code

    @property
    def open_for(self) -> int:
        """For how many pictures it has been missed or not read; 0 where it may be read for the first time soon."""
        is_new = self.code == UNSURE and self.unread < 2 * MAX_MISSES
        return 0 if is_new else max(self.missed, self.unread)

    def hit(self, card: DetectedCard) -> "KeptCard":
        """The card after a picture that shows it as `card`."""
        if card.code != UNSURE:
            return KeptCard(card, self.age + 1)
        if self.code != UNSURE:
            card = replace(self.card, corners=card.corners, level=card.level)
        return KeptCard(card, self.age + 1, unread=self.unread + 1)

    def miss(self) -> "KeptCard":
        """The card after a picture that does not show it."""
        return structs.replace(self, age=self.age + 1, missed=self.missed + 1)


def new_card(card: DetectedCard) -> KeptCard:
    """A card in the first picture that shows it."""
    return KeptCard(card, unread=int(card.code == UNSURE))


class Pile:
    """The visible cards of a pile, the lowest first.

    `is_column`: all of its cards are visible and are counted; of any other pile only the top one counts.

    >>> five, six = (DetectedCard(code, ((0, y), (63, y), (63, y + 88), (0, y + 88)), 1.0) for code, y in
    ...              (("5", 0), ("6", 25)))
    >>> column = Pile(is_column=True)
    >>> column.update([five, six], 63.0)
    >>> column.update([five], 63.0)  # the six is covered, or missed
    >>> column.shown("discard/1/1")
    ({'discard/1/1/1': {'5': 1.0, 'empty': 0.0}, 'discard/1/1/3': {'empty': 1.0}}, {'discard/1/1/2': 1})
    """

    def __init__(self, is_column: bool = False, kept: Sequence[KeptCard] = ()) -> None:
        self.is_column = is_column
        self.kept = list(kept)

    def update(self, detected: Sequence[DetectedCard], short: float) -> None:
        """Takes the cards of one more picture, the lowest first; `short` is a card's shorter side (px).

        Nobody lays a card under others: an unread detection there is false, and another face in a card's place is a
        misreading: of this picture, or of the earlier ones once several pictures have shown the other face.
        """
        found: list[KeptCard] = []
        pairs = _align(self.kept, detected, short)
        missed = {known.code for known, card in pairs if known is not None and card is None}
        for at, (known, card) in enumerate(pairs, start=1):
            if known is not None and card is not None and known.code == card.code and card.code in missed:
                # It may be the missed card, pushed.
                found.append(structs.replace(known, age=known.age + 1, missed=0, unread=0))
            elif known is not None and card is not None and not _is_other_face(known.card, card):
                found.append(known.hit(card))
            elif known is not None and (card is None or known.missed + 1 < MAX_MISSES):
                found.append(known.miss())
            elif card is not None and (card.code != UNSURE or not any(above for above, _ in pairs[at:])):
                found.append(new_card(card))
        self.kept = self._still_there(found, short)

    def _still_there(self, found: Sequence[KeptCard], short: float) -> list[KeptCard]:
        """Drops the cards that are gone, and the covered ones where only the top one counts.

        An unread detection in a single picture may have been an arm: it is dropped at the first miss.
        """
        left: list[KeptCard] = []
        for at, kept in enumerate(found):
            above = found[at + 1 :]
            if kept.missed and not self.is_column and any(not upper.missed for upper in above):
                continue
            if kept.missed and kept.code == UNSURE and kept.age - kept.missed < MIN_HITS:
                continue
            if kept.missed < MAX_MISSES or _is_held(kept, above) or _may_be_covered(kept, above, short):
                left.append(kept)
        return left

    def shown(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        """What the places of a pile show (`place/1` … of a column), and for how many pictures others were left open.

        That number is 0 for a card that has just come or was not read yet.
        """
        return self._column(place) if self.is_column else self._top(place)

    def _top(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        if not self.kept:
            return {place: {EMPTY: 1.0}}, {}
        top = self.kept[-1]
        if top.missed or top.unread or top.age < MIN_HITS:
            return {}, {place: top.open_for}
        return {place: shares(top.card)}, {}

    def _column(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        places: dict[str, Probabilities] = {}
        left_open: dict[str, int] = {}
        uncounted_for = 0  # pictures for which the number of cards under those that follow has been open
        for at, kept in enumerate(self.kept):
            name = f"{place}/{at + 1}"
            held = _is_held(kept, self.kept[at + 1 :])
            if kept.missed and not held:
                uncounted_for = max(uncounted_for, kept.missed)
            if uncounted_for or ((kept.unread or kept.age < MIN_HITS) and not held):
                left_open[name] = max(kept.open_for, uncounted_for)
            elif not kept.missed and not kept.unread:
                places[name] = shares(kept.card)
        places[f"{place}/{len(self.kept) + 1}"] = {EMPTY: 1.0}
        return places, left_open


def _is_held(kept: KeptCard, above: Sequence[KeptCard]) -> bool:
    """Whether a card must still lie there, since a detected card has lain on it from before it was missed."""
    return any(not upper.missed and upper.age > kept.missed for upper in above)


def _may_be_covered(kept: KeptCard, above: Sequence[KeptCard], short: float) -> bool:
    """Whether a card has been missed only since another one came, which does not lie in its place."""
    came = (upper for upper in above if kept.missed >= upper.age > upper.missed)
    return any(kept.card.apart(upper.card) > _MAX_OFF_IN_PLACE * short for upper in came)


def shares(card: DetectedCard) -> Probabilities:
    """The probability of each face where a card was read, with 0 for an empty place."""
    return {**(card.probabilities or {card.code: card.confidence}), EMPTY: 0.0}


def _align(
    known: Sequence[KeptCard], detected: Sequence[DetectedCard], short: float
) -> list[tuple[KeptCard | None, DetectedCard | None]]:
    """Pairs known with detected cards at minimum cost, keeping both orders (Needleman and Wunsch 1970).

    Where no more than jitter makes the lower of two cards the missed one, it is the upper one: that can be taken off.
    """
    rows, columns = len(known) + 1, len(detected) + 1
    cost = np.zeros((rows, columns))
    cost[1:, 0] = np.cumsum([_miss_cost(kept) for kept in known])
    for column in range(1, columns):
        cost[0, column] = cost[0, column - 1] + _new_cost(detected[column - 1], is_on_top=not known)
    for row in range(1, rows):
        for column in range(1, columns):
            cost[row, column] = min(_step_costs(cost, known, detected, short, row, column))
    pairs: list[tuple[KeptCard | None, DetectedCard | None]] = []
    row, column = rows - 1, columns - 1
    while row or column:
        if not row or not column:
            down = bool(row)
        else:
            paired, new, missed = _step_costs(cost, known, detected, short, row, column)
            is_missed = missed < new and missed < paired + _MAX_JITTER_COST
            if not is_missed and paired <= new:
                row, column = row - 1, column - 1
                pairs.append((known[row], detected[column]))
                continue
            down = is_missed
        row, column = (row - 1, column) if down else (row, column - 1)
        pairs.append((known[row], None) if down else (None, detected[column]))
    return pairs[::-1]


def _step_costs(
    cost: NDArray[np.float64],
    known: Sequence[KeptCard],
    detected: Sequence[DetectedCard],
    short: float,
    row: int,
    column: int,
) -> tuple[float, float, float]:
    """The cost of a cell of the alignment by its last step: a pair, a new card, or a missed one."""
    return (
        float(cost[row - 1, column - 1]) + _match_cost(known[row - 1].card, detected[column - 1], short),
        float(cost[row, column - 1]) + _new_cost(detected[column - 1], is_on_top=row == len(known)),
        float(cost[row - 1, column]) + _miss_cost(known[row - 1]),
    )


def _miss_cost(known: KeptCard) -> float:
    """The cost of not detecting a known card."""
    return _REPEATED_MISS_COST if known.missed else _MISS_COST


def _new_cost(card: DetectedCard, is_on_top: bool) -> float:
    """The cost of a detection being a new card."""
    if is_on_top:
        return _NEW_ON_TOP_COST
    return _UNREAD_BETWEEN_COST if card.code == UNSURE else _NEW_BETWEEN_COST


def _match_cost(known: DetectedCard, card: DetectedCard, short: float) -> float:
    """The cost of a detection being a known card."""
    off = known.apart(card) / short
    is_pushed, is_unread = off > _MAX_OFF_IN_PLACE, UNSURE in (known.code, card.code)
    cost = min(off, 2.0) * _DISTANCE_COST + (_UNREAD_COST if is_unread else 0.0)
    if _is_other_face(known, card):
        return cost + (_OTHER_FACE_COST if is_pushed else _MISREAD_COST)
    return cost + (_OTHER_FACE_COST if is_pushed and is_unread else 0.0)


def _is_other_face(known: DetectedCard, card: DetectedCard) -> bool:
    """Whether two cards were read with different faces."""
    return UNSURE not in (known.code, card.code) and known.code != card.code
