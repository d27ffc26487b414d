"""Eyes, mouths, hair, hats and glasses for invented heads (`simulator.artwork.heads`)."""

import numpy as np

from simulator.artwork.paint import WHITE, Pad, Rng, colour
from simulator.render.pieces import Colour


def skin(rng: Rng) -> Colour:
    """Any human skin."""
    return colour(rng.uniform(0.03, 0.1), rng.uniform(0.25, 0.65), rng.uniform(0.3, 1.0))


def eyes(pad: Pad, rng: Rng, ink: Colour, y: float, apart: float, size: float) -> None:
    """Two eyes `apart` from the middle, in one of several variants, with brows or none."""
    variant, white = int(rng.integers(5)), rng.random() < 0.5
    for side in (-1, 1):
        at = (side * apart, y)
        if variant == 4:
            pad.bow(at, (size, size * 0.7), 0.07, ink, (180, 360) if white else (0, 180))
            continue
        if white:
            pad.oval(at, (size * 1.5, size * rng.choice([1.0, 1.6])), WHITE)
        if variant == 3:
            pad.line([(at[0] - size, y - side * size * 0.5), (at[0] + size, y + side * size * 0.5)], 0.09, ink)
        pad.disc(at, size * (0.75, 0.95, 0.6, 0.7)[variant], ink)
    if rng.random() < 0.5:
        lift, slope = rng.uniform(0.18, 0.3), rng.uniform(-0.1, 0.1)
        for side in (-1, 1):
            inner, outer = apart - 0.14, apart + 0.16
            pad.line([(side * inner, y - lift + slope), (side * outer, y - lift - slope)], 0.08, ink)


def mouth(pad: Pad, rng: Rng, ink: Colour, y: float) -> None:
    """A mouth: smiling, sad, open, straight, round or with teeth."""
    variant, wide = int(rng.integers(6)), rng.uniform(0.12, 0.38)
    if variant == 0:
        pad.bow((0, y - 0.1), (wide, 0.18), 0.07, ink, (20, 160))
    elif variant == 1:
        pad.bow((0, y + 0.1), (wide, 0.14), 0.07, ink, (200, 340))
    elif variant == 2:
        pad.oval((0, y - 0.05), (wide, 0.25), ink, 0, (0, 180))
    elif variant == 3:
        pad.line([(-wide, y), (wide, y)], 0.08, ink)
    elif variant == 4:
        pad.oval((0, y), (wide * 0.5, wide * 0.6), ink)
    else:
        pad.box((0, y), (wide, 0.11), WHITE, 0.03)
        for x in np.linspace(-wide, wide, 5):
            pad.line([(float(x), y - 0.11), (float(x), y + 0.11)], 0.03, ink)


def hair(pad: Pad, rng: Rng, ink: Colour, wide: float, high: float) -> None:
    """Hair on a head of half width `wide` and half height `high`, or none."""
    variant = int(rng.integers(8))
    if variant == 0:
        pad.oval((0, -0.12), (wide * 1.06, high * 1.06), ink, 0, (180, 360))
    elif variant == 1:
        for x in np.linspace(-wide, wide, int(rng.integers(4, 8))):
            pad.disc((float(x), -high * 0.8 + abs(float(x)) * 0.5), rng.uniform(0.2, 0.34), ink)
    elif variant == 2:
        count = int(rng.integers(4, 9))
        tips = [(float(x), -high - rng.uniform(0.1, 0.4)) for x in np.linspace(-wide, wide, count)]
        base = [(float(x), -high * 0.6) for x in np.linspace(-wide, wide, count)]
        pad.area([(-wide, -0.25), *(p for pair in zip(base, tips, strict=True) for p in pair), (wide, -0.25)], ink)
    elif variant == 3:
        side = rng.choice([-1, 1])
        pad.area([(-wide, -0.1), (-wide, -high), (wide, -high), (wide, -0.1), (side * wide * 0.5, -high * 0.65)], ink)
    elif variant == 4:
        pad.oval((0, -high * 0.85), (rng.uniform(0.14, 0.3), 0.5), ink)
    elif variant == 5:
        for side in (-1, 1):
            pad.disc((side * wide, -high * 0.75), rng.uniform(0.22, 0.4), ink)
        pad.oval((0, -0.2), (wide, high), ink, 0, (180, 360))
    elif variant == 6:
        pad.oval((0, -0.1), (wide * 1.03, high * 1.03), ink, 0, (195, 345))
        pad.disc((0, -high * 1.1), 0.24, ink)


def long_hair(pad: Pad, rng: Rng, ink: Colour, wide: float, high: float) -> None:
    """Hair that falls behind the head: painted before it."""
    if rng.random() < 0.4:
        low = rng.uniform(0.4, 1.2)
        pad.box((0, (low - high) / 2), (wide * rng.uniform(1.1, 1.35), (high + low) / 2), ink, 0.5)


def hat(pad: Pad, rng: Rng, ink: Colour, second: Colour, wide: float, high: float) -> None:
    """A hat, crown, horns, feelers or earphones."""
    variant, brim = int(rng.integers(7)), -high * 0.55
    if variant == 0:
        pad.oval((0, brim), (wide * 1.1, high * 0.7), ink, 0, (180, 360))
        pad.box((0, brim), (wide * 1.35, 0.08), second, 0.08)
    elif variant == 1:
        pad.box((0, brim - 0.35), (wide * 0.75, 0.4), ink, 0.05)
        pad.box((0, brim), (wide * 1.4, 0.07), ink, 0.05)
        pad.box((0, brim - 0.12), (wide * 0.75, 0.07), second)
    elif variant == 2:
        pad.area([(-wide, brim), (rng.uniform(-0.3, 0.3), -high - 0.5), (wide, brim)], ink)
        pad.disc((0, brim - 0.25), 0.12, second)
    elif variant == 3:
        crown = [(-wide, brim), (-wide, brim - 0.5), (-wide / 2, brim - 0.25), (0, brim - 0.6)]
        pad.area([*crown, (wide / 2, brim - 0.25), (wide, brim - 0.5), (wide, brim)], ink)
        pad.disc((0, brim - 0.18), 0.09, second)
    elif variant == 4:
        for side in (-1, 1):
            pad.area([(side * wide * 0.4, brim), (side * wide, brim + 0.1), (side * wide * 1.1, brim - 0.75)], ink)
    elif variant == 5:
        for side in (-1, 1):
            pad.line([(side * 0.25, -high * 0.9), (side * 0.45, -high - 0.4)], 0.08, ink)
            pad.disc((side * 0.45, -high - 0.4), 0.12, second)
    else:
        pad.bow((0, -0.05), (wide * 1.1, high * 1.1), 0.14, ink, (180, 360))
        for side in (-1, 1):
            pad.oval((side * wide * 1.1, 0), (0.17, 0.28), second)


def glasses(pad: Pad, rng: Rng, ink: Colour, y: float, apart: float) -> None:
    """Glasses, dark or clear, round or square."""
    size, full = rng.uniform(0.18, 0.3), rng.random() < 0.4
    for side in (-1, 1):
        if rng.random() < 0.5 and full:
            pad.box((side * apart, y), (size, size * 0.7), ink, 0.05)
        elif full:
            pad.disc((side * apart, y), size, ink)
        else:
            pad.bow((side * apart, y), (size, size), 0.07, ink)
    pad.line([(-apart, y - 0.04), (apart, y - 0.04)], 0.05, ink)
