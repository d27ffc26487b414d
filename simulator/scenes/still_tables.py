"""Still tables of five games, lessons of tiles, and their ground truth."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engines.vocabulary import BACK, BLANK, WILD
from simulator.render.light import Light
from simulator.render.pieces import Art, Table, Tile
from simulator.render.tiles import Truth
from simulator.scenes import layouts
from simulator.scenes.layouts import lesson_tiles
from simulator.scenes.light import lesson_light
from simulator.scenes.tables import random_table
from vision.geometry.camera_pose import CameraView

Rng = np.random.Generator
# The game of each scene, by which photographs are named; the simulator lays only some of them.
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


def lesson_scene(rng: Rng, art: Art) -> tuple[Table, CameraView, Light]:
    """A lesson with some artwork, the camera above it and its light."""
    lesson, view = lesson_tiles(rng), layouts.whole_view(rng, _LESSON_ROLL)
    light = lesson_light(rng)
    return _still(rng, art, lesson, "stars"), view, light


def still_table(rng: Rng, art: Art, scene: str, with_racks: bool = True) -> Table:
    """A table of one of the `SCENES`, without hands."""
    lay, sheet = SCENES[scene]
    tiles = [tile for tile in layouts.free(lay(rng)) if tile.face != BLANK]  # never in play (J-c1)
    return _still(rng, art, tiles + (layouts.racks(rng) if with_racks else []), sheet)


def _still(rng: Rng, art: Art, tiles: list[Tile], sheet: str) -> Table:
    return replace(random_table(rng, art, (tiles, sheet)), hands=())


def truth_json(tiles: Sequence[Tile], truth: Truth, roles: Sequence[str] = ()) -> dict[str, Any]:
    """The ground truth of a picture as JSON data; `roles`: of the first tiles, where these are known."""
    rows = [_tile_json(tile, truth, index) for index, tile in enumerate(tiles)]
    for row, role in zip(rows, roles, strict=False):
        row["role"] = role
    return {"field_px": truth.field.tolist(), "tiles": rows}


def _tile_json(tile: Tile, truth: Truth, index: int) -> dict[str, Any]:
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
