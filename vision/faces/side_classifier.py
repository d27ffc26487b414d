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

_PLAIN, _PICTURE = 3.0, 10.0  # unevenness at which an upper side is a back, and a face
_MAX_ODDS = 4.0  # log odds at these two
_BRIGHT, _EVEN = 170, 2.0  # mean of 255 and unevenness over which light may have faded a face
_DOUBT = 0.9  # the probability of that


class UntaughtFaces:
    """Tells backs from faces, but not which face it is."""

    def recognise(self, crops: Sequence[Picture]) -> list[Recognition]:
        """What each crop (CROP_HIGH × CROP_WIDE × 3) shows: the back, or all faces equally."""
        return [_recognition(crop) for crop in crops]

    def compare(self, crop: Picture, recognition: Recognition, references: ReferenceTiles) -> Recognition:  # noqa: ARG002
        """The same recognition: nothing was taught to compare the crop with."""
        return recognition

    def without_colours(self) -> "UntaughtFaces":
        """The same: it does not go by colours."""
        return self


def _recognition(crop: Picture) -> Recognition:
    middle, half = (_PLAIN + _PICTURE) / 2, (_PICTURE - _PLAIN) / 2
    uneven = unevenness(crop)
    odds = float(np.clip((middle - uneven) / half, -1.5, 1.5)) * _MAX_ODDS
    back = 1 / (1 + np.exp(-odds))
    # a face that is overexposed or faded looks as plain as a back
    faded = float(crop.mean()) > _BRIGHT and uneven > _EVEN
    known = 1.0 if odds <= 0 else min(1 - overexposed(crop), 1 - _DOUBT * faded)
    shares = {face: (1 - back) * known / len(TILE_FACES) for face in TILE_FACES}
    return Recognition(shares | {BACK: float(back) * known, UNKNOWN: 1 - known}, False)
