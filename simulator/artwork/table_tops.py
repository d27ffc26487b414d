"""Invented table tops: wood, cloth, gingham, stone, mats, and papers lying about."""

from collections.abc import Callable

import cv2
import numpy as np

from simulator.artwork.paint import Pad, Palette, Rng, clouds, colour, mixed, paper, random_palette, roughened
from vision.reading import Picture

_WOODS = Palette(0.07, 0.035, (0.2, 0.75), (0.15, 0.85))


def _grain(rng: Rng, size: int, stretch: float) -> np.ndarray:
    """Fibres along the rows, from about -1 to 1 (size × size)."""
    total = np.zeros((size, size), np.float32)
    for coarse, weight in ((1.5, 0.35), (5.0, 0.4), (18.0, 0.5)):
        cells = (max(2, int(size / coarse)), max(2, int(size / coarse / stretch)))
        noise = rng.random(cells, np.float32) * 2 - 1
        total += cv2.resize(noise, (size, size), interpolation=cv2.INTER_LINEAR) * weight
    return total


def wood(rng: Rng, size: int) -> Picture:
    """Planks, parquet or a plain board with grain."""
    of = _WOODS.any(rng) if rng.random() < 0.85 else random_palette(rng).any(rng)
    tone = 1 + _grain(rng, size, rng.uniform(8, 40)) * rng.uniform(0.05, 0.25)
    if rng.random() < 0.7:
        plank = int(size * rng.uniform(0.06, 0.25))
        for row, top in enumerate(range(0, size, plank)):
            long = int(size * rng.uniform(0.3, 1.2))
            for left in range(-int(rng.integers(long)), size, long):
                part = tone[top : top + plank, max(left, 0) : left + long]
                part *= 1 + rng.normal(0, 0.07)
                part[:, :2] *= rng.uniform(0.4, 0.9) if row % 2 or left > 0 else 1
            tone[top : top + 2] *= rng.uniform(0.35, 0.9)
    picture = np.clip(tone[..., None] * np.array(of, np.float32), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(picture)) if rng.random() < 0.5 else picture


def cloth(rng: Rng, size: int) -> Picture:
    """A woven cloth or felt, plain or with a border of stripes."""
    of = random_palette(rng).any(rng)
    picture = roughened(rng, paper((size, size), of), rng.uniform(2, 12), (rng.uniform(1, 4), rng.uniform(1, 4)))
    if rng.random() < 0.3:
        other, pad = random_palette(rng).any(rng), Pad(picture, (size / 2, size / 2), size, rng.uniform(0, 3))
        for at in rng.uniform(-0.7, 0.7, int(rng.integers(1, 6))):
            pad.box((float(at), 0), (rng.uniform(0.005, 0.05), 1), other)
    return picture


def gingham(rng: Rng, size: int) -> Picture:
    """Checks of two woven stripes, or tartan of three."""
    one, other = random_palette(rng).any(rng), colour(rng.random(), 0.05, 0.97)
    step = size * rng.uniform(0.02, 0.09)
    at = np.arange(size) / step
    across = (np.floor(at) % 2).astype(np.float32)
    if rng.random() < 0.3:
        across = across * 0.7 + (np.floor(at * 3) % 5 == 0) * 0.3
    share = ((across[:, None] + across[None]) / 2)[..., None].astype(np.float32)
    picture = np.array(other, np.float32) * (1 - share) + np.array(one, np.float32) * share
    return roughened(rng, np.clip(picture, 0, 255).astype(np.uint8), rng.uniform(2, 9), (2, 2))


def plain(rng: Rng, size: int) -> Picture:
    """A plain top with faint unevenness."""
    of = random_palette(rng).any(rng) if rng.random() < 0.5 else colour(0.1, rng.uniform(0, 0.15), rng.uniform(0.1, 1))
    return roughened(rng, paper((size, size), of), rng.uniform(1, 6), (90, 90))


def speckle(rng: Rng, size: int) -> Picture:
    """Grey or coloured stone with grains."""
    of = colour(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.2, 0.9))
    picture = roughened(rng, paper((size, size), of), rng.uniform(8, 35), (rng.uniform(1.5, 6),) * 2)
    spots = rng.integers(0, size, (int(rng.integers(50, 600)), 2))
    for x, y in spots.tolist():
        cv2.circle(picture, (x, y), 2, mixed(of, (0, 0, 0), 0.6), -1)
    return picture


def tatami(rng: Rng, size: int) -> Picture:
    """Straw mats with cloth borders, or a woven mat."""
    of = colour(rng.uniform(0.12, 0.2), rng.uniform(0.25, 0.5), rng.uniform(0.5, 0.85))
    step = int(rng.integers(3, 9))
    ribs = 1 + 0.12 * np.sin(np.arange(size) * 2 * np.pi / step)[:, None] + _grain(rng, size, 20) * 0.06
    picture = np.clip(ribs[..., None] * np.array(of), 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        at, wide = int(rng.integers(size)), int(size * rng.uniform(0.015, 0.04))
        picture[max(0, at - wide) : at + wide] = random_palette(rng).dark(rng)
    return np.ascontiguousarray(np.rot90(picture)) if rng.random() < 0.5 else picture


def marble(rng: Rng, size: int) -> Picture:
    """Stone with veins."""
    of = colour(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.15, 0.97))
    picture = clouds(rng, (size, size), [of, mixed(of, (128, 128, 128), 0.25), mixed(of, (255, 255, 255), 0.2)], 5)
    vein = mixed(of, (30, 30, 30) if of[1] > 110 else (240, 240, 240), rng.uniform(0.2, 0.6))
    pad = Pad(picture, (0, 0), size)
    for _ in range(int(rng.integers(3, 14))):
        steps = np.vstack([rng.uniform(0, 1, 2), rng.normal(rng.normal(0, 0.03, 2), 0.025, (30, 2))])
        pad.line(np.cumsum(steps, axis=0), rng.uniform(0.001, 0.004), vein)
    return picture


def papers(rng: Rng, size: int) -> Picture:
    """Newspapers, leaflets and cards lying about."""
    picture = TABLES[int(rng.integers(5))](rng, size)
    for _ in range(int(rng.integers(3, 16))):
        pad = Pad(picture, (rng.uniform(0, size), rng.uniform(0, size)), size, rng.uniform(0, 6))
        wide, high = rng.uniform(0.04, 0.25), rng.uniform(0.05, 0.3)
        page = (
            colour(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.75, 1))
            if rng.random() < 0.7
            else random_palette(rng).any(rng)
        )
        pad.box((0, 0), (wide, high), page)
        columns = int(rng.integers(1, 4))
        for y in np.arange(-high * 0.9, high * 0.9, rng.uniform(0.008, 0.02)):
            for column in range(columns):
                left = -wide * 0.9 + column * 1.8 * wide / columns
                pad.line(
                    [(left, float(y)), (left + rng.uniform(0.4, 0.9) * 1.8 * wide / columns, float(y))],
                    0.003,
                    mixed(page, (0, 0, 0), 0.7),
                )
        if rng.random() < 0.6:
            pad.box(
                tuple(rng.uniform(-0.4, 0.4, 2) * (wide, high)), (wide * 0.4, high * 0.3), random_palette(rng).any(rng)
            )
    return picture


TABLES: tuple[Callable[[Rng, int], Picture], ...] = (wood, plain, cloth, speckle, tatami, gingham, marble, papers)
SHARES = (0.3, 0.17, 0.12, 0.08, 0.07, 0.11, 0.07, 0.08)
