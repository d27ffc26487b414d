"""Changes that must not change an answer: invisible ones of a picture, and other code paths of the libraries."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import cv2
import numpy as np
import onnxruntime

from simulator.photographs.spoilings import as_bytes, jpeg, noise
from vision.reading import Picture

Rng = np.random.Generator
Change = Callable[[Picture], Picture]
_AVX2_AND_LATER, _AVX512 = "AVX512-SKX,AVX2,FMA3", "AVX512-SKX"


def _unchanged(picture: Picture) -> Picture:
    return picture


def _moved(_: Rng, picture: Picture) -> Picture:
    """The picture moved by a tenth of a pixel right and down."""
    by = np.array([[1, 0, 0.1], [0, 1, 0.1]])
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture.astype(np.float32), by, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return as_bytes(np.asarray(moved, np.float32))


def _noisy(rng: Rng, picture: Picture) -> Picture:
    return noise(picture, 0.5, rng)


CHANGES: Mapping[str, Callable[[Rng, Picture], Picture]] = {
    "noise of 0.5, 1": _noisy,
    "noise of 0.5, 2": _noisy,
    "noise of 0.5, 3": _noisy,
    "moved by 0.1 px": _moved,
    "0.5 % brighter": lambda _, picture: as_bytes(picture * 1.005),
    "0.5 % darker": lambda _, picture: as_bytes(picture * 0.995),
    "JPEG 95 again": lambda rng, picture: jpeg(picture, 95, rng),
}


@dataclass(frozen=True)
class CodePath:
    """How another machine would compute."""

    environment: Mapping[str, str] = field(default_factory=dict)  # variables that switch code paths of libraries
    optimisation: int | None = None  # level of ONNX Runtime: 0 none, 1 basic, 2 extended, 99 all
    threads: int = 1  # of ONNX Runtime and OpenCV


CODE_PATHS: Mapping[str, CodePath] = {
    "two threads": CodePath(threads=2),
    "OpenCV without AVX-512": CodePath({"OPENCV_CPU_DISABLE": _AVX512}),
    "OpenCV without AVX2": CodePath({"OPENCV_CPU_DISABLE": _AVX2_AND_LATER}),
    "NumPy without AVX2": CodePath({"NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR X86_V3"}),
    "OpenBLAS Prescott": CodePath({"OPENBLAS_CORETYPE": "Prescott"}),
    "OpenBLAS Haswell": CodePath({"OPENBLAS_CORETYPE": "Haswell"}),
    "OpenBLAS Zen": CodePath({"OPENBLAS_CORETYPE": "Zen"}),
    "ONNX Runtime level 0": CodePath(optimisation=0),
    "ONNX Runtime level 1": CodePath(optimisation=1),
    "ONNX Runtime level 2": CodePath(optimisation=2),
}


def read_again(
    module: str, arguments: Mapping[str, object], changes: Sequence[str], paths: Sequence[str], seed: int
) -> Iterator[tuple[Any, str, Any, Any]]:
    """Read what `module.shown(**arguments)` lists again, with each change and code path.

    Yields its label, the change or code path, and what is read without and with it; of code paths the latter has been
    through JSON. Raises `CalledProcessError`.
    """
    cv2.setNumThreads(1)
    before = []
    for number, (label, read) in enumerate(import_module(module).shown(**arguments)):
        before.append((label, read(_unchanged)))
        for at, name in enumerate(changes):
            rng = np.random.default_rng((seed, number, at))
            yield label, name, before[-1][1], read(partial(CHANGES[name], rng))
    for name in paths:
        path = CODE_PATHS[name]
        request = json.dumps([module, arguments, path.optimisation, path.threads])
        command = [sys.executable, "-m", "tools.bench.changes", request]
        done = subprocess.run(command, env=os.environ | path.environment, stdout=subprocess.PIPE, check=True)
        for (label, first), again in zip(before, json.loads(done.stdout), strict=True):
            yield label, name, first, again


@contextmanager
def _computing(optimisation: int | None, threads: int) -> Iterator[None]:
    """Set threads, and open networks in the block with this level of optimisation."""
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


def main(words: Sequence[str]) -> None:
    """Print what this process reads, for `read_again`."""
    module, arguments, optimisation, threads = json.loads(words[0])
    with _computing(optimisation, threads):
        sys.stdout.write(json.dumps([read(_unchanged) for _, read in import_module(module).shown(**arguments)]))


if __name__ == "__main__":
    main(sys.argv[1:])
