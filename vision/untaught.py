"""Which side of a tile lies up, when its faces have not been taught: a face is a picture, a back is one plain colour.

Reversi needs no more than this, so the box can be tried before anything is taught. What is taught is read better.
"""

from collections.abc import Sequence

import numpy as np

from engines.vocabulary import BACK, TILE_FACES
from vision.evenness import burnt, unevenness
from vision.reading import Picture
from vision.sure_tiles import SureTiles
from vision.taught import NONE_SURE, UNKNOWN, Likeness

_PLAIN, _PICTURE = 3.0, 10.0  # unevenness at which an upper side is a back, and a face
_SURE = 4.0  # logarithm of the odds at these two
_BRIGHT, _EVEN = 170, 2.0  # mean of 255 and unevenness over which light may have faded a face
_DOUBT = 0.9  # how likely that then is


class UntaughtFaces:
    """Tells backs from faces, and nothing of which face it is."""

    def recognise(self, crops: Sequence[Picture]) -> list[Likeness]:
        """What each crop (CROP_HIGH × CROP_WIDE × 3) shows: the back, or any of the faces alike."""
        return [_likeness(crop) for crop in crops]

    def compared(self, crop: Picture, likeness: Likeness, sure: SureTiles = NONE_SURE) -> Likeness:  # noqa: ARG002
        """The same again: there is nothing that a crop could be compared with."""
        return likeness


def _likeness(crop: Picture) -> Likeness:
    middle, half = (_PLAIN + _PICTURE) / 2, (_PICTURE - _PLAIN) / 2
    uneven = unevenness(crop)
    odds = float(np.clip((middle - uneven) / half, -1.5, 1.5)) * _SURE
    back = 1 / (1 + np.exp(-odds))
    # a face that is burnt out or faded looks as plain as a back
    faded = float(crop.mean()) > _BRIGHT and uneven > _EVEN
    known = 1.0 if odds <= 0 else min(1 - burnt(crop), 1 - _DOUBT * faded)
    shares = {face: (1 - back) * known / len(TILE_FACES) for face in TILE_FACES}
    return Likeness(shares | {BACK: float(back) * known, UNKNOWN: 1 - known}, False)
