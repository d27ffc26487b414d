"""The tray round a simulated sheet: four rails, each an inner lip, a groove for the rack and an outer wall."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.dimensions import SHEET, TRAY
from vision.geometry.camera_pose import CameraView

Box = NDArray[np.float64]  # 8 × 3 mm, as `Tile.corners`
_OUTWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))  # from the middle, clockwise from the top
_LIP = 9.0  # mm: width of the inner lip
_LIP_HIGH = 0.8  # its height, as a share of the outer wall's
_PARTS = ((0.0, 50.0, 0.35, 0.8), (34.0, 16.0, 1.0, 1.0), (0.0, _LIP, _LIP_HIGH, 1.0))  # from, width, height, tone


def rails(view: CameraView, high: float, gap: float) -> Iterator[tuple[int, bool, Box, float]]:
    """The parts of the four rails, farthest first: number of the side, whether it is the inner lip, box, tone."""
    outer, inner = TRAY / 2, SHEET / 2 + gap
    for turn in sorted(range(4), key=lambda t: float(np.array(_OUTWARD[t]) @ view.position[:2])):
        for low, wide, share, tone in _PARTS:
            rail = _block(-outer, outer, inner + low, min(outer, inner + low + wide), 0, high * share)
            yield turn, wide == _LIP, _quarter(rail, turn), tone


def corner_blocks(high: float, gap: float) -> Iterator[Box]:
    """The four blocks at the tray's corners."""
    outer, wide = TRAY / 2, TRAY / 2 - SHEET / 2 - gap
    for x in (-outer, outer - wide):
        for y in (-outer, outer - wide):
            yield _block(x, x + wide, y, y + wide, 0, high + 6)


def lips(high: float, gap: float) -> list[Box]:
    """The four inner lips, which stand beside the sheet and cast shadows on it."""
    inner = SHEET / 2 + gap
    return [
        _quarter(_block(-inner - _LIP, inner + _LIP, inner, inner + _LIP, 0, high * _LIP_HIGH), turn)
        for turn in range(4)
    ]


def mirrored_sheet(view: CameraView, gap: float, turn: int) -> NDArray[np.float64]:
    """The homography (3×3) from pixels of the sheet to those where the inner wall of side `turn` mirrors them."""
    (x, y), inner = _OUTWARD[turn], SHEET / 2 + gap
    mirror = np.array([[1 - 2 * x * x, 0, 2 * x * inner], [0, 1 - 2 * y * y, 2 * y * inner], [0, 0, 1]], np.float64)
    ground = view.plane(0.0)
    return np.asarray(ground @ mirror @ np.linalg.inv(ground))


def _quarter(corners: Box, turns: int) -> Box:
    """Points (n × 3 mm) turned clockwise about the sheet's middle by quarter turns."""
    turned = corners.copy()
    for _ in range(turns):
        turned[:, :2] = np.column_stack([turned[:, 1], -turned[:, 0]])
    return turned


def _block(left: float, right: float, bottom: float, top: float, low: float, high: float) -> Box:
    ring = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return np.array([[*p, high] for p in ring] + [[*p, low] for p in ring])
