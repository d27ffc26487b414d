"""Sets of invented tile faces: one style a set, every tile another motif."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.grounds import Ground, Shape, random_ground, two_colours
from simulator.artwork.heads import HEADS
from simulator.artwork.paint import (
    FONTS,
    Motif,
    Pad,
    Palette,
    Rng,
    Spot,
    colour,
    lightness,
    mixed,
    paper,
    random_palette,
    roughened,
    rounded,
)
from simulator.artwork.signs import SIGNS, word
from simulator.artwork.stills import STILLS
from simulator.render.pieces import Colour
from vision.reading import Picture

FACE_SHAPE: Shape = (120, 88)
MOTIFS = HEADS | SIGNS | STILLS
_NAMES = tuple(MOTIFS)
_LIKELY = {"person": 4.0, "portrait": 5.0, "scene": 2.5, "animal": 2.0, "robot": 2.0, "helmet": 3.0, "creature": 2.0}
_SHARES = np.array([_LIKELY.get(name, 1.0) for name in _NAMES])
ALIKE = 5.0  # mean difference at a glance (0–255) under which a person could mix them up
_TRIES = 12

GroundColours = Literal["own", "same", "near"]


@dataclass(frozen=True)
class Style:
    """What the faces of one set share. Lengths in px of a face; a motif of None is drawn for every face."""

    motif: Motif | None
    ground: Ground | None
    colours: GroundColours
    first: tuple[Colour, Colour]
    palette: Palette
    inks: Palette
    border: float
    border_colour: Colour
    soft: float
    corner: Spot | None
    corner_size: float
    corner_ink: Colour
    corner_plate: bool
    zoom: tuple[float, float]
    band: float
    band_colour: Colour
    print_noise: float
    fade: float


def _any_motif(rng: Rng) -> Motif:
    return MOTIFS[_NAMES[int(rng.choice(len(_NAMES), p=_SHARES / _SHARES.sum()))]]


def random_style(rng: Rng) -> Style:
    """A style that no set had before."""
    palette = random_palette(rng)
    inks = palette if rng.random() < 0.3 else random_palette(rng)
    plain = colour(rng.uniform(0.08, 0.16), rng.uniform(0, 0.2), rng.uniform(0.85, 1))
    plain = palette.any(rng) if rng.random() < 0.2 else plain
    band = rng.uniform(9, 24) if rng.random() < 0.22 else 0.0
    corner = (rng.choice([-1.0, 1.0]), -1.0 if band else rng.choice([-1.0, 1.0, -1.0]))
    white = plain if rng.random() < 0.25 else None  # mahjong's faces: no ground but the tile itself
    return Style(
        motif=None if rng.random() < 0.22 else _any_motif(rng),
        ground=None if rng.random() < 0.2 else random_ground(rng),
        colours=("own", "same", "near")[int(rng.choice(3, p=(0.55, 0.28, 0.17)))],
        first=(white, mixed(white, palette.any(rng), 0.3)) if white else two_colours(rng, palette),
        palette=palette,
        inks=inks,
        border=0 if rng.random() < 0.22 else rng.uniform(2, 11),
        border_colour=plain,
        soft=rng.choice([0.0, rng.uniform(2, 14)]),
        corner=corner if rng.random() < 0.4 else None,
        zoom=((0.72, 0.95), (0.72, 0.95), (0.45, 0.8), (0.9, 1.5))[int(rng.integers(4))],
        corner_size=rng.uniform(9, 20),
        corner_ink=palette.dark(rng) if rng.random() < 0.7 else palette.light(rng),
        corner_plate=rng.random() < 0.3,
        band=band,
        band_colour=palette.any(rng),
        print_noise=rng.choice([0.0, rng.uniform(0, 7)]),
        fade=rng.uniform(0, 0.75) if rng.random() < 0.2 else 0.0,
    )


def _ground_colours(rng: Rng, style: Style) -> tuple[Colour, Colour]:
    if style.colours == "same":
        return style.first
    fresh = two_colours(rng, style.palette)
    if style.colours == "near":
        share = rng.uniform(0.1, 0.3)
        return mixed(style.first[0], fresh[0], share), mixed(style.first[1], fresh[1], share)
    return fresh


def _corner(pad: Pad, style: Style, number: int, spot: Spot) -> None:
    """The small number in a corner of the face."""
    size, inset = style.corner_size, style.border + style.corner_size * 0.65 + 1
    x, y = spot[0] * (FACE_SHAPE[1] / 2 - inset), spot[1] * (FACE_SHAPE[0] / 2 - inset)
    if style.corner_plate:
        pad.disc((x, y), size * 0.8, (245.0, 245.0, 245.0) if lightness(style.corner_ink) < 120 else (30.0, 30.0, 30.0))
    pad.text(str(number) if number < 10 else "*", (x, y), size, style.corner_ink)


def _band(pad: Pad, rng: Rng, style: Style) -> None:
    """A band with a word at the face's lower side."""
    half_wide, low = FACE_SHAPE[1] / 2 - style.border, FACE_SHAPE[0] / 2 - style.border
    pad.box((0, low - style.band / 2), (half_wide, style.band / 2), style.band_colour)
    ink = (20.0, 20.0, 20.0) if lightness(style.band_colour) > 120 else (245.0, 245.0, 245.0)
    pad.text(word(rng), (0, low - style.band / 2), style.band * 0.6, ink, FONTS[1], half_wide * 1.8)


