"""Reads drops into frames again after invisible changes, and by the code paths of other processors.

A verdict has the answers about a drop: which piece, what it touches, its level, the circles that it covers, whether it
is above the top line. Readings are compared with each other, not with the truth.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engines.drop_it.geometry import Polygon
from engines.drop_it.measuring import Measured
from tools.bench.changes import CHANGES, CODE_PATHS, Change, read_again
from tools.bench.drop_judging import outline_distances
from tools.bench.drop_troubles import OurReader
from tools.films.true_drops import Stretch, photographed, simulated

DOUBTFUL = "doubtful"
DROPS = 12  # of a simulated stretch
PATHS = tuple(name for name, path in CODE_PATHS.items() if path.optimisation is None)  # networks do not read frames


class Verdict(NamedTuple):
    """What was reported of one drop."""

    answers: Mapping[str, object]  # the answer to each question, or `DOUBTFUL`; empty if nothing was read
    outline: Polygon  # mm; empty if nothing was read

    @classmethod
    def of(cls, measured: Measured, outline: Polygon) -> "Verdict":
        """The verdict of a measured drop."""
        drop = measured.drop
        answers: dict[str, object] = {"piece": drop.piece, "level": drop.level, "above": drop.above}
        answers |= {contact.item: False for contact in measured.contacts}
        answers |= {f"touch {piece}": True for piece in drop.touches}
        answers |= {f"edge {mark}": True for mark in drop.edges}
        answers |= {f"circle {size}": drop.circles.count(size) for size in ("large", "medium", "small")}
        return cls(answers | {item: DOUBTFUL for item, _ in measured.doubtful}, outline)


@dataclass
class FrameStability:
    """How the verdicts of drops compare with those of the same pictures after a change."""

    change: str
    drops: int = 0
    verdicts: int = 0  # answers compared
    changed: int = 0  # from one answer to another
    doubted: int = 0  # between an answer and doubt, or no answer
    moved: list[float] = field(default_factory=list)  # mm that each outline has moved, at its worst point
    complaints: list[str] = field(default_factory=list)

    def compare(self, name: str, before: Sequence[Verdict], after: Sequence[Verdict]) -> None:
        """Compare the verdicts of one stretch."""
        for number, (one, other) in enumerate(zip(before, after, strict=True), start=1):
            self.drops += 1
            if one.outline and other.outline:
                self.moved.append(max(outline_distances(one.outline, other.outline)))
            for item in {**one.answers, **other.answers}:
                # What is not mentioned is not touched; if nothing was read, all is in doubt.
                answers = [read.answers.get(item, False) if read.outline else DOUBTFUL for read in (one, other)]
                self.verdicts += 1
                if answers[0] != answers[1]:
                    is_doubt = DOUBTFUL in answers
                    self.doubted += is_doubt
                    self.changed += not is_doubt
                    self.complaints.append(f"{self.change}: {name} {number}: {item}: {answers[0]} became {answers[1]}")

    def row(self) -> dict[str, object]:
        """All counts, and the median, the 95 % quantile and the maximum of the moves."""
        median, far, most = np.percentile(self.moved, (50, 95, 100)) if self.moved else (None,) * 3
        counts = {name: getattr(self, name) for name in ("change", "drops", "verdicts", "changed", "doubted")}
        return {**counts, "outline mm": median, "95 % mm": far, "most mm": most}


def measure_frame_stability(
    folders: Sequence[Path],
    frames: Sequence[int],
    seed: int = 0,
    changes: Sequence[str] = tuple(CHANGES),
    paths: Sequence[str] = PATHS,
    drops: int = DROPS,
) -> list[FrameStability]:
    """Compare the verdicts of photographed stretches, and of simulated ones by the seeds of their frames.

    Gives one row a change and code path. Every picture of a stretch is changed, that of the empty frame too. Raises
    `CalledProcessError`.
    """
    rows = {name: FrameStability(name) for name in (*changes, *paths)}
    arguments = {"folders": [str(folder) for folder in folders], "frames": list(frames), "drops": drops}
    for stretch, name, before, after in read_again(__name__, arguments, changes, paths, seed):
        rows[name].compare(stretch, before, [Verdict(*verdict) for verdict in after])
    return list(rows.values())


def shown(
    folders: Sequence[str], frames: Sequence[int], drops: int
) -> Iterator[tuple[str, Callable[[Change], list[Verdict]]]]:
    """The name of each stretch, photographed ones first, and the function that reads its pictures after a change."""
    stretches = (
        *(partial(photographed, Path(one)) for one in folders),
        *(partial(simulated, one, drops) for one in frames),
    )
    for made in stretches:
        stretch = made()
        yield stretch.name, partial(_verdicts, stretch)


def _verdicts(stretch: Stretch, change: Change) -> list[Verdict]:
    """The verdict on each drop."""
    pictures = [change(picture) for picture, _ in stretch.drops]
    reader = OurReader(replace(stretch, empty=change(stretch.empty)))
    for picture in stretch.begun:
        reader.read(change(picture))
    answers = [reader.read(picture)[0] for picture in pictures]
    return [Verdict({}, ()) if answer is None else Verdict.of(answer[1], answer[0]) for answer in answers]
