"""How alike a doubtful upper side and faces that were taught are, each two laid side by side before one network.

The directions of `vision.taught` must say of a crop alone what it shows. Of two crops together a network sees more:
that the one corner which light has left of a face is the corner of a 3, or that only backs have a blue edge.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.networks import run_network
from vision.reading import Picture

_AT_ONCE = 8  # pairs: OpenCV keeps room for the most that it ever got


def side_by_side(seen: Picture, known: Sequence[Picture]) -> NDArray[np.float32]:
    """Logarithms (n) of how much likelier each known crop shows the face of `seen` than that it was never taught.

    All crops are CROP_HIGH × CROP_WIDE × 3, BGR, the same way up; there is at least one known one.
    """
    pairs = [np.vstack([seen, one]) for one in known]
    parts = [run_network("pairs", pairs[at : at + _AT_ONCE]) for at in range(0, len(pairs), _AT_ONCE)]
    return np.concatenate(parts).ravel()
