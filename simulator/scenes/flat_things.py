"""Flat things on a table other than the sheet: books, tablets, mats, papers, trays, boards of other games."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simulator.artwork.grounds import random_ground, two_colours
from simulator.artwork.paint import (
    BLACK,
    FONTS,
    WHITE,
    Pad,
    Rng,
    colour,
    lightness,
    mixed,
    paper,
    random_palette,
    roughened,
)
from simulator.artwork.signs import SIGNS, word
from simulator.artwork.table_tops import cloth, gingham, tatami, wood
from simulator.render.pieces import Colour
from vision.reading import Picture

_LONG = 600  # px of a thing's longer side


@dataclass(frozen=True)
class Thing:
    """A flat thing."""

    picture: Picture  # from above
    thick: float  # mm


def random_thing(rng: Rng) -> Thing:
    """A random thing, square or nearly so."""
    return THINGS[int(rng.integers(len(THINGS)))](rng)


def _shape(rng: Rng, slimmest: float) -> tuple[int, int]:
    """Rows and columns of a square, or as often of a rectangle with an aspect ratio down to `slimmest`."""
    short = _LONG if rng.random() < 0.5 else int(_LONG * rng.uniform(slimmest, 1.0))
    return (short, _LONG) if rng.random() < 0.5 else (_LONG, short)


def _middle(picture: Picture) -> Pad:
    """A pad over a picture whose unit is half of its longer side."""
    return Pad(picture, (picture.shape[1] / 2, picture.shape[0] / 2), max(picture.shape[:2]) / 2)


def _half(picture: Picture) -> tuple[float, float]:
    """Half of a picture's width and height on that pad."""
    return picture.shape[1] / max(picture.shape[:2]), picture.shape[0] / max(picture.shape[:2])


def _white(rng: Rng) -> Colour:
    return colour(rng.random(), rng.uniform(0, 0.08), rng.uniform(0.8, 1))


def _ink_on(ground: Colour) -> Colour:
    return BLACK if lightness(ground) > 120 else WHITE


def _lines(rng: Rng, pad: Pad, box: tuple[float, float, float, float], ink: Colour, step: float) -> None:
    """Paints illegible lines of words in a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    for y in np.arange(top, bottom, step):
        end = right if rng.random() < 0.8 else left + (right - left) * rng.uniform(0.2, 0.9)
        x = left
        while x < end:
            long = min(float(rng.uniform(0.5, 4)) * step, end - x)
            pad.line([(x, float(y)), (x + long, float(y))], step * 0.35, ink)
            x += long + step * 0.4


def book(rng: Rng) -> Thing:
    """A book's cover: a ground, a picture or a sign, and words."""
    shape = _shape(rng, 0.68)
    one, other = two_colours(rng, random_palette(rng))
    picture = np.ascontiguousarray(random_ground(rng)(rng, shape, one, other))
    pad, (wide, high), ink = _middle(picture), _half(picture), random_palette(rng).against(rng, one)
    if rng.random() < 0.6:
        signs = list(SIGNS.values())
        signs[int(rng.integers(len(signs)))](pad.part((0, 0.1), rng.uniform(0.3, 0.7)), rng, random_palette(rng), 1)
    for _ in range(int(rng.integers(1, 4))):
        at = (0.0, float(rng.uniform(-0.9, 0.9)) * high)
        pad.text(word(rng), at, rng.uniform(0.06, 0.3), ink, FONTS[int(rng.integers(len(FONTS)))], 1.7 * wide)
    return Thing(picture, float(rng.uniform(4, 25)))


def tablet(rng: Rng) -> Thing:
    """A tablet or another screen: a black or white edge round a bright page, a picture, or nothing."""
    picture = paper(_shape(rng, 0.6), BLACK if rng.random() < 0.7 else WHITE)
    inset = int(rng.uniform(0.02, 0.08) * _LONG)
    high, wide = (side - 2 * inset for side in picture.shape[:2])
    if rng.random() < 0.15:
        screen = paper((high, wide), mixed(BLACK, WHITE, rng.uniform(0, 0.15)))
    elif rng.random() < 0.5:
        screen = np.ascontiguousarray(random_ground(rng)(rng, (high, wide), *two_colours(rng, random_palette(rng))))
        for at in np.indices((4, 4)).reshape(2, -1).T * (wide / 4) + wide / 8:
            Pad(screen, (float(at[0]), float(at[1])), wide / 16).box((0, 0), (1, 1), random_palette(rng).any(rng), 0.3)
    else:
        screen = page(rng, (high, wide))
    picture[inset : inset + high, inset : inset + wide] = screen
    return Thing(picture, float(rng.uniform(4, 12)))


