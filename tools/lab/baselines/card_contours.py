"""Contours of whole cards and templates of rank and suit, as the widely used card detector of E. Juras describes it.

Written anew from the description of "OpenCV-Playing-Card-Detector" (EdjeElectronics). The picture is thresholded above
the table's brightness, sampled at the middle of its upper edge. Contours with four corners and no parent are cards.
Each is warped to 200 × 300 px; its upper left corner, four times enlarged, is thresholded below the paper beside the
index; the largest contours of its upper and lower part, brought to one size, are compared with templates by the sum of
absolute differences. Thresholds are those of the description, except that areas are relative to the picture's size, and
both ends of a card are tried instead of waiting for an upright one.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.vocabulary import UNSURE
from tools.lab.baselines.base import piece
from tools.lab.baselines.card_templates import CardTemplates, upside_down
from vision.reading import DetectedPiece, Picture, Points

_ABOVE, _BELOW = 60, 30  # of 255: paper above the table, print below the paper
_AREAS = (0.002, 0.13)  # of the picture
_MAX_DEVIATION = 0.01  # of a contour's length, for `approxPolyDP`
_CARD = (200, 300)  # px of a rectified card
_CORNER = (84, 32)  # px of its corner: rows, columns
_RANK_ROWS, _SUIT_ROWS = slice(20, 185), slice(186, 336)  # of the corner enlarged four times
_RANK, _SUIT = (70, 125), (70, 100)  # px to which rank and suit are scaled
_MAX_RANK_DIFFERENCE, _MAX_SUIT_DIFFERENCE = 2000, 700  # px
Bits = NDArray[np.uint8]


class CardContours:
    """Finds whole cards on a darker table, and names them by templates."""

    def __init__(self, templates: CardTemplates) -> None:
        self._ranks = [(name, _sized(mask, _RANK)) for name, mask in templates.ranks]
        self._suits = [(name, _sized(mask, _SUIT)) for name, mask in templates.suits]

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """The whole cards; one that matches no template is `"?"`."""
        return [piece(self._face(picture, ring), ring.mean(axis=0), 1.0) for ring in _outlines(picture)]

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """The code of each card, by its corners, or `"?"`."""
        return [self._face(picture, ring) for ring in rings]

    def _face(self, picture: Picture, ring: Points) -> str:
        found = [self._match(picture, one) for one in (ring, upside_down(ring))]
        _, face = min(found)
        return face

    def _match(self, picture: Picture, ring: Points) -> tuple[int, str]:
        """How many pixels differ, and the code."""
        straight = np.array([(0, 0), (_CARD[0] - 1, 0), (_CARD[0] - 1, _CARD[1] - 1), (0, _CARD[1] - 1)], np.float32)
        matrix = cv2.getPerspectiveTransform(ring.astype(np.float32), straight)
        flat = cv2.cvtColor(cv2.warpPerspective(picture, matrix, _CARD), cv2.COLOR_BGR2GRAY)
        corner = cv2.resize(flat[: _CORNER[0], : _CORNER[1]], None, fx=4, fy=4)
        paper = int(corner[15, 2 * _CORNER[1]])
        ink = np.asarray(corner < max(1, paper - _BELOW), np.uint8) * 255
        rank, off_rank = _nearest(ink[_RANK_ROWS], self._ranks, _RANK, _MAX_RANK_DIFFERENCE)
        suit, off_suit = _nearest(ink[_SUIT_ROWS], self._suits, _SUIT, _MAX_SUIT_DIFFERENCE)
        return off_rank + off_suit, rank + suit if rank and suit else UNSURE


def _outlines(picture: Picture) -> list[Points]:
    """The contours with four corners, each from its upper left one, a short side first."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    table = int(grey[grey.shape[0] // 100, grey.shape[1] // 2])
    _, bright = cv2.threshold(cv2.GaussianBlur(grey, (5, 5), 0), table + _ABOVE, 255, cv2.THRESH_BINARY)
    found = []
    for contour in cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        share = cv2.contourArea(contour) / grey.size
        corners = cv2.approxPolyDP(contour, _MAX_DEVIATION * cv2.arcLength(contour, True), True)
        if _AREAS[0] < share < _AREAS[1] and len(corners) == 4:
            ring = corners.reshape(4, 2).astype(np.float64)
            if cv2.contourArea(ring.astype(np.float32), oriented=True) < 0:
                ring = ring[::-1]
            sides = np.linalg.norm(np.roll(ring, -1, axis=0) - ring, axis=1)
            found.append(ring if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(ring, -1, axis=0))
    return found


def _nearest(ink: Bits, templates: Sequence[tuple[str, Bits]], size: tuple[int, int], most: int) -> tuple[str, int]:
    """The template with the least difference from the largest contour, and that in px; "" for more than `most`."""
    contours = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not contours:
        return "", size[0] * size[1]
    x, y, wide, high = cv2.boundingRect(max(contours, key=cv2.contourArea))
    shown = _sized(ink[y : y + high, x : x + wide], size)
    off = [int(cv2.absdiff(shown, mask).sum() // 255) for _, mask in templates]
    best = int(np.argmin(off))
    return (templates[best][0] if off[best] < most else ""), off[best]


def _sized(mask: Bits, size: tuple[int, int]) -> Bits:
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
