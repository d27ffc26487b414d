"""Teaches the empty sheet from one photograph of it, so that it is found by its print from then on."""

from dataclasses import dataclass

import cv2
import numpy as np

from engines.messages import message
from vision.board.finder import find_new_board
from vision.board.hands import HandWatch
from vision.board.sheet_edges import SheetEdges, sheet_edges
from vision.board.taught_sheet import TaughtSheet, flat_sheet
from vision.faces.teaching import CannotTeach, tiles_on
from vision.reading import Picture, Points

_MIN_TILE_CONFIDENCE = 0.9  # the detector sometimes mistakes prints for tiles
_MIN_CLEAR_SIDES = 3  # the fourth follows, since the sheet is square
_MIN_POINTS, _MIN_PRINTED = 40, 0.06  # of a print that can be found again: points, and share of the sheet
_TEST_BLUR = 1.5  # px of the sheet's picture: sigma of the blur that tests its sharpness
_MAX_SLOPE_LEFT = 0.85  # share of the steepest slopes that this blur leaves of a crisp picture


@dataclass(frozen=True)
class SheetLesson:
    """What a photograph of the empty sheet teaches."""

    sheet: TaughtSheet
    corners: Points  # in the photograph (4 × 2 px)
    is_alike: bool  # whether the sheet looks the same from more than one side, so that which end is which stays open
    is_exact: bool  # whether the corners are by its edges, not only about where the finder has them


def teach_sheet(picture: Picture, known_corners: Points | None = None) -> SheetLesson:
    """What the empty sheet of a photograph (height × width × 3, BGR) teaches; raises `CannotTeach`.

    `known_corners`: its corners (4 × 2 px, clockwise), where people gave them.
    """
    board = find_new_board(picture)
    rough = board.near if known_corners is None else known_corners
    if rough is None:
        raise CannotTeach(message("teach_sheet.no_board"))
    if board.hands is not None and HandWatch().over(board.hands).any():
        raise CannotTeach(message("teach_sheet.hand"))
    laid = None if board.corners is None else tiles_on(picture, board.corners)
    tiles = 0 if laid is None else sum(tile.confidence >= _MIN_TILE_CONFIDENCE for tile in laid.found)
    if tiles:
        raise CannotTeach(message("teach_sheet.tiles", tiles=tiles))
    edges = sheet_edges(picture, rough) if known_corners is None else SheetEdges(rough, (True,) * 4)
    sheet = TaughtSheet(flat_sheet(picture, edges.corners))
    if sheet.points < _MIN_POINTS or sheet.printed < _MIN_PRINTED:
        raise CannotTeach(message("teach_sheet.no_print"))
    if is_blurred(sheet.picture):
        raise CannotTeach(message("teach_sheet.blurred"))
    detection = sheet.at(picture, edges.corners)
    return SheetLesson(
        sheet, edges.corners, detection is None or len(detection.turns) > 1, sum(edges.clear) >= _MIN_CLEAR_SIDES
    )


def is_blurred(flat: Picture) -> bool:
    """Whether the print of a rectified sheet has no crisp edge, so that blurring it changes little.

    >>> edge = np.zeros((512, 512, 3), np.uint8)
    >>> edge[:, 256:] = 200
    >>> is_blurred(edge), is_blurred(np.asarray(cv2.GaussianBlur(edge, (0, 0), 4), np.uint8))
    (False, True)
    """
    softer = np.asarray(cv2.GaussianBlur(flat, (0, 0), _TEST_BLUR), np.uint8)
    return _steepest(softer) > _MAX_SLOPE_LEFT * _steepest(flat)


def _steepest(flat: Picture) -> float:
    """How steep the steepest two of 1,000 pixels are; noise is smoothed a little."""
    grey = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3), 0)
    slope = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))[16:-16, 16:-16]
    return float(np.percentile(slope, 99.8))
