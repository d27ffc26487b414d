"""Detected lessons of tiles, and disturbed ones: missed tiles, false detections, carelessly laid rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from simulator.photographs.tile_photographs import LESSONS
from simulator.render.tiles import render
from simulator.scenes.light import random_sensor
from simulator.scenes.still_tables import lesson_scene
from simulator.scenes.tables import random_art
from vision.board.top_view import TOP_VIEW_SIZE
from vision.dimensions import SHEET, TILE_WIDE
from vision.faces.teaching import LaidTiles, laid_tiles
from vision.geometry.homography import mapped
from vision.reading import Points
from vision.tiles.detector import TileDetection

Rng = np.random.Generator
COUNT = 11
_IN_ROW = 6
_MAX_OFFSET = TILE_WIDE / 4  # top-view px between a tile's middle and its detection
_TRIES = 100  # to place a false detection
_MIN_DISTANCE = 13.0  # top-view px between two detections, as the detector keeps them


@dataclass(frozen=True)
class DetectedLesson:
    """The detections of one lesson."""

    laid: LaidTiles
    middles: Points  # true middles of its tiles in reading order (n × 2 top-view px)

    def relaid(self, middles: Points) -> "DetectedLesson":
        """The same detections with each tile laid elsewhere."""
        moved = [self._moved(tile, middles) for tile in self.laid.found]
        return DetectedLesson(replace(self.laid, found=tuple(moved)), middles)

    def _moved(self, tile: TileDetection, middles: Points) -> TileDetection:
        number = self.number_of(tile)
        if number is None:
            return tile
        x, y = np.array(tile.centre) + middles[number] - self.middles[number]
        return replace(tile, centre=(float(x), float(y)))

    def number_of(self, tile: TileDetection) -> int | None:
        """The number of the tile of a detection; None for a false one."""
        off = np.linalg.norm(self.middles - tile.centre, axis=1)
        return int(off.argmin()) if off.min() < _MAX_OFFSET else None


def detect_lessons(sets: int, seed: int) -> Iterator[DetectedLesson | None]:
    """Lessons of a number of sets of artwork; None where the board is not detected."""
    for number in range(1, sets + 1):
        rng = np.random.default_rng([seed, number])
        art = random_art(rng)
        for _ in range(LESSONS):
            table, view, glow = lesson_scene(rng, art)
            picture, truth = render(table, view, glow, random_sensor(rng), rng)
            laid = laid_tiles(picture)
            tops = np.array(truth.tops[:COUNT]).mean(axis=1)
            yield None if laid is None else DetectedLesson(laid, mapped(tops, laid.top_view.to_top_view))


Placed = tuple[Points, float, float] | None  # middle, turn in radians, relative size
Place = Callable[[Rng, DetectedLesson], Placed]


def disturbed(rng: Rng, lesson: DetectedLesson, missed: int, place: Place | None) -> DetectedLesson | None:
    """The lesson with `missed` tiles undetected and as many false detections; None where there is no room."""
    lost = set(rng.choice(COUNT, missed, replace=False).tolist())
    found = [tile for tile in lesson.laid.found if lesson.number_of(tile) not in lost]
    taken = [*lesson.middles]
    for make_place in [] if place is None else [place] * missed:
        false = _false_detection(rng, lesson, taken, make_place)
        if false is None:
            return None
        taken.append(np.array(false.centre))
        found = [tile for tile in found if np.hypot(*np.subtract(tile.centre, false.centre)) >= _MIN_DISTANCE] + [false]
    return replace(lesson, laid=replace(lesson.laid, found=tuple(found)))


def _false_detection(rng: Rng, lesson: DetectedLesson, taken: Sequence[Points], place: Place) -> TileDetection | None:
    """A false detection away from all others and from missed tiles; None where there is no room."""
    for _ in range(_TRIES):
        placed = place(rng, lesson)
        if placed is None:
            continue
        (x, y), turn, size = placed
        is_free = all(np.hypot(x - other[0], y - other[1]) >= _MIN_DISTANCE for other in taken)
        if is_free and 0 <= x < TOP_VIEW_SIZE and 0 <= y < TOP_VIEW_SIZE:
            return TileDetection((float(x), float(y)), turn, size, False, float(rng.uniform(0.5, 0.999)))
    return None


def _anywhere(rng: Rng, lesson: DetectedLesson) -> Placed:  # noqa: ARG001
    at = (TOP_VIEW_SIZE + rng.uniform(-SHEET, SHEET, 2)) / 2
    return at, float(rng.uniform(0, np.pi)), float(rng.uniform(0.7, 1.3))


def _beside_row(rng: Rng, lesson: DetectedLesson, spacings: float, size: float = 1.0) -> Placed:
    """A place `spacings` beyond an end of a row, as accurate as tiles are laid."""
    row = lesson.middles[:_IN_ROW] if rng.random() < 0.5 else lesson.middles[_IN_ROW:]
    step = (row[-1] - row[0]) / (len(row) - 1)
    end = row[-1] + spacings * step if rng.random() < 0.5 else row[0] - spacings * step
    return end + rng.normal(0, 2, 2), float(np.arctan2(step[1], step[0]) + rng.normal(0, 0.07)), size


def _on_print(rng: Rng, lesson: DetectedLesson) -> Placed:
    """A place where the network detects a print of this sheet as a tile, even with low confidence."""
    prints = [tile for tile in lesson.laid.found if lesson.number_of(tile) is None]
    if not prints:
        return None
    tile = prints[int(rng.integers(len(prints)))]
    return np.array(tile.centre), tile.turn, tile.size


FALSE_DETECTIONS: dict[str, Place] = {
    "anywhere": _anywhere,
    "in line": lambda rng, lesson: _beside_row(rng, lesson, 1.0),
    "other spacing": lambda rng, lesson: _beside_row(rng, lesson, float(rng.choice([0.75, 1.4, 1.7]))),
    "other size": lambda rng, lesson: _beside_row(rng, lesson, 1.0, float(rng.choice([0.75, 0.85, 1.15, 1.3]))),
    "on a print": _on_print,
}


def _uneven(share: float) -> Callable[[Rng, Points], Points]:
    """A laying with gaps between tiles that vary by up to a share of the usual one."""

    def laid(rng: Rng, middles: Points) -> Points:
        rows = []
        for row in (middles[:_IN_ROW], middles[_IN_ROW:]):
            step = (row[-1] - row[0]) / (len(row) - 1)
            steps = np.concatenate([[0.0], 1 + rng.uniform(-share, share, len(row) - 1)]).cumsum()
            shift = steps - steps.mean() - (np.arange(len(row)) - (len(row) - 1) / 2)
            rows.append(row + shift[:, None] * step)
        return np.concatenate(rows)

    return laid


def _askew(degrees: float) -> Callable[[Rng, Points], Points]:
    """A laying with the second row turned about its middle."""

    def laid(rng: Rng, middles: Points) -> Points:
        angle = np.radians(degrees) * rng.choice([-1, 1])
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        row = middles[_IN_ROW:]
        return np.concatenate([middles[:_IN_ROW], (row - row.mean(axis=0)) @ turn.T + row.mean(axis=0)])

    return laid


def _bent(most: float) -> Callable[[Rng, Points], Points]:
    """A laying with both rows bent alike, by `most` mm from their middles to their ends."""

    def laid(rng: Rng, middles: Points) -> Points:
        along = middles[:, 0] - middles[:, 0].mean()
        sag = most * rng.choice([-1, 1]) * (along / np.abs(along).max()) ** 2
        return np.asarray(middles + np.column_stack([np.zeros(len(sag)), sag]))

    return laid


LAYINGS: dict[str, Callable[[Rng, Points], Points]] = {
    "gaps by 15 %": _uneven(0.15),
    "gaps by 30 %": _uneven(0.3),
    "gaps by 45 %": _uneven(0.45),
    "a row askew, 5°": _askew(5),
    "a row askew, 10°": _askew(10),
    "rows bent, 10 mm": _bent(10),
    "rows bent, 20 mm": _bent(20),
}
