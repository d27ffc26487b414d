"""Compares doubtful upper sides in pairs with faces that were taught, by a network that is given two crops at once.

An embedding must say of one crop alone what it shows. Given two crops, a network can use what is left under glare: that
the one visible corner is the corner of a 3, or that only backs have a blue edge. It has two stages, so that features of
taught crops are computed once: the first computes features of a crop, the second scores a pair.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.networks import Maps, run_on_many, run_on_pairs
from vision.reading import Picture
from vision.tiles.crop import upside_down


def pair_features(crops: Sequence[Picture]) -> Maps:
    """Features (n × 48 × 11 × 8) of crops (CROP_HIGH × CROP_WIDE × 3, BGR), at least one."""
    return run_on_many("crops", crops)


def pair_features_both_turns(crops: Sequence[Picture]) -> Maps:
    """Features (2 × n × 48 × 11 × 8) of crops upright and upside down."""
    return np.stack([pair_features(crops), pair_features([upside_down(crop) for crop in crops])])


def pair_scores(features: Maps, known: Maps) -> NDArray[np.float32]:
    """Log odds (n) that each known crop shows a crop's face, the same side up, over a face that was never taught.

    `features`: of one crop (48 × 11 × 8); `known`: of n crops, at least one.
    """
    return run_on_pairs("pairs", features, known).ravel()
