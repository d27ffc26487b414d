"""Draws the pictures of the games that *Set up* offers: `python -m tools.game_pictures`.

They lie in `web/static/` as `game-NAME.webp`: a table in the middle of a game, with invented tiles or cards.
"""

import sys

import cv2
import numpy as np

from device.demo import gallery
from device.games.listing import WATCHED
from tools.progress import with_progress
from vision.pictures import decode_picture
from vision.reading import Picture
from web.static_files import STATIC

SHOWN = 160  # px of a side
_QUALITY = 70


def game_picture(name: str) -> Picture:
    """The picture of a game (SHOWN × SHOWN × 3)."""
    seen = decode_picture(gallery.picture(name), name)
    high, wide = seen.shape[:2]
    top, left = (max(0, high - wide) // 2, max(0, wide - high) // 2)
    square = seen[top : high - top, left : wide - left]
    return np.asarray(cv2.resize(square, (SHOWN, SHOWN), interpolation=cv2.INTER_AREA), np.uint8)


def main() -> int:
    """Write the pictures."""
    for name in with_progress(list(WATCHED), "games"):
        cv2.imwrite(str(STATIC / f"game-{name}.webp"), game_picture(name), [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
    return 0


if __name__ == "__main__":
    sys.exit(main())
