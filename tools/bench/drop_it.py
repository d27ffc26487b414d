"""`jarapon bench drop_it`: read drops into simulated or photographed frames, and pictures that are no drop."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2

from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.drop_judging import Answer, DropScore, judge
from tools.bench.drop_troubles import OurReader, Seen, measure_troubles
from tools.films.true_drops import Stretch, photographed, simulated
from tools.lab.baselines.frame_contours import FrameContours, Parameters, choices
from tools.progress import with_progress
from vision.reading import Picture

OURS, CONTOURS = "ours", "contours"
DROPS = 12  # of a simulated stretch
TAUGHT_ON = range(1, 7)  # seeds on which the obvious way gets its parameters


class DropReader(Protocol):
    """Reads the pictures of one stretch in their order."""

    def read(self, picture: Picture) -> tuple[Seen | None, str]:
        """Outline and landing of the piece that is new since the picture before, or what is said instead."""


def measure(report: Report, photos: Sequence[Path], sequences: int, troubles: int, seed: int, beside: bool) -> None:
    """A row a stretch and way of reading, then totals; then a row a kind of trouble."""
    cv2.setNumThreads(1)
    parameters = taught_parameters() if beside else None
    for made, stretches in (
        ("photographed", [partial(photographed, folder) for folder in photos]),
        ("simulated", [partial(simulated, number, DROPS) for number in range(seed, seed + sequences)]),
    ):
        totals: dict[str, DropScore] = {}
        for stretch in with_progress(stretches, f"{made} stretches"):
            for way, score in measure_ways(stretch(), parameters):
                totals.setdefault(way, DropScore(f"all {made}")).add(score)
                report.row("drops", {"stretch": score.name, "way": way, **score.row()})
                report.complain(score.complaints)
        for way, score in totals.items():
            report.row("drops", {"stretch": score.name, "way": way, **score.row()})
    for trouble in measure_troubles(seed, troubles):
        report.row("troubles", trouble.row())
        report.complain(trouble.complaints)


def measure_drops(stretch: Stretch, reader: DropReader) -> DropScore:
    """Reads one stretch and judges the answers."""
    score = DropScore(stretch.name)
    for number, (picture, true) in enumerate(stretch.drops, start=1):
        (answer, why), _, ms = timed(reader.read, picture)
        score.ms.append(ms)
        said = None if answer is None else Answer(*answer)
        judge(score, true, said, f"{stretch.name} {number}", why or "nothing new")
    return score


def measure_ways(stretch: Stretch, parameters: Parameters | None) -> Iterator[tuple[str, DropScore]]:
    """Ours, and the obvious way with its parameters where they are known."""
    yield OURS, measure_drops(stretch, OurReader(stretch))
    if parameters is not None:
        yield CONTOURS, measure_drops(stretch, FrameContours(stretch.frame, stretch.plane, stretch.empty, parameters))


def taught_parameters() -> Parameters:
    """Those with which the obvious way names most pieces rightly, then has the best outlines, on its own seeds."""
    stretches = [simulated(seed, DROPS) for seed in TAUGHT_ON]

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
    Option("--seed", 100, "of the first frame"),
    Option("--beside", False, "read by contours too"),
)
