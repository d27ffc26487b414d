"""Decks of number cards in invented designs: 1 to 12, a wild one and a back.

>>> deck = number_deck(np.random.default_rng(1))
>>> sorted(deck.faces)[-2:], deck.faces["1"].shape[1] == round(deck.size[0] * FACE_SCALE)
(['back', 'wild'], True)
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from simulator.artwork.paint import Pad, Rng, Spot, colour, lightness, mixed, paper, star
from simulator.render.cards import FACE_SCALE, Box, Deck
from simulator.render.pieces import Colour
from vision.reading import Picture

NUMBERS = tuple(str(number) for number in range(1, 13))
SIZES = ((63.0, 88.0), (63.0, 98.0), (57.0, 89.0), (56.0, 87.0))  # mm
_FONTS = ("sans", "sans", "italic", "uni")
_PAPER: Colour = (244.0, 248.0, 248.0)


@dataclass(frozen=True)
class Writing:
    """A font of one deck: its `name` (of OpenCV's own fonts) and weight, 400 being regular."""

    name: str
    weight: int

    def write(self, picture: Picture, words: str, middle: Spot, high: float, ink: Colour) -> tuple[float, float]:
        """Writes words `high` mm tall, centred on `middle` (mm); returns their width and height (mm)."""
        size = max(6, round(high * FACE_SCALE * 1.0))
        font = cv2.FontFace(self.name)
        x, y, wide, tall = cv2.getTextSize((0, 0), words, (0, 0), font, size, self.weight)
        at = (round(middle[0] * FACE_SCALE - wide / 2 - x), round(middle[1] * FACE_SCALE - tall / 2 - y))
        cv2.putText(picture, words, at, ink, font, size, self.weight)
        return wide / FACE_SCALE, tall / FACE_SCALE


def random_writing(rng: Rng) -> Writing:
    """Any font, mostly bold."""
    return Writing(str(rng.choice(_FONTS)), int(rng.integers(4, 10)) * 100)


def _blank(size: tuple[float, float], of: Colour = _PAPER) -> Picture:
    return paper((round(size[1] * FACE_SCALE), round(size[0] * FACE_SCALE)), of)


def _box(picture: Picture, inset: float, soft: float, ink: Colour) -> None:
    high, wide = (side / FACE_SCALE for side in picture.shape[:2])
    half = (wide / 2 - inset, high / 2 - inset)
    Pad(picture, (wide / 2 * FACE_SCALE, high / 2 * FACE_SCALE), FACE_SCALE).box((0, 0), half, ink, soft)


def _both_ways(picture: Picture, draw: Callable[[], object]) -> None:
    """Draws in the top left, and the same in the bottom right, turned by a half."""
    for _ in range(2):
        draw()
        picture[:] = np.ascontiguousarray(picture[::-1, ::-1])


@dataclass(frozen=True)
class NumberDesign:
    """How the number cards of one deck are printed."""

    size: tuple[float, float]  # mm wide and high
    # `frame` (a coloured line on white), `field` (coloured within white), `bleed` (up to the edge) or `plain`
    ground: str
    inks: tuple[Colour, ...]  # of the numbers 1 to 12
    disc: bool  # whether the middle number stands in a disc
    border: float  # mm of white round a frame or field
    big: tuple[Writing, float]  # the middle number, and its height (mm)
    index: tuple[Writing, float, Spot]  # the numbers in the corners, their height and their middle (mm)
    mark: str  # that distinguishes 6 and 9: `line`, `dot` or `none`
    signed: bool  # whether the index has the mark, too

    def card(self, ink: Colour, words: str, short: str) -> tuple[Picture, Box]:
        """A face with `words` in its middle and `short` in its corners, and the box of its index."""
        picture = _blank(self.size, ink if self.ground == "bleed" else _PAPER)
        middle = (self.size[0] / 2, self.size[1] / 2)
        if self.ground == "frame":
            _box(picture, self.border, 2.5, ink)
            _box(picture, self.border + 1.3, 2.0, _PAPER)
        elif self.ground == "field":
            _box(picture, self.border, 2.5, ink)
        on_colour = self.ground in ("field", "bleed")
        corner = _PAPER if on_colour and lightness(ink) < 190 else (30.0, 25.0, 25.0) if on_colour else ink
        box: Box = (0, 0, 0, 0)

        def index() -> None:
            nonlocal box
            font, high, at = self.index
            wide, tall = font.write(picture, short, at, high, corner)
            if self.signed and short in "69":
                line = (at[0] * FACE_SCALE, (at[1] + tall / 2 + 1.0) * FACE_SCALE)
                Pad(picture, line, FACE_SCALE).box((0, 0), (wide / 2, 0.35), corner)
            box = (at[0] - wide / 2, at[1] - tall / 2, wide, tall)

        _both_ways(picture, index)
        pad = Pad(picture, (middle[0] * FACE_SCALE, middle[1] * FACE_SCALE), FACE_SCALE)
        if self.disc and on_colour:
            pad.disc((0, 0), self.size[0] * 0.33, _PAPER)
        inner = ink if self.disc or not on_colour else corner
        font, high = self.big
        wide, tall = font.write(picture, words, middle, high * min(1.0, 3.2 / len(words)), inner)
        if words in ("6", "9") and self.mark == "line":
            pad.box((0, tall / 2 + 2.5), (wide / 2, 0.8), inner)
        elif words in ("6", "9") and self.mark == "dot":
            pad.disc((wide / 2 + 2.0, tall / 2), 1.2, inner)
        return picture, box


def _inks(rng: Rng) -> tuple[Colour, ...]:
    """Colours of the numbers: three groups of four, one each, or one for all."""
    hues = rng.permutation(6)[:3] / 6 + rng.uniform(0, 1 / 6)
    kind, value, saturation = rng.random(), rng.uniform(0.45, 0.95), rng.uniform(0.55, 1)
    if kind < 0.65:
        return tuple(colour(float(hues[n // 4]), saturation, value) for n in range(12))
    if kind < 0.85:
        return tuple(colour(n / 12 + float(hues[0]), saturation, value) for n in range(12))
    return (colour(float(hues[0]), saturation, value),) * 12


def number_deck(rng: Rng) -> Deck:
    """A deck of number cards 1 to 12, `wild` and `back`."""
    size = SIZES[int(rng.integers(len(SIZES)))]
    inks, font = _inks(rng), random_writing(rng)
    design = NumberDesign(
        size,
        str(rng.choice(["frame", "field", "bleed", "plain"], p=[0.35, 0.35, 0.1, 0.2])),
        inks,
        bool(rng.random() < 0.6),
        rng.uniform(2.2, 4.0),
        (font, rng.uniform(22, 36)),
        (font if rng.random() < 0.7 else random_writing(rng), rng.uniform(6.0, 9.5), (9.5, 9.0)),
        str(rng.choice(["line", "dot", "none"], p=[0.6, 0.2, 0.2])),
        bool(rng.random() < 0.3),
    )
    faces, indices = {}, {}
    for number, ink in zip(NUMBERS, inks, strict=True):
        faces[number], indices[number] = design.card(ink, number, number)
    faces["wild"], indices["wild"] = _wild(rng, design)
    faces["back"] = card_back(rng, size)
    return Deck(size, faces, indices)


def _wild(rng: Rng, design: NumberDesign) -> tuple[Picture, Box]:
    """The wild card: bands of the deck's colours with a word or a star."""
    picture = _blank(design.size)
    inks = (design.inks[0], design.inks[5], design.inks[10])
    high, wide = picture.shape[:2]
    inset = round(design.border * FACE_SCALE)
    edges = np.linspace(inset, high - inset, 4).astype(int)
    for top, bottom, ink in zip(edges[:-1], edges[1:], inks, strict=True):
        picture[top:bottom, inset : wide - inset] = ink
    font, tall, at = design.index
    box: Box = (0, 0, 0, 0)

    def index() -> None:
        nonlocal box
        across, down = font.write(picture, "W", at, tall, _PAPER)
        box = (at[0] - across / 2, at[1] - down / 2, across, down)

    _both_ways(picture, index)
    pad = Pad(picture, (wide / 2, high / 2), FACE_SCALE)
    pad.disc((0, 0), design.size[0] * 0.33, _PAPER)
    if rng.random() < 0.5:
        pad.area(star((0, 0), int(rng.integers(5, 9)), 17, 8), inks[int(rng.integers(3))])
    else:
        design.big[0].write(picture, "WILD", (design.size[0] / 2, design.size[1] / 2), 13, (20.0, 20.0, 20.0))
    return picture, box


def card_back(rng: Rng, size: tuple[float, float]) -> Picture:
    """A back: a colour with or without a white border, a lattice or an emblem."""
    ink = colour(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.3, 0.9))
    light = mixed(ink, (255, 255, 255), rng.uniform(0.3, 0.9))
    picture = _blank(size, ink if rng.random() < 0.3 else _PAPER)
    _box(picture, rng.uniform(2.5, 5), 2, ink)
    high, wide = picture.shape[:2]
    pad = Pad(picture, (wide / 2, high / 2), FACE_SCALE)
    if rng.random() < 0.5:
        step = rng.uniform(3.5, 7)
        for x in np.arange(-size[0] / 2 + 6, size[0] / 2 - 5, step):
            for y in np.arange(-size[1] / 2 + 6, size[1] / 2 - 5, step):
                pad.area(star((float(x), float(y)), 4, step * 0.4, step * 0.2), light)
    else:
        pad.disc((0, 0), size[0] * rng.uniform(0.2, 0.36), light)
        pad.area(star((0, 0), int(rng.integers(3, 8)), size[0] * 0.2, size[0] * 0.1), ink)
    return picture
