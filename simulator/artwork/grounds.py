"""Grounds of invented artwork: behind the motif of a face, or filling a sheet."""
# ruff: noqa: ARG001 - all grounds take the same arguments, so that one can be chosen at random

from collections.abc import Callable

import cv2
import numpy as np

from simulator.artwork.paint import Pad, Palette, Rng, Spot, clouds, mixed, paper, ring, roughened, star
from simulator.render.pieces import Colour
from vision.reading import Picture

Shape = tuple[int, int]
Ground = Callable[[Rng, Shape, Colour, Colour], Picture]


def _far(shape: Shape) -> float:
    return float(np.hypot(*shape))


def _spots(rng: Rng, shape: Shape, step: float) -> list[Spot]:
    """A lattice of spots over the whole shape, with every other row shifted or not."""
    shift = rng.choice([0.0, 0.5])
    rows, columns = int(shape[0] / step) + 2, int(shape[1] / step) + 2
    return [((c + shift * (r % 2)) * step, r * step) for r in range(rows) for c in range(columns)]


def flat(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """One colour."""
    return paper(shape, one)


def gradient(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """From one colour to the other, in any direction."""
    corners = np.array([[one, mixed(one, other, 0.5)], [mixed(one, other, rng.random()), other]], np.float32)
    turned = np.rot90(corners, int(rng.integers(4))) if rng.random() < 0.5 else corners[:, :1].repeat(2, axis=1)
    big = cv2.resize(np.ascontiguousarray(turned), (shape[1] * 2, shape[0] * 2), interpolation=cv2.INTER_LINEAR)
    part = big[shape[0] // 2 : shape[0] // 2 + shape[0], shape[1] // 2 : shape[1] // 2 + shape[1]]
    return np.clip(part, 0, 255).astype(np.uint8)


def glow(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """The other colour shining from a spot."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    y, x = rng.uniform(0.2, 0.8, 2) * shape
    reach = _far(shape) * rng.uniform(0.3, 0.7)
    share = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / reach**2)[..., None]
    return np.asarray(np.array(one) * (1 - share) + np.array(other) * share, np.uint8)


def rays(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Rays from a spot."""
    picture, count = paper(shape, one), int(rng.integers(5, 16))
    pad = Pad(
        picture, (shape[1] * rng.uniform(0.3, 0.7), shape[0] * rng.uniform(0.3, 0.8)), _far(shape), rng.uniform(0, 6)
    )
    for k in range(count):
        angles = np.array([0, rng.uniform(0.8, 1.2)]) * np.pi / count + k * 2 * np.pi / count
        pad.area([(0, 0), *zip(np.cos(angles), np.sin(angles), strict=True)], other)
    return picture


def stripes(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Stripes in any direction."""
    picture, step = paper(shape, one), rng.uniform(0.05, 0.22)
    turn = rng.choice([0, np.pi / 2, np.pi / 4, -np.pi / 4, rng.uniform(0, np.pi)])
    pad = Pad(picture, (shape[1] / 2, shape[0] / 2), _far(shape), turn)
    share = rng.uniform(0.2, 0.6)
    for k in np.arange(-0.6, 0.6, step):
        pad.box((0, float(k)), (0.6, step * share / 2), other)
    return picture


def dots(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Dots on a lattice."""
    picture, step = paper(shape, one), min(shape) * rng.uniform(0.09, 0.25)
    radius = step * rng.uniform(0.15, 0.42)
    for at in _spots(rng, shape, step):
        Pad(picture, at, 1).disc((0, 0), radius, other)
    return picture


def stars(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Stars strewn."""
    picture, short = paper(shape, one), min(shape)
    for _ in range(int(rng.integers(6, 40))):
        at, size = (rng.uniform(0, shape[1]), rng.uniform(0, shape[0])), short * rng.uniform(0.01, 0.07)
        if size < 0.03 * short:
            Pad(picture, at, size).disc((0, 0), 0.6, other)
        else:
            Pad(picture, at, size, rng.uniform(0, 6)).area(star((0, 0), int(rng.integers(4, 7)), 1, 0.4), other)
    return picture


def blurred(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Colour clouds like a photograph out of focus."""
    inks = [one, other, mixed(one, (0, 0, 0), rng.uniform(0, 0.8)), mixed(other, (255, 255, 255), rng.uniform(0, 0.6))]
    return clouds(rng, shape, inks, int(rng.integers(2, 8)))


def grain(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """A rough texture."""
    size = min(shape) * rng.uniform(0.01, 0.08, 2)
    return roughened(rng, paper(shape, one), rng.uniform(6, 28), (max(1.0, size[0]), max(1.0, size[1])))


def checks(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """A chequered ground, upright or turned by 45°."""
    step = min(shape) * rng.uniform(0.1, 0.3)
    rows, columns = np.mgrid[: shape[0], : shape[1]] / step
    if rng.random() < 0.4:
        rows, columns = rows + columns, rows - columns
    odd = (np.floor(rows) + np.floor(columns)) % 2
    return np.where(odd[..., None] > 0, np.array(one), np.array(other)).astype(np.uint8)


def rings(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Rings round a spot."""
    picture, step = paper(shape, one), rng.uniform(0.06, 0.16)
    pad = Pad(picture, (shape[1] * rng.uniform(0.2, 0.8), shape[0] * rng.uniform(0.2, 0.8)), _far(shape))
    for radius in np.arange(1.0, 0.0, -2 * step):
        pad.disc((0, 0), float(radius), other)
        pad.disc((0, 0), float(radius) - step, one)
    return picture


def halves(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Two halves with a straight or wavy border."""
    picture = paper(shape, one)
    pad = Pad(
        picture, (shape[1] / 2, shape[0] * rng.uniform(0.3, 0.75)), _far(shape), rng.choice([0, 0, rng.uniform(0, 6)])
    )
    x = np.linspace(-1, 1, 40)
    y = np.sin(x * rng.uniform(5, 40)) * rng.choice([0, 0.02, 0.05])
    pad.area([*zip(x, y, strict=True), (1, 1), (-1, 1)], other)
    return picture


def facets(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """Overlapping triangles between the two colours."""
    picture = paper(shape, one)
    for _ in range(int(rng.integers(5, 14))):
        corners = rng.uniform(-0.2, 1.2, (3, 2)) * shape[::-1]
        Pad(picture, (0, 0), 1).area(corners, mixed(one, other, rng.random()))
    return picture


def arch(rng: Rng, shape: Shape, one: Colour, other: Colour) -> Picture:
    """A disc or an arch behind the motif."""
    picture, short = paper(shape, one), min(shape)
    Pad(picture, (shape[1] / 2, shape[0] * rng.uniform(0.4, 0.6)), short).area(
        ring((0, 0), (rng.uniform(0.3, 0.5), rng.uniform(0.3, 0.7))), other
    )
    return picture


GROUNDS: tuple[Ground, ...] = (
    flat, gradient, glow, rays, stripes, dots, stars, blurred, grain, checks, rings, halves, facets, arch,
)  # fmt: skip
_SHARES = np.array([5, 3, 3, 2, 1, 1, 1, 3, 1.5, 0.6, 0.6, 1, 1, 1.5])


def random_ground(rng: Rng) -> Ground:
    """Any ground, quiet ones more often."""
    return GROUNDS[int(rng.choice(len(GROUNDS), p=_SHARES / _SHARES.sum()))]


def two_colours(rng: Rng, palette: Palette) -> tuple[Colour, Colour]:
    """A ground colour and another near it or far from it."""
    one = palette.any(rng)
    other = (
        palette.any(rng)
        if rng.random() < 0.4
        else mixed(one, rng.choice([0.0, 255.0]) * np.ones(3), rng.uniform(0.1, 0.5))
    )
    return one, other
