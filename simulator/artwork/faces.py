"""Sets of invented tile faces, with one style per set and different motifs."""

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
MIN_DIFFERENCE = 5.0  # `difference` of two faces (0–255) below which people could confuse them
_TRIES = 12

GroundColours = Literal["own", "same", "near"]


@dataclass(frozen=True)
class Border:
    """A plain border; lengths in px of a face."""

    width: float  # 0: none
    colour: Colour
    corner_radius: float  # of its inner edge


@dataclass(frozen=True)
class CornerNumber:
    """The small number in a corner of the face; lengths in px of a face."""

    side: Spot  # signs of the corner: right, down
    size: float
    ink: Colour
    has_plate: bool  # whether it stands on a disc


@dataclass(frozen=True)
class Band:
    """A band with a word at the face's lower side; lengths in px of a face."""

    height: float  # 0: none
    colour: Colour


@dataclass(frozen=True)
class Style:
    """What the faces of one set share."""

    motif: Motif | None  # None: a different one for every face
    ground: Ground | None  # None: a different one for every face
    colours: GroundColours  # `own` for each face, the `same`, or `near` the first
    first: tuple[Colour, Colour]  # of the grounds
    palette: Palette  # of the grounds
    inks: Palette  # of the motifs
    border: Border
    is_numbered: bool  # whether `number` is printed
    number: CornerNumber
    zoom: tuple[float, float]  # bounds of the motif's size; 1 fills the face's width
    band: Band
    print_noise: float  # grey levels
    fade: float  # loss of saturation, 0 to 1


def _any_motif(rng: Rng) -> Motif:
    return MOTIFS[_NAMES[int(rng.choice(len(_NAMES), p=_SHARES / _SHARES.sum()))]]


