"""Draws the pictures of the demo table anew: `python -m tools.lab.artwork.demo_pictures`.

They lie in `simulator/film/pictures/`: `tiles.png` (the faces side by side, the back last), two sheets, and a table
top.
"""

import sys
from collections.abc import Mapping

import cv2
import numpy as np

from engines.vocabulary import TILE_FACES
from simulator.artwork import sheets
from simulator.artwork.faces import FACE_SHAPE, Band, Border, CornerNumber, Style, draw_set
from simulator.artwork.heads import HEADS
from simulator.artwork.paint import Palette, paper, roughened
from simulator.artwork.table_tops import wood
from simulator.film.furniture import BLUE, PICTURES, WHITE
from vision.reading import Picture


def demo_pictures() -> Mapping[str, Picture]:
    """The pictures by the names of their files."""
    rng = np.random.default_rng(43)
    faces = draw_set(rng, len(TILE_FACES), _style())
    back = roughened(rng, paper(FACE_SHAPE, BLUE), 2.0)
    return {
        "tiles": np.hstack([*faces, back]),
        "grid": sheets.grid(np.random.default_rng(5)),
        "stars": sheets.stars(np.random.default_rng(5)),
        "table": wood(np.random.default_rng(8), 640),
    }


def _style() -> Style:
    """Robots on bright grounds, with a white border and a number in the corner."""
    bright = Palette(0, 0.5, (0.45, 0.85), (0.75, 1))
    return Style(
        motif=HEADS["robot"],
        ground=None,
        colours="own",
        first=(WHITE, BLUE),
        palette=bright,
        inks=Palette(0, 0.5, (0.3, 0.9), (0.4, 1)),
        border=Border(5, WHITE, corner_radius=6),
        is_numbered=True,
        number=CornerNumber((-1, -1), 13, (40.0, 30.0, 30.0), has_plate=True),
        zoom=(0.75, 0.85),
        band=Band(0, BLUE),
        print_noise=0,
        fade=0,
    )


def main() -> int:
    """Write the pictures."""
    for name, picture in demo_pictures().items():
        cv2.imwrite(str(PICTURES / f"{name}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    sys.exit(main())
