"""Sheets with printed markers in their corners, laid as people lay them."""

import cv2
import numpy as np

from vision.board.markers import CARD, card
from vision.dimensions import SHEET
from vision.reading import Picture

_SCALE = 4  # px per mm: at a sheet's usual two, a marker's cells would blur
_PAPER, _INK = 245.0, 22.0


def marked(
    sheet: Picture, rng: np.random.Generator, corners: tuple[int, ...] = (0, 1, 2, 3), care: float = 0.2
) -> Picture:
    """A sheet of any resolution with cards in some of its corners, as a picture of 4 px/mm.

    `corners`: 0 to 3, clockwise from the top left. Every card lies in a turn of its own, `care` mm and as many degrees
    beside its place (standard deviation).
    """
    side = round(SHEET * _SCALE)
    out = cv2.resize(sheet, (side, side), interpolation=cv2.INTER_LINEAR)
    printed = _INK + card(_SCALE).astype(np.float32) / 255 * (_PAPER - _INK)
    half, reach = CARD * _SCALE / 2, (SHEET - CARD) * _SCALE / 2
    for corner in corners:
        direction = ((-1, -1), (1, -1), (1, 1), (-1, 1))[corner]
        place = side / 2 + reach * np.array(direction) + rng.normal(0, care * _SCALE, 2)
        turn = 90.0 * rng.integers(4) + rng.normal(0, care)
        matrix = np.asarray(cv2.getRotationMatrix2D((half - 0.5, half - 0.5), turn, 1.0), np.float64)
        matrix[:, 2] += place - half
        laid = np.asarray(cv2.warpAffine(printed, matrix, (side, side), borderValue=-1))
        covered = laid >= _INK - 1
        out[covered] = laid[covered, None]
    return np.asarray(out, np.uint8)
