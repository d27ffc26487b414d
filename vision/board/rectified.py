"""Draws the playing sheet rectified, with its reading, so that people can check whether its corners fit."""

from dataclasses import replace

import cv2
import numpy as np

from vision.dimensions import CELL, SHEET
from vision.geometry.homography import homography, mapped, picture_corners
from vision.overlay import draw_reading
from vision.reading import Picture, Points, Reading

SIZE = 512  # px of the square picture
_MARGIN = 32.0  # px round the sheet: what lies there shows whether its edge is met
_MM = (SIZE - 2 * _MARGIN) / SHEET  # px a millimetre
_SQUARES = 8
_LINE, _UNDER = (255, 255, 255), (40, 40, 40)


def rectified(picture: Picture, reading: Reading, corners: Points) -> Picture:
    """The sheet between `corners` (4 × 2 px, clockwise from its top left) as SIZE × SIZE × 3 (BGR).

    The grid of eight by eight squares and the outlines and faces of `reading`, which is of the same picture, are drawn
    over it.
    """
    square = picture_corners(SIZE, SIZE, _MARGIN)
    matrix = homography(corners, square)
    flat = np.asarray(cv2.warpPerspective(picture, matrix, (SIZE, SIZE)), np.uint8)
    _draw_grid(flat)
    pieces = []
    for piece in reading.pieces:
        ring = mapped(np.array([*piece.corners, piece.xy]), matrix)
        rounded = [(float(x), float(y)) for x, y in ring]
        pieces.append(replace(piece, corners=tuple(rounded[:-1]), xy=rounded[-1]))
    return draw_reading(flat, Reading(square.astype(np.float64), tuple(pieces)))


def _draw_grid(flat: Picture) -> None:
    half = _SQUARES / 2 * CELL * _MM
    for at in range(_SQUARES + 1):
        along = SIZE / 2 - half + at * CELL * _MM
        for start, end in (((along, SIZE / 2 - half), (along, SIZE / 2 + half)),
                           ((SIZE / 2 - half, along), (SIZE / 2 + half, along))):  # fmt: skip
            ends = [tuple(round(value) for value in point) for point in (start, end)]
            cv2.line(flat, ends[0], ends[1], _UNDER, 3, cv2.LINE_AA)
            cv2.line(flat, ends[0], ends[1], _LINE, 1, cv2.LINE_AA)
