"""`jarapon bench stability`: read photographs again, changed by what nobody sees, and as other processors compute.

A folder holds photographs as `jarapon bench photos` takes them; what its lesson teaches stays the same. Each photograph
is read, and read again with noise, moved, brighter, darker, compressed once more, with other threads, and in processes
of their own by other code paths of NumPy, OpenCV and ONNX Runtime. What is true does not matter here.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import onnxruntime

from engines.vocabulary import UNSURE
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.photos import (
    CHOSEN,
    FOLDER,
    MOST,
    NUMBERS,
    SCENES,
    UNTAUGHT,
    Read,
    chosen,
    folders_in,
    fresh_reader,
    photographs_of,
)
from vision.pictures import open_picture
from vision.reading import Picture

Rng = np.random.Generator
Change = Callable[[Picture, Rng], Picture]
_SAME, _NEAR = 0.03, 0.015  # of the picture's width that a piece moves at most: one of the same name, and of another
_OLD, _NO_512 = "AVX512-SKX,AVX2,FMA3", "AVX512-SKX"


class Piece(NamedTuple):
    """A piece as it was read: its name, its middle in shares of the picture's width, its confidence."""

    face: str
    x: float
    y: float
    confidence: float


@dataclass(frozen=True)
class Photograph:
    """A photograph, and what makes a fresh reader of it; `kind` is that of its pieces."""

    kind: str
    path: Path
    fresh: Callable[[], Read]

    def pieces(self, picture: Picture) -> list[Piece]:
        """What is read from the picture, as it is or changed."""
        wide = picture.shape[1]
        return [
            Piece(piece.face, piece.xy[0] / wide, piece.xy[1] / wide, float(piece.confidence))
            for piece in self.fresh()(picture).pieces
        ]


@dataclass
class Stability:
    """How pieces that were read compare with those of the same photographs after a change.

    `names`: pieces compared; `renamed`: from one name to another; `doubted`: between a name and "?"; `came_or_went`:
    read only once; `moved_confidence`: the largest difference of a confidence.
    """

    kind: str
    change: str
    names: int = 0
    renamed: int = 0
    doubted: int = 0
    came_or_went: int = 0
    moved_confidence: float = 0.0
    complaints: list[str] = field(default_factory=list)

    def compare(self, name: str, before: Sequence[Piece], after: Sequence[Piece]) -> None:
        """Counts the readings of one photograph."""
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


def _noisy(picture: Picture, rng: Rng) -> Picture:
    return _rounded(picture + rng.normal(0, 0.5, picture.shape))


def _moved(picture: Picture, _: Rng) -> Picture:
    """Moved by a tenth of a pixel both ways."""
    by = np.array([[1, 0, 0.1], [0, 1, 0.1]])
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture.astype(np.float32), by, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return _rounded(np.asarray(moved))


def _compressed(picture: Picture, _: Rng) -> Picture:
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _rounded(picture: np.ndarray) -> Picture:
    return np.asarray(np.clip(np.round(picture), 0, 255), np.uint8)


CHANGES: Mapping[str, Change] = {
    "noise of 0.5, 1": _noisy,
    "noise of 0.5, 2": _noisy,
    "noise of 0.5, 3": _noisy,
    "moved by 0.1 px": _moved,
    "0.5 % brighter": lambda picture, _: _rounded(picture * 1.005),
    "0.5 % darker": lambda picture, _: _rounded(picture * 0.995),
    "JPEG 95 again": _compressed,
}


@dataclass(frozen=True)
class CodePath:
    """How another machine would compute: variables of the environment, and options of ONNX Runtime and OpenCV."""

    environment: Mapping[str, str] = field(default_factory=dict)
    optimisation: int | None = None  # level of ONNX Runtime: 0 none, 1 basic, 2 extended, 99 all
    threads: int = 1


CODE_PATHS: Mapping[str, CodePath] = {
    "two threads": CodePath(threads=2),
    "OpenCV without AVX-512": CodePath({"OPENCV_CPU_DISABLE": _NO_512}),
    "OpenCV without AVX2": CodePath({"OPENCV_CPU_DISABLE": _OLD}),
    "NumPy without AVX2": CodePath({"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR X86_V3"}),
    "OpenBLAS Prescott": CodePath({"OPENBLAS_CORETYPE": "Prescott"}),
    "OpenBLAS Haswell": CodePath({"OPENBLAS_CORETYPE": "Haswell"}),
    "OpenBLAS Zen": CodePath({"OPENBLAS_CORETYPE": "Zen"}),
    "ONNX Runtime level 0": CodePath(optimisation=0),
    "ONNX Runtime level 1": CodePath(optimisation=1),
    "ONNX Runtime level 2": CodePath(optimisation=2),
}


