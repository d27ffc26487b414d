"""The tiles of a lesson on a simulated table."""

import numpy as np

from engines.vocabulary import BACK, TILE_FACES
from simulator.render.pieces import Tile


def lesson_tiles(rng: np.random.Generator) -> list[Tile]:
    """One tile of each face in reading order, as for teaching."""
    tiles = []
    turn, gap = rng.normal(0, 3), rng.uniform(28, 40)
    for number, face in enumerate((*TILE_FACES, BACK)):
        row, column = divmod(number, 6)
        x, y = (column - 2.5) * gap + rng.normal(0, 2), 25 - row * rng.uniform(40, 48) + rng.normal(0, 2)
        tiles.append(Tile(x, y, face, turn + rng.normal(0, 4)))
    return tiles
