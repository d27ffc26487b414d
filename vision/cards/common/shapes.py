"""Finds what has the shape and the print of cards, so that people can be told why no card of a picture is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.homography import homography
from vision.reading import Picture, Points

_LONG = 800  # px of the picture's longer side in which shapes are looked for
_LEVELS = range(-30, 51, 20)  # of 255, about the threshold between dark and bright: cards need not be the brightest
_SHORTEST = 14.0  # px of a shape's shorter side
_PROPORTION = (1.15, 1.8)  # how much longer than wide, seen aslant too
_FILLED = 0.9  # share of the rectangle round it
_VIEW = (42, 60)  # px of a shape seen straight
_CORNER = (slice(2, 22), slice(2, 14))  # of that view, where cards have their indices
_PLAY = 2  # px by which the opposite corner may be off
_SYMMETRIC = 0.6  # correlation of a corner with the opposite one, turned round
_PRINT = 10.0  # of 255: standard deviation in a corner that is printed
_ALIKE = 1.4  # between the sizes of cards of one deck, some of which lie nearer to the camera
_ONE_FACE = 0.7  # correlation of two shapes that show the same


@dataclass(frozen=True)
class CardShape:
    """What may be a card: corners (4 × 2 px of the picture, a short side first), and how it looks seen straight."""

    corners: Points
    view: NDArray[np.float32]

    @property
    def short(self) -> float:
        """Its shorter side in px."""
        return _short(self.corners)

    @cached_property
    def strokes(self) -> NDArray[np.float32]:
        """The view without its slow changes."""
        return np.asarray(self.view - cv2.GaussianBlur(self.view, (0, 0), 5))

    @property
    def has_indices(self) -> bool:
        """Whether two opposite corners are printed, and alike when one is turned round."""
        return any(_is_symmetric(strokes) for strokes in (self.strokes, self.strokes[:, ::-1]))


def find_shapes(picture: Picture) -> list[CardShape]:
    """Shapes of one size that may be cards: bright ones, printed point-symmetrically in opposite corners.

    Only cards that nothing touches are found, and not all of these: enough to say that there are cards at all.
    """
    scale = max(1.0, max(picture.shape[:2]) / _LONG)
    size = (round(picture.shape[1] / scale), round(picture.shape[0] / scale))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    blue, green, red = cv2.split(cv2.GaussianBlur(small, (0, 0), 0.8))
    pale = cv2.min(blue, cv2.min(green, red))  # paper is bright in all colours, and wood is not
    between, _ = cv2.threshold(pale, 0, 255, cv2.THRESH_OTSU)
    rings: list[Points] = []
    for level in _LEVELS:
        for ring in _rectangles(np.asarray(pale > between + level, np.uint8)):
            away = [np.linalg.norm(ring.mean(axis=0) - other.mean(axis=0)) for other in rings]
            if all(far > _short(ring) / 3 for far in away):
                rings.append(ring)
    shapes = [CardShape((ring + 0.5) * scale - 0.5, _seen_straight(small, ring)) for ring in rings]
    return _of_one_size([shape for shape in shapes if shape.has_indices])


def show_one_face(shapes: Sequence[CardShape]) -> bool:
    """Whether all shapes look the same, as backs do."""
    flat = [(shape.strokes - shape.strokes.mean()).ravel() for shape in shapes]
    return all(
        float(a @ b) > _ONE_FACE * float(np.linalg.norm(a) * np.linalg.norm(b)) for a, b in combinations(flat, 2)
    )


def _short(ring: Points) -> float:
    return float(np.linalg.norm(ring[1] - ring[0]))


def _rectangles(bright: NDArray[np.uint8]) -> list[Points]:
    """The rectangles of a card's proportion that bright spots fill."""
    found = []
    for contour in cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        box = cv2.minAreaRect(contour)
        short, long = sorted(box[1])
        if short < _SHORTEST or not _PROPORTION[0] < long / short < _PROPORTION[1]:
            continue
        if cv2.contourArea(contour) > _FILLED * short * long:
            ring = np.asarray(cv2.boxPoints(box), np.float64)
            found.append(ring if _short(ring) < _short(ring[1:]) else np.roll(ring, -1, axis=0))
    return found


def _seen_straight(picture: Picture, ring: Points) -> NDArray[np.float32]:
    """How a shape looks (rows × columns, 0 to 255)."""
    wide, high = _VIEW
    straight = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    matrix = homography(ring, straight)
    fine = cv2.warpPerspective(picture, np.diag([3.0, 3.0, 1.0]) @ matrix, (3 * wide, 3 * high))
    return cv2.cvtColor(cv2.resize(fine, _VIEW, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _is_symmetric(strokes: NDArray[np.float32]) -> bool:
    """Whether the top left corner is printed as the bottom right one is, turned round."""
    rows, columns = _CORNER
    corner = np.ascontiguousarray(strokes[::-1, ::-1][_CORNER])
    room = np.ascontiguousarray(strokes[: rows.stop + _PLAY, : columns.stop + _PLAY])
    alike = cv2.matchTemplate(room, corner, cv2.TM_CCOEFF_NORMED)
    return bool(corner.std() > _PRINT and alike.max() > _SYMMETRIC)


def _of_one_size(shapes: Sequence[CardShape]) -> list[CardShape]:
    """Those of about the median size."""
    usual = float(np.median([shape.short for shape in shapes])) if shapes else 0.0
    return [shape for shape in shapes if usual / _ALIKE < shape.short < usual * _ALIKE]
