"""Counts tiles that lie face down in columns: side by side away from a heading, none on another.

Of a stack only the uppermost tile is seen. A tile that lies alone under its heading may therefore be a stack, and so
may one that does not lie across; a column in which there is room for a tile that was not detected cannot be counted.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from vision.dimensions import TILE_HIGH, TILE_WIDE
from vision.places.base import TablePiece
from vision.places.tracker import MIN_CONFIDENCE, is_back, is_up
from vision.reading import Points

_ASIDE = 13.0  # mm that the middle of a tile may lie beside its column
_ALONG = 0.9  # cosine between a tile's wide side and its column from which on it lies across
_FAINT, _CERTAIN = 0.1, 0.95  # confidences of a detection that may be a tile, and of one that is


def columns(
    pieces: Sequence[TablePiece], others: Sequence[int], headings: Mapping[int, Points], down: Points
) -> dict[int, list[int]]:
    """The face-down pieces under each heading, the nearest first, doubtful ones too; none where they cannot be counted.

    `others` are the pieces that are no headings, `headings` the middles of these by their numbers (mm), `down` leads
    from a heading to what lies under it.
    """
    along = down / np.linalg.norm(down)
    lying: dict[int, list[tuple[float, int]]] = {number: [] for number in headings}
    for i in (i for i in others if pieces[i].confidence >= _FAINT):
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
    """Whether players are seen to lay their tiles side by side: two of a column lie there for certain."""
    certain = ([i for i in column if _is_certain(pieces[i])] for column in found.values())
    return any(len(column) > 1 for column in certain)


def _is_certain(piece: TablePiece) -> bool:
    return is_back(piece) and piece.confidence >= _CERTAIN


def _down_to_the_last(pieces: Sequence[TablePiece], column: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """A column down to its last tile: without the face-up pieces beyond it, and faint detections farther off."""
    while column:
        far, i = column[-1]
        before = column[-2][0] if len(column) > 1 else 0.0
        is_off = pieces[i].confidence < MIN_CONFIDENCE and not _follows(before, far)
        if not is_up(pieces[i]) and not is_off:
            break
        column = column[:-1]
    return column


def _heading_over(piece: TablePiece, headings: Mapping[int, Points], along: Points) -> tuple[float, int] | None:
    """How far a piece is from the heading in whose column it lies (mm), and the number of that heading."""
    offsets = {number: piece.middle - spot for number, spot in headings.items()}
    over = [
        (float(offset @ along), number)
        for number, offset in offsets.items()
        if abs(float(offset[0] * along[1] - offset[1] * along[0])) < _ASIDE and float(offset @ along) > TILE_WIDE / 2
    ]
    return min(over, default=None)


def _lies_across(piece: TablePiece, along: Points) -> bool:
    """Whether a tile's wide side lies along a column, so that the tile lies across it."""
    wide = piece.ring[1] - piece.ring[0]
    return abs(float(wide @ along)) > _ALONG * float(np.linalg.norm(wide))


def _follows(before: float, far: float) -> bool:
    """Whether a tile leaves no room for another between it and the one before, by how far both are from the heading.

    `before` is 0 for the heading itself (mm).
    """
    return far - before < (2 * TILE_WIDE if before else (TILE_HIGH + TILE_WIDE) / 2 + TILE_WIDE)
