"""Knows again the cards that one picture does not read, by what others have read there.

A reader misses a card now and then, and one of which others leave a strip for many pictures in a row. As long as what
is seen of it looks just as when it was read, it lies there still.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.reading import Picture, Points

_WIDE = 64  # px of a card's shorter side as it is compared
_SPOT = 5  # px of these: the width of strokes
_CHANGED = 20.0  # of 255, in any colour, of what is as large as a stroke
_FEW = 0.005  # share of what is seen of a card that may have changed
_LEAST = 0.12  # of a card, that must be seen of it
_PRINT = 30.0  # of 255: darker than paper, or another colour
_COVERS = 1.1  # how much larger than a card is what its coming changes: its shadow, and its side
_IN_PLACE = 0.25  # shorter sides between the middles of two cards that lie in one place
_READ = 2  # pictures that have read a card before it is known again
_ALIKE = (BACK, JOKER, UNSURE)  # of which every deck has several
_FORGOTTEN = 20  # pictures in a row in which it is neither read nor known again


@dataclass(frozen=True)
class _Known:
    """A card that was `read` in so many pictures, and how it looked in the last of them (rows × columns × 3).

    `came`, `looked`: the numbers of its first picture and of that one. `missed`: pictures in a row, the last one
    included, in which it was neither read nor known again.
    """

    card: DetectedCard
    look: NDArray[np.float32]
    came: int
    looked: int
    read: int = 1
    missed: int = 0


class SeenAgain:
    """The cards of one table that were read; `has_twins`: the deck has faces more than once.

    Else a card that is read elsewhere has been moved.

    >>> ace = DetectedCard("AS", ((20, 20), (84, 20), (84, 110), (20, 110)), 0.9)
    >>> picture = np.full((200, 200, 3), 90, np.uint8)
    >>> picture[20:110, 20:84], picture[30:50, 30:40] = 250, 20
    >>> cards = SeenAgain(has_twins=False)
    >>> [[card.code for card in cards.completed(picture, seen)] for seen in ([ace], [ace], [])]
    [['AS'], ['AS'], ['AS']]
    >>> cards.completed(np.full_like(picture, 90), [])
    []
    """

    def __init__(self, has_twins: bool) -> None:
        self._has_twins = has_twins
        self._known: list[_Known] = []
        self._pictures = 0

    def completed(self, picture: Picture, cards: Sequence[DetectedCard]) -> list[DetectedCard]:
        """The cards of a picture, and those it does not read that look as they did when they were read."""
        self._pictures += 1
        read, missed, left = self._read(picture, cards)
        new = [card for card in left if card.code != UNSURE or not _lies_among(card, missed)]
        read += [_Known(card, _look(picture, card), self._pictures, self._pictures) for card in new]
        again, faded = list[_Known](), list[_Known]()
        for one in missed:
            above = [other.card for other in (*read, *missed) if other.came > one.looked]
            if one.read >= _READ and one.card.code != UNSURE and _is_unchanged(one, picture, above):
                again.append(replace(one, missed=0))
            elif one.missed + 1 < _FORGOTTEN:
                faded.append(replace(one, missed=one.missed + 1))
        self._known = [*read, *again, *faded]
        seen = [card for card in cards if card.code != UNSURE or not _lies_among(card, again)]
        return seen + [one.card for one in again]

    def _read(
        self, picture: Picture, cards: Sequence[DetectedCard]
    ) -> tuple[list[_Known], list[_Known], list[DetectedCard]]:
        """The known cards that are read once more, those in whose place no card is read, and cards that are neither."""
        read, missed, left = list[_Known](), list[_Known](), list(cards)
        for one in self._known:
            here = [card for card in left if _is_in_place(one.card, card)]
            same = next((card for card in here if card.code == one.card.code), None)
            if same is not None:
                left.remove(same)
                read.append(_Known(same, _look(picture, same), one.came, self._pictures, one.read + 1))
            elif all(card.code == UNSURE for card in here) and not self._is_elsewhere(one, cards):
                missed.append(one)
        return read, missed, left

    def _is_elsewhere(self, one: _Known, cards: Sequence[DetectedCard]) -> bool:
        """Whether a known card must be the one that is read in another place."""
        return not self._has_twins and one.card.code not in _ALIKE and one.card.code in (card.code for card in cards)


def _lies_among(card: DetectedCard, known: Sequence[_Known]) -> bool:
    """Whether a card lies in the place of a known one."""
    return any(_is_in_place(one.card, card) for one in known)


def _is_in_place(one: DetectedCard, other: DetectedCard) -> bool:
    return one.apart(other) < _IN_PLACE * one.shorter_side


def _is_unchanged(known: _Known, picture: Picture, above: Sequence[DetectedCard]) -> bool:
    """Whether all of a card that those `above` leave to be seen looks as before, and shows its print."""
    was, now = known.look, _look(picture, known.card)
    free = np.ones(was.shape[:2], np.uint8)
    to_look = _to_look(known.card, was.shape)
    for card in above:
        ring = np.array(card.corners)
        ring = ring.mean(axis=0) + _COVERS * (ring - ring.mean(axis=0))
        on_look = cv2.perspectiveTransform(ring[None].astype(np.float32), to_look)[0]
        cv2.fillConvexPoly(free, np.rint(on_look).astype(np.int32), 0)
    seen = free > 0
    if seen.mean() < _LEAST:
        return False
    light = np.median((was[seen] + 1) / (now[seen] + 1), axis=0)
    changed = (np.abs(now * light - was) > _CHANGED).any(axis=-1)
    paper = np.median(was[seen], axis=0)
    is_printed = (np.abs(was[seen] - paper) > _PRINT).any(axis=-1)
    return bool(changed[seen].mean() < _FEW and is_printed.mean() > _FEW)


def _look(picture: Picture, card: DetectedCard) -> NDArray[np.float32]:
    """How a card looks, upright, a stroke's width blurred."""
    shape = (round(_WIDE * _proportion(card)), _WIDE)
    flat = cv2.warpPerspective(picture, _to_look(card, shape), shape[::-1], flags=cv2.INTER_AREA)
    return np.asarray(cv2.blur(flat, (_SPOT, _SPOT)), np.float32)


def _to_look(card: DetectedCard, shape: Sequence[int]) -> NDArray[np.float64]:
    high, wide = shape[:2]
    ends: Points = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    corners = np.array(card.corners, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, ends.astype(np.float32)), np.float64)


def _proportion(card: DetectedCard) -> float:
    across, down = (np.subtract(card.corners[at], card.corners[0]) for at in (1, 3))
    return float(np.hypot(*down) / max(float(np.hypot(*across)), 1e-9))
