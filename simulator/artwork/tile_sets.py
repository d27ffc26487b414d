"""Unlimited invented artwork, so that nothing in the box depends on the look of real tiles, sheets and tables.

Everything is drawn from a random generator alone: the same seed gives the same artwork.

>>> faces = tile_faces(np.random.default_rng(1))
>>> len(faces), faces[0].shape, tile_back(np.random.default_rng(1)).shape
(10, (120, 88, 3), (120, 88, 3))
"""

import cv2
import numpy as np

from simulator.artwork import sheets
from simulator.artwork.faces import FACE_SHAPE, MOTIFS, draw_set, random_style
from simulator.artwork.grounds import GROUNDS
from simulator.artwork.paint import Pad, Palette, Rng, mixed, paper, random_palette, roughened, rounded
from simulator.artwork.signs import word
from simulator.artwork.table_tops import SHARES, TABLES
from vision.reading import Picture

_PLASTIC = Palette(0, 0.5, (0.0, 1), (0.08, 0.97))


def tile_faces(rng: Rng, count: int = 10) -> list[Picture]:
    """A set of faces in one style, `1` … `9` and `wild`: 120 × 88 × 3 each (30 × 22 mm at 4 px/mm), BGR."""
    return draw_set(rng, count, random_style(rng))


def tile_back(rng: Rng) -> Picture:
    """The back of a set's tiles (120 × 88 × 3): mostly plain plastic, sometimes with a pattern, a sign or a bevel."""
    of = _PLASTIC.any(rng)
    near = mixed(of, (255, 255, 255) if rng.random() < 0.5 else (0, 0, 0), rng.uniform(0.08, 0.35))
    picture, middle = paper(FACE_SHAPE, of), (FACE_SHAPE[1] / 2, FACE_SHAPE[0] / 2)
    variant = rng.random()
    if variant > 0.9:
        picture = np.ascontiguousarray(GROUNDS[int(rng.integers(len(GROUNDS)))](rng, FACE_SHAPE, of, near))
    elif variant > 0.82:
        name = str(rng.choice(["emblem", "heavens", "mosaic", "shield", "craft"]))
        MOTIFS[name](Pad(picture, middle, rng.uniform(14, 36)), rng, random_palette(rng), 1)
    elif variant > 0.76:
        Pad(picture, middle, 1).text(word(rng), (0, 0), rng.uniform(10, 26), near, wide=70)
    if rng.random() < 0.2:
        inset = rng.uniform(3, 12)
        outline = rounded((0, 0), (middle[0] - inset, middle[1] - inset), rng.uniform(0, 12))
        Pad(picture, middle, 1).line(outline, rng.uniform(1, 4), near, closed=True)
    return roughened(rng, picture, rng.uniform(0, 4), (rng.uniform(1, 8),) * 2)


_SHEETS = {"grid": sheets.grid, "cells": sheets.cells, "stars": sheets.stars}


def sheet(rng: Rng, kind: str) -> Picture:
    """A playing sheet (600 × 600 × 3, 2 px/mm): `grid` 8 × 8 chequered, `cells` 9 × 6 fields, `stars` any picture."""
    return _SHEETS[kind](rng)


def table_surface(rng: Rng, size: int) -> Picture:
    """A table top (`size` × `size` × 3), turned by any angle."""
    top = TABLES[int(rng.choice(len(TABLES), p=SHARES))](rng, size)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), rng.uniform(0.7, 1.3))
    return np.asarray(cv2.warpAffine(top, turn, (size, size), borderMode=cv2.BORDER_REFLECT), np.uint8)
