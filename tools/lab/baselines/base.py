"""The interface of every baseline, and what they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import DetectedPiece, Picture, Points


@dataclass(frozen=True)
class TaughtTile:
    """A tile of a lesson photograph."""

    face: str
    picture: Picture  # the photograph
    corners: Points  # the true ones, as people would mark them: 4 × 2 px, from the face's top left


class Baseline(Protocol):
    """A method of reading."""

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """Detect and name the pieces in a picture (height × width × 3, BGR)."""

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """Name the face of each tile by its outline (4 × 2 px, maybe upside down); `"?"` if uncertain."""


def cut(picture: Picture, ring: Points, scale: float, margin: float = 0.0) -> Picture:
    """The upper side inside an outline (4 × 2 px, from its top left) at `scale` px a mm, with `margin` mm round it."""
    wide, high = TILE_WIDE + 2 * margin, TILE_HIGH + 2 * margin
    target = np.array([[0, 0], [TILE_WIDE, 0], [TILE_WIDE, TILE_HIGH], [0, TILE_HIGH]]) + margin
    matrix = cv2.getPerspectiveTransform(ring.astype(np.float32), (target * scale).astype(np.float32))
    size = (round(wide * scale), round(high * scale))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)


def piece(face: str, at: Points, confidence: float) -> DetectedPiece:
    """A flat piece by its face and middle (2, px), which is all that a baseline knows."""
    return DetectedPiece(face, "flat", (float(at[0]), float(at[1])), None, confidence, {face: 1.0})


def suppress_overlaps(found: Sequence[DetectedPiece], nearest: float) -> list[DetectedPiece]:
    """Non-maximum suppression: no detection nearer than `nearest` px to a more confident one."""
    kept: list[DetectedPiece] = []
    for one in sorted(found, key=lambda one: -one.confidence):
        if all(np.hypot(one.xy[0] - other.xy[0], one.xy[1] - other.xy[1]) >= nearest for other in kept):
            kept.append(one)
    return kept
