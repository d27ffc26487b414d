"""What every baseline is given, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.reading import DetectedPiece, Picture, Points


@dataclass(frozen=True)
class TaughtTile:
    """A tile of a lesson: its face, the photograph, where it lies there (4 × 2 px, from the face's top left).

    The outline is the true one, as people would mark it by hand.
    """

    face: str
    picture: Picture
    corners: Points


class Baseline(Protocol):
    """A method of reading."""

    def read(self, picture: Picture) -> list[DetectedPiece]:
        """Standing alone: the pieces in a picture (height × width × 3, BGR)."""

    def name_faces(self, picture: Picture, rings: Sequence[Points]) -> list[str]:
        """Given where tiles lie (4 × 2 px each, maybe upside down): the face of each, or `"?"`."""


def cut(picture: Picture, ring: Points, scale: float, margin: float = 0.0) -> Picture:
    """The upper side inside a ring (4 × 2 px, from its top left) at `scale` px a mm, with `margin` mm round it."""
    wide, high = TILE_WIDE + 2 * margin, TILE_HIGH + 2 * margin
    target = np.array([[0, 0], [TILE_WIDE, 0], [TILE_WIDE, TILE_HIGH], [0, TILE_HIGH]]) + margin
    matrix = cv2.getPerspectiveTransform(ring.astype(np.float32), (target * scale).astype(np.float32))
    size = (round(wide * scale), round(high * scale))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)


def piece(face: str, at: Points, confidence: float) -> DetectedPiece:
    """A flat piece of which a baseline knows only the face and the middle (2, px)."""
    return DetectedPiece(face, "flat", (float(at[0]), float(at[1])), None, confidence, {face: 1.0})


def apart(found: Sequence[DetectedPiece], nearest: float) -> list[DetectedPiece]:
    """Non-maximum suppression: no detection nearer than `nearest` px to a more confident one."""
    kept: list[DetectedPiece] = []
    for one in sorted(found, key=lambda one: -one.confidence):
        if all(np.hypot(one.xy[0] - other.xy[0], one.xy[1] - other.xy[1]) >= nearest for other in kept):
            kept.append(one)
    return kept
