"""Writes invented tables for training: pictures, plan views and crops with their truth.

    python -m tools.lab.training.tables OUT --sets 1500 --seed 0
    python -m tools.lab.training.tables OUT --sets 3000 --seed 5 --only faces

Each set of artwork lies on four tables under four lights. A shard (`.npz`) holds 25 sets. With `--only board`
tables are rendered in half size; with `--only faces` they are crops of single tiles.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from simulator.render.pieces import Art, Table, Tile
from simulator.render.tiles import Truth, render
from simulator.scenes import layouts
from simulator.scenes.light import hard_light, random_light, random_sensor
from simulator.scenes.tables import random_art, random_table
from vision.board.top_view import TopView
from vision.geometry.camera_pose import CameraView, view_from_field
from vision.geometry.homography import mapped
from vision.reading import Picture
from vision.tiles.crop import cut_face

Rng = np.random.Generator
TABLES_A_SET, SETS_A_SHARD, MOST_TILES = 4, 25, 110
SMALL = (320, 240)
CROPS_A_TABLE = 24
MIN_CROP_VISIBLE = 0.8  # share of a tile
CLOSE_UP = 96  # px


@dataclass
class Shard:
    """Rows of one file; lists are stacked when it is written."""

    small: list[Picture] = field(default_factory=list)
    half: list[Picture] = field(default_factory=list)
    corners: list[np.ndarray] = field(default_factory=list)
    hand: list[np.ndarray] = field(default_factory=list)
    plan: list[Picture] = field(default_factory=list)
    tiles: list[np.ndarray] = field(default_factory=list)
    crop: list[Picture] = field(default_factory=list)
    crop_set: list[int] = field(default_factory=list)
    crop_face: list[str] = field(default_factory=list)
    crop_clean: list[bool] = field(default_factory=list)  # whether it is of a picture that is not spoilt: all here

    def save(self, path: Path) -> None:
        """Write the shard to one file."""
        arrays: dict[str, Any] = {name: np.array(rows) for name, rows in vars(self).items()}
        np.savez(path, **arrays)


def new_shards(
    out: Path, name: str, seed: int, sets: int, a_shard: int = SETS_A_SHARD
) -> Iterator[tuple[Path, Iterator[tuple[int, Rng, Art]]]]:
    """The shards that do not exist yet, for so many sets in all: each file, and its sets.

    A set is its number, its random generator, and the artwork drawn from that first.
    """
    out.mkdir(parents=True, exist_ok=True)
    for first in range(0, sets, a_shard):
        path = out / f"{name}_{seed}_{first:06d}.npz"
        if not path.exists():
            rngs = ((number, np.random.default_rng([seed, number])) for number in range(first, first + a_shard))
            yield path, ((number, rng, random_art(rng)) for number, rng in rngs)


@cache
def load(folder: Path, names: tuple[str, ...], held_back: bool) -> dict[str, np.ndarray]:
    """The rows of all shards but the last, or, if `held_back`, of the last."""
    shards = sorted(folder.glob("*.npz"))
    chosen = shards[-1:] if held_back else shards[:-1]
    parts = [np.load(path, allow_pickle=False) for path in chosen]
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def crops_by_set(rows: dict[str, np.ndarray]) -> dict[int, dict[str, np.ndarray]]:
    """The row numbers of crops by set of artwork and face, of faces with at least two."""
    sets: dict[int, dict[str, np.ndarray]] = {}
    owner = rows["crop_set"].astype(np.int64)
    for one in np.unique(owner):
        inside = np.flatnonzero(owner == one)
        faces = {str(face): inside[rows["crop_face"][inside] == face] for face in np.unique(rows["crop_face"][inside])}
        sets[int(one)] = {face: spots for face, spots in faces.items() if len(spots) >= 2}
    return sets


def add_board(shard: Shard, rng: Rng, art: Art) -> None:
    """Render one table in half size, for the two networks that find the board."""
    table, view = random_table(rng, art), layouts.random_view(rng, (2 * SMALL[0], 2 * SMALL[1]))
    picture, truth = render(table, view, random_light(rng), random_sensor(rng), rng)
    add_halves(shard, picture, truth)


def add_halves(shard: Shard, picture: Picture, truth: Truth) -> None:
    """Add the picture in half and in quarter size, the field's corners in the smaller one, and the mask of hands."""
    shard.half.append(np.asarray(cv2.resize(picture, (2 * SMALL[0], 2 * SMALL[1]), interpolation=cv2.INTER_AREA)))
    shard.small.append(np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8))
    shard.corners.append(truth.field / (picture.shape[1] / SMALL[0]))
    hand = np.asarray(truth.hand, np.uint8) * 255
    shard.hand.append(np.asarray(cv2.resize(hand, (SMALL[0] // 4, SMALL[1] // 4), interpolation=cv2.INTER_AREA)))


def labels(table: Table, truth: Truth, plan: TopView) -> np.ndarray:
    """Rows of the tiles on the sheet: x, y, half wide side x, y (top-view px), kind, visible share."""
    rows = np.zeros((MOST_TILES, 6), np.float32)
    rows[:, 5] = -1
    every = list(zip(table.tiles, truth.tops, truth.visible, strict=True))[:MOST_TILES]
    for number, (tile, top, visible) in enumerate(every):
        corners = mapped(top, plan.to_top_view)
        half = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
        kind = {"flat": 0, "upright": 1, "rack": 2}[tile.pose]
        rows[number] = [*corners.mean(0), *half, kind, visible]
    return rows


def add_table(shard: Shard, rng: Rng, art: Art, number: int, of: Sequence[str], hard: bool) -> None:
    """Render one table, under hard light if `hard`, and add its rows."""
    table, view = random_table(rng, art, layouts.random_tiles(rng, of)), layouts.random_view(rng)
    glow = hard_light(rng) if hard else random_light(rng)
    picture, truth = render(table, view, glow, random_sensor(rng), rng)
    add_halves(shard, picture, truth)
    guessed = view_from_field(truth.field + rng.normal(0, 1.5, (4, 2)), view.size)
    plan = TopView.of(guessed)
    shard.plan.append(plan.picture(picture))
    shard.tiles.append(labels(table, truth, plan))
    for crop, face in crops_of(rng, picture, table, truth, CROPS_A_TABLE):
        shard.crop.append(crop)
        shard.crop_set.append(number)
        shard.crop_face.append(face)
        shard.crop_clean.append(True)


def visible_flat_tiles(table: Table, truth: Truth, least: float) -> list[int]:
    """The numbers of the flat tiles whose visible share is more than `least`."""
    return [i for i, tile in enumerate(table.tiles) if tile.pose == "flat" and truth.visible[i] > least]


def crops_of(rng: Rng, picture: Picture, table: Table, truth: Truth, most: int) -> Iterator[tuple[Picture, str]]:
    """At most so many random crops of the flat tiles of a table, and the face of each."""
    for index in rng.permutation(visible_flat_tiles(table, truth, MIN_CROP_VISIBLE))[:most]:
        yield cut_face(picture, jittered(rng, truth.tops[index])), table.tiles[index].face


def add_close_ups(shard: Shard, rng: Rng, art: Art, number: int) -> None:
    """Render every face of a set alone, at random places of four tables, and add the crops."""
    for _ in range(TABLES_A_SET):
        table, whole = random_table(rng, art), layouts.random_view(rng)
        glow, sensor = random_light(rng), random_sensor(rng)
        for face in art.faces:
            x, y = rng.uniform(-140, 140, 2)
            tile = Tile(float(x), float(y), face, rng.uniform(0, 360))
            picture, truth = render(replace(table, tiles=(tile,), hands=()), _close(whole, tile), glow, sensor, rng)
            shard.crop.append(cut_face(picture, jittered(rng, truth.tops[0])))
            shard.crop_set.append(number)
            shard.crop_face.append(face)
            shard.crop_clean.append(True)


def _close(view: CameraView, tile: Tile) -> CameraView:
    """The same camera, with its picture cut to one tile."""
    middle = view.project(tile.corners()[:4]).mean(axis=0)
    matrix = view.matrix.copy()
    matrix[:2, 2] += CLOSE_UP / 2 - middle
    return replace(view, matrix=matrix, size=(CLOSE_UP, CLOSE_UP))


def jittered(rng: Rng, top: np.ndarray) -> np.ndarray:
    """Corners as a detector gives them: up to a millimetre and a few degrees off."""
    middle = top.mean(0)
    wide = np.linalg.norm(top[1] - top[0]) / 22
    turn, size = rng.normal(0, 0.035), np.exp(rng.normal(0, 0.025))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    return np.asarray((top - middle) @ turned.T + middle + rng.normal(0, 0.55, 2) * wide)


def main() -> int:
    """Write the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=["board", "faces"], help="tables that serve one network only, made faster")
    parser.add_argument("--hard", action="store_true", help="under lamps and windows that burn out what mirrors them")
    parser.add_argument("--of", nargs="*", default=(), choices=[kind.__name__ for kind in layouts.KINDS])
    args = parser.parse_args()
    for path, sets in new_shards(args.out, "tables", args.seed, args.sets):
        shard = Shard()
        for number, rng, art in sets:
            if args.only == "faces":
                add_close_ups(shard, rng, art, args.seed * 1_000_000 + number)
                continue
            for _ in range(TABLES_A_SET):
                if args.only == "board":
                    add_board(shard, rng, art)
                else:
                    add_table(shard, rng, art, args.seed * 1_000_000 + number, args.of, args.hard)
        shard.save(path)
        sys.stdout.write(f"{path.name}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