def measure(report: Report, folder: Path, scenes: str, most: int, seed: int) -> None:
    """A row a kind of piece and change; fails where a name became another one."""
    folders = folders_in(folder, chosen(scenes))
    for row in measure_stability(folders, chosen(scenes), tuple(CHANGES), tuple(CODE_PATHS), most, seed):
        counts = {name: getattr(row, name) for name in ("names", "renamed", "doubted", "came_or_went")}
        report.row("changes", {"pieces": row.kind, "change": row.change, **counts, "confidence": row.moved_confidence})
        report.complain(row.complaints)
        if row.renamed:
            report.fail(f"{row.change}: {row.renamed} names of {row.kind} became others")


def measure_stability(
    folders: Sequence[Path],
    scenes: Sequence[str],
    changes: Sequence[str],
    paths: Sequence[str],
    most: int = 0,
    seed: int = 0,
) -> list[Stability]:
    """Compares the pieces of all photographs of the folders; one row a kind of piece and change.

    `most`: photographs of each scene and folder at most, 0 for all. Raises `CannotTeach`, `CalledProcessError`.
    """
    cv2.setNumThreads(1)
    photographs = list(photographs_in(folders, scenes, most))
    rows = {(one.kind, name): Stability(one.kind, name) for one in photographs for name in (*changes, *paths)}
    before = []
    for number, one in enumerate(photographs):
        picture = open_picture(one.path)
        before.append(one.pieces(picture))
        for at, name in enumerate(changes):
            rng = np.random.default_rng((seed, number, at))
            rows[one.kind, name].compare(one.path.stem, before[-1], one.pieces(CHANGES[name](picture, rng)))
    for name in paths:
        after = _read_elsewhere(folders, scenes, most, CODE_PATHS[name])
        for one, was, then in zip(photographs, before, after, strict=True):
            rows[one.kind, name].compare(one.path.stem, was, then)
    return list(rows.values())


def photographs_in(folders: Sequence[Path], scenes: Sequence[str] = SCENES, most: int = 0) -> Iterator[Photograph]:
    """The photographs of folders as `jarapon bench photos` takes them, with what their lessons teach."""
    for folder in folders:
        for scene in scenes:
            kind = {UNTAUGHT: "cards", NUMBERS: "number cards"}.get(scene, "tiles")
            if paths := photographs_of(folder, scene, most):
                fresh = fresh_reader(folder, scene)
                yield from (Photograph(kind, path, fresh) for path in paths)


def _paired(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[list[tuple[Piece, Piece]], list[Piece]]:
    """Which pieces of two readings are the same one, and those of either that are in no pair."""
    pairs: list[tuple[Piece, Piece]] = []
    left, right = list(before), list(after)
    for reach, is_named in ((_SAME, True), (_NEAR, False)):
        near = sorted(
            (float(np.hypot(one.x - other.x, one.y - other.y)), at, to)
            for at, one in enumerate(left)
            for to, other in enumerate(right)
            if one.face == other.face or not is_named
        )
        taken: list[tuple[int, int]] = []
        for away, at, to in near:
            if away <= reach and all(at != a and to != b for a, b in taken):
                taken.append((at, to))
        pairs += [(left[at], right[to]) for at, to in taken]
        left = [one for at, one in enumerate(left) if at not in {a for a, _ in taken}]
        right = [one for to, one in enumerate(right) if to not in {b for _, b in taken}]
    return pairs, [*left, *right]


def _read_elsewhere(folders: Sequence[Path], scenes: Sequence[str], most: int, path: CodePath) -> list[list[Piece]]:
    """What a process that computes otherwise reads from the same photographs."""
    command = [sys.executable, "-m", "tools.bench.stability", *map(str, folders), f"--threads={path.threads}"]
    command += [f"--scenes={','.join(scenes)}", f"--most={most}"]
    command += [] if path.optimisation is None else [f"--optimisation={path.optimisation}"]
    done = subprocess.run(command, env=os.environ | path.environment, stdout=subprocess.PIPE, check=True)
    return [[Piece(*piece) for piece in pieces] for pieces in json.loads(done.stdout)]


@contextmanager
def _computing(optimisation: int | None, threads: int) -> Iterator[None]:
    """Networks that are opened meanwhile are run so."""
    create = onnxruntime.InferenceSession

    def opened(path: str, options: onnxruntime.SessionOptions, **more: Any) -> onnxruntime.InferenceSession:
        options.intra_op_num_threads = threads
        if optimisation is not None:
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel(optimisation)
        return create(path, options, **more)

    cv2.setNumThreads(threads)
    onnxruntime.InferenceSession = opened
    try:
        yield
    finally:
        onnxruntime.InferenceSession = create


def main() -> None:
    """Prints what this process reads, for `_read_elsewhere`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--scenes", default="all")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--optimisation", type=int)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    with _computing(args.optimisation, args.threads):
        read = [
            one.pieces(open_picture(one.path)) for one in photographs_in(args.folders, chosen(args.scenes), args.most)
        ]
    sys.stdout.write(json.dumps(read))


BENCHMARK = Benchmark(measure, (FOLDER, CHOSEN, MOST, Option("--seed", 0, "of the noise")))

if __name__ == "__main__":
    main()
