"""Measures what the meter of *Set up* says against how invented tables are read, each spoilt in one way at a time.

Light and focus are spoilt in the finished picture; for angle, distance and glare the table is rendered anew.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from device.games.listing import arrangement_of
from engines.vocabulary import BLANK
from tools.artwork import layouts
from tools.artwork.photographs import LESSONS, SCENES, lesson_scene, still_table, true_row
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art
from tools.bench.photos import FACES, GAME_OF_SCENE, Score, hold_against_tiles, true_tiles
from vision.board.camera_pose import CameraView, usual_matrix
from vision.dimensions import TILE_THICK
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.meter import Kind, grade_of, measured, metered
from vision.quality.exposure import times_as_bright
from vision.reading import Picture, Points
from vision.simulator.light import Lamp, Light, Sensor
from vision.simulator.pieces import Art, Table
from vision.simulator.render import Truth, render
from vision.table_reader import read_once

Rng = np.random.Generator
STRENGTHS: Mapping[Kind, tuple[float, ...]] = {
    "light": (0.06, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.2),  # times as bright
    "focus": (0.0, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0),  # px: of a Gaussian blur more than the camera's own
    "angle": (10.0, 20.0, 30.0, 40.0, 50.0, 60.0),  # degrees from straight above
    "distance": (600.0, 750.0, 900.0, 1100.0, 1300.0, 1600.0, 2000.0),  # mm of the table over the picture's height
    "glare": (0.0, 0.5, 1.0, 2.0, 3.0),  # how glossy tiles are; the sheet is half as glossy
}
IN_ALL = "in all"
_SIZE = (1280, 960)
_MATRIX = usual_matrix(_SIZE)
_NEAR, _AROUND, _SLIGHT = 480.0, 560.0, 8.0  # mm over the height; where it is tilted; usual degrees
_COUNTS = ("pictures", "unread", "astray", "tiles", "missed", "unsure", "wrong")
_ASTRAY = 0.06  # of the field's side: from there on every tile would be read on its neighbour's square


@dataclass
class Outcome:
    """What became of pictures: `unread` ones, where the sheet is not found or its light is refused, and those read
    `astray`, where something else is taken for it; `missed` are the tiles of both."""

    values: list[float] = field(default_factory=list)
    pictures: int = 0
    unread: int = 0
    astray: int = 0
    tiles: int = 0
    missed: int = 0
    unsure: int = 0
    wrong: int = 0

    def add(self, other: "Outcome") -> None:
        """Count another one in."""
        self.values += other.values
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def value(self) -> float | None:
        """The median of what was measured; None where nothing could be."""
        return float(np.median(self.values)) if self.values else None

    def to_json(self) -> dict[str, object]:
        """The counts, and the median of what was measured."""
        return {"value": self.value, **{name: getattr(self, name) for name in _COUNTS}}


@dataclass
class MeterBench:
    """Outcomes by what was spoilt and how strongly, and by what was spoilt and the grade it got."""

    by_strength: dict[tuple[str, float], Outcome] = field(default_factory=dict)
    by_grade: dict[tuple[str, str], Outcome] = field(default_factory=dict)


@dataclass(frozen=True)
class _Scene:
    """A table with its light and camera, to be spoilt."""

    name: str
    table: Table
    light: Light
    sensor: Sensor
    turns: tuple[float, float]  # radians: where the camera leans to, and how it is rolled
    usual_slant: float
    seed: int

    def seen(self, slant: float, spread: float, light: Light | None = None) -> tuple[Picture, Truth]:
        """From so many degrees beside straight above, with so many mm of the table over the picture's height."""
        rng = np.random.default_rng(self.seed)
        return render(self.table, self.view(slant, spread), light or self.light, self.sensor, rng)

    def view(self, slant: float, spread: float) -> CameraView:
        shift = np.array([0.0, 0.0, _MATRIX[0, 0] * spread / _SIZE[1]])
        return CameraView(_MATRIX, layouts.tilted(float(np.radians(slant)), *self.turns), shift, _SIZE)


def measure_meter(tables: int, seed: int, progress: Callable[[str], None] = lambda _: None) -> MeterBench:
    """So many tables, each with artwork and a lesson of its own; one that teaches nothing is left out, and said."""
    cv2.setNumThreads(1)
    bench = MeterBench()
    for number in range(seed, seed + tables):
        rng = np.random.default_rng([number, 0])
        art = random_art(rng)
        lessons = [lesson_scene(rng, art) for _ in range(LESSONS)]
        pictures = [render(table, view, glow, random_sensor(rng), rng)[0] for table, view, glow in lessons]
        try:
            taught = teach(pictures, FACES).taught
        except CannotTeach:
            progress(f"table {number}: its lesson teaches nothing")
            continue
        _measure(_scene(rng, art, number), taught, rng, bench)
        progress(f"table {number}")
    return bench


