"""`jarapon bench stability`: read photographs again, changed by what nobody sees, and as other processors compute.

A folder holds photographs as `jarapon bench photos` takes them; its lesson is not changed. Each photograph is read, and
read again with noise, moved, brighter, darker, compressed once more, with other threads, and in processes of their own
by other code paths of NumPy, OpenCV and ONNX Runtime. Readings are compared with each other, not with the truth.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import dist
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from engines.vocabulary import UNSURE
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.changes import CHANGES, CODE_PATHS, Change, read_again
from tools.bench.photos import (
    CHOSEN,
    FOLDER,
    MOST,
    NUMBERS,
    UNTAUGHT,
    Read,
    chosen,
    folders_in,
    fresh_reader,
    photographs_of,
)
from tools.bench.stability_frames import measure_frame_stability
from vision.pictures import open_picture

# How far a piece with the same name, and with another one, may move; of the picture's width.
_MAX_MOVE_OF_SAME, _MAX_MOVE_OF_OTHER = 0.03, 0.015


class Piece(NamedTuple):
    """A piece as it was read."""

    face: str
    x: float  # of its middle, in shares of the picture's width
    y: float
    confidence: float


@dataclass
class Stability:
    """How the pieces read in photographs compare with those read after a change."""

    kind: str
    change: str
    names: int = 0  # pieces compared
    renamed: int = 0  # from one name to another
    doubted: int = 0  # between a name and "?"
    came_or_went: int = 0  # read only once
    moved_confidence: float = 0.0  # the largest difference of a confidence
    complaints: list[str] = field(default_factory=list)

    def compare(self, name: str, before: Sequence[Piece], after: Sequence[Piece]) -> None:
        """Compare the two readings of one photograph."""
        pairs, alone = _paired(before, after)
        self.names += len(before)
        for one, other in pairs:
            self.moved_confidence = max(self.moved_confidence, abs(one.confidence - other.confidence))
            if one.face == other.face:
                continue
            is_doubt = UNSURE in (one.face, other.face)
            self.doubted += is_doubt
            self.renamed += not is_doubt
            self._complain(name, f"{one.face} became {other.face}", one)
        self.came_or_went += len(alone)
        for one in alone:
            self._complain(name, f"{one.face} was read only once", one)

    def _complain(self, name: str, what: str, where: Piece) -> None:
        self.complaints.append(f"{name}: {what} at {where.x:.3f},{where.y:.3f} ({where.confidence:.2f})")


def measure(
    report: Report, folder: Path, scenes: str, most: int, stretches: Sequence[Path], sequences: int, seed: int
) -> None:
    """Report a row a kind of piece and change, then a row a change of frames; fails if an answer became another."""
    folders = folders_in(folder, chosen(scenes))
    for row in measure_stability(folders, chosen(scenes), tuple(CHANGES), tuple(CODE_PATHS), most, seed):
        counts = {name: getattr(row, name) for name in ("names", "renamed", "doubted", "came_or_went")}
        report.row(
            "changes",
            {"pieces": row.kind, "change": row.change, **counts, "confidence": round(row.moved_confidence, 4)},
        )
        report.complain(row.complaints)
        if row.renamed:
            report.fail(f"{row.change}: {row.renamed} names of {row.kind} became others")
    for frames in measure_frame_stability(stretches, range(seed, seed + sequences), seed):
        report.row("frames", frames.row())
        report.complain(frames.complaints)
        if frames.changed:
            report.fail(f"{frames.change}: {frames.changed} verdicts became others")


def measure_stability(
    folders: Sequence[Path],
    scenes: Sequence[str],
    changes: Sequence[str],
    paths: Sequence[str],
    most: int = 0,
    seed: int = 0,
) -> list[Stability]:
    """Compare the pieces of all photographs of the folders; one row a kind of piece and change.

    `most`: photographs of each scene and folder at most, 0 for all. Raises `CannotTeach`, `CalledProcessError`.
    """
    arguments = {"folders": [str(folder) for folder in folders], "scenes": scenes, "most": most}
    rows: dict[tuple[str, str], Stability] = {}
    for (kind, photograph), name, before, after in read_again(__name__, arguments, changes, paths, seed):
        row = rows.setdefault((kind, name), Stability(kind, name))
        row.compare(photograph, before, [Piece(*piece) for piece in after])
    kinds = [row.kind for row in rows.values()]
    return sorted(rows.values(), key=lambda row: kinds.index(row.kind))


def shown(
    folders: Sequence[str], scenes: Sequence[str], most: int
) -> Iterator[tuple[tuple[str, str], Callable[[Change], list[Piece]]]]:
    """The kind of pieces and name of each photograph, and the function that reads it after a change."""
    for folder in map(Path, folders):
        for scene in scenes:
            kind = {UNTAUGHT: "cards", NUMBERS: "number cards"}.get(scene, "tiles")
            if paths := photographs_of(folder, scene, most):
                fresh = fresh_reader(folder, scene)
                yield from (((kind, path.stem), partial(_pieces, path, fresh)) for path in paths)


_opened = lru_cache(maxsize=1)(open_picture)  # each change asks again


def _pieces(path: Path, fresh: Callable[[], Read], change: Change) -> list[Piece]:
    picture = change(_opened(path))
    wide = picture.shape[1]
    return [
        Piece(piece.face, piece.xy[0] / wide, piece.xy[1] / wide, float(piece.confidence))
        for piece in fresh()(picture).pieces
    ]


def _paired(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[list[tuple[Piece, Piece]], list[Piece]]:
    """The pairs of pieces of two readings that are the same piece, and the pieces without a partner."""
    pairs: list[tuple[Piece, Piece]] = []
    left, right = list(before), list(after)
    for reach, is_named in ((_MAX_MOVE_OF_SAME, True), (_MAX_MOVE_OF_OTHER, False)):
        two = [(one, other) for one in left for other in right if one.face == other.face or not is_named]
        for away, one, other in sorted(((dist(a[1:3], b[1:3]), a, b) for a, b in two), key=itemgetter(0)):
            if away <= reach and one in left and other in right:
                pairs.append((one, other))
                left.remove(one)
                right.remove(other)
    return pairs, [*left, *right]


BENCHMARK = Benchmark(
    measure,
    FOLDER,
    CHOSEN,
    MOST,
    Option("--stretches", (), "photographed stretches of drops", photographs="dropit/seq-*"),
    Option("--sequences", 6, "simulated stretches of drops", quick=1),
    Option("--seed", 700, "of the noise, and of the first simulated frame"),
)
