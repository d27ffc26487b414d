"""Invented playing sheets: chequered boards, fields and pictures, 300 × 300 mm at 2 px/mm."""

import cv2
import numpy as np

from simulator.artwork.grounds import random_ground, two_colours
from simulator.artwork.heads import HEADS
from simulator.artwork.paint import (
    FONTS,
    Pad,
    Palette,
    Rng,
    clouds,
    colour,
    lightness,
    mixed,
    paper,
    random_palette,
    roughened,
    star,
)
from simulator.artwork.signs import SIGNS, word
from simulator.artwork.table_tops import cloth, marble, wood
from simulator.render.pieces import Colour
from vision.dimensions import CELL, SHEET
from vision.reading import Picture

SCALE = 2  # px per mm
SIDE = int(SHEET * SCALE)
_CELL = int(CELL * SCALE)
_MARGIN = (SIDE - 8 * _CELL) // 2
_BRIGHT: Palette = Palette(0, 0.5, (0.3, 1), (0.3, 1))

_RED, _BLACK = (0.0, 0.85, 0.8), (0.0, 0.1, 0.16)  # hue, saturation, value


def _red_and_black(rng: Rng) -> tuple[Colour, Colour]:
    """The two colours of cells (rule J-c4), varied."""
    red, black = (colour(*(np.array(part) + rng.normal(0, (0.02, 0.05, 0.05)))) for part in (_RED, _BLACK))
    return red, black


def _frame_line(rng: Rng, picture: Picture, out: float, ink: Colour) -> None:
    """A line round the sheet, `out` px from its edge."""
    middle = SIDE / 2
    half = middle - out
    pad = Pad(picture, (middle, middle), 1)
    pad.line([(-half, -half), (half, -half), (half, half), (-half, half)], rng.uniform(1, 5), ink, closed=True)


def _margin_marks(rng: Rng, picture: Picture, ink: Colour) -> None:
    """Dots, stars, ticks or letters and numbers in the margin."""
    variant, spots = int(rng.integers(4)), rng.uniform(4, _MARGIN - 6, 200)
    count = int(rng.integers(10, 90))
    for k in range(count):
        along, out, side = rng.uniform(8, SIDE - 8), float(spots[k]), k % 4
        spot = ((along, out), (SIDE - out, along), (along, SIDE - out), (out, along))[side]
        size = rng.uniform(0.8, 4)
        if variant == 0:
            Pad(picture, spot, 1).disc((0, 0), size, ink)
        elif variant == 1:
            Pad(picture, spot, 1, rng.uniform(0, 6)).area(star((0, 0), 5, size * 1.6, size * 0.7), ink)
    if variant == 2:
        for k in range(8):
            middle = _MARGIN + (k + 0.5) * _CELL
            Pad(picture, (middle, SIDE - _MARGIN / 2), 1).text(chr(97 + k), (0, 0), 11, ink)
            Pad(picture, (_MARGIN / 2, middle), 1).text(str(k + 1), (0, 0), 11, ink)


def grid(rng: Rng) -> Picture:
    """A board of 8 × 8 red and black cells of 34 mm, centred."""
    one, other = _red_and_black(rng)
    margin = rng.choice([0, 1, 2])
    around = (one, other, _BRIGHT.any(rng))[margin]
    ground = random_ground(rng) if rng.random() < 0.25 else None
    picture = (
        paper((SIDE, SIDE), around) if ground is None else ground(rng, (SIDE, SIDE), around, mixed(around, other, 0.3))
    )
    odd = np.indices((8, 8)).sum(0) % 2
    cells = np.where(odd[..., None] > 0, np.array(one), np.array(other)).astype(np.uint8)
    if rng.random() < 0.12:
        cells[:] = one  # a board of lines only
    big = np.asarray(cv2.resize(cells, (8 * _CELL, 8 * _CELL), interpolation=cv2.INTER_NEAREST), np.uint8)
    if rng.random() < 0.3:
        grain = wood(rng, big.shape[0]).astype(np.float32)
        big = np.clip(big * (grain / grain.mean()), 0, 255).astype(np.uint8)
    picture[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = big
    ink = _BRIGHT.against(rng, around)
    if rng.random() < 0.35 or (cells == cells[0, 0]).all():
        _lines(rng, picture, ink)
    if rng.random() < 0.65:
        _frame_line(rng, picture, _MARGIN - rng.choice([0, rng.uniform(2, 8)]), ink)
    if rng.random() < 0.3:
        _frame_line(rng, picture, rng.uniform(2, 12), ink)
    if rng.random() < 0.7:
        _margin_marks(rng, picture, mixed(ink, (255, 255, 255), rng.random()))
    return _printed(rng, picture)


def _lines(rng: Rng, picture: Picture, ink: Colour) -> None:
    """Lines between the cells."""
    pad, wide = Pad(picture, (_MARGIN, _MARGIN), _CELL), rng.uniform(0.012, 0.06)
    for k in range(9):
        pad.line([(0, k), (8, k)], wide, ink)
        pad.line([(k, 0), (k, 8)], wide, ink)


def cells(rng: Rng) -> Picture:
    """Nine by six fields for tiles in rows."""
    one, other = two_colours(rng, random_palette(rng))
    picture = np.ascontiguousarray(random_ground(rng)(rng, (SIDE, SIDE), one, other))
    ink, wide = _BRIGHT.against(rng, one), rng.uniform(1, 4)
    filled, variant = mixed(ink, one, rng.uniform(0.3, 0.9)), int(rng.integers(3))
    half = rng.uniform(12, 15.6), rng.uniform(16, 22.6)
    for row in range(6):
        for column in range(9):
            pad = Pad(picture, (SIDE / 2 + (column - 4) * 32 * SCALE, SIDE / 2 + (row - 2.5) * 46 * SCALE), SCALE)
            corners = [(-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1])]
            if variant and (variant == 1 or (row + column) % 2):
                pad.box((0, 0), half, filled, 2)
            pad.line(corners, wide / SCALE, ink, closed=True)
            if rng.random() < 0.5 and row in (0, 5):
                pad.text(str(column + 1), (0, 0), 9, ink)
    return _printed(rng, np.rot90(picture, int(rng.integers(4)) if rng.random() < 0.3 else 0))


