"""Counts the pips of cards that nothing covers: a witness of the rank that does not depend on the index.

Every French-suited deck prints as many pips on a number card as its rank says, in a pattern that is the same upside
down but for that of a seven. A count that is not clear says nothing.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.reading import DetectedCard
from vision.cards.common.sampling import straightened
from vision.reading import Picture, Points

_SIZE = (96, 136)  # px of a card seen straight: wide, high
_COLUMNS, _ROWS = slice(18, 78), slice(10, 126)  # of it, without what is printed along its sides
_PAPER_PERCENTILE, _INK_PERCENTILE = 80, 98  # of the light of a card, and of the differences from its paper
_MIN_CONTRAST = 0.2  # of the paper's light, by which pips differ from it
_MIN_SHARE_OF_LARGEST = 0.25  # of the largest blob: smaller ones are no pips
_MAX_SIZE_RATIO = 2.2  # between the largest blob and the usual one
_MIN_PIP = 25  # px
_MAX_INK = 0.35  # share of a card with pips that is printed: court pictures have more
_MIN_ASPECT, _MIN_FILLED = 0.5, 0.35  # of a pip: its shorter side to its longer one; how much of its box it fills
_MAX_ASYMMETRY = 7.0  # px between a pip and another one turned round
_MIN_PIPS, _MAX_PIPS = 2, 10  # a single large sign is printed on all cards of some decks
_SEVEN, _LONE_OF_SEVEN = 7, 2  # of a seven's pips so many may have no partner, since the middle one lies high
_INNER = 0.75  # of a card each way, that must be visible
_NUMBERS = {"A": 1, **{str(number): number for number in range(2, 11)}}


def do_pips_confirm(picture: Picture, card: DetectedCard, cards: Sequence[DetectedCard]) -> bool | None:
    """Whether the pips of a card that is named as a number are as many; None where that is not clear, as where one of
    the `cards` covers it.

    Nothing is said of court cards, whose pictures may have parts that look like pips.
    """
    number = _NUMBERS.get(card.code[:-1])
    if number is None or card.is_under(cards, _INNER):
        return None
    inner = card.middle_part(_INNER)
    if (inner < 0).any() or (inner >= picture.shape[1::-1]).any():
        return None
    count = count_pips(picture, np.array(card.corners))
    return None if count is None else count == number


def count_pips(picture: Picture, corners: Points) -> int | None:
    """The number of pips of a card with these corners (4 × 2 px, a short side first); None if it is not clear."""
    middle = straightened(picture, corners, _SIZE)[_ROWS, _COLUMNS].astype(np.float32)
    paper = np.percentile(middle.reshape(-1, 3), _PAPER_PERCENTILE, axis=0)
    difference = np.abs(middle - paper).max(axis=2) / max(float(paper.max()), 1.0)
    ink = float(np.percentile(difference, _INK_PERCENTILE))
    if ink < _MIN_CONTRAST:
        return None
    printed = np.asarray(difference > ink / 2, np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(printed)
    areas = boxes[1:, cv2.CC_STAT_AREA]  # the first one is the paper
    is_large = areas > _MIN_SHARE_OF_LARGEST * areas.max(initial=0)
    boxes, middles = boxes[1:][is_large], middles[1:][is_large]
    if not _MIN_PIPS <= len(boxes) <= _MAX_PIPS or printed.mean() > _MAX_INK or not _are_alike(boxes):
        return None
    turned = np.array(printed.shape[::-1]) - 1 - middles
    lone = np.linalg.norm(middles[:, None] - turned, axis=2).min(axis=1) > _MAX_ASYMMETRY
    return len(boxes) if lone.sum() <= (_LONE_OF_SEVEN if len(boxes) == _SEVEN else 0) else None


def _are_alike(boxes: NDArray[np.int32]) -> bool:
    """Whether all blobs (n × 5, as from OpenCV) have one size and are as compact as pips."""
    wide, high, areas = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT], boxes[:, cv2.CC_STAT_AREA]
    usual = float(np.median(areas))
    compact = (np.minimum(wide, high) > _MIN_ASPECT * np.maximum(wide, high)) & (areas > _MIN_FILLED * wide * high)
    return bool(usual >= _MIN_PIP and areas.max() < _MAX_SIZE_RATIO * usual and compact.all())
