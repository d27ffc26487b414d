"""Counts tiles that lie face down in columns: side by side away from a heading, none on another.

Of a stack only the uppermost tile is seen. A tile that lies alone under its heading may therefore be a stack, and so
may one that does not lie across; a column in which there is room for a tile that was not detected cannot be counted.
"""

from collections.abc import Mapping, Sequence

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
    if not all(_is_close([far for far, _ in column]) for column in found.values()):
        return {}
    return {number: [i for _, i in column if not is_up(pieces[i])] for number, column in found.items()}


def are_spread(pieces: Sequence[TablePiece], found: Mapping[int, Sequence[int]]) -> bool:
    """Whether players are seen to lay their tiles side by side: two of a column lie there for certain."""
    certain = ([i for i in column if _is_certain(pieces[i])] for column in found.values())
    return any(len(column) > 1 for column in certain)


def _is_certain(piece: TablePiece) -> bool:
    return is_back(piece) and piece.confidence >= _CERTAIN


def _down_to_the_last(pieces: Sequence[TablePiece], column: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """A column without the face-up pieces that lie beyond all others."""
    while column and is_up(pieces[column[-1][1]]):
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


def _is_close(distances: Sequence[float]) -> bool:
    """Whether there is no room for another tile in a column of which these are the distances from its heading (mm)."""
    touching = (TILE_HIGH + TILE_WIDE) / 2
    steps = np.diff([0.0, *distances])
    return not distances or bool(steps[0] < touching + TILE_WIDE and (steps[1:] < 2 * TILE_WIDE).all())
