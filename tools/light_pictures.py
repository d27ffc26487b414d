"""Draws a table in good and in bad light, as the build guide shows it, and reads it.

The pictures are in `docs/light/`: the demo's tiles on its table. `jarapon bench light` reads others in that light.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.games.listing import arrangement_of
from engines.vocabulary import BACK, TILE_FACES
from simulator.film.furniture import SENSOR, demo_art, demo_light
from simulator.photographs.spoilings import Spoiling
from simulator.render.light import Lamp, Light
from simulator.render.pieces import Art, Table, Tile
from simulator.render.tiles import Truth, render
from simulator.scenes.layouts import lesson_tiles, tilted
from simulator.scenes.still_tables import truth_json
from simulator.scenes.tables import random_art
from vision.dimensions import CELL
from vision.faces.teaching import teach
from vision.geometry.camera_pose import CameraView, usual_matrix
from vision.reading import Picture, Reading
from vision.table_reader import read_once

SHOWN = Path(__file__).parents[1] / "docs" / "light"
SEED = 2421
_GAME = "search"  # in which tiles may lie anywhere
_SIZE, _SMALL, _QUALITY = (1280, 960), (320, 240), 60
_MATRIX = usual_matrix(_SIZE)
_SPREAD = 440.0  # mm of the table over the picture's height
_VIEW = CameraView(
    _MATRIX, tilted(np.radians(4.0), 0.0, 0.0), np.array([0.0, 0.0, _MATRIX[0, 0] * _SPREAD / _SIZE[1]]), _SIZE
)
_WARM = (0.85, 1.0, 1.12)


@dataclass(frozen=True)
class Lighting:
    """A light, and how the camera takes it."""

    light: Light
    exposure: float = 1.0  # share of the light that reaches the sensor
    noise: float = 1.5  # of the sensor, of 255
    shaded: float = 1.0  # share of the light that is left in a shadow; 1: there is none


def _reflected_lamp(half: float, sharp: float, gloss: float) -> Light:
    """The good light, and a lamp above the table whose reflection the camera sees in tiles and sheet."""
    lamp = Lamp((-60.0, 40.0, 1000.0), (half, half), (1.0, 1.0, 1.0), 1.2, sharp)
    good = demo_light()
    return replace(good, lamps=(*good.lamps, lamp), tile_gloss=gloss, sheet_gloss=0.4 * gloss)


def _low_lamp(x: float, y: float, z: float) -> Light:
    """A lamp beside the tray, so many mm from its middle, as the only light."""
    return Light((Lamp((x, y, z), (30.0, 30.0), _WARM, 1.5, 0.3),), 0.0, 0.4, 0.05)


LIGHTS: Mapping[str, Lighting] = {
    "good": Lighting(demo_light()),
    "shadow": Lighting(demo_light(), shaded=0.3),
    "dim": Lighting(demo_light(), exposure=0.1, noise=6.0),
    "side": Lighting(_low_lamp(-190.0, 190.0, 70.0)),
    "lamp": Lighting(_reflected_lamp(110.0, 0.8, 2.0)),
    "ceiling": Lighting(_reflected_lamp(260.0, 0.2, 0.8)),
    "dark": Lighting(demo_light(), exposure=0.006, noise=6.0),
    "behind": Lighting(_low_lamp(-215.0, 120.0, 40.0)),
}


@dataclass
class Outcome:
    """A picture and what was read in it."""

    picture: Picture
    reading: Reading
    truth: dict[str, Any]  # as in the truth file of a photograph


def read_in_each(art: Art, seed: int) -> Iterator[tuple[str, Outcome]]:
    """Read one table with this artwork in each of the `LIGHTS`, after lessons in good light."""
    good = LIGHTS["good"]
    lessons = (tuple(lesson_tiles(np.random.default_rng([seed, copy]))) for copy in (1, 2))
    taught = teach([_photographed(art, tiles, good, seed)[0] for tiles in lessons], (*TILE_FACES, BACK)).taught
    tiles = _tiles(np.random.default_rng(seed))
    for name, lighting in LIGHTS.items():
        picture, truth = _photographed(art, tiles, lighting, seed)
        reading = read_once(arrangement_of(_GAME), taught, picture)
        yield name, Outcome(picture, reading, truth_json(tiles, truth))


def _tiles(rng: np.random.Generator) -> tuple[Tile, ...]:
    """48 tiles, some face down, in rows as people lay them."""
    faces = [str(face) for face in rng.choice([*TILE_FACES, BACK], 48)]
    return tuple(
        Tile((at % 8 - 3.5) * CELL + x, (2.5 - at // 8) * 42 + y, face, turn)
        for at, (face, x, y, turn) in enumerate(
            zip(faces, rng.normal(0, 0.8, 48), rng.normal(0, 0.8, 48), rng.normal(0, 2, 48), strict=True)
        )
    )


def _photographed(art: Art, tiles: tuple[Tile, ...], lighting: Lighting, seed: int) -> tuple[Picture, Truth]:
    sensor = replace(SENSOR, exposure=SENSOR.exposure * lighting.exposure, noise=lighting.noise)
    picture, truth = render(Table(art, tiles), _VIEW, lighting.light, sensor, np.random.default_rng(seed))
    if lighting.shaded < 1:
        picture = Spoiling("shadow", lighting.shaded).of(picture, seed)
    return picture, truth


def other_art(seed: int) -> Art:
    """Tiles that the networks have never seen, on the demo's table."""
    other = random_art(np.random.default_rng(seed))
    return replace(demo_art(), faces=other.faces, body=other.body, lower=other.lower)


def draw() -> None:
    """Write the pictures."""
    SHOWN.mkdir(exist_ok=True)
    for name, outcome in read_in_each(demo_art(), SEED):
        small = cv2.resize(outcome.picture, _SMALL, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(SHOWN / f"{name}.webp"), small, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
