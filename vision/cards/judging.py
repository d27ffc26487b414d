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
    odds: float = 0.0


def strokes(looks: Looks, part: Part) -> NDArray[np.float32]:
    """What is printed in a look finely (n × pixels): lightness without what is coarse, as light and fields are."""
    high, wide = part.shape
    step = float(part.points[1, 0] - part.points[0, 0])
    grey = looks.mean(axis=2).reshape(-1, high, wide)
    fine = [_soft(one, _SHARP / step) - _soft(one, _SOFT / step) for one in grey]
    return np.asarray(fine, np.float32).reshape(len(looks), -1)


def _soft(picture: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), by, borderType=cv2.BORDER_REPLICATE), np.float32)


def judged(looks: Looks, models: Sequence[Looks], part: Part) -> list[Verdict]:
    """What each look (n × pixels × 3) shows of the models (faces × pixels × 3); `models`: exact, and shifted a little.

    The margin is that of a matched filter between the strokes of two faces, `((x - b)² - (x - a)²) / (a - b)²`.
    """
    if not len(looks):
        return []
    fine = strokes(looks, part)
    power = (fine**2).sum(axis=1)
    known = np.array([strokes(some, part) for some in models])
    along = np.einsum("np,sfp->snf", fine, known, optimize=True)
    known_power = (known**2).sum(axis=2)[:, None]
    # lit like the model that it is most like, since a gain of its own would make every model more alike
    alike = (along / np.sqrt(np.maximum(known_power, 1.0))).max(axis=0)
    closest = alike.argmax(axis=1)
    best = alike[np.arange(len(alike)), closest]
    gain = np.clip(np.sqrt(known_power[0, 0, closest]) * best / np.maximum(power, 1.0), 0.3, 3.0)[:, None]
    off = (gain**2 * power[:, None] - 2 * gain * along + known_power).min(axis=0)
    apart = ((known[0][:, None] - known[0][None]) ** 2).sum(axis=2) + _SAME**2 * known.shape[2]
    shown = standardised(looks)
    scores = np.max([shown @ standardised(some).T for some in models], axis=0)
    verdicts = []
    for one in range(len(looks)):
        face = int(off[one].argmin())
        others = np.arange(len(models[0])) != face
        margin = ((off[one] - off[one, face]) / apart[face])[others].min()
        spread = 2 * np.sqrt(apart[face] * off[one, face] / known.shape[2])
        odds = ((off[one] - off[one, face]) / np.maximum(spread, 1.0))[others].min()
        verdicts.append(Verdict(face, float(scores[one, face]), float(margin), float(odds)))
    return verdicts
