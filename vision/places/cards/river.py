"""Follows the discards that lie face up in one place: squared up, thrown on each other, or in a row of strips.

The card on top counts. Those below it are told as well, as far as they are seen: they show what nobody saw happen.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engines.vocabulary import EMPTY
from vision.cards.common.reading import JOKER, UNSURE, DetectedCard
from vision.facts import Probabilities
from vision.places.cards.pile import AGAIN, LOOKS, Kept, again, shares
from vision.places.cards.zones import Zone, longer_side

_FIRST, _ON, _PUSHED = 0.8, 1.1, 3.0  # shorter sides: off the zone, from a card to the one on it, as far one is pushed
_LINE, _FULL = 1.15, 6  # longer sides from one line of a long river to the next; cards that a line has at least
_AT_ONCE = 3  # discards that may come between two pictures, the last of which begins another line
_INDEX = 0.14  # of a card's sides: where its index is
_MELDED = 2  # new cards beside which a card of the river lies that has been taken for them
_HALF = 0.5  # likelihood of a card that is covered now


class River:
    """The discards that are known, the lowest first.

    >>> ace, five = (DetectedCard(code, ((x, 0), (x + 63, 0), (x + 63, 88), (x, 88)), 1.0, level=level)
    ...              for code, x, level in (("AS", 0, 0), ("5H", 16, 1)))
    >>> river = River()
    >>> for cards in ([ace], [ace], [ace, five], [ace, five]):
    ...     river.see(cards)
    >>> river.shown("river"), river.below
    (({'river': {'5H': 1.0, 'empty': 0.0}}, {}), [{'AS': 1.0, 'empty': 0.0}])
    """

    def __init__(self, kept: Sequence[Kept] = ()) -> None:
        self.kept = list(kept)

    def members(
        self, cards: Sequence[DetectedCard], zone: Zone, width: float, others: Sequence[DetectedCard]
    ) -> set[int]:
        """Which of the cards that lie face up belong to it: known ones, those in its zone, and those beside them.

        `others`: cards that are known to lie elsewhere; what is nearer to these than to the river does as well. What is
        nearer to another new card is of a row that is being laid, also a known card that has been taken for it.
        """
        elsewhere = [min((card.apart(other) for other in others), default=np.inf) for card in cards]
        first = [
            self._begins_line(card, zone, width) and self._off_its_zone(card, zone, width) < far
            for card, far in zip(cards, elsewhere, strict=True)
        ]
        known = {at: off for at, card in enumerate(cards) if (off := self._off_its_place(card)) is not None}
        found = {at for at in range(len(cards)) if first[at]} | {
            at
            for at, off in known.items()
            if sum(cards[at].apart(card) < off for other, card in enumerate(cards) if other not in known) < _MELDED
            and off <= elsewhere[at]
        }
        while more := {
            at
            for at, card in enumerate(cards)
            if at not in found
            and (far := min((card.apart(cards[other]) for other in found), default=np.inf))
            < min(elsewhere[at], _ON * card.shorter_side)
            and not any(card.apart(other) < far for new, other in enumerate(cards) if new not in found | {at})
        }:
            found |= more
        return found

    def beside(self, cards: Sequence[DetectedCard], members: set[int], zone: Zone, width: float) -> set[int]:
        """Which of the cards that are no members lie as near as its next one may: they are nearer to something else."""
        return {
            at
            for at, card in enumerate(cards)
            if at not in members
            and (
                self._begins_line(card, zone, width)
                or any(card.apart(cards[other]) < _ON * card.shorter_side for other in members)
            )
        }

    def _begins_line(self, card: DetectedCard, zone: Zone, width: float) -> bool:
        return self._off_its_zone(card, zone, width) < _FIRST * card.shorter_side

    def _off_its_place(self, card: DetectedCard) -> float | None:
        """How far a card lies from where it was (px); None for one that has not lain in the river."""
        return min((one.card.apart(card) for one in self.kept if _is_same(one, card)), default=None)

    def _off_its_zone(self, card: DetectedCard, zone: Zone, width: float) -> float:
        """How far from where the first card of a line lies (px), or from the one that began a later line."""
        first = np.array((zone.x, zone.y)) * width
        down = np.array(zone.down) * longer_side(card) * _LINE
        starts = [first + line * down for line in range((len(self.kept) + _AT_ONCE - 1) // _FULL + 1)]
        lying = [np.array(one.card.xy) for one in self.kept]
        found = [first]
        for start in starts[1:]:
            begun = [one for one in lying if np.linalg.norm(start - one) < _FIRST * card.shorter_side]
            found += begun or [start]
        return min(float(np.linalg.norm(card.xy - spot)) for spot in found)

    def see(self, seen: Sequence[DetectedCard]) -> None:
        """Its cards in one more picture, in any order."""
        left = sorted(seen, key=lambda card: card.level)
        found: list[Kept] = []
        for at, one in enumerate(self.kept):
            if self._is_back(at, left):
                continue
            same = next((card for card in left if _is_same(one, card)), None)
            if same is not None:
                left.remove(same)
                found.append(again(one, same))
            elif _is_covered(one.card, left):  # those below it have been seen before
                found.append(replace(one, looks=one.looks + 1, missed=0))
            elif one.missed + 1 < LOOKS:
                found.append(replace(one, looks=one.looks + 1, missed=one.missed + 1))
        for card in left:
            above = (at for at, one in enumerate(found) if one.card in seen and _lies_above(one, card, seen))
            found.insert(next(above, len(found)), Kept(card, unread=int(card.code == UNSURE)))
        self.kept = found

    def _is_back(self, at: int, seen: Sequence[DetectedCard]) -> bool:
        """Whether a card that was covered is seen elsewhere now: it had been taken, and has been discarded again."""
        one = self.kept[at]
        moved = any(_is_same(one, card) and one.card.apart(card) > _INDEX * card.shorter_side for card in seen)
        return moved and _is_covered(one.card, [other.card for other in self.kept[at + 1 :]])

    def shown(self, place: str) -> tuple[dict[str, Probabilities], dict[str, int]]:
        """What the place shows, and for how many pictures it and the cards below, `river/1`, …, were left open."""
        if not self.kept:
            return {place: {EMPTY: 1.0}}, {}
        *below, top = self.kept
        left_open = {f"{place}/{at}": one.missed for at, one in enumerate(below, start=1) if one.missed}
        if top.missed or top.unread or top.looks < AGAIN:
            return {}, {place: top.open_for} | left_open
        return {place: shares(top.card)}, left_open

    @property
    def below(self) -> list[Probabilities]:
        """What each card below the one on top shows, the lowest first; one that is not visible now may be gone."""
        return [
            shares(one.card) if self._is_visible(at) else {one.code: _HALF, EMPTY: _HALF}
            for at, one in enumerate(self.kept[:-1])
        ]

    def _is_visible(self, at: int) -> bool:
        one = self.kept[at]
        is_read = not one.missed and not one.unread
        return is_read and not _is_covered(one.card, [other.card for other in self.kept[at + 1 :]])


def _is_same(one: Kept, card: DetectedCard) -> bool:
    """Whether a card has lain in the river; jokers are alike, and so are cards that are not read."""
    short = card.shorter_side
    if UNSURE in (one.code, card.code) or one.code == card.code == JOKER:
        return one.card.apart(card) < _INDEX * short
    return one.code == card.code and one.card.apart(card) < _PUSHED * short


def _is_covered(card: DetectedCard, others: Sequence[DetectedCard]) -> bool:
    """Whether both indices of a card lie under other cards."""
    ring = np.array(card.corners)
    spots = [ring[at] + _INDEX * (ring[at - 2] - ring[at]) for at in (0, 2)]
    return all(any(other.covers(spot) for other in others) for spot in spots)


def _lies_above(known: Kept, card: DetectedCard, seen: Sequence[DetectedCard]) -> bool:
    """Whether a known card lies on a new one. One that has lain there for some pictures was there first, unless its
    level shows that it lies just on this one: it may be as high because it lies on others."""
    others = (other for other in seen if other is not card and other.level == known.card.level - 1)
    is_known_long = known.looks > LOOKS and any(_lies_on(known.card, other) for other in others)
    return _lies_on(known.card, card) and not is_known_long


def _lies_on(upper: DetectedCard, lower: DetectedCard) -> bool:
    if upper.level <= lower.level:
        return False
    one, other = (np.array(card.corners, np.float32) for card in (upper, lower))
    return cv2.intersectConvexConvex(one, other)[0] > 0
