"""The display's fonts: the M+ bitmap fonts, with Latin letters, kana and kanji (JIS X 0208).

`tools.fonts` made the files from Debian's. At 128 × 64 pixels Shinonome (12 px) gives four lines and has no legible
bold cut; in Misaki (8 px) kanji run together; M+ gives five lines in which a child can read every character.
"""

import gzip
import io
from functools import cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

Name = Literal["mplus10", "mplus10-bold", "mplus12-bold"]
_HERE = Path(__file__).parent


@cache
def load(name: Name) -> ImageFont.FreeTypeFont:
    """A font by name; its size is the number in it, in pixels.

    >>> load("mplus10").getlength("東京")
    20.0
    """
    size = int(name.removeprefix("mplus").removesuffix("-bold"))
    # Unpacked here: FreeType could read the packed file, but would unpack it from the start for every character.
    unpacked = gzip.decompress((_HERE / f"{name}.pcf.gz").read_bytes())
    # Closed afterwards: the font has its own copy of the bytes, and would otherwise keep this file for ever.
    with io.BytesIO(unpacked) as file:
        return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)
