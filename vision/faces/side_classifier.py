"""Classifies the upper sides of tiles as back or face when nothing was taught: a back is one plain colour.

Games in which only the side counts need no more, so the box can be tried before anything is taught. Taught faces are
read better.
"""

from collections.abc import Sequence

import numpy as np

from engines.vocabulary import BACK, TILE_FACES, UNKNOWN
from vision.faces.recognition import Recognition
from vision.faces.references import ReferenceTiles
from vision.quality.surface import overexposed, unevenness
from vision.reading import Picture

_MAX_BACK, _MIN_FACE = 3.0, 10.0  # unevenness of a back and of a face
_LOG_ODDS_AT_LIMITS = 4.0  # at these two
_MIN_FADED_BRIGHTNESS, _MIN_FADED_UNEVENNESS = 170, 2.0  # mean (of 255) and unevenness of a face that light faded
_FADED_PROBABILITY = 0.9  # probability of such a face


class UntaughtFaces:
    """Classifies upper sides as back or face, but not which face."""

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        """Recognises each crop (CROP_HIGH × CROP_WIDE × 3) as the back, or as any face equally."""
        return [_recognition(crop) for crop in crops]

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:  # noqa: ARG002
        """The same recognition: nothing was taught to compare the crop with."""
        return recognition

    def without_colours(self) -> "UntaughtFaces":
        """The same: it does not go by colours."""
        return self


def _recognition(crop: Picture) -> Recognition:
    middle, half = (_MAX_BACK + _MIN_FACE) / 2, (_MIN_FACE - _MAX_BACK) / 2
    uneven = unevenness(crop)
    odds = float(np.clip((middle - uneven) / half, -1.5, 1.5)) * _LOG_ODDS_AT_LIMITS
    back = 1 / (1 + np.exp(-odds))
    # a face that is overexposed or faded is as plain as a back
    faded = float(crop.mean()) > _MIN_FADED_BRIGHTNESS and uneven > _MIN_FADED_UNEVENNESS
    known = 1.0 if odds <= 0 else min(1 - overexposed(crop), 1 - _FADED_PROBABILITY * faded)
    shares = {face: (1 - back) * known / len(TILE_FACES) for face in TILE_FACES}
    return Recognition(shares | {BACK: float(back) * known, UNKNOWN: 1 - known}, False)
