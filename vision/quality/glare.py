"""Finds where glare lies: patches of a region in which the sensor was overexposed in all colours."""

import cv2
import numpy as np

from vision.quality.exposure import OVEREXPOSED
from vision.reading import Picture, Points

_WIDE = 640  # px: so wide a picture is enough
_NARROW = 0.35  # of a patch's least side: what is narrower is an edge or a letter, not a patch


def glare(picture: Picture, region: Points, least: float) -> list[Points]:
    """Outlines (n × 2 px) of overexposed patches in a region (n × 2 px), the largest first.

    `least`: the side (px) of a square as large as the smallest patch that counts.

    >>> table = np.full((480, 640, 3), 90, np.uint8)
    >>> table[100:140, 200:260] = 255
    >>> [np.round(ring.mean(axis=0)).tolist() for ring in glare(table, picture_ring(table), 20)]
    [[230.0, 120.0]]
    """
    scale = min(1.0, _WIDE / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    inside = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(region * scale).astype(np.int32)], 1)
    burnt = inside * np.asarray(small.min(axis=2) >= OVEREXPOSED, np.uint8)
    narrow = max(1, round(least * scale * _NARROW))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * narrow + 1,) * 2)
    patches = cv2.morphologyEx(cv2.morphologyEx(burnt, cv2.MORPH_OPEN, around), cv2.MORPH_CLOSE, around)
    rings, _ = cv2.findContours(patches, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    large = [ring for ring in rings if cv2.contourArea(ring) >= (least * scale) ** 2]
    return [_simple(ring) / scale for ring in sorted(large, key=cv2.contourArea, reverse=True)]


def picture_ring(picture: Picture) -> Points:
    """The whole picture as a region (4 × 2 px)."""
    high, wide = picture.shape[:2]
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def _simple(ring: np.ndarray) -> Points:
    return np.asarray(cv2.approxPolyDP(ring, 1.5, True), np.float64).reshape(-1, 2) + 0.5
