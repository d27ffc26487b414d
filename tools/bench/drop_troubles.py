"""Measures what the reader of Drop It reports of pictures that are disturbed, or that show no new drop."""

from collections import Counter
from dataclasses import dataclass, field

from device.drop_it.drop_reading import measure, outline_of
from engines.drop_it.geometry import Point
from engines.drop_it.measuring import Measured
from engines.drop_it.moves import SHAPE
from tools.bench.drop_judging import Answer, DropScore, judge
from tools.films.accidents import Accidents
from tools.films.true_drops import Stretch, TrueDrop
from tools.progress import with_progress
from vision.frame.reader import FrameReader, view_of
from vision.reading import Picture

_MAX_ERROR = 1.0  # mm of a right outline, in the mean
Landed = tuple[tuple[Point, ...], Measured]  # the outline of a new piece (mm), and how it landed


@dataclass
class Trouble:
    """How pictures of one kind were read."""

    kind: str
    right: int = 0
    wrong: int = 0
    instead: Counter[str] = field(default_factory=Counter)  # the warnings of those in which no drop was reported
    complaints: list[str] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        """All counts."""
        said = ", ".join(f"{count} {what}" for what, count in self.instead.most_common())
        asked = self.right + self.wrong + self.instead.total()
        return {"trouble": self.kind, "pictures": asked, "right": self.right, "wrong": self.wrong, "said instead": said}


class OurReader:
    """The reader of the box."""

    def __init__(self, stretch: Stretch) -> None:
        view = view_of(stretch.frame, stretch.empty)
        self._reader = None if view is None else FrameReader(view, stretch.empty)
        self._frame = stretch.frame

    def read(self, picture: Picture) -> tuple[Landed | None, str]:
        """What the box reports if people answer nothing."""
        if self._reader is None:
            return None, "no_frame"
        reading = self._reader.read(picture)
        self._reader.accept()
        if (new := reading.landed) is None:
            return None, " ".join(warning.kind for warning in reading.warnings)
        return (outline_of(new), measure(self._frame, reading.pieces, SHAPE)), ""


def measure_troubles(seed: int, count: int) -> list[Trouble]:
    """Read all kinds of accidents in so many frames."""
    troubles: dict[str, Trouble] = {}
    for number in with_progress(range(seed, seed + count), "frames with troubles"):
        accidents = Accidents(number)
        for kind, picture, true in accidents.cases():
            _count_accident(troubles.setdefault(kind, Trouble(kind)), accidents.before, picture(), true)
    return sorted(troubles.values(), key=lambda trouble: trouble.kind)


def _count_accident(trouble: Trouble, before: Stretch, picture: Picture, true: TrueDrop | None) -> None:
    reader = OurReader(before)
    for earlier, _ in before.drops:
        reader.read(earlier)
    answer, why = reader.read(picture)
    if answer is None:
        trouble.instead[why or "nothing new"] += 1
        return
    judged = Answer(*answer)
    if true is None:
        trouble.wrong += 1
        trouble.complaints.append(f"{before.name} {trouble.kind}: {judged.measured.drop.piece} out of nothing")
        return
    score = DropScore(before.name)
    judge(score, true, judged, f"{before.name} {trouble.kind}")
    is_right = not score.wrong.total() and score.means[0] < _MAX_ERROR
    trouble.right += is_right
    trouble.wrong += not is_right
    if not is_right:
        trouble.complaints += score.complaints or [f"{before.name} {trouble.kind}: outline off {score.means[0]:.2f} mm"]
