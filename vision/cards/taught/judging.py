"""Which of the taught faces a patch shows, and by how much no other one fits."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.sampling import Part, Patches, standardised

_COARSE_WIDTH = 0.15  # of a card's width: what is wider than this is light, or a field of colour
_NOISE_SIGMA = 0.007  # of a card's width: what is finer than this is noise
_MIN_STRENGTH = 1 / 3  # of a face's strokes: how strong those of a patch are at least, whatever the light
FLOOR = 0.01  # share of the print that no model explains: lessons and pictures are printed and lit differently


class Verdict(NamedTuple):
    """What a patch shows."""

    face: int  # its number
    score: float  # the patch's correlation with it
    margin: float  # log of how many times as much of the print the next face leaves unexplained
    print: float  # the correlation of the fine print alone
    covered: float  # the share of the print that is not the face's in the third of it that fits worst; 0: not covered


def strokes(patches: Patches, part: Part) -> Patches:
    """What is printed in a patch finely (n × pixels × 3): colours without what is coarse, as light and fields are."""
    step = float(part.points[1, 0] - part.points[0, 0])
    wide = 2 * round(_COARSE_WIDTH / step / 2) + 1
    fine = np.empty((len(patches), *part.shape, 3), np.float32)
    for out, patch in zip(fine, patches.reshape(fine.shape), strict=True):
        cv2.GaussianBlur(patch, (0, 0), _NOISE_SIGMA / step, out, borderType=cv2.BORDER_REPLICATE)
        np.subtract(out, cv2.blur(patch, (wide, wide), borderType=cv2.BORDER_REPLICATE), out)
    return fine.reshape(patches.shape)


class Models:
    """The patches of the faces in a part of a card: `variants` × faces × pixels × 3, the first exact, others shifted.

    `inside`: which of the pixels are the card's, whatever lies beside it. `distinctive`: those by which faces are
    compared; the others count for the correlation of the whole patch only.
    """

    def __init__(
        self,
        variants: Sequence[Patches],
        part: Part,
        inside: NDArray[np.bool_] | None = None,
        distinctive: NDArray[np.bool_] | None = None,
    ) -> None:
        self._part = part
        inside = np.ones(len(part.points), bool) if inside is None else inside
        self._inside = np.flatnonzero(inside)
        self._distinctive = self._inside if distinctive is None else np.flatnonzero(distinctive & inside)
        self._known = np.array([self._strokes(some) for some in variants])
        self._standard = np.array(
            [standardised(some.take(self._inside, axis=1)).astype(np.float16) for some in variants]
        )
        self._power = (self._known**2).sum(axis=2)

    def _strokes(self, patches: Patches) -> NDArray[np.float32]:
        return strokes(patches, self._part).take(self._distinctive, axis=1).reshape(len(patches), -1)

    def judge(self, patches: Patches, least: float = -1.0) -> list[Verdict]:
        """What each patch (n × pixels × 3) shows; score and cover only where the print correlates by at least so much.

        The margin is the logarithm of a ratio of residuals: the log likelihood ratio per independent px where the noise
        is unknown. So faces that hardly differ under the blur have a small margin.
        """
        if not len(patches):
            return []
        fine = self._strokes(patches)
        power = np.sqrt(np.maximum((fine**2).sum(axis=1), 1.0))
        strong = np.sqrt(np.maximum(self._power[:, None], 1.0))
        cosines = (self._known @ fine.T).transpose(0, 2, 1) / strong / power[:, None]  # variants × patches × faces
        cosines[power[:, None] < _MIN_STRENGTH * strong] = 0.0
        cosine, each = cosines.max(axis=0), np.arange(len(patches))
        face = cosine.argmax(axis=1)
        left = np.log(1 - np.maximum(cosine, 0.0) ** 2 + FLOOR)
        margins = left - left[each, face][:, None]
        margins[each, face] = np.inf
        alike = cosine[each, face]
        scores, covered, some = np.zeros(len(patches)), np.ones(len(patches)), np.flatnonzero(alike > least)
        best = cosines[:, some, face[some]].argmax(axis=0), face[some]
        inside = standardised(patches[some].take(self._inside, axis=1))
        scores[some] = np.einsum("np,np->n", inside, self._standard[best])
        covered[some] = self._covered(fine[some], self._known[best])
        rows = np.stack([scores, margins.min(axis=1), alike, covered], axis=1)
        return [Verdict(int(of), *row) for of, row in zip(face, rows.tolist(), strict=True)]

    def _covered(self, fine: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
        """The share of the strokes of a third of the print, across or down, that are not those known (n)."""
        gain = (fine * known).sum(axis=1) / np.maximum((fine**2).sum(axis=1), 1.0)
        off = (gain[:, None] * fine - known) ** 2 @ self._thirds
        power = known**2 @ self._thirds
        least = power.sum(axis=1, keepdims=True) / 12  # of one of them, so that noise where nothing is printed is none
        return np.asarray((off / np.maximum(np.maximum(power, least), 1.0)).max(axis=1), np.float32)

    @cached_property
    def _thirds(self) -> NDArray[np.float32]:
        """Which colours of points of the print (3 · points × 6) are in each of its three columns and rows."""
        points = self._part.points[self._distinctive]
        low, high = points.min(axis=0), points.max(axis=0)
        third = np.minimum((points - low) / np.maximum(high - low, 1e-9) * 3, 2.999).astype(int)
        return np.repeat((third[:, :, None] == np.arange(3)).reshape(len(points), 6), 3, axis=0).astype(np.float32)
