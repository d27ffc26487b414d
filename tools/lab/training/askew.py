"""Writes views of tiles at wrong corners, for training the network that aligns them.

    python -m tools.lab.training.askew OUT --sets 300 --seed 8201

Each set of artwork lies on four tables; a shard (`.npz`) holds 25 sets.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from simulator.photographs.corner_errors import disturbed
from simulator.render.pieces import Art
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_table
from tools.lab.training.tables import TABLES_A_SET, Rng, new_shards, visible_flat_tiles
from vision.reading import Picture, Points
from vision.tiles.aligning import corner_errors, cut_surroundings

_TILES_A_TABLE, _VIEWS_A_TILE = 32, 4
_MIN_VISIBLE = 0.7  # share of a tile
_MAX_OFFSET = 0.16  # of a tile's size


def views_of_table(rng: Rng, art: Art) -> Iterator[tuple[Picture, Points]]:
    """Views of the tiles of one random table, and the errors of their corners."""
    table, view = random_table(rng, art, layouts.random_tiles(rng)), layouts.random_view(rng)
    picture, truth = render(table, view, random_light(rng), random_sensor(rng), rng)
    for index in rng.permutation(visible_flat_tiles(table, truth, _MIN_VISIBLE))[:_TILES_A_TABLE]:
        for _ in range(_VIEWS_A_TILE):
            yield view_askew(rng, picture, truth.tops[index])


def view_askew(rng: Rng, picture: Picture, top: Points) -> tuple[Picture, Points]:
    """A tile (its upper side: 4 × 2 px) cut at wrong corners, and the error of each corner."""
    true = np.roll(top, 2 * int(rng.integers(2)), axis=0)
    assumed = disturbed(rng, true, rng.uniform(0, _MAX_OFFSET))
    return cut_surroundings(picture, assumed), corner_errors(true, assumed)


def main() -> int:
    """Write the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", type=int, default=300)
    parser.add_argument("--seed", type=int, default=8201)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for path, sets in new_shards(args.out, "askew", args.seed, args.sets):
        views: list[tuple[Picture, Points]] = []
        for _, rng, art in sets:
            for _ in range(TABLES_A_SET):
                views += views_of_table(rng, art)
        surroundings, errors = zip(*views, strict=True)
        np.savez(path, surroundings=np.array(surroundings), errors=np.array(errors, np.float32))
        sys.stdout.write(f"{path.name}: {len(views)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