def page(rng: Rng, shape: tuple[int, int]) -> Picture:
    """A page: columns of writing, headings, pictures; or ruled or squared."""
    ground = _white(rng)
    picture = paper(shape, ground)
    pad, (wide, high), ink = _middle(picture), _half(picture), mixed(ground, BLACK, rng.uniform(0.4, 0.9))
    step = float(rng.uniform(0.025, 0.07))
    if rng.random() < 0.3:
        ruled = mixed(ground, random_palette(rng).any(rng), 0.5)
        for at in np.arange(-1, 1, step):
            pad.line([(-wide, float(at)), (wide, float(at))], 0.003, ruled)
            if rng.random() < 0.7:
                pad.line([(float(at), -high), (float(at), high)], 0.003, ruled)
        return picture
    columns = int(rng.integers(1, 4))
    for column in range(columns):
        left = -0.9 * wide + column * 1.8 * wide / columns
        _lines(rng, pad, (left, -0.75 * high, left + 1.65 * wide / columns, 0.9 * high), ink, step)
    if rng.random() < 0.6:
        pad.text(word(rng), (0, -0.85 * high), rng.uniform(0.06, 0.16), ink, wide=1.8 * wide)
    for _ in range(int(rng.integers(0, 3))):
        at = (float(rng.uniform(-0.6, 0.6)) * wide, float(rng.uniform(-0.6, 0.6)) * high)
        pad.box(at, (rng.uniform(0.1, 0.5) * wide, rng.uniform(0.1, 0.4) * high), random_palette(rng).any(rng))
    return picture


def sheet_of_paper(rng: Rng) -> Thing:
    """A leaf with a page on it, or with nothing."""
    shape = _shape(rng, 0.7)
    return Thing(page(rng, shape) if rng.random() < 0.75 else paper(shape, _white(rng)), 0.0)


def place_mat(rng: Rng) -> Thing:
    """A woven mat, felt or napkin, with or without a border."""
    shape = _shape(rng, 0.7)
    woven = (cloth, gingham, tatami)[int(rng.integers(3))](rng, _LONG)
    picture = np.ascontiguousarray(woven[: shape[0], : shape[1]])
    ink = random_palette(rng).any(rng)
    for _ in range(int(rng.integers(0, 3))):
        pad, (wide, high), inset = _middle(picture), _half(picture), rng.uniform(0.02, 0.25)
        ring = [(-wide + inset, -high + inset), (wide - inset, -high + inset), (wide - inset, high - inset)]
        pad.line([*ring, (-wide + inset, high - inset)], rng.uniform(0.005, 0.06), ink, closed=True)
    return Thing(picture, float(rng.uniform(0, 4)))


def cutting_mat(rng: Rng) -> Thing:
    """A mat with a fine grid and numbers along its edge, or a desk pad."""
    of = random_palette(rng).any(rng) if rng.random() < 0.5 else colour(0.42, 0.6, rng.uniform(0.2, 0.5))
    picture = paper(_shape(rng, 0.7), of)
    pad, (wide, high), ink = _middle(picture), _half(picture), mixed(of, _ink_on(of), rng.uniform(0.2, 0.8))
    step, inset = rng.uniform(0.05, 0.14), rng.uniform(0.04, 0.12)
    for at in np.arange(-1 + inset, 1 - inset, step):
        if abs(at) < wide - inset:
            pad.line([(float(at), -high + inset), (float(at), high - inset)], 0.003, ink)
        if abs(at) < high - inset:
            pad.line([(-wide + inset, float(at)), (wide - inset, float(at))], 0.003, ink)
    pad.text(word(rng), (0, high * 0.9), 0.05, ink)
    return Thing(picture, float(rng.uniform(0, 4)))


