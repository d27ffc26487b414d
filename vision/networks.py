"""Runs the trained networks of `vision/weights/` with OpenCV."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture

Maps = NDArray[np.float32]
_AT_ONCE = 8  # pictures: OpenCV keeps room for the most that it ever got, and more at once is no faster


@cache
def _network(name: str) -> cv2.dnn.Net:
    # ENGINE_NEW runs these networks up to twice as fast as the classic engine on one core
    data = np.frombuffer(files("vision").joinpath("weights", f"{name}.onnx").read_bytes(), np.uint8)
    return cv2.dnn.readNetFromONNX(data, cv2.dnn.ENGINE_NEW)


def run_network(name: str, pictures: list[Picture]) -> Maps:
    """The output (n × …, float32) of one of the networks in `weights` for pictures of one size (BGR)."""
    blob = cv2.dnn.blobFromImages(pictures, 1 / 255, swapRB=True)
    network = _network(name)
    network.setInput(blob)
    return np.asarray(network.forward(), np.float32)


def run_on_many(name: str, pictures: Sequence[Picture]) -> Maps:
    """The same for any number of small pictures, at least one, a few at a time."""
    parts = [run_network(name, list(pictures[at : at + _AT_ONCE])) for at in range(0, len(pictures), _AT_ONCE)]
    return np.concatenate(parts)
