"""How often what is claimed with a confidence is right: bins, the expected calibration error, and a diagram."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

BINS = 10
Claim = tuple[float, bool]  # the confidence of a tile's most probable face, and whether it shows it
_SIDE, _MARGIN = 360, 48  # px of the diagram
_BAR, _LINE, _TEXT = (180, 130, 70), (160, 160, 160), (40, 40, 40)  # BGR


def reliability(claims: Sequence[Claim]) -> NDArray[np.float64]:
    """For each of ten bins of confidence: how many claims, their mean confidence, and the share that is right (10 × 3).

    >>> reliability([(0.95, True), (0.97, False)])[-1].tolist()
    [2.0, 0.96, 0.5]
    """
    out = np.zeros((BINS, 3))
    confidence, right = np.array(claims, float).reshape(-1, 2).T
    of = np.clip((confidence * BINS).astype(int), 0, BINS - 1)
    for number in range(BINS):
        here = of == number
        if here.any():
            out[number] = here.sum(), confidence[here].mean(), right[here].mean()
    return out


def calibration_error(bins: NDArray[np.float64]) -> float:
    """The expected calibration error: the mean distance of confidence and accuracy, weighted by claims (0 to 1).

    >>> calibration_error(reliability([(0.95, True), (0.75, True)]))
    0.15
    """
    count, confidence, right = bins.T
    return round(float((count * np.abs(confidence - right)).sum() / max(1.0, count.sum())), 6)


def draw_diagram(bins: NDArray[np.float64], path: Path) -> None:
    """Writes a reliability diagram as PNG: a bar a bin as high as the share that is right, its claims counted above.

    The diagonal is perfect calibration; a dot marks a bin's mean confidence on it. Raises `OSError`.
    """
    size, wide = _SIDE + 2 * _MARGIN, _SIDE / BINS
    picture = np.full((size, size, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(_MARGIN + x * _SIDE), round(_MARGIN + (1 - y) * _SIDE)

    for number, (count, confidence, right) in enumerate(bins):
        if not count:
            continue
        left, top = at(number / BINS, right)
        cv2.rectangle(picture, (left + 3, top), (left + round(wide) - 3, at(0, 0)[1]), _BAR, -1)
        cv2.circle(picture, at(confidence, confidence), 4, _TEXT, -1, cv2.LINE_AA)
        _write(picture, f"{count:.0f}", (left + 2, top - 4))
    cv2.line(picture, at(0, 0), at(1, 1), _LINE, 1, cv2.LINE_AA)
    cv2.rectangle(picture, at(0, 1), at(1, 0), _LINE)
    for share in (0.0, 0.5, 1.0):
        _write(picture, f"{share:.1f}", (at(share, 0)[0] - 10, at(0, 0)[1] + 16))
        _write(picture, f"{share:.1f}", (at(0, 0)[0] - 30, at(0, share)[1] + 4))
    _write(picture, "confidence", (at(0.5, 0)[0] - 34, size - 12))
    _write(picture, "right", (4, _MARGIN // 2))
    _write(picture, f"expected calibration error {calibration_error(bins):.2%}", (_MARGIN + 80, _MARGIN // 2))
    if not cv2.imwrite(str(path), picture):
        raise OSError(f"{path} cannot be written")


def _write(picture: NDArray[np.uint8], text: str, at: tuple[int, int]) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.38, _TEXT, 1, cv2.LINE_AA)
