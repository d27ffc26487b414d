"""Runs the trained networks of `vision/weights/` with ONNX Runtime, on one core.

Some have 8-bit numbers (`tools/lab/training/eight_bits.py`): they take less than half the time.
"""

import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

# Else ONNX Runtime (1.32) keeps a number of this machine in its user's cache and tells its makers what it runs.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.reading import Picture

Maps = NDArray[np.float32]
_SIDE_MULTIPLE = 16  # px
_MAX_BATCH = 8  # pictures: memory grows with the batch, and larger ones are no faster


@cache
def _network(name: str) -> tuple[onnxruntime.InferenceSession, str]:
    """A network and the name of its input."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # the other cores serve the phones
    options.enable_cpu_mem_arena = False  # the box has little memory, and this costs hardly any time
    path = str(files("vision").joinpath("weights", f"{name}.onnx"))  # from a file it takes less memory than from bytes
    network = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return network, network.get_inputs()[0].name


def run_network(name: str, pictures: list[Picture]) -> Maps:
    """The output (n × …, float32) of one of the networks in `weights` for pictures of one size (BGR)."""
    return _run(name, np.asarray(cv2.dnn.blobFromImages(pictures, 1 / 255, swapRB=True), np.float32))


def run_on_any_size(name: str, picture: Picture) -> Maps:
    """The maps (maps × rows × columns) for one picture of any size: its sides are made multiples of 16 px."""
    high, wide = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -high % _SIDE_MULTIPLE, 0, -wide % _SIDE_MULTIPLE, cv2.BORDER_REPLICATE)
    return np.asarray(run_network(name, [np.asarray(padded, np.uint8)])[0])


def peaks_of(heat: Maps, least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cells of a map that no neighbour exceeds, over `least`, the highest first."""
    rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least))
    order = np.argsort(-heat[rows, columns])
    return rows[order], columns[order]


def run_on_many(name: str, pictures: Sequence[Picture]) -> Maps:
    """The same for any number of small pictures, at least one, a few at a time."""
    return np.concatenate([run_network(name, list(pictures[part])) for part in _parts(len(pictures))])


def run_on_pairs(name: str, one: Maps, others: Maps) -> Maps:
    """The output for the maps of one thing laid on those of each of any number of others, at least one.

    They are laid together in one place, a few at a time: it stays in the processor's cache.
    """
    both = np.empty((_MAX_BATCH, len(one) + others.shape[1], *one.shape[1:]), np.float32)
    both[:, : len(one)] = one
    outputs = []
    for part in _parts(len(others)):
        few = others[part]
        both[: len(few), len(one) :] = few
        outputs.append(_run(name, both[: len(few)]))
    return np.concatenate(outputs)


def _parts(count: int) -> list[slice]:
    return [slice(at, at + _MAX_BATCH) for at in range(0, count, _MAX_BATCH)]


def _run(name: str, blob: Maps) -> Maps:
    network, entry = _network(name)
    return np.asarray(network.run(None, {entry: blob})[0], np.float32)
