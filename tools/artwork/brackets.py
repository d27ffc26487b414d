"""Writes tables in bad light, each in several exposures, several times and in full size, with their truth.

    python -m tools.artwork.brackets OUT --sets 6 --seed 8701
    jarapon bench brackets OUT

Lamps are mirrored in the tiles (`glary`), a room is too dark for the camera to expose its picture well (`dim`), or a
lamp lights one side of the table many times as much as the other (`contrasty`). The lesson of each set of artwork is
taken in ordinary light.
"""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engines.vocabulary import BACK, BLANK, TILE_FACES
from tools.artwork import layouts
from tools.artwork.photographs import SCENES, lesson_scene, true_row
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from vision.board.camera_pose import CameraView
from vision.faces.teaching import CannotTeach, teach
from vision.reading import Picture
from vision.simulator.exposures import exposed
from vision.simulator.light import Lamp, Light, Sensor
from vision.simulator.pieces import Art, Table
from vision.simulator.render import radiance

Rng = np.random.Generator
Lit = tuple[Light, Sensor]
STEPS = (0, -4, -2, 2)  # EV
FRAMES = 4  # in ordinary exposure
LESSONS = 2
_LAID = ("reversi", "hand", "search", "geister")  # of `SCENES`
_PIXEL = 0.3  # px: blur of a pixel itself, in any size of picture


def glary(rng: Rng) -> Lit:
    """Lamps and windows are mirrored in plastic, up to four times as bright as white paper."""
    return replace(random_light(rng), tile_gloss=float(rng.uniform(0.9, 4.0))), random_sensor(rng)


def dim(rng: Rng) -> Lit:
    """Too dark by 2 to 5 EV for the longest exposure of a camera that watches, at its highest gain."""
    sensor = random_sensor(rng)
    glow = random_light(rng)
    dull = replace(glow, tile_gloss=min(glow.tile_gloss, 0.3))
    return dull, replace(sensor, exposure=2.0 ** -float(rng.uniform(2, 5)), noise=float(rng.uniform(4, 12)))


def contrasty(rng: Rng) -> Lit:
    """One low lamp beside the table, and little light from elsewhere."""
    high, away, where = rng.uniform(180, 400), rng.uniform(150, 320), rng.uniform(0, 2 * np.pi)
    at = (float(away * np.cos(where)), float(away * np.sin(where)), float(high))
    half = float(rng.uniform(15, 50))
    lamp = Lamp(at, (half, half), (0.85, 1.0, 1.12), float(rng.uniform(1.0, 2.0)), float(rng.uniform(0, 1)))
    return Light((lamp,), float(rng.uniform(0.02, 0.1)), float(rng.uniform(0, 0.6)), 0.05), random_sensor(rng)


KINDS: dict[str, Callable[[Rng], Lit]] = {"glary": glary, "dim": dim, "contrasty": contrasty}


def write_set(folder: Path, rng: Rng, number: int, tables: int) -> None:
    """Writes a lesson and so many tables of each kind of light."""
    folder.mkdir(parents=True, exist_ok=True)
    art = random_art(rng)
    for copy, seen in enumerate(_lesson(rng, art)):
        _save(folder / f"teach_{number}{copy:02d}.jpg", seen)
    for kind, lit in KINDS.items():
        for copy in range(tables):
            scene = _LAID[copy % len(_LAID)]
            laid, sheet = SCENES[scene]
            tiles = [tile for tile in layouts.free(laid(rng)) if tile.face != BLANK]
            table = replace(random_table(rng, art, ([*tiles, *layouts.racks(rng)], sheet)), hands=())
            path = folder / f"{kind}_{scene}_{number}{copy:02d}"
            _write(path, table, layouts.whole_view(rng), lit(rng), int(rng.integers(1 << 31)))


def _lesson(rng: Rng, art: Art) -> list[Picture]:
    """A lesson's photographs; people take others when the box refuses these."""
    while True:
        scenes = [lesson_scene(rng, art) for _ in range(LESSONS)]
        taken = [exposed(radiance(*scene, rng)[0], random_sensor(rng), 0, rng) for scene in scenes]
        with suppress(CannotTeach):
            teach(taken, (*TILE_FACES, BACK))
            return taken


def _write(path: Path, table: Table, view: CameraView, lit: Lit, seed: int) -> None:
    light, sensor = lit
    rng = np.random.default_rng(seed)
    linear, truth = radiance(table, view, light, rng)
    for more in STEPS:
        _save(path.with_name(f"{path.name}.ev{more:+d}.jpg"), exposed(linear, sensor, more, rng))
    for frame in range(1, FRAMES):
        _save(path.with_name(f"{path.name}.frame{frame}.jpg"), exposed(linear, sensor, 0, rng))
    twice = (view.size[0] * 2, view.size[1] * 2)
    larger = CameraView(np.diag([2.0, 2.0, 1.0]) @ view.matrix, view.rotation, view.shift, twice)
    finer = _finer(sensor)
    linear, _ = radiance(table, larger, light, np.random.default_rng(seed))
    for more in STEPS:
        _save(path.with_name(f"{path.name}.full{more:+d}.jpg"), exposed(linear, finer, more, rng))
    rows = [true_row(tile, truth, index) for index, tile in enumerate(table.tiles)]
    data = json.dumps({"field_px": truth.field.tolist(), "tiles": rows})
    path.with_suffix(".json").write_text(data + "\n", encoding="utf-8")


def _finer(sensor: Sensor) -> Sensor:
    """The same camera in full size: the lens blurs as much of the table, and a pixel gets a quarter of the light."""
    lens = np.sqrt(max(sensor.blur**2 - _PIXEL**2, 0.0))
    return replace(sensor, blur=float(np.hypot(2 * lens, _PIXEL)), noise=2 * sensor.noise)


def _save(path: Path, picture: Picture) -> None:
    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95]):
        raise OSError(f"{path} cannot be written")


def main() -> int:
    """Writes the sets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=6)
    parser.add_argument("--tables", type=int, default=4, help="in each light of a set")
    parser.add_argument("--seed", type=int, default=8701)
    args = parser.parse_args()
    for number in range(1, args.sets + 1):
        write_set(args.out / f"set-{number:02d}", np.random.default_rng([args.seed, number]), number, args.tables)
        sys.stdout.write(f"set-{number:02d}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
