"""Writes photographs of invented tables with their ground truth, to measure reading on unknown artwork.

    python -m simulator.photographs.tile_photographs OUT --sets 10 --seed 1
    jarapon bench photos OUT

Each set of artwork has two lesson photographs, then tables of Reversi, Galaxy Jarapon, Character Search,
Infiltration and Expose the Lie; every photograph has its own light, camera and sheet.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from simulator.render.light import Light
from simulator.render.pieces import Table
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.still_tables import SCENES, lesson_scene, still_table, truth_json
from simulator.scenes.tables import random_art
from vision.geometry.camera_pose import CameraView

Rng = np.random.Generator
LESSONS = 2  # a set


def write_set(folder: Path, rng: Rng, number: int, photographs: int) -> None:
    """Writes the photographs of one set of artwork; `photographs`: of each scene."""
    folder.mkdir(parents=True, exist_ok=True)
    art = random_art(rng)
    for copy in range(LESSONS):
        _write(folder / f"teach_{number}{copy:02d}", *lesson_scene(rng, art), rng)
    for scene in SCENES:
        for copy in range(photographs):
            table = still_table(rng, art, scene)
            path = folder / f"{scene}_{number}{copy:02d}"
            laid = [tile for tile in table.tiles if tile.pose != "rack"]
            roles = layouts.doubt_roles(laid) if scene == "doubt" else ()
            _write(path, table, layouts.whole_view(rng), random_light(rng), rng, roles)


def _write(path: Path, table: Table, view: CameraView, light: Light, rng: Rng, roles: Sequence[str] = ()) -> None:
    """Writes a photograph with its ground truth; `roles`: of the first tiles, where the scene knows them."""
    picture, truth = render(table, view, light, random_sensor(rng), rng)
    if not cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 95]):
        raise OSError(f"{path} cannot be written")
    data = json.dumps(truth_json(table.tiles, truth, roles))
    path.with_suffix(".json").write_text(data + "\n", encoding="utf-8")


def main() -> int:
    """Writes the sets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--photographs", type=int, default=5, help="of each scene of a set")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for number in range(1, args.sets + 1):
        write_set(args.out / f"set-{number:02d}", np.random.default_rng([args.seed, number]), number, args.photographs)
        sys.stdout.write(f"set-{number:02d}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
