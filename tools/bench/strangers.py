"""`jarapon bench strangers`: look for the sheet where it is not.

It searches photographs without it, boards of other games, and other things. Photographs also serve as tables on which
invented things, sheets and hands lie, several times each in other light and from other places (`--augmented`).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from device.games.listing import arrangement_of
from simulator.scenes.tables_without_sheet import ON_PHOTOGRAPHS, Rng, Shown, invented_table
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.progress import with_progress
from vision.faces.side_classifier import UntaughtFaces
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.table_reader import TableReader

PHOTOGRAPHS, OTHERS, SHEETS = "photographs", "other boards", "sheets"
_GAME = "reversi"  # whose reader reads the pictures


@dataclass
class Strangers:
    """What was detected in pictures of one kind."""

    kind: str
    pictures: int = 0
    boards: int = 0  # pictures with a board
    another: int = 0  # pictures with the warning that this is another board
    hands: int = 0  # pictures with a hand
    tiles: int = 0  # pictures with a tile
    ms: list[float] = field(default_factory=list)  # processor time of each reading

    def add(self, picture: Picture, corners: Points | None = None) -> bool:
        """Count what is detected in a picture, with the sheet's corners (4 × 2 px) if they are known."""
        reader = TableReader(arrangement_of(_GAME), UntaughtFaces())
        if corners is not None:
            reader.set_field(corners, picture.shape[1])
        reading, _, ms = timed(reader.read, picture, check_board=True)
        self.ms.append(ms)
        kinds = {warned.kind for warned in reading.warnings}
        self.pictures += 1
        self.boards += reading.field is not None
        self.another += "another_board" in kinds
        self.hands += "hand" in kinds
        self.tiles += bool(reading.pieces)
        return reading.field is not None

    def row(self) -> dict[str, object]:
        """The counts, and the median and 95 % quantile of the times."""
        median, most = np.percentile(self.ms, (50, 95))
        return asdict(self) | {"ms": float(median), "95 % ms": float(most)}


def measure(report: Report, folders: Sequence[Path], tables: int, augmented: int, seed: int) -> None:
    """Report photographs without the sheet, then so many invented boards of other games, and as many sheets."""
    cv2.setNumThreads(1)
    paths = sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))
    pictures = {PHOTOGRAPHS: [(path.name, partial(_photograph, path)) for path in paths]}
    for kind, made in ON_PHOTOGRAPHS.items():
        pictures[kind] = [
            (f"{kind} {number}", partial(_made, made, paths[number % len(paths)], [seed + number, *kind.encode()]))
            for number in range(augmented * len(paths))
        ]
    for kind in (OTHERS, SHEETS):
        pictures[kind] = [
            (f"{kind} {number}", partial(invented_table, np.random.default_rng([number, 5]), kind == OTHERS))
            for number in range(seed, seed + tables)
        ]
    for kind, shown in pictures.items():
        found = Strangers(kind)
        for name, show in with_progress(shown, kind):
            if found.add(*show()) and kind in (PHOTOGRAPHS, OTHERS):
                report.complain([f"a board in {name}"])
        if shown:
            report.row("strangers", found.row())


def _photograph(path: Path) -> Shown:
    return open_picture(path), None


def _made(made: Callable[[Picture, Rng], Shown], path: Path, seed: Sequence[int]) -> Shown:
    return made(open_picture(path), np.random.default_rng(seed))


WITHOUT_SHEET = Option("folders", (), "with photographs without the sheet", photographs="cards")
BENCHMARK = Benchmark(
    measure,
    WITHOUT_SHEET,
    Option("--tables", 100, "invented tables", quick=5),
    Option("--augmented", 0, "times that each photograph also serves as a table for other things"),
    Option("--seed", 1, "of the first table"),
)
