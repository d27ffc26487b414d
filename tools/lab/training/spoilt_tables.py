"""Writes invented tables in poor pictures for training: what the networks get after the reader has corrected them.

    python -m tools.lab.training.spoilt_tables OUT --sets 400 --seed 9301

Each set of artwork lies on four tables, the first of which shows every face; each is read as it is and spoilt in two
ways (`simulator/photographs/spoilings.py`, kinds that are not held back). A shard (`.npz`) holds 10 sets.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from simulator.photographs.spoilings import KINDS
from simulator.render.pieces import Art, Table, Tile
from simulator.render.tiles import Truth, render
from simulator.scenes import layouts
from simulator.scenes.light import hard_light, random_light, random_sensor
from simulator.scenes.tables import random_table
from tools.lab.training.askew import view_askew
from tools.lab.training.looks import context_crops
from tools.lab.training.tables import (
    MIN_CROP_VISIBLE,
    TABLES_A_SET,
    Rng,
    crops_of,
    labels,
    new_shards,
    visible_flat_tiles,
)
from vision.board.top_view import TopView
from vision.dimensions import SHEET
from vision.geometry.camera_pose import view_from_field
from vision.quality.clarity import Clarity
from vision.quality.exposure import pixels_of_field
from vision.quality.levels import Levels
from vision.reading import Picture

SETS_A_SHARD = 10
_SPOILINGS_A_TABLE = 2
_HARD = 0.25  # share of the tables under lamps and windows with overexposed reflections
_TWICE = 0.3  # share of the spoilt pictures that are spoilt once more
_CROPS, _VIEWS = 40, 12  # of each picture
_KEPT = 0.08  # share of the correct detections that are confident: there are many of them
# Each kind's strengths, from the weakest to the strongest.
STRENGTHS = {
    "blur": (0.5, 3.2),
    "motion": (3.0, 14.0),
    "noise": (5.0, 27.0),
    "coarse": (1.4, 3.2),
    "jpeg": (40.0, 6.0),
    "warm": (0.9, 0.4),
    "cold": (0.9, 0.4),
    "grey": (0.5, 0.0),
    "gamma": (0.45, 2.4),
    "shadow": (0.8, 0.3),
    "haze": (0.1, 0.6),
    "dust": (30.0, 200.0),
}


@dataclass
class Shard:
    """Rows of one file; lists are stacked when it is written."""

    plan: list[Picture] = field(default_factory=list)
    tiles: list[np.ndarray] = field(default_factory=list)
    crop: list[Picture] = field(default_factory=list)
    crop_set: list[int] = field(default_factory=list)
    crop_face: list[str] = field(default_factory=list)
    crop_clean: list[bool] = field(default_factory=list)  # whether it is of a picture that is not spoilt
    look: list[Picture] = field(default_factory=list)
    look_kind: list[int] = field(default_factory=list)
    surroundings: list[Picture] = field(default_factory=list)
    errors: list[np.ndarray] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write the shard to one file, as a whole or not at all."""
        arrays: dict[str, Any] = {name: np.array(rows) for name, rows in vars(self).items()}
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **arrays)
        part.rename(path)


def every_face(rng: Rng, art: Art) -> tuple[list[Tile], str]:
    """Tiles that show every face, some of them several times, strewn over the sheet."""
    faces = [str(face) for _ in range(4) for face in rng.permutation(sorted(art.faces))]
    spots = rng.uniform(-SHEET / 2 + 16, SHEET / 2 - 16, (len(faces), 2))
    tiles = [Tile(float(x), float(y), face, rng.uniform(0, 360)) for (x, y), face in zip(spots, faces, strict=True)]
    return layouts.free(tiles), "stars"


def spoilt(rng: Rng, picture: Picture) -> tuple[Picture, bool]:
    """The picture spoilt once, sometimes twice, and whether it has kept its colours."""
    coloured = True
    for _ in range(2 if rng.random() < _TWICE else 1):
        kind = str(rng.choice(list(STRENGTHS)))
        weakest, strongest = STRENGTHS[kind]
        strength = weakest + (strongest - weakest) * rng.random()
        coloured &= kind != "grey"
        picture = KINDS[kind][0](picture, strength, rng)
    return picture, coloured


def add_picture(shard: Shard, rng: Rng, table: Table, truth: Truth, picture: Picture, number: int, state: str) -> None:
    """Add what the networks get of one picture. `state`: "clean", "spoilt" or "grey"."""
    guessed = truth.field + rng.normal(0, rng.choice([0.8, 1.5, 3.0]), (4, 2))
    picture = Clarity(Levels.of(picture, pixels_of_field(picture, guessed)).evened(picture), guessed).sharpened()
    plan = TopView.of(view_from_field(guessed, picture.shape[1::-1]))
    rows = labels(table, truth, plan)
    shard.plan.append(plan.picture(picture))
    shard.tiles.append(rows)
    for look, kind in context_crops(rng, picture, plan, shard.plan[-1], rows, _KEPT):
        shard.look.append(look)
        shard.look_kind.append(kind)
    for index in rng.permutation(visible_flat_tiles(table, truth, MIN_CROP_VISIBLE))[:_VIEWS]:
        surroundings, errors = view_askew(rng, picture, truth.tops[index])
        shard.surroundings.append(surroundings)
        shard.errors.append(np.asarray(errors, np.float32))
    for crop, face in crops_of(rng, picture, table, truth, _CROPS) if state != "grey" else ():
        shard.crop.append(crop)
        shard.crop_set.append(number)
        shard.crop_face.append(face)
        shard.crop_clean.append(state == "clean")


def add_set(shard: Shard, rng: Rng, art: Art, number: int) -> None:
    """Render the tables of one set of artwork and add each as it is and spoilt."""
    for count in range(TABLES_A_SET):
        tiles = layouts.random_tiles(rng) if count else every_face(rng, art)
        table, view = random_table(rng, art, tiles), layouts.random_view(rng)
        light = hard_light(rng) if rng.random() < _HARD else random_light(rng)
        picture, truth = render(table, view, light, random_sensor(rng), rng)
        add_picture(shard, rng, table, truth, picture, number, "clean")
        for _ in range(_SPOILINGS_A_TABLE):
            poor, coloured = spoilt(rng, picture)
            add_picture(shard, rng, table, truth, poor, number, "spoilt" if coloured else "grey")


def sets_of(out: Path, seed: int, sets: int) -> Iterator[tuple[Path, Shard]]:
    """The shards that do not exist yet, filled."""
    for path, some in new_shards(out, "spoilt", seed, sets, SETS_A_SHARD):
        shard = Shard()
        for number, rng, art in some:
            add_set(shard, rng, art, seed * 1_000_000 + number)
        yield path, shard


def main() -> int:
    """Write the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=400)
    parser.add_argument("--seed", type=int, default=9301)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for path, shard in sets_of(args.out, args.seed, args.sets):
        shard.save(path)
        sys.stdout.write(f"{path.name}: {len(shard.plan)} pictures, {len(shard.crop)} crops, {len(shard.look)} looks\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
