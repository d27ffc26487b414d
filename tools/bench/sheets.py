"""Measures how exactly invented sheets are found by their print, after one empty photograph, and without being taught.

Each sheet is photographed empty and taught from its edges near the corners that the finder gives. Then it lies, turned
anyhow, under tiles and hands in other light and before other cameras; and once more before the same camera and lamp as
when it was taught, turned by quarters, so that light and shadow are the same as then but the print is not.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from tools.artwork import layouts
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from vision.board.camera_pose import mapped
from vision.board.finder import find_new_board
from vision.board.sheet_edges import sheet_edges
from vision.board.taught_sheet import TaughtSheet, find_taught, flat_sheet
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.simulator.pieces import Table
from vision.simulator.render import render

Rng = np.random.Generator
KINDS = ("grid", "cells", "stars")
_OTHERS = 3  # other sheets of the same kind that each table is tried with
_TRIED = 3  # sheets of each kind that photographs without a sheet are tried with
_WORSE = 1.0  # px
_LESSON_GLOSS = 0.15  # people are asked to keep glare off a lesson


@dataclass(frozen=True)
class Shot:
    """A photograph of a sheet: its true corners (4 × 2 px, from the sheet's own top left), and what the finder says."""

    picture: Picture
    field: Points
    near: Points | None


@dataclass
class Sheets:
    """Sheets of one kind, all counts of tables; errors are of the worst corner (px).

    `untaught`, `against_truth`: from where the corners truly are, and `lesson` the same of those that were taught;
    `off`: from where those that were taught are now. `worse`: tables with a larger error than untaught, by over 1 px.
    `right`, `unknown`, `wrong`: which end is which; `turned`: the same before the camera and lamp of the lesson.
    `others`, `named`: tries of other sheets, and those in which one of them was recognised with an orientation;
    `alike`: those in which only its corners were, whose errors are `off_alike`.
    """

    kind: str
    sheets: int = 0
    tables: int = 0
    found: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    turned: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    others: int = 0
    named: int = 0
    alike: int = 0
    worse: int = 0
    lesson: list[float] = field(default_factory=list)
    untaught: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    against_truth: list[float] = field(default_factory=list)
    off_alike: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, sheet: TaughtSheet, lesson: Shot, shot: Shot) -> None:
        """Looks for the sheet of a lesson on a table that it lies on."""
        self.tables += 1
        if shot.near is None:
            return
        self.untaught.append(_off(shot.near, shot.field))
        start = time.process_time()
        seen = sheet.find(shot.picture, shot.near)
        self.ms.append((time.process_time() - start) * 1000)
        if seen is None:
            return
        self.found += 1
        expected = _as_taught(lesson, shot)
        verdict = _orientation(seen.corners, seen.turns, expected)
        self.right, self.unknown, self.wrong = (
            count + (verdict == at) for at, count in enumerate((self.right, self.unknown, self.wrong))
        )
        self.off.append(_off(seen.corners, expected))
        self.against_truth.append(_off(seen.corners, shot.field))
        self.worse += self.against_truth[-1] > self.untaught[-1] + _WORSE

    def add_turned(self, sheet: TaughtSheet, lesson: Shot, shot: Shot) -> None:
        """Looks for the sheet in the light and before the camera of its lesson, but turned."""
        seen = None if shot.near is None else sheet.find(shot.picture, shot.near)
        verdict = 3 if seen is None else _orientation(seen.corners, seen.turns, _as_taught(lesson, shot))
        self.turned[verdict] += 1

    def add_other(self, sheet: TaughtSheet, shot: Shot) -> None:
        """Looks for a sheet on a table on which another one lies."""
        self.others += 1
        seen = None if shot.near is None else sheet.find(shot.picture, shot.near)
        if seen is not None and len(seen.turns) > 1:
            self.alike += 1
            self.off_alike.append(_off(seen.corners, shot.field))
        self.named += seen is not None and len(seen.turns) == 1

    def to_json(self) -> dict[str, object]:
        """The counts, and of the errors and times the median and what 95 % stay under."""
        errors = ("lesson", "untaught", "off", "against_truth", "off_alike")
        spread = {name: _spread(getattr(self, name)) for name in errors}
        counts = {
            name: getattr(self, name)
            for name in (
                "kind",
                "sheets",
                "tables",
                "found",
                "right",
                "unknown",
                "wrong",
                "worse",
                "others",
                "named",
                "alike",
            )
        }
        turned = dict(zip(("right", "unknown", "wrong", "not_found"), self.turned, strict=True))
        return {**counts, "turned_in_the_same_light": turned, **spread, "ms": _spread(self.ms)}


