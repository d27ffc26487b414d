"""Which tiles of Galaxy Jarapon lie across their row: a discard laid sideways is a riichi (J7-9)."""

from collections.abc import Sequence

import numpy as np

from vision.plan_view import plan_to_mm
from vision.reading import Points

# Seen from the middle of the sheet: the rest of the wall lies within, the rows of the four players round it (mm).
_ROWS_BEGIN = 55.0


def laid_across(tiles: Sequence[Points]) -> list[bool]:
    """For each tile (4 × 2 plan px, clockwise from its top left), whether it lies across its player's row.

    Each side of the sheet is a player's: a tile belongs to the side that it is nearest to, and rows run along it.
    """
    return [_across(plan_to_mm(ring)) for ring in tiles]


def _across(ring: Points) -> bool:
    x, y = np.abs(ring.mean(axis=0))
    if max(x, y) < _ROWS_BEGIN:
        return False
    wide = np.abs(ring[1] - ring[0])
    along_x = wide[0] > wide[1]
    return bool(along_x != (y > x))
