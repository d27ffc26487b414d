"""Draws the pictures of the games that *Set up* offers: `python -m tools.game_pictures`.

They lie in `web/static/` as `game-NAME.webp`: a table in the middle of a game, with invented tiles or cards.
"""

import sys
from itertools import islice

import cv2
import numpy as np

from device.demo import gallery
from device.games.listing import AT_DEMO, WATCHED, profile_of
from tools.films.card_films import FilmedTable
from tools.films.following import Match, moves_of
from tools.progress import with_progress
from vision.pictures import decode_picture
from vision.reading import Picture
from web.static_files import STATIC

SHOWN = 160  # px of a side
_QUALITY = 70
_CARDS = {"stop": 8, "skip_bo": 9}  # seeds of tables that show much
_MIDDLE = 60  # moves after which they are shown


def game_picture(name: str) -> Picture:
    """The picture of a game (SHOWN × SHOWN × 3)."""
    seen = decode_picture(gallery.picture(name), name) if name in AT_DEMO else _cards(name)
    high, wide = seen.shape[:2]
    top, left = (max(0, high - wide) // 2, max(0, wide - high) // 2)
    square = seen[top : high - top, left : wide - left]
    return np.asarray(cv2.resize(square, (SHOWN, SHOWN), interpolation=cv2.INTER_AREA), np.uint8)


def _cards(name: str) -> Picture:
    """The cards of a game on a table."""
    profile, seed = profile_of(name), _CARDS.get(name, 1)
    plies = list(islice(moves_of(Match.of(profile), seed), _MIDDLE))
    state = profile.game.play(*plies[-1])
    heaps, layout = profile.filming.heaps(state), profile.game.layout(state)
    table = FilmedTable(profile, np.random.default_rng(seed), [(heaps, layout)])
    table.set(heaps, layout)
    return table.photograph()


def main() -> int:
    """Write the pictures."""
    for name in with_progress(list(WATCHED), "games"):
        cv2.imwrite(str(STATIC / f"game-{name}.webp"), game_picture(name), [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
    return 0


if __name__ == "__main__":
    sys.exit(main())
