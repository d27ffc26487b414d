"""How alike doubtful upper sides and faces that were taught are, each two laid side by side before one network.

The directions of `vision.taught` must say of a crop alone what it shows. Of two crops together a network sees more:
that the one corner which light has left of a face is the corner of a 3, or that only backs have a blue edge. It works
in two parts, so that taught crops are looked at once and for all: one makes a view of a crop, the other compares two.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.face_crop import upside_down
from vision.networks import Maps, run_on_many, run_on_maps
from vision.reading import Picture


def views_of(crops: Sequence[Picture]) -> Maps:
    """Views (n × 48 × 11 × 8) of crops (CROP_HIGH × CROP_WIDE × 3, BGR), at least one."""
    return run_on_many("crops", crops)


def views_both_ways_up(crops: Sequence[Picture]) -> Maps:
    """Views (2 × n × 48 × 11 × 8) of crops the right way up, and of the same upside down."""
    return np.stack([views_of(crops), views_of([upside_down(crop) for crop in crops])])


def side_by_side(seen: Maps, known: Maps) -> NDArray[np.float32]:
    """Logarithms (n) of how much likelier each known view shows the face of `seen`, the same way up, than that it was
    never taught.

    `seen`: one view (48 × 11 × 8); `known`: n views, at least one.
    """
    pairs = np.concatenate([np.broadcast_to(seen, known.shape), known], axis=1)
    return run_on_maps("pairs", pairs).ravel()