def _scene(rng: Rng, art: Art, number: int) -> _Scene:
    name = tuple(SCENES)[number % len(SCENES)]
    tiles = [tile for tile in layouts.free(SCENES[name][0](rng)) if tile.face != BLANK]
    table = still_table(rng, art, tuple(tiles), SCENES[name][1])
    turns = (float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(-np.pi, np.pi)))
    slant = float(abs(rng.normal(0, _SLIGHT)) % 18)
    return _Scene(name, table, random_light(rng), random_sensor(rng), turns, slant, number)


def _measure(scene: _Scene, taught: TaughtFaces, rng: Rng, bench: MeterBench) -> None:
    for kind, strengths in STRENGTHS.items():
        for strength, picture, truth in _spoilt(scene, kind, strengths, rng):
            outcome = _read(scene, taught, picture, truth)
            line = next((one for one in metered(picture, truth.field).measures if one.kind == kind), None)
            outcome.values = [] if line is None else [line.value]
            bench.by_strength.setdefault((kind, strength), Outcome()).add(outcome)
            in_all = grade_of(measured(picture, True, None).score)
            for key in ((kind, "none" if line is None else line.grade), (IN_ALL, in_all)):
                bench.by_grade.setdefault(key, Outcome()).add(outcome)


def _spoilt(
    scene: _Scene, kind: Kind, strengths: tuple[float, ...], rng: Rng
) -> Iterator[tuple[float, Picture, Truth]]:
    usual, truth = scene.seen(scene.usual_slant, _NEAR)
    for strength in strengths:
        if kind == "light":
            yield strength, times_as_bright(usual, strength), truth
        elif kind == "focus":
            blurred = cv2.GaussianBlur(usual, (0, 0), strength) if strength else usual
            yield strength, np.asarray(blurred, np.uint8), truth
        elif kind == "angle":
            yield strength, *scene.seen(strength, _AROUND)
        elif kind == "distance":
            yield strength, *scene.seen(_SLIGHT, strength)
        else:
            light = replace(scene.light, tile_gloss=strength, sheet_gloss=strength / 2)
            mirrored = _mirrored_lamp(scene.view(scene.usual_slant, _NEAR), rng)
            yield strength, *scene.seen(scene.usual_slant, _NEAR, replace(light, lamps=(*light.lamps, mirrored)))


def _mirrored_lamp(view: CameraView, rng: Rng) -> Lamp:
    """A lamp whose mirror image the camera sees somewhere on the sheet."""
    spot, high = rng.uniform(-110, 110, 2), float(rng.uniform(600, 1500))
    eye = view.position - np.array([*spot, TILE_THICK])
    x, y = (float(one) for one in spot - eye[:2] / eye[2] * (high - TILE_THICK))
    half = float(rng.uniform(40, 200)) * high / 1000
    return Lamp((x, y, high), (half, half), (1.0, 1.0, 1.0), 1.0, float(rng.uniform(0.3, 1)))


def _read(scene: _Scene, taught: TaughtFaces, picture: Picture, truth: Truth) -> Outcome:
    told: dict[str, Any] = {"tiles": [true_row(tile, truth, at) for at, tile in enumerate(scene.table.tiles)]}
    laid = true_tiles(told)
    tiles = sum(tile.counts for tile in laid)
    reading = read_once(arrangement_of(GAME_OF_SCENE[scene.name]), taught, picture)
    if reading.field is None or reading.unreadable:
        return Outcome(pictures=1, unread=1, tiles=tiles, missed=tiles)
    if _off(reading.field, truth.field) > _ASTRAY:
        return Outcome(pictures=1, astray=1, tiles=tiles, missed=tiles)
    score = Score(scene.name)
    hold_against_tiles(reading.pieces, laid, scene.name, score)
    return Outcome(pictures=1, tiles=tiles, unsure=score.unsure, wrong=score.wrong)


def _off(found: Points, true: Points) -> float:
    """How far the farthest corner lies from the true one, of the field's side; any corner may be the first."""
    turned = (np.abs(np.roll(found, turn, axis=0) - true).max() for turn in range(4))
    return float(min(turned) / np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())
