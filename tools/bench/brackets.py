"""Measures closer looks at tables in hard light whose picture in ordinary exposure is not read right as a whole.

Each way gets the same tables: `once` is the picture that leaves the doubt; `bracket` is fused with those of other
exposures, as the box does; `frames` is the mean of as many pictures in ordinary exposure; `full` is twice as fine.
Tiles of a picture that cannot be read at all count as unsure.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace

import cv2
import numpy as np

from device.games.listing import arrangement_of
from device.hardware.camera.frame import BRACKET
from tools.artwork.hard_light import KINDS, HardTable, hard_table
from tools.artwork.photographs import LESSONS, lesson_scene
from tools.artwork.random_light import random_sensor
from tools.artwork.random_tables import random_art
from tools.bench.photos import FACES, GAME_OF_SCENE, Score, hold_against_tiles, is_refused, true_tiles
from vision.closer_look import confirmed
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.quality.fusion import fused
from vision.reading import Picture, Reading
from vision.simulator.exposures import exposed
from vision.simulator.pieces import Art
from vision.simulator.render import radiance
from vision.table_reader import TableReader

Rng = np.random.Generator
SCENES = ("reversi", "hand", "search", "geister")
_TRIES = 8  # tables of one light and set, until one leaves a doubt


@dataclass
class Looks:
    """What one way of looking made of the tables in one kind of light; `ms`: of fusing and reading, one a table.

    `tables` left a doubt of `tried`; `refused` could not be read, `glare` are tiles that the reading says glare hides.
    """

    light: str
    way: str
    tried: int = 0
    tables: int = 0
    refused: int = 0
    glare: int = 0
    score: Score = field(default_factory=lambda: Score("all"))
    ms: list[float] = field(default_factory=list)

    def count(self, reading: Reading, table: HardTable, name: str) -> None:
        """Holds a reading against the truth."""
        tiles = true_tiles(table.truth)
        self.tables += 1
        self.glare += sum(warned.kind == "glare" for warned in reading.warnings)
        if is_refused(reading):
            self.refused += 1
            self.score.unsure += sum(tile.counts for tile in tiles)
        else:
            hold_against_tiles(reading.pieces, tiles, f"{name}, {self.light}, {self.way}", self.score)

    def to_json(self) -> dict[str, object]:
        """The counts, and the median time."""
        kept = {name: asdict(self.score)[name] for name in ("right", "unsure", "wrong")}
        counts = {name: getattr(self, name) for name in ("light", "way", "tried", "tables", "refused", "glare")}
        return counts | kept | {"ms": round(statistics.median(self.ms), 1) if self.ms else None}


def measure_brackets(sets: int, seed: int, full: bool = False) -> list[Looks]:
    """A table of each kind of light and set of artwork that leaves a doubt; one `Looks` for each light and way."""
    cv2.setNumThreads(1)
    ways = {name: way for name, way in _WAYS.items() if full or name != "full"}
    looks = {(light, way): Looks(light, way) for light in KINDS for way in ways}
    for number in range(sets):
        rng = np.random.default_rng([seed, number])
        art = random_art(rng)
        taught = _lesson(rng, art)
        for light in KINDS:
            rows = {way: looks[light, way] for way in ways}
            for count in range(_TRIES):
                table = hard_table(rng, art, light, SCENES[(number + count) % len(SCENES)])
                for row in rows.values():
                    row.tried += 1
                if _measure(table, taught, rows, f"{seed}/{number}"):
                    break
    return list(looks.values())


def _measure(table: HardTable, taught: TaughtFaces, rows: dict[str, Looks], name: str) -> bool:
    """Looks at a table in every way, if its picture in ordinary exposure leaves a doubt; whether it does."""
    reader = TableReader(arrangement_of(GAME_OF_SCENE[table.scene]), taught)
    ordinary = table.picture()
    once = reader.read(ordinary)
    if not _leaves_doubt(once, table):
        return False
    for way, row in rows.items():
        pictures = _WAYS[way](table, ordinary)
        start = time.perf_counter()
        picture = _AS_ONE[way](pictures)
        reading = reader.read(picture, check_board=True)
        row.ms.append((time.perf_counter() - start) * 1000)
        if way == "bracket":
            reading = confirmed(reading, once)
        row.count(once if way == "once" else _at_size(reading, ordinary.shape[1] / picture.shape[1]), table, name)
    return True


_WAYS: dict[str, Callable[[HardTable, Picture], list[Picture]]] = {
    "once": lambda _, ordinary: [ordinary],
    "bracket": lambda table, ordinary: [ordinary, *map(table.picture, BRACKET)],
    "frames": lambda table, ordinary: [ordinary, *(table.picture(0.0, frame + 1) for frame in range(len(BRACKET)))],
    "full": lambda table, _: [table.full()],
}


def _leaves_doubt(reading: Reading, table: HardTable) -> bool:
    """Whether a reading is not right as a whole, or none."""
    score = Score("one")
    if not is_refused(reading):
        hold_against_tiles(reading.pieces, true_tiles(table.truth), "", score)
    return not score.whole


def _mean(pictures: Sequence[Picture]) -> Picture:
    return np.asarray(np.mean(np.array(pictures, np.float32), axis=0) + 0.5, np.uint8)


_AS_ONE: dict[str, Callable[[Sequence[Picture]], Picture]] = {
    "once": lambda pictures: pictures[0],
    "bracket": lambda pictures: fused(pictures, (0.0, *BRACKET)),
    "frames": _mean,
    "full": lambda pictures: pictures[0],
}


def _at_size(reading: Reading, times: float) -> Reading:
    """The same in px of a picture so many times as large."""
    pieces = (replace(piece, xy=(piece.xy[0] * times, piece.xy[1] * times)) for piece in reading.pieces)
    return replace(reading, pieces=tuple(pieces))


def _lesson(rng: Rng, art: Art) -> TaughtFaces:
    """What photographs in ordinary light teach; people take others when the box refuses these."""
    while True:
        scenes = [lesson_scene(rng, art) for _ in range(LESSONS)]
        taken = [exposed(radiance(*scene, rng)[0], random_sensor(rng), 0, rng) for scene in scenes]
        with suppress(CannotTeach):
            return teach(taken, FACES).taught
