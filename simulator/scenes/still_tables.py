"""Tables of five games that lie still, as photographs show them, their lessons, and what is known of their tiles."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engines.vocabulary import BACK, WILD
from simulator.scenes import layouts
from simulator.scenes.light import random_light
from simulator.scenes.tables import random_table
from vision.board.camera_pose import CameraView
from vision.simulator.lesson import lesson_tiles
from vision.simulator.light import Light
from vision.simulator.pieces import Art, Table, Tile
from vision.simulator.render import Truth

Rng = np.random.Generator
# The game of each scene that names photographs; the simulator lays some of them.
GAME_OF_SCENE = {
    "reversi": "reversi",
    "hand": "jarapon",
    "search": "search",
    "sevens": "sevens",
    "doubt": "doubt",
    "geister": "infiltration",
    "checkers": "checkers",
}
SCENES: dict[str, tuple[Callable[[Rng], list[Tile]], str]] = {
    "reversi": (layouts.squares, "grid"),
    "hand": (layouts.rows, "stars"),
    "search": (layouts.shuffled, "stars"),
    "geister": (layouts.armies, "grid"),
    "doubt": (layouts.doubt, "stars"),
}
_LESSON_ROLL = 8.0  # degrees: a lesson lies in reading order as the camera sees it
_LESSON_GLOSS = 0.15  # people are asked to keep glare off a lesson


def lesson_scene(rng: Rng, art: Art) -> tuple[Table, CameraView, Light]:
    """A lesson of a set of artwork, the camera above it and its light."""
    lesson, view = tuple(lesson_tiles(rng)), layouts.whole_view(rng, _LESSON_ROLL)
    glow = random_light(rng)
    glow = replace(glow, tile_gloss=min(glow.tile_gloss, _LESSON_GLOSS))
    return still_table(rng, art, lesson, "stars"), view, glow


def still_table(rng: Rng, art: Art, tiles: tuple[Tile, ...], sheet: str) -> Table:
    """A table with these tiles, without hands: it lies still."""
    return replace(random_table(rng, art, (list(tiles), sheet)), hands=())


def true_row(tile: Tile, truth: Truth, index: int) -> dict[str, object]:
    """A tile as `tools.bench.judging` reads its truth."""
    pose = {"flat": "down" if tile.face == BACK else "up", "upright": "standing", "rack": "rack"}[tile.pose]
    return {
        "number": int(tile.face) if tile.face.isdigit() else None,
        "wild": tile.face == WILD,
        "blank": False,
        "pose": pose,
        "role": "wall" if tile.face == BACK else None,
        "layer": int(tile.z > 0),
        "pos_mm": [tile.x, tile.y, tile.z],
        "top_corners_px": truth.tops[index].tolist(),
        "visible_top_frac": float(truth.visible[index]),
    }
