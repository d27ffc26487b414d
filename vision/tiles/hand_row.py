"""Finds the shown hand among all tiles of a picture: the longest straight row of tiles that lie side by side."""

from collections.abc import Sequence

import numpy as np

from vision.reading import DetectedPiece, Reading

_ASIDE = 0.55  # of a tile's width that neighbours may be out of line
_APART = 1.75  # of a tile's width between the middles of neighbours; a drawn tile may lie a little apart


def row_of(reading: Reading) -> list[DetectedPiece]:
    """The tiles of the longest row, left to right as one reads their faces; none where nothing lies in a row.

    Two rows of the same length: the one nearest to the lower edge of the picture, where the photographer sits.
    """
    lying = [piece for piece in reading.pieces if piece.pose != "upright" and piece.corners]
    best: list[DetectedPiece] = []
    for piece in lying:
        row = _row_through(piece, lying)
        if (len(row), sum(p.xy[1] for p in row)) > (len(best), sum(p.xy[1] for p in best)):
            best = row
    return best if len(best) > 1 else []


def _row_through(piece: DetectedPiece, all_pieces: Sequence[DetectedPiece]) -> list[DetectedPiece]:
    """The row that goes through a piece along its own width, in the direction in which its face is read."""
    ring = np.array(piece.corners)
    along = (ring[1] - ring[0] + ring[2] - ring[3]) / 2
    wide = float(np.linalg.norm(along))
    along = along / wide
    across = np.array([-along[1], along[0]])
    spots = [
        (float((np.array(p.xy) - piece.xy) @ along), p) for p in all_pieces if _in_line(p, piece, across, along, wide)
    ]
    spots.sort(key=lambda spot: spot[0])
    middle = next(i for i, spot in enumerate(spots) if spot[1] is piece)
    low = high = middle
    while low > 0 and spots[low][0] - spots[low - 1][0] < _APART * wide:
        low -= 1
    while high + 1 < len(spots) and spots[high + 1][0] - spots[high][0] < _APART * wide:
        high += 1
    return [p for _, p in spots[low : high + 1]]


def _in_line(other: DetectedPiece, piece: DetectedPiece, across: np.ndarray, along: np.ndarray, wide: float) -> bool:
    offset = np.array(other.xy) - piece.xy
    far = abs(float(offset @ along))
    ring = np.array(other.corners)
    its = (ring[1] - ring[0]) / max(1e-6, float(np.linalg.norm(ring[1] - ring[0])))
    # perspective bends a long row a little: allow a few degrees more
    return bool(abs(float(offset @ across)) < _ASIDE * wide + 0.05 * far and abs(float(its @ along)) > 0.9)
