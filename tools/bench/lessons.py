"""`jarapon bench lessons`: teach tiles where some are missed, with false finds instead of them.

Lessons are rendered and their tiles detected as usual; the detections are then disturbed. A lesson is wrong if it is
accepted and any place has a detection of something else than the tile that lies there.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import cv2
import numpy as np

from simulator.photographs.disturbed_lessons import (
    COUNT,
    FALSE_DETECTIONS,
    LAYINGS,
    DetectedLesson,
    detect_lessons,
    disturbed,
)
from tools.bench.benchmark import Benchmark, Option, Report
from vision.faces.teaching import CannotTeach, tiles_in_order


@dataclass
class LessonScore:
    """How lessons of one kind turned out."""

    kind: str
    lessons: int = 0
    right: int = 0
    refused: int = 0
    wrong: int = 0

    def count(self, lesson: DetectedLesson) -> None:
        """Teach one lesson and count the outcome."""
        self.lessons += 1
        try:
            learned = tiles_in_order(lesson.laid, 1, COUNT)
        except CannotTeach:
            self.refused += 1
            return
        is_right = [lesson.number_of(tile) for tile in learned] == list(range(COUNT))
        self.right += is_right
        self.wrong += not is_right


def measure(report: Report, sets: int, seed: int) -> None:
    """Report a row for undisturbed lessons, for each disturbance of detections, and for each careless laying."""
    cv2.setNumThreads(1)
    rng, lessons = np.random.default_rng(seed), list(detect_lessons(sets, seed))
    found = [lesson for lesson in lessons if lesson is not None]
    untouched = len(lessons) - len(found)
    _count(report, LessonScore("untouched", untouched, refused=untouched), found)
    for missed in (1, 2):
        for kind, place in {"none": None, **FALSE_DETECTIONS}.items():
            score = LessonScore(f"{missed} missed, false: {kind}")
            _count(report, score, (disturbed(rng, lesson, missed, place) for lesson in found))
    for kind, laying in LAYINGS.items():
        _count(report, LessonScore(kind), (lesson.relaid(laying(rng, lesson.middles)) for lesson in found))


def _count(report: Report, score: LessonScore, lessons: Iterable[DetectedLesson | None]) -> None:
    """Report a row of the lessons that could be disturbed."""
    for lesson in filter(None, lessons):
        score.count(lesson)
    report.row("lessons", asdict(score))
    if score.wrong:
        report.fail(f"{score.kind}: {score.wrong} lessons were learned wrongly.")


BENCHMARK = Benchmark(
    measure,
    Option("--sets", 50, "of artwork, two lessons each", quick=4),
    Option("--seed", 1, "of the sets"),
)
