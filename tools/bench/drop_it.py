"""`jarapon bench drop_it`: read drops into simulated or photographed frames, and pictures that are no drop."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2

from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.drop_judging import Answer, DropScore, judge
from tools.bench.drop_troubles import Landed, OurReader, measure_troubles
from tools.bench.drop_turns import measure_turns
from tools.films.true_drops import Stretch, photographed, simulated
from tools.lab.baselines.frame_contours import FrameContours, Parameters, choices
from tools.progress import with_progress
from vision.reading import Picture

OURS, CONTOURS = "ours", "contours"
DROPS = 12  # of a simulated stretch
TUNING_SEEDS = range(1, 7)  # of the stretches on which the baseline's parameters are chosen


class DropReader(Protocol):
    """Reads the pictures of one stretch in their order."""

    def read(self, picture: Picture) -> tuple[Landed | None, str]:
        """Outline and landing of the piece that is new since the picture before, or the warnings instead."""


def measure(
    report: Report, photos: Sequence[Path], sequences: int, troubles: int, turned: int, seed: int, beside: bool
) -> None:
    """Report a row a stretch and method, then totals; then a row a kind of trouble, and one a kind of turned frame."""
    cv2.setNumThreads(1)
    parameters = tuned_parameters() if beside else None
    for made, stretches in (
        ("photographed", [partial(photographed, folder) for folder in photos]),
        ("simulated", [partial(simulated, number, DROPS) for number in range(seed, seed + sequences)]),
    ):
        totals: dict[str, DropScore] = {}
        for stretch in with_progress(stretches, f"{made} stretches"):
            for way, score in measure_methods(stretch(), parameters):
                totals.setdefault(way, DropScore(f"all {made}")).add(score)
                report.row("drops", {"stretch": score.name, "way": way, **score.row()})
                report.complain(score.complaints)
        for way, score in totals.items():
            report.row("drops", {"stretch": score.name, "way": way, **score.row()})
    for trouble in measure_troubles(seed, troubles):
        report.row("troubles", trouble.row())
        report.complain(trouble.complaints)
    for turns in measure_turns(seed, turned):
        report.row("turned", turns.row())
        report.complain(turns.complaints)


def measure_drops(stretch: Stretch, reader: DropReader) -> DropScore:
    """Read one stretch and judge the answers."""
    score = DropScore(stretch.name)
    for picture in stretch.begun:
        reader.read(picture)
    for number, (picture, true) in enumerate(stretch.drops, start=1):
        (answer, why), _, ms = timed(reader.read, picture)
        score.ms.append(ms)
        judged = None if answer is None else Answer(*answer)
        judge(score, true, judged, f"{stretch.name} {number}", why or "nothing new")
    return score


def measure_methods(stretch: Stretch, parameters: Parameters | None) -> Iterator[tuple[str, DropScore]]:
    """The score of our reader, and of the baseline if its parameters are given."""
    yield OURS, measure_drops(stretch, OurReader(stretch))
    if parameters is not None:
        yield CONTOURS, measure_drops(stretch, FrameContours(stretch.frame, stretch.plane, stretch.empty, parameters))


def tuned_parameters() -> Parameters:
    """The parameters with which the baseline names most pieces rightly, then has the best outlines."""
    stretches = [simulated(seed, DROPS) for seed in TUNING_SEEDS]

    def worth(parameters: Parameters) -> float:
        total = DropScore("taught")
        for stretch in stretches:
            total.add(measure_drops(stretch, FrameContours(stretch.frame, stretch.plane, stretch.empty, parameters)))
        return total.right["piece"] - sum(total.means) / max(1, len(total.means))

    return max(with_progress(list(choices()), "parameters"), key=worth)


BENCHMARK = Benchmark(
    measure,
    Option("--photos", (), "photographed stretches", photographs="dropit/seq-*"),
    Option("--sequences", 6, "simulated stretches", quick=1),
    Option("--troubles", 4, "frames in which pictures are no drop, or a disturbed one", quick=1),
    Option("--turned", 6, "frames that are turned away and put back", quick=3),
    Option("--seed", 100, "of the first frame"),
    Option("--beside", False, "read by contours too"),
)
