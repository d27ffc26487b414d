"""Why tiles of a picture are not read, or not surely, by what people can mend."""

from vision.quality.clarity import Clarity
from vision.quality.levels import Levels
from vision.reading import PictureWarning

# From the first of these on, blur (mm of the table), noise and a veil (of 255) are why a tile is not named; from the
# second on other tiles may not even be detected. Chosen on invented tables (docs/recognition.md)
_BLUR, _HIDING_BLUR = 0.65, 0.9
_NOISE, _HIDING_NOISE = 6.0, 15.0
_HIDING_VEIL = 90.0


def reasons_for_doubt(clarity: Clarity, levels: Levels) -> list[PictureWarning]:
    """The likely reasons why a tile of a picture is not named; none where the picture is clear."""
    spoilt = {
        "blurred": clarity.blur > _BLUR,
        "smeared": levels.is_veiled,
        "noisy": clarity.noise > _NOISE,
        "no_colours": clarity.is_colourless or levels.is_tinted,
    }
    return [PictureWarning(kind) for kind, is_so in spoilt.items() if is_so]


def may_hide_tiles(clarity: Clarity, levels: Levels) -> bool:
    """Whether a picture in which a tile is in doubt is spoilt so much that others may be missed."""
    return clarity.blur > _HIDING_BLUR or clarity.noise > _HIDING_NOISE or levels.darkest > _HIDING_VEIL
