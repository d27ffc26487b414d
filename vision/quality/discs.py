"""Tells whether a spot of a picture shows a disc, such as a coin or a chip, seen askew at most."""

import cv2
import numpy as np

from vision.reading import Picture, Points

_BESIDE, _RING = 2.0, 1.5  # radii about its middle: of what is looked at, and from where on that is the table
_ROUND, _OVAL = (0.94, 1.06), 0.7  # of the ellipse in the smallest rectangle round it; its sides, one to the other
_WHOLE = 0.93  # share of its convex hull
_LEAST = 5.0  # px of a radius


def is_disc(picture: Picture, middle: Points, radius: float) -> bool:
    """Whether there is a disc of about this radius (px) about a point (2, px) of a picture (height × width × 3, BGR).

    >>> picture = np.full((90, 90, 3), 60, np.uint8)
    >>> coin = cv2.circle(picture.copy(), (45, 45), 12, (120, 170, 190), -1)
    >>> die = cv2.rectangle(picture.copy(), (34, 34), (56, 56), (240, 240, 240), -1)
    >>> [is_disc(one, np.array([45.0, 45.0]), 12.0) for one in (picture, coin, die)]
    [False, True, False]
    """
    high, wide = picture.shape[:2]
    left, top = np.maximum(np.rint(middle - _BESIDE * radius), 0).astype(int)
    right, bottom = np.minimum(np.rint(middle + _BESIDE * radius) + 1, (wide, high)).astype(int)
    part, at = picture[top:bottom, left:right], middle - (left, top)
    down, across = np.indices(part.shape[:2])
    ground = part[np.hypot(across - at[0], down - at[1]) > _RING * radius]
    if radius < _LEAST or not len(ground):
        return False
    off = np.abs(part.astype(np.float32) - np.median(ground, axis=0)).max(axis=-1)
    _, shown = cv2.threshold(cv2.GaussianBlur(off, (3, 3), 0).astype(np.uint8), 0, 1, cv2.THRESH_OTSU)
    rings, _ = cv2.findContours(shown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    about = [ring for ring in rings if cv2.pointPolygonTest(ring, (float(at[0]), float(at[1])), False) > 0]
    return any(_is_round(np.asarray(ring), radius) for ring in about)


def _is_round(ring: Points, radius: float) -> bool:
    """Whether an outline (n × 1 × 2 px, along the outermost pixels) is an ellipse's, of about this radius."""
    hull = cv2.convexHull(ring)
    _, sides, _ = cv2.minAreaRect(hull)
    area = float(cv2.contourArea(hull))
    if min(sides) < _OVAL * max(sides) or not 0.7 < max(sides) / (2 * radius) < 1.4:
        return False
    return cv2.contourArea(ring) > _WHOLE * area and _ROUND[0] < area / (np.pi / 4 * sides[0] * sides[1]) < _ROUND[1]