def wooden_board(rng: Rng) -> Thing:
    """A cutting board, a coaster or a tray, with a groove or a rim."""
    shape = _shape(rng, 0.7)
    picture = np.ascontiguousarray(wood(rng, _LONG)[: shape[0], : shape[1]])
    pad, (wide, high) = _middle(picture), _half(picture)
    for _ in range(int(rng.integers(0, 3))):
        inset, ink = rng.uniform(0.01, 0.15), mixed(BLACK, WHITE, rng.uniform(0, 1))
        ring = [(-wide + inset, -high + inset), (wide - inset, -high + inset), (wide - inset, high - inset)]
        pad.line([*ring, (-wide + inset, high - inset)], rng.uniform(0.005, 0.04), ink, closed=True)
    return Thing(picture, float(rng.uniform(5, 25)))


def lines_board(rng: Rng) -> Thing:
    """A board of go or gomoku: lines on wood, stones on some of their crossings."""
    picture = np.ascontiguousarray(wood(rng, _LONG))
    pad, count, inset = _middle(picture), int(rng.choice([9, 13, 15, 19])), rng.uniform(0.04, 0.1)
    at = np.linspace(-1 + inset, 1 - inset, count)
    for line in at.tolist():
        pad.line([(line, at[0]), (line, at[-1])], 0.004, BLACK)
        pad.line([(at[0], line), (at[-1], line)], 0.004, BLACK)
    share = rng.uniform(0, 0.4)
    for x in at.tolist():
        for y in at.tolist():
            if rng.random() < share:
                pad.disc((x, y), 0.9 / count, BLACK if rng.random() < 0.5 else WHITE)
    return Thing(picture, float(rng.uniform(2, 25)))


def track_board(rng: Rng) -> Thing:
    """A board with fields round its edge or numbered ones all over, and pictures in the middle."""
    one, other = two_colours(rng, random_palette(rng))
    picture = np.ascontiguousarray(random_ground(rng)(rng, (_LONG, _LONG), one, other))
    pad, count, palette = _middle(picture), int(rng.integers(7, 13)), random_palette(rng)
    is_ring = rng.random() < 0.6
    for row in range(count):
        for column in range(count):
            if is_ring and 0 < row < count - 1 and 0 < column < count - 1:
                continue
            at = ((column * 2 + 1) / count - 1, (row * 2 + 1) / count - 1)
            ground = palette.any(rng)
            pad.box(at, (0.96 / count, 0.96 / count), ground)
            if rng.random() < 0.6:
                pad.text(str(row * count + column), at, 0.5 / count, _ink_on(ground))
    signs = list(SIGNS.values())
    for _ in range(int(rng.integers(0, 6))):
        part = pad.part((float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.6, 0.6))), rng.uniform(0.1, 0.3))
        signs[int(rng.integers(len(signs)))](part, rng, palette, 1)
    return Thing(picture, float(rng.uniform(1, 6)))


def chequered_board(rng: Rng) -> Thing:
    """A board of draughts or chess with a margin, its men on some squares."""
    count, margin = int(rng.choice([8, 8, 10, 12])), float(rng.uniform(0, 0.12))
    light = random_palette(rng).light(rng) if rng.random() < 0.5 else colour(0.1, 0.4, rng.uniform(0.6, 0.95))
    dark, picture = mixed(light, BLACK, rng.uniform(0.35, 0.9)), paper((_LONG, _LONG), random_palette(rng).any(rng))
    pad, half = _middle(picture), (1 - margin) / count
    share = rng.uniform(0, 0.5)
    for row in range(count):
        for column in range(count):
            at = ((2 * column + 1 - count) * half, (2 * row + 1 - count) * half)
            pad.box(at, (half, half), light if (row + column) % 2 else dark)
            if (row + column) % 2 and rng.random() < share:
                man = WHITE if row < count / 2 else BLACK
                pad.disc(at, half * 0.75, mixed(man, light, 0.15))
                pad.bow(at, (half * 0.5, half * 0.5), half * 0.1, mixed(man, (128.0, 128.0, 128.0), 0.4))
    return Thing(roughened(rng, picture, rng.uniform(0, 8), (4, 4)), float(rng.uniform(1, 30)))


THINGS: tuple[Callable[[Rng], Thing], ...] = (
    book, tablet, sheet_of_paper, place_mat, cutting_mat, wooden_board, lines_board, track_board, chequered_board,
)  # fmt: skip
