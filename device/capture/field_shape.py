"""Checks whether four corners can be the playing field in a picture.

>>> board = [(200, 100), (900, 120), (950, 700), (150, 680)]
>>> first_mistake(board, (1280, 960)) is None
True
>>> first_mistake([board[0], board[2], board[1], board[3]], (1280, 960)).key
'field_shape.crossing'
"""

from collections.abc import Sequence

import numpy as np

from engines.messages import Message, message
from vision.board.square_fit import as_square

Corner = tuple[float, float]
# minimum share of the picture: on a smaller field tiles are too small to read (as in `vision.board.finder`)
MIN_AREA = 0.04
MAX_OUTSIDE = 0.02  # maximum share of the picture's width by which a corner may lie outside
MIN_TURN = 0.02  # minimum turn of a corner, as a share of the squared mean side
MAX_MISFIT = 0.15  # maximum share of the mean side: beyond it no lens shows a square so


def first_mistake(corners: Sequence[Corner], size: tuple[int, int]) -> Message | None:
    """What is wrong with corners (px, clockwise from the top left) in a picture of `size` (width, height), or None."""
    width, height = size
    slack = MAX_OUTSIDE * width
    for number, (x, y) in enumerate(corners, start=1):
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            return message("field_shape.outside", corner=number)
    ring = np.array(corners, np.float64)
    sides = np.roll(ring, -1, axis=0) - ring
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    mean = float(np.linalg.norm(sides, axis=1).mean())
    # One corner that turns the wrong way is a dent; two are a crossing, four a mirrored field.
    wrong = [int(at) for at in np.flatnonzero(turns < MIN_TURN * mean**2)]
    if len(wrong) == 1:
        return message("field_shape.dent", corner=(wrong[0] + 1) % 4 + 1)
    if wrong and mean > 0.05 * width:
        return message("field_shape.crossing")
    if abs(_area(ring)) < MIN_AREA * width * height:
        return message("field_shape.tiny")
    if float(np.linalg.norm(as_square(ring, size) - ring, axis=1).max()) > MAX_MISFIT * mean:
        return message("field_shape.no_square")
    return None


def _area(ring: np.ndarray) -> float:
    x, y = ring.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
