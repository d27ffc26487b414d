"""A textbook reader of Drop It: background difference, colour thresholds, contours and a homography.

Colourful pixels that differ from the empty frame are split by hue; large enough contours of one colour are pieces.
`approxPolyDP` gives their shape by the number of corners; a square and a diamond differ in their diagonals. A
homography of the print's plane, from its four corners marked by hand, turns pixels into millimetres. Of the names that
are there more often than before, the piece that differs most from the picture before is the new one.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Point
from engines.drop_it.measuring import Measured, Resting, measured_landing
from vision.reading import Picture, Points

_HUES = {"blue": (96, 130), "yellow": (16, 36), "green": (42, 88), "red": (168, 192)}  # of 180
_MIN_AREA, _MAX_AREA = 400.0, 4000.0  # mm² of a piece
_MIN_ROUND = 0.89  # of a circle's area to that of the circle round it
_MIN_LONG = 1.25  # ratio of the diagonals of a diamond
_MIN_NEW = 0.5  # share of a new piece that has changed since the picture before
Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Parameters:
    """Thresholds of the reader."""

    difference: int  # from the empty frame, in the channel that differs most, of 255
    saturation: int  # of 255
    corners: float  # deviation for `approxPolyDP`, of a contour's length
    opened: int  # px of the morphological opening


def choices() -> Iterator[Parameters]:
    """The parameters that are tried."""
    yield from (Parameters(*one) for one in product((15, 25, 40), (60, 90, 120), (0.02, 0.03, 0.045), (3, 7)))


class FrameContours:
    """Reads the pictures of one stretch in their order; `plane`: four corners in mm and in px (4 × 2 each)."""

    def __init__(self, frame: Frame, plane: tuple[Points, Points], empty: Picture, parameters: Parameters) -> None:
        self._frame = frame
        millimetres, pixels = (one.astype(np.float32) for one in plane)
        self._to_mm = cv2.getPerspectiveTransform(pixels, millimetres)
        self._parameters = parameters
        inside = np.zeros(empty.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.round(pixels).astype(np.int32), 1)
        x, y, across, down = cv2.boundingRect(inside)
        self._corner, self._part = np.array([x, y]), (slice(y, y + down), slice(x, x + across))
        self._inside = inside[self._part] > 0
        self._before = self._empty = empty[self._part]
        self._names = Counter[str]()

    def read(self, picture: Picture) -> tuple[tuple[tuple[Point, ...], Measured] | None, str]:
        """Outline and landing of the new piece, if there is one; the second value is always ""."""
        part = picture[self._part]
        hsv = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2HSV), np.uint8)
        may_be = self._differs(part, self._empty) & (hsv[..., 1] > self._parameters.saturation) & self._inside
        changed = self._differs(part, self._before)
        found = [piece for colour in _HUES for piece in self._of_colour(hsv[..., 0], may_be, changed, colour)]
        self._before = part
        pieces, before = [piece for _, piece in found], self._names
        self._names = Counter(name for name, _ in pieces)
        more = [self._names[name] > before[name] for name, _ in pieces]
        new = max(range(len(found)), key=lambda at: (more[at], found[at][0]), default=0)
        if not found or found[new][0] < _MIN_NEW:
            return None, ""
        name, outline = pieces[new]
        others = [piece for at, piece in enumerate(pieces) if at != new]
        return (tuple(outline), measured_landing(self._frame, name, outline, others)), ""

    def _differs(self, one: Picture, other: Picture) -> NDArray[np.bool_]:
        return np.asarray(cv2.absdiff(one, other).max(axis=2) > self._parameters.difference)

    def _of_colour(
        self, hue: Bits, may_be: NDArray[np.bool_], changed: NDArray[np.bool_], colour: str
    ) -> Iterator[tuple[float, Resting]]:
        """The pieces of a colour, each with the share of it that has changed since the picture before."""
        low, high = _HUES[colour]
        is_colour = ((hue >= low) & (hue <= high)) | (hue.astype(int) + 180 <= high)
        kernel = np.ones((self._parameters.opened, self._parameters.opened), np.uint8)
        mask = cv2.morphologyEx((may_be & is_colour).astype(np.uint8), cv2.MORPH_OPEN, kernel)
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            points = (contour + self._corner).astype(np.float32)
            flat = np.asarray(cv2.perspectiveTransform(points, self._to_mm), np.float32)
            if _MIN_AREA < cv2.contourArea(flat) < _MAX_AREA:
                shape, outline = self._shape(flat)
                own = np.zeros(hue.shape, np.uint8)
                cv2.drawContours(own, [contour], -1, 1, -1)
                yield float(changed[own > 0].mean()), (f"{shape}/{colour}", outline)

    def _shape(self, around: NDArray[np.float32]) -> tuple[str, tuple[Point, ...]]:
        """The shape of a contour (n × 1 × 2 mm), and its outline."""
        slack = self._parameters.corners * cv2.arcLength(around, True)
        corners = np.asarray(cv2.approxPolyDP(around, slack, True), np.float64).reshape(-1, 2)
        (x, y), radius = cv2.minEnclosingCircle(around)
        if cv2.contourArea(around) > _MIN_ROUND * np.pi * radius**2 or len(corners) > 5:
            turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            return "circle", _points(np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)]))
        if len(corners) == 3:
            return "triangle", _points(corners)
        if len(corners) != 4:
            return "square", _points(corners)
        short, long = sorted(float(np.linalg.norm(corners[at] - corners[at + 2])) for at in (0, 1))
        return ("diamond" if long > _MIN_LONG * short else "square"), _points(corners)


def _points(outline: NDArray[np.floating]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in outline)
