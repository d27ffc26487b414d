"""Tells the white spare tile from backs that look as white in some light: a set has one spare tile (J-c1)."""

from collections.abc import Sequence
from dataclasses import replace

from engines.vocabulary import BACK, UNKNOWN
from vision.faces.recognition import Recognition
from vision.quality.surface import plainness
from vision.reading import Picture

_PLAIN = 0.5  # plainness from which a tile is the spare tile or a back
_OPEN = 0.01  # probability of a face that was never taught, from which a tile is a candidate


def at_most_one_spare(recognitions: Sequence[Recognition], crops: Sequence[Picture]) -> list[Recognition]:
    """Recognitions of the tiles of one table under the constraint that at most one of them is the spare tile.

    `crops` (CROP_HIGH × CROP_WIDE × 3 each) belong to `recognitions`. One plain tile alone may be the spare tile or a
    back in other light; of several, all but one are backs. An overexposed crop says nothing here and is unchanged.

    >>> import numpy as np
    >>> crop, white = np.full((44, 32, 3), 200, np.uint8), Recognition({"back": 0.25, "unknown": 0.75}, False)
    >>> [round(one.probabilities["back"], 2) for one in at_most_one_spare([white], [crop])]
    [0.25]
    >>> [round(one.probabilities["back"], 2) for one in at_most_one_spare([white] * 9, [crop] * 9)]
    [0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89]
    """
    odds = {
        index: one.probabilities[UNKNOWN] / one.probabilities[BACK]
        for index, (one, crop) in enumerate(zip(recognitions, crops, strict=True))
        if one.probabilities.get(BACK, 0.0) > 0 and one.probabilities[UNKNOWN] > _OPEN and plainness(crop) > _PLAIN
    }
    either = 1 + sum(odds.values())  # none is the spare one, or this one, or the next, ...
    return [
        one if index not in odds else _redistributed(one, odds[index] / either)
        for index, one in enumerate(recognitions)
    ]


def _redistributed(one: Recognition, spare: float) -> Recognition:
    """The same with the probability of back and `"unknown"` redistributed: the share `spare` to `"unknown"`."""
    both = one.probabilities[BACK] + one.probabilities[UNKNOWN]
    return replace(one, probabilities={**one.probabilities, BACK: both * (1 - spare), UNKNOWN: both * spare})
