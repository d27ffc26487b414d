"""Draws the small pictures of a good view and of bad ones on *Set up*: `python -m tools.lab.artwork.meter_pictures`.

They lie in `web/static/` as `meter-NAME.webp`: the demo's tiles on its table.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from simulator.film.furniture import SENSOR, demo_art, demo_light
from simulator.render.light import Lamp, Light
from simulator.render.pieces import Table
from simulator.render.tiles import render
from simulator.scenes.layouts import lesson_tiles, tilted
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.quality.exposure import times_as_bright
from vision.reading import Picture
from web.static_files import STATIC

_SIZE, _SHOWN = (960, 720), (240, 180)
_MATRIX = usual_matrix(_SIZE)
_QUALITY = 70
_REFLECTED_LAMP = Lamp(at=(-90.0, 60.0, 1000.0), half=(95.0, 95.0), colour=(1.0, 1.0, 1.0), power=1.2, sharp=0.8)


def meter_pictures() -> Mapping[str, Picture]:
    """The pictures by name (180 × 240 px)."""
    good = _photographed(_view())
    glary = replace(demo_light(), lamps=(*demo_light().lamps, _REFLECTED_LAMP), tile_gloss=2.0, sheet_gloss=1.6)
    found = {
        "good": good,
        "dark": times_as_bright(good, 0.12),
        "bright": times_as_bright(good, 2.6),
        "blurred": np.asarray(cv2.GaussianBlur(good, (0, 0), 9), np.uint8),
        "slanted": _photographed(_view(slant=50.0, spread=430.0)),
        "far": _photographed(_view(spread=1050.0)),
        "glare": _photographed(_view(), glary),
    }
    return {
        name: np.asarray(cv2.resize(picture, _SHOWN, interpolation=cv2.INTER_AREA), np.uint8)
        for name, picture in found.items()
    }


def _view(slant: float = 4.0, spread: float = 440.0) -> CameraView:
    """A camera `slant` degrees from straight above, with `spread` mm of the table over its picture's height."""
    shift = np.array([0.0, 0.0, _MATRIX[0, 0] * spread / _SIZE[1]])
    return CameraView(_MATRIX, tilted(float(np.radians(slant)), 0.0, 0.0), shift, _SIZE)


def _photographed(view: CameraView, light: Light | None = None) -> Picture:
    tiles = [replace(tile, x=tile.x * 1.25, y=tile.y * 1.7) for tile in lesson_tiles(np.random.default_rng(3))]
    picture, _ = render(Table(demo_art(), tuple(tiles)), view, light or demo_light(), SENSOR, np.random.default_rng(3))
    return picture


def main() -> int:
    """Write the pictures."""
    for name, picture in meter_pictures().items():
        cv2.imwrite(str(STATIC / f"meter-{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
    return 0


if __name__ == "__main__":
    sys.exit(main())
