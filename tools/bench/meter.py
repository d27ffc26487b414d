"""`jarapon bench meter`: what the meter of *Set up* says against how invented tables are read, each spoilt in a way."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from device.games.listing import arrangement_of
from simulator.render.tiles import Truth
from simulator.scenes.metered_scenes import Scene, spoilt
from simulator.scenes.metered_scenes import scene as drawn_scene
from simulator.scenes.still_tables import GAME_OF_SCENE, truth_json
from simulator.scenes.tables import random_art
from tools.bench.benchmark import Benchmark, Counts, Option, Report, percent
from tools.bench.judging import Score, compare_with_tiles, is_refused, true_tiles
from tools.films.tiles import lesson
from tools.progress import with_progress
from vision.faces.recogniser import TaughtFaces
from vision.meter import Kind, grade_of, measured, metered
from vision.reading import Picture, Points
from vision.table_reader import read_once

STRENGTHS: Mapping[Kind, tuple[float, ...]] = {
    "light": (0.06, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.2),  # times as bright
    "focus": (0.0, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0),  # px: of a Gaussian blur more than the camera's own
    "angle": (10.0, 20.0, 30.0, 40.0, 50.0, 60.0),  # degrees from straight above
    "distance": (600.0, 750.0, 900.0, 1100.0, 1300.0, 1600.0, 2000.0),  # mm of the table over the picture's height
    "glare": (0.0, 0.5, 1.0, 2.0, 3.0),  # how glossy tiles are; the sheet is half as glossy
}
IN_ALL = "in all"
_MAX_FIELD_ERROR = 0.06  # of the field's side; beyond it every tile would be read on its neighbour's square


@dataclass
class Outcome(Counts):
    """How pictures were metered and read."""

    values: list[float] = field(default_factory=list)  # that the meter measured
    pictures: int = 0
    unread: int = 0  # pictures in which the sheet is not found, or refused for their light
    astray: int = 0  # pictures in which something else is taken for the sheet
    tiles: int = 0
    missed: int = 0  # tiles of the unread and astray pictures
    unsure: int = 0
    wrong: int = 0

    def row(self) -> dict[str, object]:
        """The median of the measured values, counts, and shares of the tiles that were read."""
        read = self.tiles - self.missed
        counts = {name: getattr(self, name) for name in ("pictures", "unread", "astray", "tiles")}
        shares = {f"{name} %": percent(getattr(self, name), read) for name in ("unsure", "wrong")}
        return {"value": float(np.median(self.values)) if self.values else None, **counts, **shares}


Outcomes = Mapping[tuple[str, Any], Outcome]  # by what was spoilt, and by its strength or the grade it got


def measure(report: Report, tables: int, seed: int) -> None:
    """Report a row a kind and strength, and a row a kind and grade."""
    for name, outcomes in zip(("strength", "grade"), measure_meter(tables, seed), strict=True):
        for (kind, of), outcome in outcomes.items():
            report.row(f"{name}s", {"kind": kind, name: of, **outcome.row()})


def measure_meter(tables: int, seed: int) -> tuple[Outcomes, Outcomes]:
    """Read so many tables, each with artwork and a lesson of its own; the outcomes by strength and by grade."""
    cv2.setNumThreads(1)
    by_strength: defaultdict[tuple[str, Any], Outcome] = defaultdict(Outcome)
    by_grade: defaultdict[tuple[str, Any], Outcome] = defaultdict(Outcome)
    for number in with_progress(range(seed, seed + tables), "tables"):
        rng = np.random.default_rng([number, 0])
        art = random_art(rng)
        scene, taught = drawn_scene(rng, art, number), lesson(art, rng)
        for kind, strengths in STRENGTHS.items():
            for strength, picture, truth in spoilt(scene, kind, strengths, rng):
                outcome = _read(scene, taught, picture, truth)
                line = next((one for one in metered(picture, truth.field).measures if one.kind == kind), None)
                outcome.values = [] if line is None else [line.value]
                by_strength[kind, strength].add(outcome)
                by_grade[kind, "none" if line is None else line.grade].add(outcome)
                by_grade[IN_ALL, grade_of(measured(picture, True, None).score)].add(outcome)
    return by_strength, by_grade


def _read(scene: Scene, taught: TaughtFaces, picture: Picture, truth: Truth) -> Outcome:
    laid = true_tiles(truth_json(scene.table.tiles, truth))
    tiles = sum(tile.counts for tile in laid)
    reading = read_once(arrangement_of(GAME_OF_SCENE[scene.name]), taught, picture)
    if reading.field is None or is_refused(reading):
        return Outcome(pictures=1, unread=1, tiles=tiles, missed=tiles)
    if _field_error(reading.field, truth.field) > _MAX_FIELD_ERROR:
        return Outcome(pictures=1, astray=1, tiles=tiles, missed=tiles)
    score = Score(scene.name)
    compare_with_tiles(reading.pieces, laid, scene.name, score)
    return Outcome(pictures=1, tiles=tiles, unsure=score.unsure, wrong=score.wrong)


def _field_error(found: Points, true: Points) -> float:
    """The error of the worst corner, in shares of the field's side; any corner may be the first."""
    turned = (np.abs(np.roll(found, turn, axis=0) - true).max() for turn in range(4))
    return float(min(turned) / np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean())


BENCHMARK = Benchmark(
    measure,
    Option("--tables", 12, "invented tables", quick=1),
    Option("--seed", 1, "of the first table"),
)
