"""Measures how long a reading takes, on invented tables that are rendered in the sizes a camera gives.

The same tables are taken by the same camera in every size, so that sizes can be compared. All of it runs on one core.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ParamSpec

import cv2
import numpy as np

from device.games.listing import arrangement_of
from tools.artwork import layouts
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from tools.bench.photos import GAME_OF_SCENE
from vision.board.camera_pose import CameraView
from vision.faces.recogniser import TaughtFaces
from vision.quality.stillness import Stillness
from vision.reading import Picture
from vision.simulator.lesson import lesson_tiles
from vision.simulator.pieces import Art, Tile
from vision.simulator.render import render
from vision.table_reader import TableReader
from vision.tiles.crop import cut_face

_P = ParamSpec("_P")
SIZES = ((1280, 960), (2304, 1728))
_SCENES: dict[str, tuple[Callable[[np.random.Generator], list[Tile]], str]] = {
    "reversi": (layouts.squares, "grid"),
    "hand": (layouts.rows, "stars"),
}
_FRAMES_S = 0.1  # s between the frames that stillness is asked about


@dataclass
class Speed:
    """How long one size takes, in ms: `found` a reading with a search for the board, `known` one without,
    `still` the decision whether the table is still; `wall` by the clock, `processor` what our process used."""

    width: int
    height: int
    tables: int = 0
    found: list[tuple[float, float]] = field(default_factory=list)
    known: list[tuple[float, float]] = field(default_factory=list)
    still: list[tuple[float, float]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """For each of the three: how many runs, median and 95 % of them by the clock, and median processor time."""
        data = asdict(self)
        for name in ("found", "known", "still"):
            clock, processor = zip(*getattr(self, name), strict=True)
            data[name] = {
                "runs": len(clock),
                "wall_ms": round(statistics.median(clock), 2),
                "wall_ms_95": round(float(np.percentile(clock, 95)), 2),
                "processor_ms": round(statistics.median(processor), 2),
            }
        return data


def measure_speed(tables: int, repeats: int, seed: int) -> list[Speed]:
    """Draws `tables` of each scene, reads each `repeats` times in every size; one `Speed` a size."""
    cv2.setNumThreads(1)
    speeds = [Speed(width, height) for width, height in SIZES]
    for number in range(tables):
        for scene, (laid, sheet) in _SCENES.items():
            for speed in speeds:
                # the same seed again: the same table, light and camera in every size
                rng = np.random.default_rng([seed, number, len(scene)])
                art = random_art(rng)
                size = (speed.width, speed.height)
                faces = _taught(rng, art)
                picture = _drawn(rng, art, layouts.free(laid(rng)), sheet, size)
                _look(speed, TableReader(arrangement_of(GAME_OF_SCENE[scene]), faces), picture, repeats)
    return speeds


def _look(speed: Speed, reader: TableReader, picture: Picture, repeats: int) -> None:
    speed.tables += 1
    reader.read(picture)  # the first reading of all loads the networks
    watch = Stillness()
    watch.is_still(picture, 0.0)
    for number in range(1, repeats + 1):
        reader.forget_board()
        speed.found.append(_timed(reader.read, picture))
        speed.known.append(_timed(reader.read, picture))
        speed.still.append(_timed(watch.is_still, picture, number * _FRAMES_S))


def _taught(rng: np.random.Generator, art: Art) -> TaughtFaces:
    """Faces cut out of a drawn lesson along their true outlines."""
    table = replace(random_table(rng, art, (lesson_tiles(rng), "stars")), hands=())
    picture, truth = render(table, layouts.whole_view(rng), random_light(rng), random_sensor(rng), rng)
    return TaughtFaces({tile.face: [cut_face(picture, top)] for tile, top in zip(table.tiles, truth.tops, strict=True)})


def _drawn(rng: np.random.Generator, art: Art, tiles: Sequence[Tile], sheet: str, size: tuple[int, int]) -> Picture:
    """A table without hands in a picture of `size` (width, height)."""
    table = replace(random_table(rng, art, (list(tiles), sheet)), hands=())
    view = layouts.whole_view(rng)
    times = size[0] / view.size[0]
    larger = CameraView(np.diag([times, times, 1.0]) @ view.matrix, view.rotation, view.shift, size)
    return render(table, larger, random_light(rng), random_sensor(rng), rng)[0]


def _timed(work: Callable[_P, object], *args: _P.args, **named: _P.kwargs) -> tuple[float, float]:
    """Milliseconds that the work takes: by the clock, and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work(*args, **named)
    return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000
