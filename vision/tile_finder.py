"""Finds tiles in the plan view: where each lies, how it is turned, whether it lies or stands."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks import Maps, run_network
from vision.plan_view import plan_to_mm
from vision.reading import Picture, Points
from vision.sizes import SHEET, TILE_HIGH, TILE_WIDE

_CELL = 4.0  # plan px a cell of the network's maps
_FAINT = 0.03  # centres that are less likely than this are not even looked at
_NOTHING = -6.0  # in the maps, where nothing is
_EDGE = 6.0  # mm that the middle of a tile on the sheet may lie outside of it
_GLARING = 240  # of 255 in all channels: a lamp's mirror image, or nearly so
_UNDER_GLARE = 0.2  # share of a tile's size that glares, from which a look through dark glass counts as well
_SPAN = round((TILE_WIDE + TILE_HIGH) / 2)  # plan px
_MIRRORED = 0.025  # share of the plan view that mirror images cover at most: four tiles or so
_DARK = 0.3  # of the light passes dark glass
_NEAREST = 13.0  # mm between the centres of two tiles at least: they are 22 mm wide, and a second layer may be moved


@dataclass(frozen=True)
class FoundTile:
    """A tile in the plan view: `centre` in plan px; `turn` of its wide side in radians, known up to a half turn.

    `size`: relative to a tile that lies on the sheet (a tile on another one is nearer to the camera). `sure`: 0 to 1.
    """

    centre: tuple[float, float]
    turn: float
    size: float
    upright: bool
    sure: float

    def corners(self) -> Points:
        """The upper side's corners (4 × 2 plan px), clockwise from the face's top left if it is not upside down."""
        half_wide, half_high = TILE_WIDE / 2 * self.size, TILE_HIGH / 2 * self.size
        wide = np.array([np.cos(self.turn), np.sin(self.turn)]) * half_wide
        high = np.array([-np.sin(self.turn), np.cos(self.turn)]) * half_high
        middle = np.array(self.centre)
        return np.array([middle - wide - high, middle + wide - high, middle + wide + high, middle - wide + high])


def find_tiles(plan: Picture) -> list[FoundTile]:
    """All tiles in a plan view (PLAN_SIZE square), faint ones included; the surest first."""
    return tiles_of(tile_maps(plan))


def tile_maps(plan: Picture) -> Maps:
    """What the network sees in a plan view: seven maps, see `vision.training.networks.TileNet`."""
    return np.asarray(run_network("tiles", [plan])[0])


def closer_maps(plan: Picture, maps: Maps) -> Maps:
    """The mean of a plan view's maps and those of two more looks at it: the network errs in different places."""
    return np.asarray(np.mean([maps, _upside_down(plan), _aside(plan)], axis=0))


def dark_maps(plan: Picture) -> Maps | None:
    """The maps of a look through dark glass at what glares in a plan view, nothing elsewhere; None where nothing does.

    A tile that is one white mirror image but for its rounded edge is nothing to the network, dimmed it is a light tile.
    Where more of the table glares than a mirror image covers, things are white, and dimming them tells nothing.
    """
    white = (plan.min(axis=2) >= _GLARING).astype(np.float32)
    half = int(_CELL) // 2
    glaring = cv2.blur(white, (_SPAN, _SPAN))[half :: int(_CELL), half :: int(_CELL)] > _UNDER_GLARE
    if white.mean() > _MIRRORED or not glaring.any():
        return None
    return np.where(glaring, tile_maps((plan * _DARK).astype(np.uint8)), np.float32(_NOTHING))


def clearer(maps: Maps, others: Maps | None) -> Maps:
    """Of each cell what those maps show that see more of a tile there."""
    return maps if others is None else np.where(others[:2].max(axis=0) > maps[:2].max(axis=0), others, maps)


def tiles_of(maps: Maps) -> list[FoundTile]:
    """All tiles that maps show, faint ones included; the surest first."""
    heat = 1 / (1 + np.exp(-maps[:2]))
    best = heat.max(axis=0)
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > _FAINT)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns])
    found: list[FoundTile] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        offset_x, offset_y, cosine, sine, size = (float(v) for v in maps[2:, row, column])
        centre = ((column + offset_x) * _CELL, (row + offset_y) * _CELL)
        if any(np.hypot(centre[0] - t.centre[0], centre[1] - t.centre[1]) < _NEAREST for t in found):
            continue
        upright = bool(heat[1, row, column] > heat[0, row, column])
        turn = float(np.arctan2(sine, cosine)) / 2
        found.append(FoundTile(centre, turn, float(np.exp(size / 4)), upright, float(best[row, column])))
    return found


def _upside_down(plan: Picture) -> Maps:
    """The maps of a plan view, from a look at it upside down."""
    maps = tile_maps(np.ascontiguousarray(plan[::-1, ::-1]))[:, ::-1, ::-1].copy()
    maps[2:4] = 1 - maps[2:4]  # where in its cell a tile's centre lies; half a turn changes no tile's direction
    return maps


def _aside(plan: Picture) -> Maps:
    """The maps of a plan view, from a look at it moved by one cell; what that pushes out of the picture is nothing."""
    step = int(_CELL)
    moved = cv2.copyMakeBorder(plan[:-step, :-step], step, 0, step, 0, cv2.BORDER_CONSTANT)
    maps = tile_maps(np.asarray(moved, np.uint8))
    return np.pad(maps[:, 1:, 1:], ((0, 0), (0, 1), (0, 1)), constant_values=_NOTHING)


def on_sheet(tile: FoundTile) -> bool:
    """Whether a tile's middle lies on the playing sheet; others stand in the players' racks."""
    x, y = plan_to_mm(np.array([tile.centre]))[0]
    return bool(max(abs(x), abs(y)) < SHEET / 2 + _EDGE)
