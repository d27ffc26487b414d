"""`jarapon bench light`: read tables in the good and bad light that the build guide shows."""

import cv2

from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.judging import Score, compare_with_tiles, is_refused, true_tiles
from tools.light_pictures import LIGHTS, SEED, Outcome, other_art, read_in_each
from tools.progress import with_progress


def measure(report: Report, sets: int, seed: int) -> None:
    """Report a row a light: how many sets of tiles unknown to the networks were read, and how well."""
    cv2.setNumThreads(1)
    sums = {name: Score(name) for name in LIGHTS}
    for number in with_progress(range(seed, seed + sets), "sets"):
        for name, outcome in read_in_each(other_art(number), number):
            judge(outcome, sums[name])
    for name, score in sums.items():
        counts = {kind: getattr(score, kind) for kind in ("right", "unsure", "wrong", "missed")}
        report.row("light", {"light": name, "sets": sets, "read": score.photos, **counts})


def judge(outcome: Outcome, score: Score) -> None:
    """Count what was read in a picture, if anything was, into a score."""
    if not is_refused(outcome.reading):
        compare_with_tiles(outcome.reading.pieces, true_tiles(outcome.truth), score.scene, score)


BENCHMARK = Benchmark(
    measure,
    Option("--sets", 24, "of artwork", quick=1),
    Option("--seed", SEED + 1, "of the first set"),
)
