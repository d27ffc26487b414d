"""Which of the taught faces a look shows, and by how much no other one fits."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.sampling import Looks, Part, standardised

_SOFT = 0.045  # of a card's width: what is coarser than this is light, or a field of colour
_SHARP = 0.007  # of a card's width: what is finer than this is noise
_SAME = 3.0  # levels (RMS) by which two faces differ at least where they can be told apart


class Verdict(NamedTuple):
    """What a look shows: the number of the face, the look's correlation with it, and the margin before every other
    face: 1 where the look is the face itself, 0 halfway to another one."""

    face: int
    score: float
    margin: float


def strokes(looks: Looks, part: Part) -> NDArray[np.float32]:
    """What is printed in a look finely (n × pixels): lightness without what is coarse, as light and fields are."""
    high, wide = part.shape
    step = float(part.points[1, 0] - part.points[0, 0])
    grey = looks.mean(axis=2).reshape(-1, high, wide)
    fine = [_soft(one, _SHARP / step) - _soft(one, _SOFT / step) for one in grey]
    return np.asarray(fine, np.float32).reshape(len(looks), high * wide)


def _soft(picture: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), by, borderType=cv2.BORDER_REPLICATE), np.float32)


class Models:
    """How the faces look in a part of a card: `ways` of faces × pixels × 3, the first one exact, others shifted."""

    def __init__(self, ways: Sequence[Looks], part: Part) -> None:
        self._part = part
        self._known = np.array([strokes(some, part) for some in ways])
        self._standard = np.array([standardised(some) for some in ways])
        exact = self._known[0]
        self._power = (self._known**2).sum(axis=2)
        self._apart = ((exact[:, None] - exact[None]) ** 2).sum(axis=2) + _SAME**2 * exact.shape[1]

    def judge(self, looks: Looks) -> list[Verdict]:
        """What each look (n × pixels × 3) shows.

        The margin is that of a matched filter between the strokes of two faces, `((x - b)² - (x - a)²) / (a - b)²`.
        """
        if not len(looks):
            return []
        fine = strokes(looks, self._part)
        along = (self._known @ fine.T).transpose(0, 2, 1)  # ways × looks × faces
        off = self._distances(along, (fine**2).sum(axis=1))
        scores = (self._standard @ standardised(looks).T).max(axis=0).T
        verdicts = []
        for row, score in zip(off, scores, strict=True):
            face = int(row.argmin())
            margins = (row - row[face]) / self._apart[face]
            margins[face] = np.inf
            verdicts.append(Verdict(face, float(score[face]), float(margins.min())))
        return verdicts

    def _distances(self, along: NDArray[np.float32], power: NDArray[np.float32]) -> NDArray[np.float32]:
        """The squared distances (looks × faces) to the best way of each face.

        A look is lit like the face that it is most like: a gain of its own would make every face more alike.
        """
        known = self._power[:, None]
        alike = (along / np.sqrt(np.maximum(known, 1.0))).max(axis=0)
        closest = alike.argmax(axis=1)
        best = alike[np.arange(len(alike)), closest] * np.sqrt(self._power[0, closest])
        gain = np.clip(best / np.maximum(power, 1.0), 0.3, 3.0)[:, None]
        return np.asarray((gain**2 * power[:, None] - 2 * gain * along + known).min(axis=0), np.float32)
