"""Finds likely reasons for low confidence in the tiles of a picture, among those that people can mend."""

from vision.quality.clarity import Clarity
from vision.quality.levels import Levels
from vision.reading import PictureWarning

# Limits of blur (mm of the table), noise and veil (of 255): beyond the first tiles may not be named, beyond those that
# hide them not even detected. Chosen on invented tables.
_MAX_BLUR, _MIN_HIDING_BLUR = 0.65, 0.9
_MAX_NOISE, _MIN_HIDING_NOISE = 6.0, 15.0
_MIN_HIDING_VEIL = 90.0


def reasons_for_doubt(clarity: Clarity, levels: Levels) -> list[PictureWarning]:
    """Warnings about a picture in which a tile is not named; none where the picture is clear."""
    faults = {
        "blurred": clarity.blur > _MAX_BLUR,
        "smeared": levels.is_veiled,
        "noisy": clarity.noise > _MAX_NOISE,
        "no_colours": clarity.is_colourless or levels.is_tinted,
    }
    return [PictureWarning(kind) for kind, is_present in faults.items() if is_present]


def may_hide_tiles(clarity: Clarity, levels: Levels) -> bool:
    """Whether a picture is spoilt so much that tiles may be missed."""
    return clarity.blur > _MIN_HIDING_BLUR or clarity.noise > _MIN_HIDING_NOISE or levels.darkest > _MIN_HIDING_VEIL
