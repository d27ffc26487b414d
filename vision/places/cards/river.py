"""Follows the discards that lie face up in one place: squared up, thrown on each other, or in a row of strips.

The card on top counts. The visible ones below it are read too: they show discards that no picture caught on top.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import structs

from engines.vocabulary import EMPTY
from vision.cards.common.reading import JOKER, UNSURE, DetectedCard
from vision.facts import Probabilities
from vision.places.cards.pile import MAX_MISSES, MIN_HITS, KeptCard, new_card, shares
from vision.places.cards.zones import Zone, longer_side

# Shorter sides: from the zone to the first card, from a card to the next one, and from a card to where it was before.
_MAX_OFF_ZONE, _MAX_STEP, _MAX_PUSH = 0.8, 1.1, 3.0
_LINE_STEP = 1.15  # longer sides from one line of a long river to the next
_MIN_LINE = 6  # cards of a full line
_MAX_NEW = 3  # discards that may come between two pictures, the last of which begins another line
_INDEX_SIZE = 0.14  # of a card's sides: where its index is
_MIN_MELD = 2  # new cards beside which a card of the river has been taken for a meld
_COVERED_PROBABILITY = 0.5  # probability that a card that is covered now still lies there


class River:
    """The known discards, the lowest first.

    >>> ace, five = (DetectedCard(code, ((x, 0), (x + 63, 0), (x + 63, 88), (x, 88)), 1.0, level=level)
    ...              for code, x, level in (("AS", 0, 0), ("5H", 16, 1)))
    >>> river = River()
    >>> for cards in ([ace], [ace], [ace, five], [ace, five]):
    ...     river.update(cards)
    >>> river.shown("river"), river.below
    (({'river': {'5H': 1.0, 'empty': 0.0}}, {}), [{'AS': 1.0, 'empty': 0.0}])
    """

    def __init__(self, kept: Sequence[KeptCard] = ()) -> None:
        self.kept = list(kept)

    def members(
        self, cards: Sequence[DetectedCard], zone: Zone, width: float, others: Sequence[DetectedCard]
    ) -> set[int]:
        """Which of the face-up cards belong to the river: known ones, those in its zone, and those beside them.

        `others`: the known cards of rows; a card that is nearer to these than to the river belongs to them. One that is
        nearer to another new card belongs to a row that is being laid, even a known card that was taken for it.
        """
        elsewhere = [min((card.apart(row_card) for row_card in others), default=np.inf) for card in cards]
        first = [
            self._begins_line(card, zone, width) and self._distance_to_line(card, zone, width) < distance
            for card, distance in zip(cards, elsewhere, strict=True)
        ]
        known = {at: off for at, card in enumerate(cards) if (off := self._distance_moved(card)) is not None}
        found = {at for at in range(len(cards)) if first[at]} | {
            at
            for at, off in known.items()
            if sum(cards[at].apart(card) < off for i, card in enumerate(cards) if i not in known) < _MIN_MELD
            and off <= elsewhere[at]
        }
        while more := {
            at
            for at, card in enumerate(cards)
            if at not in found
            and (distance := min((card.apart(cards[member]) for member in found), default=np.inf))
            < min(elsewhere[at], _MAX_STEP * card.shorter_side)
            and not any(card.apart(new) < distance for i, new in enumerate(cards) if i not in found | {at})
        }:
            found |= more
        return found

    def beside(self, cards: Sequence[DetectedCard], members: set[int], zone: Zone, width: float) -> set[int]:
        """Which of the other cards lie where the next discard may, though they are nearer to something else."""
        return {
            at
            for at, card in enumerate(cards)
            if at not in members
            and (
                self._begins_line(card, zone, width)
                or any(card.apart(cards[member]) < _MAX_STEP * card.shorter_side for member in members)
            )
        }

    def _begins_line(self, card: DetectedCard, zone: Zone, width: float) -> bool:
        return self._distance_to_line(card, zone, width) < _MAX_OFF_ZONE * card.shorter_side

    def _distance_moved(self, card: DetectedCard) -> float | None:
        """How far a card lies from where it was (px); None for one that has not lain in the river."""
        return min((kept.card.apart(card) for kept in self.kept if _is_same(kept, card)), default=None)

    def _distance_to_line(self, card: DetectedCard, zone: Zone, width: float) -> float:
        """How far a card lies from the nearest place where a line of the river begins (px)."""
        first = np.array((zone.x, zone.y)) * width
        down = np.array(zone.down) * longer_side(card) * _LINE_STEP
        starts = [first + line * down for line in range((len(self.kept) + _MAX_NEW - 1) // _MIN_LINE + 1)]
        lying = [np.array(kept.card.xy) for kept in self.kept]
        found = [first]
        for start in starts[1:]:
            begun = [spot for spot in lying if np.linalg.norm(start - spot) < _MAX_OFF_ZONE * card.shorter_side]
            found += begun or [start]
        return min(float(np.linalg.norm(card.xy - spot)) for spot in found)

    def update(self, detected: Sequence[DetectedCard]) -> None:
        """Takes its cards in one more picture, in any order."""
        unmatched = sorted(detected, key=lambda card: card.level)
        found: list[KeptCard] = []
        for at, kept in enumerate(self.kept):
            if self._was_discarded_again(at, unmatched):
                continue
            same = next((card for card in unmatched if _is_same(kept, card)), None)
            if same is not None:
                unmatched.remove(same)
                found.append(kept.hit(same))
            elif _is_covered(kept.card, unmatched):  # those below it were detected earlier
                found.append(structs.replace(kept, age=kept.age + 1, missed=0))
            elif kept.missed + 1 < MAX_MISSES:
                found.append(kept.miss())
        for card in unmatched:
            above = (at for at, kept in enumerate(found) if kept.card in detected and _lies_above(kept, card, detected))
            found.insert(next(above, len(found)), new_card(card))
        self.kept = found

    def _was_discarded_again(self, at: int, detected: Sequence[DetectedCard]) -> bool:
        """Whether a covered card is detected elsewhere: it was taken between the pictures and discarded again."""
        kept = self.kept[at]
        has_moved = any(
            _is_same(kept, card) and kept.card.apart(card) > _INDEX_SIZE * card.shorter_side for card in detected
        )
        return has_moved and self._is_covered(at)

    def _is_covered(self, at: int) -> bool:
        """Whether both indices of a card lie under the cards above it."""
        return _is_covered(self.kept[at].card, [upper.card for upper in self.kept[at + 1 :]])

    def shown(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        """What the place shows, and for how many pictures it and the cards below, `river/1`, …, were left open."""
        if not self.kept:
            return {place: {EMPTY: 1.0}}, {}
        *below, top = self.kept
        left_open = {f"{place}/{at}": kept.missed for at, kept in enumerate(below, start=1) if kept.missed}
        if top.missed or top.unread or top.age < MIN_HITS:
            return {}, {place: top.open_for} | left_open
        return {place: shares(top.card)}, left_open

    @property
    def below(self) -> list[Probabilities]:
        """What each card below the one on top shows, the lowest first; one that is not visible now may be gone."""
        return [
            {kept.code: _COVERED_PROBABILITY, EMPTY: _COVERED_PROBABILITY}
            if kept.missed or kept.unread or self._is_covered(at)
            else shares(kept.card)
            for at, kept in enumerate(self.kept[:-1])
        ]


def _is_same(kept: KeptCard, card: DetectedCard) -> bool:
    """Whether a detection is a known discard: jokers and unread cards are matched by place, others by face."""
    short = card.shorter_side
    if UNSURE in (kept.code, card.code) or kept.code == card.code == JOKER:
        return kept.card.apart(card) < _INDEX_SIZE * short
    return kept.code == card.code and kept.card.apart(card) < _MAX_PUSH * short


def _is_covered(card: DetectedCard, others: Sequence[DetectedCard]) -> bool:
    """Whether both indices of a card lie under other cards."""
    ring = np.array(card.corners)
    spots = [ring[at] + _INDEX_SIZE * (ring[at - 2] - ring[at]) for at in (0, 2)]
    return all(any(upper.covers(spot) for upper in others) for spot in spots)


def _lies_above(known: KeptCard, card: DetectedCard, detected: Sequence[DetectedCard]) -> bool:
    """Whether a known card lies on a new one.

    A card that has lain there for some pictures was there first if its level may come from other cards under it.
    """
    next_lower = (lower for lower in detected if lower is not card and lower.level == known.card.level - 1)
    was_first = known.age > MAX_MISSES and any(_lies_on(known.card, lower) for lower in next_lower)
    return _lies_on(known.card, card) and not was_first


def _lies_on(upper: DetectedCard, lower: DetectedCard) -> bool:
    if upper.level <= lower.level:
        return False
    upper_ring, lower_ring = (np.array(card.corners, np.float32) for card in (upper, lower))
    return cv2.intersectConvexConvex(upper_ring, lower_ring)[0] > 0