def _strewn_motifs(rng: Rng, picture: Picture, palette: Palette) -> None:
    """Planets, heads, emblems and other motifs of faces, at any size and place."""
    motifs = [SIGNS["heavens"]] * 4 + list((HEADS | SIGNS).values())
    for _ in range(int(rng.integers(0, 9))):
        size = rng.choice([rng.uniform(10, 30), rng.uniform(30, 110)])
        pad = Pad(picture, (rng.uniform(0, SIDE), rng.uniform(0, SIDE)), size, rng.uniform(-0.4, 0.4))
        motifs[int(rng.integers(len(motifs)))](pad, rng, palette, int(rng.integers(1, 10)))


def _sky(rng: Rng) -> Picture:
    """Deep space: dark clouds with many small stars."""
    hue = rng.random()
    inks = [colour(hue, 0.7, 0.1), colour(hue + 0.05, 0.7, rng.uniform(0.1, 0.5)), colour(hue - 0.08, 0.6, 0.15)]
    picture = clouds(rng, (SIDE, SIDE), inks, int(rng.integers(2, 7)))
    count = int(rng.integers(40, 400))
    rows, columns = rng.integers(1, SIDE - 2, (2, count))
    light = rng.integers(120, 256, (count, 1))
    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)) if rng.random() < 0.7 else ((0, 0),):
        picture[rows + down, columns + right] = light
    return picture


def _map(rng: Rng) -> Picture:
    """Land and sea in two or three steps."""
    palette = random_palette(rng)
    low = clouds(rng, (SIDE, SIDE), [(0, 0, 0), (255, 255, 255)], int(rng.integers(3, 9)))[..., 0]
    steps = np.array([palette.any(rng) for _ in range(int(rng.integers(2, 6)))])
    return np.asarray(steps[(low.astype(int) * len(steps)) >> 8], np.uint8)


def _covered(rng: Rng) -> Picture:
    """Any ground of a palette."""
    one, other = two_colours(rng, random_palette(rng))
    return np.ascontiguousarray(random_ground(rng)(rng, (SIDE, SIDE), one, other))


def stars(rng: Rng) -> Picture:
    """A sheet with any picture: space, maps, wood, felt or patterns, with words and scattered motifs."""
    makers = (_sky, _map, _covered, lambda r: wood(r, SIDE), lambda r: cloth(r, SIDE), lambda r: marble(r, SIDE))
    shares = (0.36, 0.1, 0.3, 0.08, 0.08, 0.08)
    picture = np.ascontiguousarray(makers[int(rng.choice(6, p=shares))](rng))
    palette = random_palette(rng)
    if rng.random() < 0.65:
        _strewn_motifs(rng, picture, palette)
    middle = tuple(float(v) for v in picture.reshape(-1, 3).mean(0))
    ink = palette.against(rng, (middle[0], middle[1], middle[2]))
    if rng.random() < 0.5:
        pad = Pad(picture, (SIDE / 2, SIDE * rng.uniform(0.15, 0.85)), 1)
        pad.text(word(rng), (0, 0), rng.uniform(20, 90), ink, FONTS[int(rng.integers(len(FONTS)))], SIDE * 0.9)
    if rng.random() < 0.6:
        _frame_line(rng, picture, rng.uniform(2, 40), ink)
    return _printed(rng, picture)


def _printed(rng: Rng, picture: Picture) -> Picture:
    """The sheet as printed on paper or board: a little noise, wear along folds."""
    if rng.random() < 0.3:
        tone = 18.0 if lightness(tuple(picture[:8, :8].reshape(-1, 3).mean(0))) < 128 else -18.0
        folded = picture.astype(np.int16)
        for axis in range(2):
            if rng.random() < 0.6:
                np.moveaxis(folded, axis, 0)[SIDE // 2 - 1 : SIDE // 2 + 1] += int(tone)
        picture = np.clip(folded, 0, 255).astype(np.uint8)
    return roughened(rng, picture, rng.uniform(0, 5)) if rng.random() < 0.5 else np.ascontiguousarray(picture)
