"""Things that lie among cards and on them: chips, coins, dice, fingers, sticks."""

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.artwork.paint import FONTS, Pad, Rng, Spot, colour, ring, rounded
from simulator.render.pieces import Colour
from vision.reading import Picture

Ring = NDArray[np.float64]  # n × 2, in the thing's own units


def strew(rng: Rng, picture: Picture, middle: NDArray[np.float64], radius: float) -> NDArray[np.int32]:
    """Paints a thing of about `radius` px at `middle`; its outline in px (n × 2)."""
    kind = THINGS[int(rng.choice(len(THINGS), p=SHARES))]
    pad = Pad(picture, (float(middle[0]), float(middle[1])), radius, rng.uniform(0, 2 * np.pi))
    if rng.random() < 0.6:
        _shadow(rng, picture, middle, radius)
    outline = np.asarray(kind(rng, pad))
    return np.round(pad.px(outline) / 16).astype(np.int32)


def _shadow(rng: Rng, picture: Picture, middle: NDArray[np.float64], radius: float) -> None:
    low = np.maximum(np.floor(middle - radius * 1.6).astype(int), 0)
    top = np.minimum(np.ceil(middle + radius * 1.6).astype(int), picture.shape[1::-1])
    if (top - low < 3).any():
        return
    part = picture[low[1] : top[1], low[0] : top[0]]
    y, x = np.mgrid[low[1] : top[1], low[0] : top[0]]
    off = rng.normal(0, 0.15, 2) * radius
    away = np.hypot(x - middle[0] - off[0], y - middle[1] - off[1]) / radius
    part[:] = (part * (1 - rng.uniform(0.2, 0.6) * np.clip(2.6 - 2 * away, 0, 1))[..., None]).astype(np.uint8)


def _any(rng: Rng) -> Colour:
    return colour(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1))


def _text(rng: Rng, pad: Pad, high: float, ink: Colour) -> None:
    """A figure in the middle, turned as the thing is."""
    words = str(rng.choice(["1", "2", "5", "10", "20", "25", "50", "100", "500", "A", "K", "7", "9", "S", "EURO"]))
    side = max(8, round(pad.scale * 1.2))
    stencil = np.zeros((side, side), np.uint8)
    fit = high * pad.scale / 22
    font = FONTS[int(rng.integers(len(FONTS)))]
    thick = max(1, round(fit * rng.uniform(1.5, 3.5)))
    (wide, tall), _ = cv2.getTextSize(words, font, fit, thick)
    cv2.putText(stencil, words, ((side - wide) // 2, (side + tall) // 2), font, fit, 255, thick, cv2.LINE_AA)
    matrix = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), -np.degrees(pad.tilt), 1.0), np.float64)
    matrix[:, 2] += np.array(pad.centre) - side / 2
    share = cv2.warpAffine(stencil, matrix, pad.picture.shape[1::-1])
    rows, columns = np.nonzero(share)
    weight = share[rows, columns, None] / 255.0
    pad.picture[rows, columns] = (pad.picture[rows, columns] * (1 - weight) + np.array(ink) * weight).astype(np.uint8)


def _chip(rng: Rng, pad: Pad) -> Ring:
    paint_chip(rng, pad, *chip_colours(rng))
    return ring((0, 0), (1, 1))


def chip_colours(rng: Rng) -> tuple[Colour, Colour]:
    """The colours of a chip and of its stripes."""
    return _any(rng), _any(rng) if rng.random() < 0.4 else (240.0, 240.0, 240.0)


def paint_chip(rng: Rng, pad: Pad, one: Colour, other: Colour) -> None:
    """A chip seen from above, in two colours."""
    count = int(rng.integers(4, 9))
    pad.disc((0, 0), 1, one)
    for k in range(count):
        turn = 2 * np.pi * k / count
        half = rng.uniform(0.5, 0.55) * np.pi / count
        pad.area([(0, 0), *((np.cos(turn + v), np.sin(turn + v)) for v in np.linspace(-half, half, 6))], other)
    inner = rng.uniform(0.55, 0.75)
    pad.disc((0, 0), inner, other if rng.random() < 0.5 else one)
    pad.disc((0, 0), inner * 0.9, one if rng.random() < 0.3 else other)
    if rng.random() < 0.8:
        _text(rng, pad, rng.uniform(0.4, 0.8), one if rng.random() < 0.6 else (20.0, 20.0, 20.0))


def _coin(rng: Rng, pad: Pad) -> Ring:
    metal = colour(rng.uniform(0.05, 0.15), rng.uniform(0, 0.7), rng.uniform(0.35, 0.9))
    dark = tuple(float(v) * 0.7 for v in metal)
    pad.disc((0, 0), 1, metal)
    pad.bow((0, 0), (0.86, 0.86), 0.05, (dark[0], dark[1], dark[2]))
    if rng.random() < 0.7:
        _text(rng, pad, rng.uniform(0.5, 1.0), (dark[0], dark[1], dark[2]))
    return ring((0, 0), (1, 1))


def _die(rng: Rng, pad: Pad) -> Ring:
    body = (235.0, 240.0, 240.0) if rng.random() < 0.6 else _any(rng)
    ink = (25.0, 25.0, 25.0) if sum(body) > 350 else (240.0, 240.0, 240.0)
    outline = rounded((0, 0), (0.7, 0.7), 0.15)
    pad.area(outline, body)
    count = int(rng.integers(1, 7))
    spots: list[Spot] = [(0.0, 0.0)] if count % 2 else []
    spots += [(-0.38, -0.38), (0.38, 0.38)] if count > 1 else []
    spots += [(0.38, -0.38), (-0.38, 0.38)] if count > 3 else []
    spots += [(-0.38, 0.0), (0.38, 0.0)] if count > 5 else []
    red = count == 1 and rng.random() < 0.5
    for spot in spots:
        pad.disc(spot, 0.3 if red else 0.14, (40.0, 40.0, 200.0) if red else ink)
    return np.asarray(outline)


def _finger(rng: Rng, pad: Pad) -> Ring:
    skin = colour(rng.uniform(0.02, 0.08), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95))
    long = rng.uniform(3, 9)
    outline = np.vstack([ring((0, 0), (1, 1), 0.0, (90, 270)), [(long, -1.1), (long, 1.1)]])
    pad.area(outline, skin)
    if rng.random() < 0.6:
        nail = tuple(min(255.0, float(v) * 1.15 + 15) for v in skin)
        pad.oval((-0.35, 0), (0.45, 0.4), (nail[0], nail[1], nail[2]))
    return outline


def _stick(rng: Rng, pad: Pad) -> Ring:
    outline = np.asarray(rounded((0, 0), (rng.uniform(0.6, 5), rng.uniform(0.3, 1)), 0.2))
    pad.area(outline, _any(rng))
    return outline


THINGS = (_chip, _coin, _die, _finger, _stick)
SHARES = (0.28, 0.2, 0.14, 0.22, 0.16)
