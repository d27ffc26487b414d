"""`jarapon bench sheets`: find sheets by their print, after one empty photograph, and without being taught.

Each sheet is photographed empty and taught from its edges near the corners that the board finder gives. Then it lies,
in any orientation, under tiles and hands in other light and before other cameras; and also before the camera and lamp
of the lesson, turned by quarters, so that light and shadow are as in the lesson but the print is not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from simulator.scenes.sheet_shots import Shot, sheet_shots
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.strangers import WITHOUT_SHEET
from tools.progress import with_progress
from vision.board.finder import find_new_board
from vision.board.sheet_edges import sheet_edges
from vision.board.taught_sheet import SheetDetection, TaughtSheet, find_taught, flat_sheet
from vision.geometry.homography import mapped
from vision.pictures import open_picture
from vision.reading import Picture, Points

KINDS = ("grid", "cells", "stars")
_OTHERS = 3  # other sheets of the same kind that are searched for on each table
_TRIED = 3  # sheets of each kind that are searched for in photographs without a sheet
_WORSE = 1.0  # px by which an error is larger than untaught


@dataclass
class Verdicts:
    """On how many tables the orientation of a sheet was right, left open or wrong, or no sheet found."""

    right: int = 0
    unknown: int = 0
    wrong: int = 0
    not_found: int = 0

    def count(self, detection: SheetDetection | None, expected: Points) -> None:
        """Count the detection on a table whose corners are expected in this order."""
        if detection is None:
            self.not_found += 1
        elif len(detection.turns) > 1:
            self.unknown += 1
        elif min(range(4), key=lambda turn: _worst(np.roll(detection.corners, turn, axis=0), expected)):
            self.wrong += 1
        else:
            self.right += 1


@dataclass
class Sheets:
    """Sheets of one kind; errors are of the worst corner (px)."""

    kind: str
    sheets: int = 0
    tables: int = 0
    ends: Verdicts = field(default_factory=Verdicts)  # orientation in other light, before other cameras
    turned: Verdicts = field(default_factory=Verdicts)  # orientation before the camera and lamp of the lesson
    others: int = 0  # searches for other sheets
    named: int = 0  # of these, recognised with an orientation
    alike: int = 0  # of these, recognised by the corners only
    worse: int = 0  # tables with an error that is larger than untaught by over 1 px
    lesson: list[float] = field(default_factory=list)  # of the taught corners, from the true ones
    untaught: list[float] = field(default_factory=list)  # of the board finder's corners, from the true ones
    off: list[float] = field(default_factory=list)  # of the taught sheet's corners, from where the lesson has them
    against_truth: list[float] = field(default_factory=list)  # of the taught sheet's corners, from the true ones
    ms: list[float] = field(default_factory=list)  # processor time of each search

    def add(self, sheet: TaughtSheet, lesson: Shot, shot: Shot) -> None:
        """Search for the sheet of a lesson on a table that it lies on."""
        self.tables += 1
        if shot.near is None:
            self.ends.not_found += 1
            return
        self.untaught.append(_off(shot.near, shot.field))
        detection, _, ms = timed(sheet.find, shot.picture, shot.near)
        self.ms.append(ms)
        expected = _as_taught(lesson, shot)
        self.ends.count(detection, expected)
        if detection is not None:
            self.off.append(_off(detection.corners, expected))
            self.against_truth.append(_off(detection.corners, shot.field))
            self.worse += self.against_truth[-1] > self.untaught[-1] + _WORSE

    def add_turned(self, sheet: TaughtSheet, lesson: Shot, shot: Shot) -> None:
        """Search for the sheet in the light and before the camera of its lesson, but turned."""
        self.turned.count(shot.find(sheet), _as_taught(lesson, shot))

    def add_other(self, sheet: TaughtSheet, shot: Shot) -> None:
        """Search for a sheet on a table on which another one lies."""
        self.others += 1
        detection = shot.find(sheet)
        self.alike += detection is not None and len(detection.turns) > 1
        self.named += detection is not None and len(detection.turns) == 1


def measure(report: Report, folders: Sequence[Path], sheets: int, tables: int, seed: int) -> None:
    """Report a row a kind of print; fails if an orientation or a sheet is wrong."""
    for score in measure_sheets(sheets, tables, seed):
        counts = {
            name: getattr(score, name) for name in ("kind", "sheets", "tables", "others", "named", "alike", "worse")
        }
        turned = {f"turned {name}": count for name, count in asdict(score.turned).items()}
        report.row("sheets", {**counts, **asdict(score.ends), **turned})
        if score.ends.wrong or score.turned.wrong or score.named:
            report.fail(f"{score.kind}: an orientation or a sheet is wrong.")
        for name in ("lesson", "untaught", "off", "against_truth", "ms"):
            unit = "ms" if name == "ms" else "px"
            middle, most = np.percentile(getattr(score, name) or [np.nan], (50, 95))
            row = {"kind": score.kind, "what": name.replace("_", " "), f"median {unit}": middle, f"95 % {unit}": most}
            report.row("times" if name == "ms" else "errors", row)
    paths, mistaken = without_sheet(folders), list(recognised(folders, sheets, seed))
    report.complain(mistaken)
    report.figures("photographs", {"without a sheet": len(paths), "in which a taught one is recognised": len(mistaken)})
    if mistaken:
        report.fail("A taught sheet is recognised in photographs without it.")


def measure_sheets(sheets: int, tables: int, seed: int) -> Iterator[Sheets]:
    """Read so many sheets of each kind, each on so many tables; yields the score of each kind."""
    cv2.setNumThreads(1)
    for kind in KINDS:
        score, taught = Sheets(kind), list[tuple[TaughtSheet, list[Shot]]]()
        for number in with_progress(range(sheets), f"{kind}: sheets"):
            rng = np.random.default_rng([seed + number, KINDS.index(kind)])
            lesson, laid, turned = sheet_shots(rng, kind, tables)
            if lesson.near is None:
                continue
            score.sheets += 1
            corners = sheet_edges(lesson.picture, lesson.near).corners
            lesson = replace(lesson, near=corners)
            score.lesson.append(_off(corners, lesson.field))
            sheet = TaughtSheet(flat_sheet(lesson.picture, corners), str(number))
            sheet.at(lesson.picture, corners)  # the first search prepares it
            for shot in laid:
                score.add(sheet, lesson, shot)
            for shot in turned:
                score.add_turned(sheet, lesson, shot)
            for other, shots in taught[-_OTHERS:]:
                score.add_other(other, laid[0])
                score.add_other(sheet, shots[0])
            taught.append((sheet, laid[:1]))
        yield score


def without_sheet(folders: Sequence[Path]) -> list[Path]:
    """The photographs in folders."""
    return sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))


def recognised(folders: Sequence[Path], sheets: int, seed: int) -> Iterator[str]:
    """Complaints about photographs without a sheet in which a taught one of any kind is recognised."""
    known = []
    for kind in KINDS:
        for number in range(min(sheets, _TRIED)):
            lesson, _, _ = sheet_shots(np.random.default_rng([seed + number, KINDS.index(kind)]), kind, 0)
            if lesson.near is not None:
                corners = sheet_edges(lesson.picture, lesson.near).corners
                known.append(TaughtSheet(flat_sheet(lesson.picture, corners), kind))
    for path in without_sheet(folders):
        picture = open_picture(path)
        near = find_new_board(picture).near
        found = find_taught(known, picture, _middle(picture) if near is None else near)
        if found is not None:
            yield f"{found[0].name} in {path.name}, orientations {found[1].turns}"


def _as_taught(lesson: Shot, shot: Shot) -> Points:
    """The taught corners, mapped into another photograph."""
    assert lesson.near is not None
    moved = cv2.getPerspectiveTransform(lesson.field.astype(np.float32), shot.field.astype(np.float32))
    return mapped(lesson.near, np.asarray(moved, np.float64))


def _worst(corners: Points, true: Points) -> float:
    return float(np.linalg.norm(corners - true, axis=1).max())


def _off(corners: Points, true: Points) -> float:
    """The error of the worst corner (px); any corner may be the first."""
    return min(_worst(np.roll(corners, turn, axis=0), true) for turn in range(4))


def _middle(picture: Picture) -> Points:
    """A square in the middle of a picture in which no board is found."""
    high, wide = picture.shape[:2]
    half = 0.35 * min(high, wide)
    corners = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(np.array([wide / 2, high / 2]) + corners, np.float64)


BENCHMARK = Benchmark(
    measure,
    WITHOUT_SHEET,
    Option("--sheets", 20, "of each kind of print", quick=2),
    Option("--tables", 3, "that each lies on", quick=1),
    Option("--seed", 1, "of the first sheet"),
)
