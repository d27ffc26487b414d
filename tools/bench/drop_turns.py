"""How a frame of Drop It that is turned away is found again where it is put back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_table import FrameTable
from engines.drop_it.geometry import polygon_of
from simulator.render.frame.pieces import Lying, PieceSizes
from tools.bench.drop_judging import outline_distances
from tools.films.turned_frames import Moment, TurnedFrame
from tools.progress import with_progress
from vision.reading import Reading

_LOOKS, _LOOKS_AWAY = 4, 2  # pictures of a frame that stands still, at most


@dataclass
class Turns:
    """How frames with one kind of back are found again."""

    back: str
    turned: int = 0
    at_once: int = 0  # read without a warning in the first picture after
    later: int = 0  # in another one
    changed: int = 0  # times that pieces came or went while a frame was turned away, or when it was back
    before: list[float] = field(default_factory=list)  # mm that each outline is off, at its worst point
    after: list[float] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        """All counts, and the median and the 95 % quantile of the outlines before and after."""
        unread = self.turned - self.at_once - self.later
        figures: dict[str, object] = {"back": self.back, "turned": self.turned, "at once": self.at_once}
        figures |= {"later": self.later, "not": unread, "changed": self.changed}
        for name, off in (("before", self.before), ("after", self.after)):
            median, far = np.percentile(off, (50, 95)) if off else (None, None)
            figures |= {f"{name} mm": median, f"{name} 95 % mm": far}
        return figures


def measure_turns(seed: int, count: int) -> list[Turns]:
    """Film and follow so many frames."""
    found: dict[str, Turns] = {}
    for number in with_progress(range(seed, seed + count), "frames that are turned"):
        film = TurnedFrame(number)
        back = "clear" if film.made.is_clear else "printed"
        _follow(found.setdefault(back, Turns(back)), film, f"{number}")
    return list(found.values())


def _follow(turns: Turns, film: TurnedFrame, name: str) -> None:
    scene = film.made.scene
    table, before = FrameTable(scene.frame, FrameFiles(None)), list[float]()
    for moment in film.moments():
        names = _names(table)
        if moment.kind in ("empty", "drop"):
            for _ in range(_LOOKS):
                table.read(film.picture(moment))
            before = _off(table, moment.lying, scene.sizes)
            continue
        looks = _looks(table, film, moment, _LOOKS if moment.kind == "back" else _LOOKS_AWAY)
        if _names(table) != names:
            turns.changed += 1
            turns.complaints.append(f"{name}: {names} became {_names(table)} ({moment.kind})")
        if moment.kind == "back":
            turns.turned += 1
            turns.at_once += looks == 1
            turns.later += 1 < looks <= _LOOKS
            turns.before += before
            turns.after += _off(table, moment.lying, scene.sizes)
            if looks > _LOOKS:
                turns.complaints.append(f"{name}: not read where it was put back")


def _looks(table: FrameTable, film: TurnedFrame, moment: Moment, most: int) -> int:
    """The number of the first picture that is read without a warning, one more than there are if none is."""
    return next((at for at in range(1, most + 1) if _is_read(table.read(film.picture(moment)))), most + 1)


def _is_read(reading: Reading) -> bool:
    return not reading.warnings and not reading.left_open


def _names(table: FrameTable) -> list[str]:
    return [piece.piece for piece in table.contents.pieces]


def _off(table: FrameTable, lying: Sequence[Lying], sizes: PieceSizes) -> list[float]:
    """How far (mm) the outline of each piece that is known is off, at its worst point."""
    true = [(one.piece, polygon_of(one.outline(sizes))) for one in lying]
    found = []
    for piece in table.contents.pieces:
        alike = [outline for name, outline in true if name == piece.piece]
        found += [min(max(outline_distances(piece.outline, outline)) for outline in alike)] if alike else []
    return found
