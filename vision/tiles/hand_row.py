"""Finds the shown hand among all tiles of a picture: the longest straight row of tiles that lie side by side."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.vocabulary import UNSURE
from vision.reading import DetectedPiece, Reading

_Spot = tuple[float, DetectedPiece]  # how far along a row, in widths of a tile
_MAX_ASIDE = 0.55  # of a tile's width by which neighbours are out of line
_MAX_STEP = 1.75  # of a tile's width between the middles of neighbours; a drawn tile may lie a little apart
_MAX_GAP = 3.4  # of a tile's width: a gap within the row, in which a tile may have been missed


class HandRow(NamedTuple):
    """A hand that lies in a row."""

    faces: list[str]  # from left to right, `"?"` where a tile is doubtful or may be missing
    others: int  # tiles that lie outside its row


def hand_of(reading: Reading) -> HandRow:
    """The hand in the longest row; only people know whether tiles elsewhere belong to it."""
    lying = [piece for piece in reading.pieces if piece.pose != "upright" and piece.corners]
    row = row_of(reading)
    if not row:
        return HandRow([], len(lying))
    spots, at = _in_one_line(row[0], lying)
    low, high = _reach(spots, at, _MAX_GAP)
    faces, before = [], spots[low][0]
    for along, piece in spots[low : high + 1]:
        faces += [UNSURE] * (along - before >= _MAX_STEP) + [piece.face]
        before = along
    return HandRow(faces, len(lying) - (high + 1 - low))


def row_of(reading: Reading) -> list[DetectedPiece]:
    """The tiles of the longest row, left to right as their faces are read; none where nothing lies in a row.

    Of rows of the same length, the one nearest to the lower edge of the picture, where the photographer sits.
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
    spots, at = _in_one_line(piece, all_pieces)
    low, high = _reach(spots, at, _MAX_STEP)
    return [p for _, p in spots[low : high + 1]]


def _in_one_line(piece: DetectedPiece, all_pieces: Sequence[DetectedPiece]) -> tuple[list[_Spot], int]:
    """The pieces in line with a piece, from left to right, with their positions (in its widths); and its own index."""
    ring = np.array(piece.corners)
    along = (ring[1] - ring[0] + ring[2] - ring[3]) / 2
    wide = float(np.linalg.norm(along))
    along = along / wide
    across = np.array([-along[1], along[0]])
    spots = [
        (float((np.array(p.xy) - piece.xy) @ along) / wide, p)
        for p in all_pieces
        if _in_line(p, piece, across, along, wide)
    ]
    spots.sort(key=lambda spot: spot[0])
    return spots, next(i for i, spot in enumerate(spots) if spot[1] is piece)


def _reach(spots: Sequence[_Spot], at: int, max_step: float) -> tuple[int, int]:
    """The first and the last of the spots around one that are connected by steps below `apart`."""
    low = high = at
    while low > 0 and spots[low][0] - spots[low - 1][0] < max_step:
        low -= 1
    while high + 1 < len(spots) and spots[high + 1][0] - spots[high][0] < max_step:
        high += 1
    return low, high


def _in_line(
    neighbour: DetectedPiece, piece: DetectedPiece, across: np.ndarray, along: np.ndarray, wide: float
) -> bool:
    offset = np.array(neighbour.xy) - piece.xy
    far = abs(float(offset @ along))
    ring = np.array(neighbour.corners)
    level = (ring[1] - ring[0]) / max(1e-6, float(np.linalg.norm(ring[1] - ring[0])))
    # perspective bends a long row a little: allow a few degrees more
    return bool(abs(float(offset @ across)) < _MAX_ASIDE * wide + 0.05 * far and abs(float(level @ along)) > 0.9)
