"""Counts tiles that lie face down in columns: side by side away from a heading, none on another.

Of a stack only the uppermost tile is visible. A tile that lies alone under its heading may therefore be a stack, and so
may one that does not lie across; a column in which there is room for a tile that was not detected cannot be counted.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.places.base import TablePiece
from vision.places.tracker import MIN_CONFIDENCE, is_back, is_up
from vision.reading import Points

_MAX_ASIDE = 13.0  # mm between the middle of a tile and its column
_MIN_ALONG = 0.9  # cosine between a tile's wide side and the column that it lies across
_MIN_FAINT, _MIN_CERTAIN = 0.1, 0.95  # confidences of a possible and of a certain tile


def columns(
    pieces: Sequence[TablePiece], others: Sequence[int], headings: Mapping[int, Points], down: Points
) -> dict[int, list[int]]:
    """The face-down pieces under each heading, the nearest first, faint ones too; none where they cannot be counted.

    `others`: the pieces that are no headings. `headings`: the middles of these (2, mm) by their numbers. `down`: the
    direction (2) from a heading to the tiles under it.
    """
    along = down / np.linalg.norm(down)
    lying: dict[int, list[tuple[float, int]]] = {number: [] for number in headings}
    for i in (i for i in others if pieces[i].confidence >= _MIN_FAINT):
        under = _heading_over(pieces[i], headings, along)
        if under is not None and (is_up(pieces[i]) or _lies_across(pieces[i], along)):
            far, number = under
            lying[number].append((far, i))
        elif pieces[i].confidence >= MIN_CONFIDENCE and not is_up(pieces[i]):
            return {}
    found = {number: _down_to_the_last(pieces, sorted(column)) for number, column in lying.items()}
    steps = (step for column in found.values() for step in pairwise([0.0, *(far for far, _ in column)]))
    if not all(_follows(before, far) for before, far in steps):
        return {}
    return {number: [i for _, i in column if not is_up(pieces[i])] for number, column in found.items()}


def are_spread(pieces: Sequence[TablePiece], found: Mapping[int, Sequence[int]]) -> bool:
    """Whether players lay their tiles side by side: two certain tiles lie in one column."""
    certain = ([i for i in column if _is_certain(pieces[i])] for column in found.values())
    return any(len(column) > 1 for column in certain)


def _is_certain(piece: TablePiece) -> bool:
    return is_back(piece) and piece.confidence >= _MIN_CERTAIN


def _down_to_the_last(pieces: Sequence[TablePiece], column: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """A column without face-up pieces beyond its last tile, and without faint detections farther off."""
    while column:
        far, i = column[-1]
        before = column[-2][0] if len(column) > 1 else 0.0
        is_off = pieces[i].confidence < MIN_CONFIDENCE and not _follows(before, far)
        if not is_up(pieces[i]) and not is_off:
            break
        column = column[:-1]
    return column


def _heading_over(piece: TablePiece, headings: Mapping[int, Points], along: Points) -> tuple[float, int] | None:
    """The distance from a piece to the heading in whose column it lies (mm), and that heading's number."""
    offsets = {number: piece.middle - spot for number, spot in headings.items()}
    over = [
        (float(offset @ along), number)
        for number, offset in offsets.items()
        if abs(float(offset[0] * along[1] - offset[1] * along[0])) < _MAX_ASIDE
        and float(offset @ along) > TILE_WIDE / 2
    ]
    return min(over, default=None)


def _lies_across(piece: TablePiece, along: Points) -> bool:
    """Whether a tile lies across a column, its wide side along it."""
    wide = piece.ring[1] - piece.ring[0]
    return abs(float(wide @ along)) > _MIN_ALONG * float(np.linalg.norm(wide))


def _follows(before: float, far: float) -> bool:
    """Whether there is no room for a tile between two, by their distances from the heading (mm; 0 for itself)."""
    return far - before < (2 * TILE_WIDE if before else (TILE_HIGH + TILE_WIDE) / 2 + TILE_WIDE)
