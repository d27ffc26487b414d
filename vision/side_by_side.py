"""How alike a doubtful upper side and faces that were taught are, each two laid side by side before one network.

The directions of `vision.taught` must say of a crop alone what it shows. Of two crops together a network sees more:
that the one corner which light has left of a face is the corner of a 3, or that only backs have a blue edge.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.networks import run_on_many
from vision.reading import Picture


def side_by_side(seen: Picture, known: Sequence[Picture]) -> NDArray[np.float32]:
    """Logarithms (n) of how much likelier each known crop shows the face of `seen` than that it was never taught.

    All crops are CROP_HIGH × CROP_WIDE × 3, BGR, the same way up; there is at least one known one.
    """
    return run_on_many("pairs", [np.vstack([seen, one]) for one in known]).ravel()