def draw_face(rng: Rng, style: Style, number: int, motif: Motif) -> Picture:
    """One face (120 × 88 × 3): ground, motif, band, border, number, print."""
    one, other = _ground_colours(rng, style)
    ground = style.ground or random_ground(rng)
    picture = np.ascontiguousarray(ground(rng, FACE_SHAPE, one, other))
    middle = (FACE_SHAPE[1] / 2, FACE_SHAPE[0] / 2)
    scale = (FACE_SHAPE[1] / 2 - style.border) * rng.uniform(*style.zoom)
    lifted, loose = style.band * 0.5, 1 + 5 * (style.zoom[1] > 1)
    at = (middle[0] + rng.normal(0, loose), middle[1] - lifted + rng.normal(0, loose))
    pad = Pad(picture, at, scale)
    motif(pad, rng, style.inks, number)
    whole = Pad(picture, middle, 1)
    if style.band:
        _band(whole, rng, style)
    if style.border:
        picture = _bordered(picture, style)
    if style.corner:
        _corner(Pad(picture, middle, 1), style, number, style.corner)
    if style.fade:
        grey = picture.mean(axis=2, keepdims=True)
        picture = (grey + (picture - grey) * (1 - style.fade)).astype(np.uint8)
    return roughened(rng, picture, style.print_noise) if style.print_noise > 1 else picture


def _bordered(picture: Picture, style: Style) -> Picture:
    """The picture within its border."""
    middle = (FACE_SHAPE[1] / 2, FACE_SHAPE[0] / 2)
    window = np.zeros((*FACE_SHAPE, 3), np.uint8)
    half = (middle[0] - style.border, middle[1] - style.border)
    Pad(window, middle, 1).area(rounded((0, 0), half, style.soft), (255, 255, 255))
    return np.where(window > 127, picture, paper(FACE_SHAPE, style.border_colour))


def _glance(face: Picture) -> NDArray[np.float32]:
    """A face as the eye takes it in at a glance (15 × 11 × 3), brought to middle lightness."""
    small = np.asarray(cv2.resize(face, (11, 15), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(small * (110 / max(float(small.mean()), 20.0)), np.float32)


def difference(one: Picture, other: Picture) -> float:
    """How far two faces are apart, whatever the light: mean difference at a glance, 0 to 255."""
    return float(np.abs(_glance(one) - _glance(other)).mean())


def _fresh_face(rng: Rng, style: Style, number: int, others: list[Picture]) -> Picture:
    """A face unlike the others; where the set's motif yields none in some tries, another motif or the best found."""
    stray = style.motif is None or (number >= 10 and rng.random() < 0.6)
    drawn: list[tuple[float, Picture]] = []
    for attempt in range(_TRIES):
        fixed = None if stray or attempt > _TRIES // 2 else style.motif
        face = draw_face(rng, style, number, fixed or _any_motif(rng))
        nearest = min((difference(face, other) for other in others), default=255.0)
        if nearest > ALIKE:
            return face
        drawn.append((nearest, face))
    return max(drawn, key=lambda pair: pair[0])[1]


def draw_set(rng: Rng, count: int, style: Style) -> list[Picture]:
    """`count` faces of one style, no two of which a person could mix up; the tenth is the wild one."""
    faces: list[Picture] = []
    for number in range(1, count + 1):
        faces.append(_fresh_face(rng, style, number, faces))
    return faces
