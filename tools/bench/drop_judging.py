"""Compares what was reported of drops with the truth.

Borderline cases do not count against a reader: contacts with a gap between 0.2 and 1 mm are left out, and within 1 mm
of a line or of a circle's rim either answer is right. An answer that is marked as doubtful is neither right nor wrong.
"""

import statistics
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from engines.drop_it.geometry import Point, Polygon
from engines.drop_it.measuring import Measured
from simulator.render.frame.polygons import divided
from tools.bench.benchmark import Counts, percent
from tools.films.true_drops import TrueDrop
from vision.reading import Points

MAX_TOUCH, MIN_GAP = 0.2, 1.0  # mm between things that touch, and between ones that do not
MIN_MARGIN = 1.0  # mm from a line or a rim from which only one answer is right
KINDS = ("piece", "contact", "level", "circle", "above")
_STEP = 0.5  # mm along outlines


@dataclass(frozen=True)
class Answer:
    """What was reported of a drop."""

    outline: tuple[Point, ...]  # mm
    measured: Measured  # how it landed


@dataclass
class DropScore(Counts):
    """How drops were read; answers are counted by their kind, one of `KINDS`."""

    name: str
    drops: int = 0
    said: int = 0  # drops that were reported
    whole: int = 0  # drops of which all is right
    doubtful_drops: int = 0
    right: Counter[str] = field(default_factory=Counter)
    doubtful: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)  # answers that are missing
    means: list[float] = field(default_factory=list)  # mm of error of outlines, each drop's mean
    far: list[float] = field(default_factory=list)  # the same, each drop's 95 % quantile
    ms: list[float] = field(default_factory=list)  # processor time of each reading
    complaints: list[str] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        """Counts, right answers of each kind out of those there should be, errors and times."""
        counts = {name: getattr(self, name) for name in ("drops", "said", "whole")}
        off = {"outline mm": self.means, "95 % mm": self.far}
        means = {name: statistics.fmean(values) if values else None for name, values in off.items()}
        kinds = {kind: f"{self.right[kind]} of {self._asked(kind)}" for kind in KINDS}
        doubts = {"wrong": self.wrong.total(), "doubtful %": percent(self.doubtful_drops, self.drops)}
        median, most = np.percentile(self.ms, (50, 95))
        return {**counts, **means, **kinds, **doubts, "processor ms": median, "95 % ms": most}

    def _asked(self, kind: str) -> int:
        """How many answers of a kind there should be."""
        return sum(counted[kind] for counted in (self.right, self.doubtful, self.wrong, self.unsaid))


class _Counting:
    """Counts the answers of one drop into a score."""

    def __init__(self, score: DropScore, said: Answer | None, label: str) -> None:
        self._score, self._said, self._label = score, said, label
        self._doubts = {item for item, _ in said.measured.doubtful} if said else set()
        self.is_whole, self.is_doubtful = True, False

    def count(self, kind: str, is_right: bool, item: str, what: str) -> None:
        score = self._score
        if self._said is None:
            score.unsaid[kind] += 1
        elif item in self._doubts:
            score.doubtful[kind] += 1
            self.is_doubtful = True
        elif is_right:
            score.right[kind] += 1
            return
        else:
            score.wrong[kind] += 1
            score.complaints.append(f"{self._label}: {what}")
        self.is_whole = False


def judge(score: DropScore, true: TrueDrop, said: Answer | None, label: str, why: str = "") -> None:
    """Count what was reported of one drop; if nothing was, `why` not."""
    counting = _Counting(score, said, label)
    score.drops += 1
    score.said += said is not None
    if said is None:
        score.complaints.append(f"{label}: nothing said of {true.piece}: {why}")
    else:
        off = sorted(outline_distances(said.outline, true.outline))
        score.means.append(sum(off) / len(off))
        score.far.append(off[min(len(off) - 1, int(0.95 * len(off)))])
    piece = said.measured.drop.piece if said else ""
    counting.count("piece", piece == true.piece, "piece", f"{piece} for {true.piece}")
    _count_contacts(counting, true, said)
    _count_level(counting, true, said)
    _count_circles(counting, true, said)
    score.whole += counting.is_whole
    score.doubtful_drops += counting.is_doubtful


def _count_contacts(counting: _Counting, true: TrueDrop, said: Answer | None) -> None:
    facts = {item: True if gap <= MAX_TOUCH else False if gap >= MIN_GAP else None for item, gap in true.gaps.items()}
    claims: set[str] = set()
    doubts: set[str] = set()
    if said:
        drop = said.measured.drop
        claims = {*(f"touch {one}" for one in drop.touches), *(f"edge {one}" for one in drop.edges)}
        doubts = {item for item, _ in said.measured.doubtful if item.startswith(("touch ", "edge "))}
    for item in sorted({*facts, *claims, *doubts}):
        fact = facts.get(item, False)
        if fact or (fact is False and (item in claims or item in doubts)):
            verb = "says" if item in claims else "does not say"
            counting.count("contact", fact == (item in claims), item, f"{verb} {item}")


def _count_level(counting: _Counting, true: TrueDrop, said: Answer | None) -> None:
    level, above = (said.measured.drop.level, said.measured.drop.above) if said else (-9, False)
    is_near = true.level_margin < MIN_MARGIN and abs(level - true.level) <= 1
    is_right = level == true.level or is_near or (true.above and above)
    counting.count("level", is_right, "level", f"level {level} for {true.level}")
    if true.above or above:
        counting.count("above", above == true.above or true.above_margin < MIN_MARGIN, "above", f"above {above}")


def _count_circles(counting: _Counting, true: TrueDrop, said: Answer | None) -> None:
    named = Counter(said.measured.drop.circles if said else ())
    doubts = {item for item, _ in said.measured.doubtful} if said else set()
    must, may = Counter[str](), Counter[str]()
    for circle in true.circles:
        if circle.margin < MIN_MARGIN:
            may[circle.size] += 1
        elif circle.is_covered:
            must[circle.size] += 1
    for size in ("large", "medium", "small"):
        item = f"circle {size}"
        if must[size] or may[size] or named[size] or item in doubts:
            is_right = must[size] <= named[size] <= must[size] + may[size]
            counting.count("circle", is_right, item, f"{named[size]} {size} circles for {must[size]}+{may[size]}")


def outline_distances(one: Polygon, other: Polygon) -> list[float]:
    """Distances (mm) of points along each of two outlines from the other one.

    >>> square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    >>> sorted(set(outline_distances(square, [(x + 0.25, y) for x, y in square])))
    [0.0, 0.25]
    """
    rings = [np.array(outline, np.float64) for outline in (one, other)]
    return [
        float(away) for outline, target in (rings, rings[::-1]) for away in _to_outline(divided(outline, _STEP), target)
    ]


def _to_outline(points: Points, ring: Points) -> Points:
    """Distances of points (n × 2) from a closed outline (m × 2)."""
    sides = np.roll(ring, -1, axis=0) - ring
    off = points[:, None] - ring[None]
    along = np.clip((off * sides).sum(axis=2) / np.maximum((sides**2).sum(axis=1), 1e-12), 0.0, 1.0)
    return np.asarray(np.linalg.norm(off - along[..., None] * sides, axis=2).min(axis=1))
