"""Detects tiles in the top view: where each lies, how it is turned, whether it lies or stands.

The network gives heatmaps of the centres of flat and upright tiles, and offset, turn and size for each cell. Peaks of
the heatmaps become detections; non-maximum suppression keeps the strongest of those that are too close together.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.board.top_view import top_view_to_mm
from vision.dimensions import SHEET, TILE_HIGH, TILE_WIDE
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.networks import Maps, run_network
from vision.reading import Picture, Points

_CELL = 4.0  # top-view px of a cell of the network's maps
_MIN_HEAT = 0.03  # of a cell that becomes a detection
_EMPTY_HEAT = -6.0  # in the maps, where nothing is
_MAX_OUTSIDE = 6.0  # mm from the sheet to the middle of a tile on it
_MIN_HIGHLIGHT = 240  # of 255, in all channels of a specular highlight
_MIN_HIGHLIGHT_SHARE = 0.2  # of a tile's area, from which the darkened pass counts there
_SPAN = round((TILE_WIDE + TILE_HIGH) / 2)  # top-view px
_MAX_HIGHLIGHTS = 0.025  # share of the top view that specular highlights cover at most: about four tiles
_DARKENED = 0.3  # brightness of the darkened pass
_MIN_DISTANCE = 13.0  # mm between two centres: tiles are 22 mm wide, and a second layer may be displaced
_MAX_SAME_PX, _MAX_SAME_TURN, _MAX_SAME_SIZE = 0.7, 0.03, 0.03  # px, radians and share between two equal detections


@dataclass(frozen=True)
class TileDetection:
    """A tile in the top view."""

    centre: tuple[float, float]  # top-view px
    turn: float  # of its wide side in radians, known up to a half turn
    size: float  # relative to a tile that lies on the sheet: one on top of another is nearer to the camera
    upright: bool  # whether it stands on an edge
    confidence: float  # 0 to 1

    def corners(self) -> Points:
        """The upper side's corners (4 × 2 top-view px), clockwise from the face's top left if it is not upside down."""
        half_wide, half_high = TILE_WIDE / 2 * self.size, TILE_HIGH / 2 * self.size
        wide = np.array([np.cos(self.turn), np.sin(self.turn)]) * half_wide
        high = np.array([-np.sin(self.turn), np.cos(self.turn)]) * half_high
        middle = np.array(self.centre)
        return np.array([middle - wide - high, middle + wide - high, middle + wide + high, middle - wide + high])

    def with_odds_times(self, factor: float) -> "TileDetection":
        """The detection with the odds of its confidence multiplied by a factor."""
        odds = self.confidence / (1 - self.confidence + 1e-6) * factor
        return replace(self, confidence=odds / (1 + odds))

    def is_same(self, other: "TileDetection") -> bool:
        """Whether a crop along another detection in the same top view would be the same."""
        far = max(abs(self.centre[0] - other.centre[0]), abs(self.centre[1] - other.centre[1]))
        is_turned = abs(self.turn - other.turn) >= _MAX_SAME_TURN
        return far < _MAX_SAME_PX and not is_turned and abs(self.size / other.size - 1) < _MAX_SAME_SIZE


def detect_tiles(plan: Picture) -> list[TileDetection]:
    """All tiles in a top view (TOP_VIEW_SIZE square), faint ones included; the most confident first."""
    return detections_in(tile_maps(plan))


def tile_maps(plan: Picture) -> Maps:
    """The network's seven output maps for a top view, see `tools.lab.training.networks.TileNet`."""
    return np.asarray(run_network("tiles", [plan])[0])


def averaged_maps(plan: Picture, maps: Maps) -> Maps:
    """Test-time augmentation: the mean of the maps and those of the top view rotated by half and shifted by a cell."""
    return np.asarray(np.mean([maps, _rotated_pass(plan), _shifted_pass(plan)], axis=0))


def darkened_maps(plan: Picture) -> Maps | None:
    """The maps of a darkened pass where specular highlights are, nothing elsewhere; None where there are none.

    The detector misses tiles washed out by a highlight; darkened, they are light tiles. Where more of the table is
    bright than highlights cover, things are white, and darkening them would add false detections.
    """
    white = np.asarray(cv2.inRange(plan, (_MIN_HIGHLIGHT,) * 3, (255,) * 3), np.uint8)
    if not 0 < cv2.countNonZero(white) <= _MAX_HIGHLIGHTS * white.size:
        return None
    half = int(_CELL) // 2
    spread = cv2.blur(np.asarray(white, np.float32) / 255, (_SPAN, _SPAN))
    highlights = spread[half :: int(_CELL), half :: int(_CELL)] > _MIN_HIGHLIGHT_SHARE
    if not highlights.any():
        return None
    return np.where(highlights, tile_maps((plan * _DARKENED).astype(np.uint8)), np.float32(_EMPTY_HEAT))


def strongest(maps: Maps, others: Maps | None) -> Maps:
    """For each cell the maps with the higher heat there."""
    return maps if others is None else np.where(others[:2].max(axis=0) > maps[:2].max(axis=0), others, maps)


def detections_in(maps: Maps) -> list[TileDetection]:
    """All tiles in output maps, faint ones included; the most confident first."""
    heat = 1 / (1 + np.exp(-maps[:2]))
    best = heat.max(axis=0)
    peak = (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))) & (best > _MIN_HEAT)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns])
    rows, columns = rows[order], columns[order]
    offset_x, offset_y, cosine, sine, size = maps[2:, rows, columns].astype(np.float64)
    centres = np.column_stack([columns + offset_x, rows + offset_y]) * _CELL
    turns, sizes, upright = np.arctan2(sine, cosine) / 2, np.exp(size / 4), heat[1] > heat[0]
    return [
        TileDetection(
            (float(centres[at, 0]), float(centres[at, 1])),
            float(turns[at]),
            float(sizes[at]),
            bool(upright[rows[at], columns[at]]),
            float(best[rows[at], columns[at]]),
        )
        for at in suppress_overlaps(centres, _MIN_DISTANCE)
    ]


def _rotated_pass(plan: Picture) -> Maps:
    """The maps of a top view, from a pass over it rotated by half."""
    maps = tile_maps(np.ascontiguousarray(plan[::-1, ::-1]))[:, ::-1, ::-1].copy()
    maps[2:4] = 1 - maps[2:4]  # a centre's offset in its cell; half a turn changes no tile's direction
    return maps


def _shifted_pass(plan: Picture) -> Maps:
    """The maps of a top view, from a pass over it shifted by one cell; what leaves the picture counts as nothing."""
    step = int(_CELL)
    moved = cv2.copyMakeBorder(plan[:-step, :-step], step, 0, step, 0, cv2.BORDER_CONSTANT)
    maps = tile_maps(np.asarray(moved, np.uint8))
    return np.pad(maps[:, 1:, 1:], ((0, 0), (0, 1), (0, 1)), constant_values=_EMPTY_HEAT)


def on_sheet(tile: TileDetection) -> bool:
    """Whether a tile's middle lies on the playing sheet; others stand in the players' racks."""
    x, y = top_view_to_mm(np.array([tile.centre]))[0]
    return bool(max(abs(x), abs(y)) < SHEET / 2 + _MAX_OUTSIDE)
