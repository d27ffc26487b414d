"""Measures the reading of Drop It over whole stretches of drops, and beside an obvious way on the same pictures."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import cv2

from device.drop_it.drop_reading import measure, outline_of
from engines.drop_it.geometry import Point
from engines.drop_it.judging import SHAPE
from engines.drop_it.measuring import Measured
from tools.baselines.frame_contours import FrameContours, Parameters, choices
from tools.bench.drop_judging import Answer, DropScore, judge
from tools.bench.true_drops import Stretch, photographed, simulated
from vision.drop_it.reader import FrameReader, view_of
from vision.reading import Picture

OURS, CONTOURS = "ours", "contours"
DROPS = 12  # of a simulated stretch
Seen = tuple[tuple[Point, ...], Measured]  # the outline of a new piece (mm), and how it landed
TAUGHT_ON = range(1, 7)  # seeds on which the obvious way gets its parameters


class DropReader(Protocol):
    """Reads the pictures of one stretch in their order."""

    def read(self, picture: Picture) -> tuple[Seen | None, str]:
        """Outline and landing of the piece that is new since the picture before, or what is said instead."""


class OurReader:
    """The reader of the box."""

    def __init__(self, stretch: Stretch) -> None:
        view = view_of(stretch.frame, stretch.empty)
        self._reader = None if view is None else FrameReader(view, stretch.empty)
        self._frame = stretch.frame

    def read(self, picture: Picture) -> tuple[Seen | None, str]:
        """What the box says where people answer nothing."""
        if self._reader is None:
            return None, "no_frame"
        seen = self._reader.read(picture)
        self._reader.accept()
        if (new := seen.landed) is None:
            return None, " ".join(one.kind for one in seen.warnings)
        return (outline_of(new), measure(self._frame, seen.pieces, SHAPE)), ""


def stretches(seed: int, count: int, folders: Sequence[Path]) -> Iterator[Stretch]:
    """The photographed ones, or simulated ones."""
    if folders:
        yield from (photographed(folder) for folder in folders)
    else:
        yield from (simulated(one, DROPS) for one in range(seed, seed + count))


def measure_drops(told: Stretch, reader: DropReader) -> DropScore:
    """One stretch read and judged."""
    score = DropScore(told.name)
    for number, (picture, true) in enumerate(told.drops, start=1):
        begun = time.process_time()
        seen, why = reader.read(picture)
        said = None if seen is None else Answer(*seen)
        score.ms.append((time.process_time() - begun) * 1000)
        judge(score, true, said, f"{told.name} {number}", why or "nothing new")
    return score


def measure_ways(told: Stretch, parameters: Parameters | None) -> Iterator[tuple[str, DropScore]]:
    """Ours, and the obvious way with its parameters where they are known."""
    cv2.setNumThreads(1)
    yield OURS, measure_drops(told, OurReader(told))
    if parameters is not None:
        yield CONTOURS, measure_drops(told, FrameContours(told.frame, told.plane, told.empty, parameters))


def taught_parameters(progress: Callable[[str], None]) -> Parameters:
    """Those with which the obvious way names most pieces rightly, then has the best outlines, on its own seeds."""
    cv2.setNumThreads(1)
    told = [simulated(seed, DROPS) for seed in TAUGHT_ON]
    best: tuple[float, Parameters] | None = None
    for parameters in choices():
        total = DropScore("taught")
        for stretch in told:
            total.add(measure_drops(stretch, FrameContours(stretch.frame, stretch.plane, stretch.empty, parameters)))
        worth = total.right["piece"] - sum(total.means) / max(1, len(total.means))
        if best is None or worth > best[0]:
            best = worth, parameters
            progress(f"{total.right['piece']} of {total.drops} pieces with {parameters}")
    assert best is not None
    return best[1]


def measure_all(told: Iterator[Stretch], parameters: Parameters | None) -> Iterator[tuple[str, DropScore]]:
    """A row a stretch and way, then the totals."""
    totals: dict[str, DropScore] = {}
    for stretch in told:
        for way, score in measure_ways(stretch, parameters):
            totals.setdefault(way, DropScore("all")).add(score)
            yield way, score
    yield from totals.items()
