"""Which of the taught faces a look shows, and by how much no other one fits."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.sampling import Looks, Part, standardised

SOFT = 0.15  # of a card's width: what is wider than this is light, or a field of colour
SHARP = 0.007  # of a card's width: what is finer than this is noise
_GAINS = (0.0, 3.0)  # by which a colour's strokes may be weaker or stronger than in the lesson
_SAME = 3.0  # levels (RMS) by which two faces differ at least where they can be told apart


class Verdict(NamedTuple):
    """What a look shows: the number of the face, the look's correlation with it, the margin before every other face
    (1 where the look is the face itself, 0 halfway to another one), the correlation of the fine print alone, and which
    share of the print is not the face's in that third of it where it fits worst: 0 where nothing covers it."""

    face: int
    score: float
    margin: float
    print: float
    covered: float


def strokes(looks: Looks, part: Part, inside: NDArray[np.bool_] | None = None) -> Looks:
    """What is printed in a look finely (n × pixels × 3, or × 1): colours without what is coarse, as light and fields.

    `inside`: which pixels are the card's; what lies beside it does not count then.
    """
    step = float(part.points[1, 0] - part.points[0, 0])
    wide = 2 * round(SOFT / step / 2) + 1
    shape = (len(looks), *part.shape, looks.shape[2])
    fine = np.empty(shape, np.float32)
    within = np.ones(len(part.points), bool) if inside is None else inside
    own = within.reshape(*part.shape, 1).astype(np.float32)
    share = np.maximum(_blurred(own, wide), 1e-3)
    for out, look in zip(fine, looks.reshape(shape), strict=True):
        sharp = cv2.GaussianBlur(look, (0, 0), SHARP / step, borderType=cv2.BORDER_REPLICATE).reshape(out.shape)
        np.subtract(sharp, _blurred(look * own, wide) / share, out)
    return fine.reshape(looks.shape)


def _blurred(look: NDArray[np.float32], wide: int) -> NDArray[np.float32]:
    return np.asarray(cv2.blur(look, (wide, wide), borderType=cv2.BORDER_REPLICATE), np.float32).reshape(look.shape)


class Models:
    """How the faces look in a part of a card: `ways` of faces × pixels × 3, the first one exact, others shifted.

    `inside`: which of the pixels are the card's, whatever lies beside it. `telling`: which tell faces apart; the others
    count for the correlation of the whole look alone.
    """

    def __init__(
        self,
        ways: Sequence[Looks],
        part: Part,
        inside: NDArray[np.bool_] | None = None,
        telling: NDArray[np.bool_] | None = None,
    ) -> None:
        self._part = part
        self._inside = np.ones(len(part.points), bool) if inside is None else inside
        self._telling = self._inside if telling is None else telling & self._inside
        self._known = np.array([self._strokes(some) for some in ways])
        self._standard = np.array([standardised(some[:, self._inside]).astype(np.float16) for some in ways])
        self._power = (self._known**2).sum(axis=(2, 3))
        exact = self._known[0].reshape(len(ways[0]), -1)
        along = self._known.reshape(*self._known.shape[:2], -1) @ exact.T
        between = self._power[:, :, None] + self._power[0][None, None] - 2 * along
        self._apart = np.maximum(between, 0).min(axis=0).T + _SAME**2 * exact.shape[1]

    def _strokes(self, looks: Looks) -> NDArray[np.float32]:
        """The strokes of the print (n × colours × pixels)."""
        own = strokes(looks, self._part, self._inside)[:, self._telling]
        return np.ascontiguousarray(own.transpose(0, 2, 1))

    def judge(self, looks: Looks) -> list[Verdict]:
        """What each look (n × pixels × 3) shows.

        The margin is that of a matched filter between the strokes of two faces, `((x - b)² - (x - a)²) / (a - b)²`.
        """
        if not len(looks):
            return []
        fine, each = self._strokes(looks), np.arange(len(looks))
        along, gain = self._lit(fine)
        lit = gain[..., None] * fine
        power = (lit**2).sum(axis=(1, 2))
        off = power[:, None] - 2 * (along * gain[:, None]).sum(axis=3) + self._power[:, None]
        nearest = off.min(axis=0)
        face = nearest.argmin(axis=1)
        way = off[:, each, face].argmin(axis=0)
        margins = (nearest - nearest[each, face][:, None]) / self._apart[face]
        margins[each, face] = np.inf
        scores = np.einsum("np,np->n", standardised(looks[:, self._inside]), self._standard[way, face])
        known = self._known[way, face]
        prints = (lit * known).sum(axis=(1, 2)) / np.sqrt(np.maximum(power * self._power[way, face], 1.0))
        rows = zip(face, scores, margins.min(axis=1), prints, self._covered(lit, known), strict=True)
        return [Verdict(int(of), *(float(value) for value in values)) for of, *values in rows]

    def _lit(self, fine: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The products of strokes with those known (ways × looks × faces × colours); the gain (looks × colours) that
        lights a look like the face that it is most like: lamps and overexposure change each colour by itself, and a
        gain for every face would make all of them more alike.
        """
        along = np.stack([self._known[:, :, n] @ fine[:, n].T for n in range(3)], axis=-1).transpose(0, 2, 1, 3)
        each, cosine = np.arange(len(fine)), along.sum(axis=3) / np.sqrt(np.maximum(self._power[:, None], 1.0))
        closest = cosine.max(axis=0).argmax(axis=1)
        best = along[cosine[:, each, closest].argmax(axis=0), each, closest]
        gain = np.clip(best / np.maximum((fine**2).sum(axis=2), 1.0), _GAINS[0], _GAINS[1])
        return np.asarray(along, np.float32), np.asarray(gain, np.float32)

    def _covered(self, lit: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
        """The share of the strokes of a third of the print, across or down, that are not those known (n)."""
        off = ((lit - known) ** 2).sum(axis=1) @ self._thirds
        power = (known**2).sum(axis=1) @ self._thirds
        least = power.sum(axis=1, keepdims=True) / 5  # of one of them, so that noise where little is printed is none
        return np.asarray((off / np.maximum(np.maximum(power, least), 1.0)).max(axis=1), np.float32)

    @cached_property
    def _thirds(self) -> NDArray[np.float32]:
        """Which points of the print (points × 6) are in each of its three columns and rows."""
        points = self._part.points[self._telling]
        low, high = points.min(axis=0), points.max(axis=0)
        third = np.minimum((points - low) / np.maximum(high - low, 1e-9) * 3, 2.999).astype(int)
        return np.asarray((third[:, :, None] == np.arange(3)).reshape(len(points), 6), np.float32)