def random_style(rng: Rng) -> Style:
    """A random style."""
    palette = random_palette(rng)
    inks = palette if rng.random() < 0.3 else random_palette(rng)
    plain = colour(rng.uniform(0.08, 0.16), rng.uniform(0, 0.2), rng.uniform(0.85, 1))
    plain = palette.any(rng) if rng.random() < 0.2 else plain
    band = rng.uniform(9, 24) if rng.random() < 0.22 else 0.0
    corner = (rng.choice([-1.0, 1.0]), -1.0 if band else rng.choice([-1.0, 1.0, -1.0]))
    white = plain if rng.random() < 0.25 else None  # as on mahjong tiles: no ground but the tile itself
    return Style(
        motif=None if rng.random() < 0.22 else _any_motif(rng),
        ground=None if rng.random() < 0.2 else random_ground(rng),
        colours=("own", "same", "near")[int(rng.choice(3, p=(0.55, 0.28, 0.17)))],
        first=(white, mixed(white, palette.any(rng), 0.3)) if white else two_colours(rng, palette),
        palette=palette,
        inks=inks,
        border=Border(0 if rng.random() < 0.22 else rng.uniform(2, 11), plain, rng.choice([0.0, rng.uniform(2, 14)])),
        is_numbered=rng.random() < 0.4,
        zoom=((0.72, 0.95), (0.72, 0.95), (0.45, 0.8), (0.9, 1.5))[int(rng.integers(4))],
        number=CornerNumber(
            corner,
            rng.uniform(9, 20),
            palette.dark(rng) if rng.random() < 0.7 else palette.light(rng),
            rng.random() < 0.3,
        ),
        band=Band(band, palette.any(rng)),
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


def _draw_number(pad: Pad, style: Style, number: int) -> None:
    corner = style.number
    inset = style.border.width + corner.size * 0.65 + 1
    x, y = corner.side[0] * (FACE_SHAPE[1] / 2 - inset), corner.side[1] * (FACE_SHAPE[0] / 2 - inset)
    if corner.has_plate:
        plate = (245.0, 245.0, 245.0) if lightness(corner.ink) < 120 else (30.0, 30.0, 30.0)
        pad.disc((x, y), corner.size * 0.8, plate)
    pad.text(str(number) if number < 10 else "*", (x, y), corner.size, corner.ink)


def _draw_band(pad: Pad, rng: Rng, style: Style) -> None:
    band = style.band
    half_wide, low = FACE_SHAPE[1] / 2 - style.border.width, FACE_SHAPE[0] / 2 - style.border.width
    pad.box((0, low - band.height / 2), (half_wide, band.height / 2), band.colour)
    ink = (20.0, 20.0, 20.0) if lightness(band.colour) > 120 else (245.0, 245.0, 245.0)
    pad.text(word(rng), (0, low - band.height / 2), band.height * 0.6, ink, FONTS[1], half_wide * 1.8)


def draw_face(rng: Rng, style: Style, number: int, motif: Motif) -> Picture:
    """One face (120 × 88 × 3): ground, motif, band, border, number, print."""
    one, other = _ground_colours(rng, style)
    ground = style.ground or random_ground(rng)
    picture = np.ascontiguousarray(ground(rng, FACE_SHAPE, one, other))
    middle = (FACE_SHAPE[1] / 2, FACE_SHAPE[0] / 2)
    scale = (FACE_SHAPE[1] / 2 - style.border.width) * rng.uniform(*style.zoom)
    lifted, loose = style.band.height * 0.5, 1 + 5 * (style.zoom[1] > 1)
    at = (middle[0] + rng.normal(0, loose), middle[1] - lifted + rng.normal(0, loose))
    pad = Pad(picture, at, scale)
    motif(pad, rng, style.inks, number)
    if style.band.height:
        _draw_band(Pad(picture, middle, 1), rng, style)
    if style.border.width:
        picture = _bordered(picture, style.border)
    if style.is_numbered:
        _draw_number(Pad(picture, middle, 1), style, number)
    if style.fade:
        grey = picture.mean(axis=2, keepdims=True)
        picture = (grey + (picture - grey) * (1 - style.fade)).astype(np.uint8)
    return roughened(rng, picture, style.print_noise) if style.print_noise > 1 else picture


def _bordered(picture: Picture, border: Border) -> Picture:
    """The picture within its border."""
    middle = (FACE_SHAPE[1] / 2, FACE_SHAPE[0] / 2)
    window = np.zeros((*FACE_SHAPE, 3), np.uint8)
    half = (middle[0] - border.width, middle[1] - border.width)
    Pad(window, middle, 1).area(rounded((0, 0), half, border.corner_radius), (255, 255, 255))
    return np.where(window > 127, picture, paper(FACE_SHAPE, border.colour))


def _thumbnail(face: Picture) -> NDArray[np.float32]:
    """A face at low resolution (15 × 11 × 3), normalised to middle lightness."""
    small = np.asarray(cv2.resize(face, (11, 15), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(small * (110 / max(float(small.mean()), 20.0)), np.float32)


def difference(one: Picture, other: Picture) -> float:
    """The mean difference of two faces at low resolution, independent of the light: 0 to 255."""
    return float(np.abs(_thumbnail(one) - _thumbnail(other)).mean())


def _fresh_face(rng: Rng, style: Style, number: int, others: list[Picture]) -> Picture:
    """A face that differs from the others; after some tries with another motif, and at last the best one drawn."""
    stray = style.motif is None or (number >= 10 and rng.random() < 0.6)
    drawn: list[tuple[float, Picture]] = []
    for attempt in range(_TRIES):
        fixed = None if stray or attempt > _TRIES // 2 else style.motif
        face = draw_face(rng, style, number, fixed or _any_motif(rng))
        nearest = min((difference(face, other) for other in others), default=255.0)
        if nearest > MIN_DIFFERENCE:
            return face
        drawn.append((nearest, face))
    return max(drawn, key=lambda pair: pair[0])[1]


def draw_set(rng: Rng, count: int, style: Style) -> list[Picture]:
    """`count` faces of one style that differ from each other; the tenth is the wild one."""
    faces: list[Picture] = []
    for number in range(1, count + 1):
        faces.append(_fresh_face(rng, style, number, faces))
    return faces
