"""Remembers the cards of a table, and adds those that a picture does not read.

A reader misses a card now and then, and one that others cover but for a strip for many pictures in a row. As long as
its visible part matches the patch with which it was read, it still lies there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import BACK, JOKER, UNSURE, DetectedCard
from vision.geometry.homography import homography, mapped, picture_corners
from vision.reading import Picture

_WIDTH = 64  # px of a card's shorter side as it is compared
_STROKE_WIDTH = 5  # px of these: the width of strokes
_MIN_CHANGE = 20.0  # of 255, in any colour, of what is as large as a stroke
_MAX_CHANGED = 0.005  # share of what is visible of a card
_MIN_VISIBLE = 0.12  # share of a card
_MIN_PRINT = 30.0  # of 255, in any colour, between print and paper
_SHADOW_SCALE = 1.1  # scale of the area that a card changes, its shadow and edge included
_MAX_DISTANCE_IN_PLACE = 0.25  # shorter sides between the middles of two cards that lie in one place
_MIN_READINGS = 2  # pictures that have read a card before it is remembered
_REPEATED = (BACK, JOKER, UNSURE)  # codes that a deck may have several times
_MAX_PICTURES_MISSED = 20  # pictures in a row


@dataclass(frozen=True)
class _KnownCard:
    """A card that was read, and its patch then."""

    card: DetectedCard
    crop: NDArray[np.float32]  # rows × columns × 3, of the last picture that read it
    first_picture: int
    last_picture: int  # that read it
    readings: int = 1
    missed: int = 0  # pictures in a row, the last one included, in which it was neither read nor remembered


class CardMemory:
    """The cards of one table that were read.

    `has_twins`: whether the deck has faces more than once; if not, a card that is read elsewhere has been moved.

    >>> ace = DetectedCard("AS", ((20, 20), (84, 20), (84, 110), (20, 110)), 0.9)
    >>> picture = np.full((200, 200, 3), 90, np.uint8)
    >>> picture[20:110, 20:84], picture[30:50, 30:40] = 250, 20
    >>> cards = CardMemory(has_twins=False)
    >>> [[card.code for card in cards.complete(picture, read)] for read in ([ace], [ace], [])]
    [['AS'], ['AS'], ['AS']]
    >>> cards.complete(np.full_like(picture, 90), [])
    []
    """

    def __init__(self, has_twins: bool) -> None:
        self._has_twins = has_twins
        self._known: list[_KnownCard] = []
        self._pictures = 0

    def complete(self, picture: Picture, cards: Sequence[DetectedCard]) -> list[DetectedCard]:
        """The cards of a picture, and those it does not read that match their patches."""
        self._pictures += 1
        read, missed, left = self._matched(picture, cards)
        new = [card for card in left if card.code != UNSURE or not _lies_in_place_of(card, missed)]
        read += [_KnownCard(card, _crop(picture, card), self._pictures, self._pictures) for card in new]
        remembered, forgotten_soon = list[_KnownCard](), list[_KnownCard]()
        for known in missed:
            above = [other.card for other in (*read, *missed) if other.first_picture > known.last_picture]
            may_be_named = known.readings >= _MIN_READINGS and known.card.code != UNSURE
            if may_be_named and _is_unchanged(known, picture, above):
                remembered.append(replace(known, missed=0))
            elif known.missed + 1 < _MAX_PICTURES_MISSED:
                forgotten_soon.append(replace(known, missed=known.missed + 1))
        self._known = [*read, *remembered, *forgotten_soon]
        named = [card for card in cards if card.code != UNSURE or not _lies_in_place_of(card, remembered)]
        return named + [known.card for known in remembered]

    def _matched(
        self, picture: Picture, cards: Sequence[DetectedCard]
    ) -> tuple[list[_KnownCard], list[_KnownCard], list[DetectedCard]]:
        """The known cards that are read once more, those in whose place no card is read, and cards that are neither."""
        read, missed, left = list[_KnownCard](), list[_KnownCard](), list(cards)
        for known in self._known:
            here = [card for card in left if _is_in_place(known.card, card)]
            same = next((card for card in here if card.code == known.card.code), None)
            if same is not None:
                left.remove(same)
                crop, readings = _crop(picture, same), known.readings + 1
                read.append(_KnownCard(same, crop, known.first_picture, self._pictures, readings))
            elif all(card.code == UNSURE for card in here) and not self._is_elsewhere(known, cards):
                missed.append(known)
        return read, missed, left

    def _is_elsewhere(self, known: _KnownCard, cards: Sequence[DetectedCard]) -> bool:
        """Whether a known card must be the one that is read in another place."""
        code = known.card.code
        return not self._has_twins and code not in _REPEATED and code in (card.code for card in cards)


def _lies_in_place_of(card: DetectedCard, known: Sequence[_KnownCard]) -> bool:
    """Whether a card lies in the place of a known one."""
    return any(_is_in_place(one.card, card) for one in known)


def _is_in_place(one: DetectedCard, other: DetectedCard) -> bool:
    return one.apart(other) < _MAX_DISTANCE_IN_PLACE * one.shorter_side


def _is_unchanged(known: _KnownCard, picture: Picture, above: Sequence[DetectedCard]) -> bool:
    """Whether all of a card that those `above` leave visible matches its patch, and shows its print."""
    before, now = known.crop, _crop(picture, known.card)
    free = np.ones(before.shape[:2], np.uint8)
    to_crop = _to_crop(known.card, before.shape)
    for card in above:
        ring = np.array(card.corners)
        ring = ring.mean(axis=0) + _SHADOW_SCALE * (ring - ring.mean(axis=0))
        cv2.fillConvexPoly(free, np.rint(mapped(ring, to_crop)).astype(np.int32), 0)
    visible = free > 0
    if visible.mean() < _MIN_VISIBLE:
        return False
    light = np.median((before[visible] + 1) / (now[visible] + 1), axis=0)
    is_changed = (np.abs(now * light - before) > _MIN_CHANGE).any(axis=-1)
    paper = np.median(before[visible], axis=0)
    is_printed = (np.abs(before[visible] - paper) > _MIN_PRINT).any(axis=-1)
    return bool(is_changed[visible].mean() < _MAX_CHANGED and is_printed.mean() > _MAX_CHANGED)


def _crop(picture: Picture, card: DetectedCard) -> NDArray[np.float32]:
    """The patch of a card, upright, a stroke's width blurred."""
    shape = (round(_WIDTH * _proportion(card)), _WIDTH)
    flat = cv2.warpPerspective(picture, _to_crop(card, shape), shape[::-1], flags=cv2.INTER_AREA)
    return np.asarray(cv2.blur(flat, (_STROKE_WIDTH, _STROKE_WIDTH)), np.float32)


def _to_crop(card: DetectedCard, shape: Sequence[int]) -> NDArray[np.float64]:
    return homography(np.array(card.corners), picture_corners(shape[1], shape[0], margin=0.0))


def _proportion(card: DetectedCard) -> float:
    across, down = (np.subtract(card.corners[at], card.corners[0]) for at in (1, 3))
    return float(np.hypot(*down) / max(float(np.hypot(*across)), 1e-9))
