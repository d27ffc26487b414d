"""Draws what was measured over an enlarged part of its picture."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.letters import written
from vision.reading import Mark, Picture, Points

_MARGIN = 0.8  # of the size of what is shown, round it
_COLOURS = {
    "piece": (255, 255, 255),
    "touch": (60, 60, 255),
    "apart": (90, 220, 70),
    "line": (255, 220, 60),
    "circle": (255, 90, 255),
    "doubtful": (0, 200, 255),
}
_UNDER = (0, 0, 0)
_THICK = 220  # of the picture's width: a line
_LETTERS = 700  # px of width at which letters have their own size


def close_up(picture: Picture, marks: Sequence[Mark], size: tuple[int, int]) -> Picture:
    """The part of a picture round the marks of pieces, with all marks drawn over it; `size`: its width and height (px).

    >>> ring = ((40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0))
    >>> marks = [Mark("piece", ring), Mark("touch", ((60.0, 50.0),))]
    >>> close_up(np.zeros((96, 128, 3), np.uint8), marks, (640, 480)).shape
    (480, 640, 3)
    """
    rings = np.vstack([mark.points for mark in marks if mark.kind == "piece"])
    middle, wide = (rings.min(axis=0) + rings.max(axis=0)) / 2, float(np.ptp(rings, axis=0).max())
    times = min(size) / (wide * (1 + 2 * _MARGIN))
    shift = np.array(size) / 2 - middle * times
    matrix = np.array([[times, 0, shift[0]], [0, times, shift[1]]])
    part = np.asarray(cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)
    moved = [(mark, np.array(mark.points) * times + shift) for mark in marks]
    for mark, points in moved:
        _draw(part, mark, points, max(2, size[0] // _THICK))
    written(_label, part, [(mark, points) for mark, points in moved if mark.label], size[0] / _LETTERS)
    return part


def _draw(drawn: Picture, mark: Mark, points: Points, thick: int) -> None:
    line = np.round(points * 16).astype(np.int32)
    for colour, wide in ((_UNDER, thick + 4), (_COLOURS[mark.kind], thick)):
        if len(points) == 1:
            cv2.circle(drawn, tuple(map(int, line[0])), 16 * 3 * thick, colour, wide, cv2.LINE_AA, shift=4)
        else:
            cv2.polylines(drawn, [line], len(points) > 2, colour, wide, cv2.LINE_AA, shift=4)


def _label(drawn: Picture, labelled: Sequence[tuple[Mark, Points]], scale: float) -> None:
    """The label of each mark at the right end of a line, else to the right of it."""
    for mark, points in labelled:
        thick = max(1, round(2 * scale))
        (wide, high), _ = cv2.getTextSize(mark.label, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        x, y = points[points[:, 0].argmax()] if len(points) == 2 else points.mean(axis=0) + np.array([16 * scale, 0])
        at = (round(min(float(x), drawn.shape[1] - wide - 6)), round(float(y) - high * 0.4))
        cv2.putText(drawn, mark.label, at, cv2.FONT_HERSHEY_SIMPLEX, scale, _UNDER, thick + 4, cv2.LINE_AA)
        cv2.putText(drawn, mark.label, at, cv2.FONT_HERSHEY_SIMPLEX, scale, _COLOURS[mark.kind], thick, cv2.LINE_AA)
