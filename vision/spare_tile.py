"""Tells the white spare tile from backs that light has made as white: of a set there is one spare tile (J-c1)."""

from collections.abc import Sequence
from dataclasses import replace

from engines.vocabulary import BACK
from vision.evenness import bareness
from vision.reading import Picture
from vision.taught import UNKNOWN, Likeness

_BARE = 0.5  # bareness from which a tile is the spare one or a back
_OPEN = 0.01  # less likely than this never taught, a tile is no candidate


def at_most_one_spare(likenesses: Sequence[Likeness], crops: Sequence[Picture]) -> list[Likeness]:
    """What the upper sides of one table show, knowing that at most one of them is the spare tile.

    `crops`: those that `likenesses` speak of (CROP_HIGH × CROP_WIDE × 3 each). Alone, a tile on which nothing is drawn
    may be the spare one or the back in some other light; of several, all but one are backs. What burns out tells
    nothing of this and stays as it is.

    >>> import numpy as np
    >>> crop, white = np.full((44, 32, 3), 200, np.uint8), Likeness({"back": 0.25, "unknown": 0.75}, False)
    >>> [round(one.likely["back"], 2) for one in at_most_one_spare([white], [crop])]
    [0.25]
    >>> [round(one.likely["back"], 2) for one in at_most_one_spare([white] * 9, [crop] * 9)]
    [0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89, 0.89]
    """
    odds = {
        index: one.likely[UNKNOWN] / one.likely[BACK]
        for index, (one, crop) in enumerate(zip(likenesses, crops, strict=True))
        if one.likely.get(BACK, 0.0) > 0 and one.likely[UNKNOWN] > _OPEN and bareness(crop) > _BARE
    }
    either = 1 + sum(odds.values())  # none is the spare one, or this one, or the next, ...
    return [
        one if index not in odds else _shared_out(one, odds[index] / either) for index, one in enumerate(likenesses)
    ]


def _shared_out(one: Likeness, spare: float) -> Likeness:
    """The same with what belongs to the back and to no taught face shared out anew: `spare` (0 to 1) to the latter."""
    both = one.likely[BACK] + one.likely[UNKNOWN]
    return replace(one, likely={**one.likely, BACK: both * (1 - spare), UNKNOWN: both * spare})
