"""`jarapon bench brackets`: look again at tables in hard light, in other exposures.

The tables are those whose picture in ordinary exposure is not read right as a whole. Three methods read the same
tables: `once` that picture alone; `bracket` that picture fused with some in other exposures, as the box does; `frames`
the mean of as many pictures in ordinary exposure. Tiles of a picture that cannot be read at all count as unsure.
"""

import statistics
from dataclasses import dataclass, field

import cv2
import numpy as np

from device.games.listing import arrangement_of
from device.hardware.camera.frame import BRACKET
from simulator.scenes.hard_light import KINDS, HardTable, hard_table
from simulator.scenes.still_tables import GAME_OF_SCENE
from simulator.scenes.tables import random_art
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.judging import Score, compare_with_tiles, is_refused, true_tiles
from tools.films.tiles import lesson
from tools.progress import with_progress
from vision.closer_look import confirmed
from vision.faces.recogniser import TaughtFaces
from vision.quality.fusion import fused
from vision.reading import Picture, Reading
from vision.table_reader import TableReader

SCENES = ("reversi", "hand", "search", "geister")
WAYS = ("once", "bracket", "frames")
_MAX_TRIES = 8  # tables of one light and set, until one leaves a doubt


@dataclass
class MethodScore:
    """What one method made of the tables in one kind of light."""

    light: str
    way: str  # the method
    tried: int = 0  # tables
    tables: int = 0  # of these, tables that left a doubt
    refused: int = 0  # tables that could not be read
    glare: int = 0  # tiles that are hidden by glare, as the reading reports
    score: Score = field(default_factory=lambda: Score("all"))
    ms: list[float] = field(default_factory=list)  # of fusing and reading, one a table

    def count(self, reading: Reading, table: HardTable, name: str) -> None:
        """Count the pieces of a reading, compared with the truth."""
        tiles = true_tiles(table.truth)
        self.tables += 1
        self.glare += sum(warned.kind == "glare" for warned in reading.warnings)
        if is_refused(reading):
            self.refused += 1
            self.score.unsure += sum(tile.counts for tile in tiles)
        else:
            compare_with_tiles(reading.pieces, tiles, f"{name}, {self.light}, {self.way}", self.score)


def measure(report: Report, sets: int, seed: int) -> None:
    """Report a row a light and method."""
    for row in measure_brackets(sets, seed):
        score = row.score
        labels = {name: getattr(row, name) for name in ("light", "way", "tables", "tried", "refused")}
        counts = {name: getattr(score, name) for name in ("right", "unsure", "wrong")}
        ms = statistics.median(row.ms) if row.ms else None
        report.row("brackets", {**labels, **counts, "glare": row.glare, "processor ms": ms})
        report.complain(score.complaints)


def measure_brackets(sets: int, seed: int) -> list[MethodScore]:
    """Read a doubtful table of each kind of light and set of artwork; one score for each light and method."""
    cv2.setNumThreads(1)
    scores = {(light, way): MethodScore(light, way) for light in KINDS for way in WAYS}
    for number in with_progress(range(sets), "sets"):
        rng = np.random.default_rng([seed, number])
        art = random_art(rng)
        taught = lesson(art, rng)
        for light in KINDS:
            rows = [scores[light, way] for way in WAYS]
            for count in range(_MAX_TRIES):
                table = hard_table(rng, art, light, SCENES[(number + count) % len(SCENES)])
                for row in rows:
                    row.tried += 1
                if _measure(table, taught, rows, f"{seed}/{number}"):
                    break
    return list(scores.values())


def _measure(table: HardTable, taught: TaughtFaces, rows: list[MethodScore], name: str) -> bool:
    """Read a table by every method if its picture in ordinary exposure leaves a doubt; returns whether it does."""
    reader = TableReader(arrangement_of(GAME_OF_SCENE[table.scene]), taught)
    ordinary = table.picture()
    once = reader.read(ordinary)
    if not _leaves_doubt(once, table):
        return False
    for row in rows:
        pictures = _pictures(table, ordinary, row.way)
        reading, _, ms = timed(lambda way, taken: reader.read(_as_one(way, taken), check_board=True), row.way, pictures)
        row.ms.append(ms)
        row.count(
            once if row.way == "once" else confirmed(reading, once) if row.way == "bracket" else reading, table, name
        )
    return True


def _pictures(table: HardTable, ordinary: Picture, way: str) -> list[Picture]:
    if way == "bracket":
        return [ordinary, *map(table.picture, BRACKET)]
    more = len(BRACKET) if way == "frames" else 0
    return [ordinary, *(table.picture(0.0, frame + 1) for frame in range(more))]


def _as_one(way: str, pictures: list[Picture]) -> Picture:
    if way == "bracket":
        return fused(pictures, (0.0, *BRACKET))
    return np.asarray(np.mean(np.array(pictures, np.float32), axis=0) + 0.5, np.uint8)


def _leaves_doubt(reading: Reading, table: HardTable) -> bool:
    """Whether a table was not read right as a whole."""
    score = Score("one")
    if not is_refused(reading):
        compare_with_tiles(reading.pieces, true_tiles(table.truth), "", score)
    return not score.whole


BENCHMARK = Benchmark(
    measure,
    Option("--sets", 14, "of artwork, a table of each light", quick=1),
    Option("--seed", 8801, "of the sets"),
)