def measure_sheets(sheets: int, tables: int, seed: int) -> Iterator[Sheets]:
    """So many sheets of each kind, each on so many tables; the kinds one after the other."""
    cv2.setNumThreads(1)
    for kind in KINDS:
        score, taught = Sheets(kind), list[tuple[TaughtSheet, list[Shot]]]()
        for number in range(sheets):
            rng = np.random.default_rng([seed + number, KINDS.index(kind)])
            lesson, laid, turned = _photographs(rng, kind, tables)
            if lesson.near is None:
                continue
            score.sheets += 1
            corners = sheet_edges(lesson.picture, lesson.near).corners
            lesson = replace(lesson, near=corners)
            score.lesson.append(_off(corners, lesson.field))
            sheet = TaughtSheet(flat_sheet(lesson.picture, corners), str(number))
            sheet.at(lesson.picture, corners)  # the first look of all prepares it
            for shot in laid:
                score.add(sheet, lesson, shot)
            for shot in turned:
                score.add_turned(sheet, lesson, shot)
            for other, shots in taught[-_OTHERS:]:
                score.add_other(other, laid[0])
                score.add_other(sheet, shots[0])
            taught.append((sheet, laid[:1]))
        yield score


def accepted(
    folders: Sequence[Path], sheets: int, seed: int, progress: Callable[[str], None] = lambda _: None
) -> tuple[int, int]:
    """How many photographs without a sheet there are, and in how many a taught one of any kind is recognised."""
    known = []
    for kind in KINDS:
        for number in range(min(sheets, _TRIED)):
            lesson, _, _ = _photographs(np.random.default_rng([seed + number, KINDS.index(kind)]), kind, 0)
            if lesson.near is not None:
                corners = sheet_edges(lesson.picture, lesson.near).corners
                known.append(TaughtSheet(flat_sheet(lesson.picture, corners), kind))
    paths = sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))
    mistaken = 0
    for path in paths:
        picture = open_picture(path)
        board = find_new_board(picture)
        found = find_taught(known, picture, _middle(picture) if board.near is None else board.near)
        if found is not None:
            mistaken += 1
            progress(f"{found[0].name} in {path.name}, orientations {found[1].turns}")
    return len(paths), mistaken


def _photographs(rng: Rng, kind: str, tables: int) -> tuple[Shot, list[Shot], list[Shot]]:
    """The lesson of a new sheet, tables on which it lies, and the lesson once more, turned by one to three quarters."""
    art = random_art(rng)
    first = random_table(rng, art, ([], kind))
    bare, view, glow = replace(first, hands=()), layouts.whole_view(rng), random_light(rng)
    glow, sensor = replace(glow, tile_gloss=min(glow.tile_gloss, _LESSON_GLOSS)), random_sensor(rng)
    shots = []
    for quarters in range(4 if tables else 1):
        sheet = np.ascontiguousarray(np.rot90(first.art.sheet, -quarters))
        picture, truth = render(replace(bare, art=replace(bare.art, sheet=sheet)), view, glow, sensor, rng)
        shots.append(_shot(picture, np.roll(drawn(truth.field, sheet), -quarters, axis=0)))
    laid = [
        _laid(rng, first.art.sheet, random_table(rng, art, (layouts.random_tiles(rng)[0], kind))) for _ in range(tables)
    ]
    return shots[0], laid, shots[1:]


def _laid(rng: Rng, sheet: Picture, table: Table) -> Shot:
    laid = replace(table, art=replace(table.art, sheet=sheet))
    picture, truth = render(laid, layouts.whole_view(rng), random_light(rng), random_sensor(rng), rng)
    return _shot(picture, drawn(truth.field, sheet))


def _shot(picture: Picture, corners: Points) -> Shot:
    board = find_new_board(picture)
    return Shot(picture, corners, board.near)


def drawn(corners: Points, sheet: Picture) -> Points:
    """Where the corners of a sheet (4 × 2 px) are drawn: half a pixel of its artwork at each side is not."""
    side = len(sheet)
    whole, seen = (np.array([[0, 0], [end, 0], [end, end], [0, end]], np.float32) for end in (side, side - 1))
    matrix = cv2.getPerspectiveTransform(whole, corners.astype(np.float32))
    return mapped(seen.astype(np.float64), np.asarray(matrix, np.float64))


def _as_taught(lesson: Shot, shot: Shot) -> Points:
    """Where the corners that were taught are in another photograph."""
    assert lesson.near is not None
    moved = cv2.getPerspectiveTransform(lesson.field.astype(np.float32), shot.field.astype(np.float32))
    return mapped(lesson.near, np.asarray(moved, np.float64))


def _orientation(corners: Points, turns: Sequence[int], expected: Points) -> int:
    """0: right, 1: left open, 2: wrong."""
    far = [float(np.linalg.norm(np.roll(corners, turn, axis=0) - expected, axis=1).max()) for turn in range(4)]
    if len(turns) == 1:
        return 0 if int(np.argmin(far)) == 0 else 2
    return 1


def _off(corners: Points, true: Points) -> float:
    """How far the worst corner is off, whichever comes first (px)."""
    return min(float(np.linalg.norm(np.roll(corners, turn, axis=0) - true, axis=1).max()) for turn in range(4))


def _middle(picture: Picture) -> Points:
    """A square in the middle of a picture in which no board is found."""
    high, wide = picture.shape[:2]
    half = 0.35 * min(high, wide)
    return np.asarray(
        np.array([wide / 2, high / 2]) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), np.float64
    )


def _spread(values: list[float]) -> list[float] | None:
    return None if not values else [round(float(one), 2) for one in np.percentile(values, (50, 95))]
