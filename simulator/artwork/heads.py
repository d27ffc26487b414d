"""Invented heads for tile faces: people, animals, robots, helmets, creatures and silhouettes.

Every motif paints on a pad whose face area reaches from -1 to 1 across and about -1.2 to 1.2 down.
"""
# ruff: noqa: ARG001 - all motifs take the same arguments, so that one can be chosen at random

import numpy as np

from simulator.artwork.head_parts import eyes, glasses, hair, hat, long_hair, mouth, skin
from simulator.artwork.paint import BLACK, WHITE, Motif, Pad, Palette, Rng, colour, mixed, ring, star
from simulator.render.pieces import Colour


def person(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A cartoon head with random hair, hat, glasses, beard and clothes."""
    of = skin(rng) if rng.random() < 0.75 else inks.any(rng)
    locks = inks.any(rng) if rng.random() < 0.5 else inks.dark(rng)
    cloth, line = inks.any(rng), mixed(of, BLACK, 0.85)
    wide, high = rng.uniform(0.5, 0.75), rng.uniform(0.6, 0.85)
    y, apart = rng.uniform(-0.15, 0.1), rng.uniform(0.2, 0.32)
    long_hair(pad, rng, locks, wide, high)
    if rng.random() < 0.7:
        pad.box((0, 1.2), (rng.uniform(0.6, 0.95), 0.55), cloth, 0.35)
        pad.box((0, 0.65), (0.2, 0.25), mixed(of, BLACK, 0.15))
    for side in (-1, 1):
        pad.disc((side * wide, 0.05), 0.15, of)
    pad.box((0, 0), (wide, high), of, wide if rng.random() < 0.6 else rng.uniform(0.2, 0.6))
    if rng.random() < 0.25:
        pad.oval((0, 0.25), (wide * 0.98, high * 0.72), locks, 0, (0, 180))
    eyes(pad, rng, line, y, apart, rng.uniform(0.07, 0.15))
    if rng.random() < 0.5:
        pad.line([(0, y + 0.08), (rng.choice([-0.08, 0.08]), y + 0.28), (0, y + 0.28)], 0.05, line)
    mouth(pad, rng, mixed(line, (60, 40, 140), rng.random()), rng.uniform(0.38, 0.5))
    hair(pad, rng, locks, wide, high)
    if rng.random() < 0.4:
        hat(pad, rng, inks.any(rng), inks.any(rng), wide, high)
    if rng.random() < 0.3:
        glasses(pad, rng, inks.dark(rng), y, apart)


def _ears(pad: Pad, rng: Rng, fur: Colour, second: Colour, wide: float, high: float) -> None:
    """Pointed, round, long or hanging ears, or horns, or none."""
    variant = int(rng.integers(6))
    for side in (-1, 1):
        if variant == 0:
            pad.area([(side * wide, 0), (side * wide * 0.9, -high - 0.4), (side * 0.1, -high * 0.8)], fur)
        elif variant == 1:
            pad.disc((side * wide * 0.8, -high * 0.8), 0.3, fur)
            pad.disc((side * wide * 0.8, -high * 0.8), 0.17, second)
        elif variant == 2:
            pad.oval((side * 0.35, -high - 0.25), (0.16, 0.55), fur, side * 0.15)
            pad.oval((side * 0.35, -high - 0.25), (0.08, 0.4), second, side * 0.15)
        elif variant == 3:
            pad.oval((side * (wide + 0.1), 0.1), (0.25, 0.55), mixed(fur, BLACK, 0.3), -side * 0.2)
        elif variant == 4:
            pad.bow((side * 0.65, -high), (0.3, 0.45), 0.13, mixed(fur, BLACK, 0.75), (180, 360))


def _nose(pad: Pad, rng: Rng, fur: Colour, second: Colour) -> None:
    """A muzzle, a beak, a trunk or a snout."""
    variant, line = int(rng.integers(4)), mixed(fur, BLACK, 0.85)
    if variant == 0:
        pad.oval((0, 0.35), (0.35, 0.26), second)
        pad.oval((0, 0.25), (0.12, 0.09), line)
        pad.bow((0, 0.38), (0.14, 0.1), 0.05, line, (10, 170))
    elif variant == 1:
        pad.area([(-0.3, 0.15), (0.3, 0.15), (0, 0.6)], colour(rng.uniform(0.05, 0.14), 0.9, 1))
    elif variant == 2:
        pad.line([(0, 0.1), (0, 0.6), (0.15, 0.95), (0.4, 1.0)], 0.22, mixed(fur, BLACK, 0.15))
    else:
        pad.oval((0, 0.3), (0.28, 0.2), mixed(second, (160, 150, 250), 0.5))
        for side in (-1, 1):
            pad.disc((side * 0.1, 0.3), 0.06, line)


def animal(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """An animal's head: ears, muzzle, trunk, beak or mane."""
    fur, second = inks.any(rng), inks.light(rng)
    wide, high = rng.uniform(0.55, 0.8), rng.uniform(0.5, 0.75)
    if rng.random() < 0.15:
        pad.area(star((0, 0), 14, 1.0, 0.8), mixed(fur, BLACK, 0.35))
    _ears(pad, rng, fur, second, wide, high)
    pad.oval((0, 0), (wide, high), fur)
    if rng.random() < 0.3:
        patch = second if rng.random() < 0.5 else mixed(fur, BLACK, 0.9)
        for side in (-1, 1):
            pad.oval((side * 0.3, -0.1), (0.24, 0.28), patch, side * 0.4)
    eyes(pad, rng, inks.dark(rng), rng.uniform(-0.25, 0), rng.uniform(0.22, 0.4), rng.uniform(0.08, 0.15))
    _nose(pad, rng, fur, second)


def robot(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A robot's head, sometimes with a body."""
    metal, trim, lamp = inks.any(rng), inks.any(rng), inks.light(rng)
    dark = mixed(metal, BLACK, 0.7)
    wide, high, soft = rng.uniform(0.55, 0.85), rng.uniform(0.45, 0.75), rng.uniform(0, 0.7)
    if rng.random() < 0.5:
        pad.box((0, 1.15), (rng.uniform(0.5, 0.9), 0.45), trim, 0.1)
    for x in rng.choice([-0.4, 0.0, 0.4], int(rng.integers(0, 3)), replace=False):
        pad.line([(float(x), -high), (float(x), -high - 0.35)], 0.07, dark)
        pad.disc((float(x), -high - 0.4), 0.12, trim)
    pad.box((0, 0), (wide + rng.choice([0, 0.15]), 0.22), trim, 0.05)
    pad.box((0, 0), (wide, high), metal, soft)
    if rng.random() < 0.5:
        pad.box((0, -0.12), (wide * 0.85, 0.25), dark, rng.uniform(0, 0.25))
    count = int(rng.integers(1, 4))
    for x in np.linspace(-0.35, 0.35, count) if count > 1 else (0.0,):
        size = rng.uniform(0.1, 0.2) if count > 1 else rng.uniform(0.2, 0.35)
        pad.disc((float(x), -0.12), size, dark)
        pad.disc((float(x), -0.12), size * 0.65, lamp)
    for k in range(int(rng.integers(0, 6))):
        pad.line([(-0.35 + k * 0.14, 0.28), (-0.35 + k * 0.14, 0.45)], 0.06, dark)


def helmet(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A helmet or mask with a visor, a grill and a ridge."""
    shell = inks.light(rng) if rng.random() < 0.5 else inks.any(rng)
    shell = inks.dark(rng) if rng.random() < 0.25 else shell
    dark, trim = mixed(shell, BLACK, 0.85) if sum(shell) > 250 else mixed(shell, WHITE, 0.6), inks.any(rng)
    wide, flare, chin = rng.uniform(0.6, 0.75), rng.uniform(0.5, 1.0), rng.uniform(0.25, 0.6)
    side = [(wide, -0.1), (flare, 0.7), (chin, 1.0)]
    pad.area([*ring((0, -0.15), (wide, 0.85), 0, (180, 360)), *side, *((-x, y) for x, y in reversed(side))], shell)
    if rng.random() < 0.4:
        pad.box((0, -0.6), (rng.uniform(0.05, 0.15), 0.4), trim, 0.05)
    variant = int(rng.integers(4))
    if variant == 0:
        pad.box((0, -0.1), (wide * 0.85, rng.uniform(0.1, 0.2)), dark, 0.1)
        pad.box((0, 0.35), (0.09, 0.5), dark)
    elif variant == 1:
        for s in (-1, 1):
            pad.area([(s * 0.08, -0.05), (s * 0.5, -0.25), (s * 0.55, 0.1), (s * 0.2, 0.15)], dark)
    elif variant == 2:
        pad.oval((0, -0.05), (wide * 0.8, 0.4), dark)
        pad.bow((-0.15, -0.15), (0.25, 0.15), 0.06, mixed(dark, WHITE, 0.6), (180, 270))
    else:
        for s in (-1, 1):
            pad.disc((s * 0.28, -0.1), 0.22, dark)
            pad.disc((s * 0.28, -0.1), 0.1, trim)
    for k in range(int(rng.integers(0, 6))):
        x = (k - 2) * 0.12
        pad.line([(x, 0.4), (x * 1.3, 0.75)], 0.06, dark)
    if rng.random() < 0.4:
        pad.line([(-flare, 0.5), (-wide * 0.6, 0.45)], 0.09, trim)
        pad.line([(flare, 0.5), (wide * 0.6, 0.45)], 0.09, trim)


def creature(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """An alien: one to four eyes, tentacles, teeth, spots."""
    body, spot, line = inks.any(rng), inks.any(rng), inks.dark(rng)
    for x in np.linspace(-0.6, 0.6, int(rng.integers(2, 6))) if rng.random() < 0.6 else ():
        pad.line([(float(x) * 0.7, 0.3), (float(x), 0.8), (float(x) + rng.uniform(-0.3, 0.3), 1.1)], 0.16, body)
    angles = np.linspace(0, 2 * np.pi, 60)
    wave = 1 + rng.uniform(0, 0.15) * np.sin(angles * rng.integers(3, 9) + rng.uniform(0, 6))
    wide, high = rng.uniform(0.5, 0.85), rng.uniform(0.55, 0.9)
    pad.area(np.stack([np.cos(angles) * wave * wide, np.sin(angles) * wave * high], axis=1), body)
    for x, y in rng.uniform(-0.5, 0.5, (int(rng.integers(0, 6)), 2)):
        pad.disc((float(x), float(y)), rng.uniform(0.04, 0.14), spot)
    count = int(rng.integers(1, 5))
    for x in np.linspace(-0.4, 0.4, count) if count > 1 else (0.0,):
        at, size = (float(x), -0.2 + rng.uniform(-0.15, 0.1)), rng.uniform(0.13, 0.4 - 0.06 * count)
        pad.disc(at, size, WHITE)
        pad.oval(at, (size * rng.uniform(0.2, 0.6), size * 0.6), line)
    mouth(pad, rng, line, 0.4)


def silhouette(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A figure without inner drawing, in one ink."""
    ink = inks.dark(rng) if rng.random() < 0.7 else inks.light(rng)
    head, top = rng.uniform(0.2, 0.42), rng.uniform(-0.75, -0.4)
    pad.oval((0, top), (head, head * rng.uniform(1, 1.35)), ink)
    hair(pad.part((0, top), 0.55), rng, ink, head * 1.9, head * 1.9)
    shoulder, foot = rng.uniform(0.35, 0.9), rng.uniform(0.2, 1.0)
    pad.area(
        [(-head / 2, top), (head / 2, top), (shoulder, top + 0.7), (foot, 1.5), (-foot, 1.5), (-shoulder, top + 0.7)],
        ink,
    )
    if rng.random() < 0.6:
        start, direction = (rng.uniform(-0.5, 0.5), 0.1), rng.uniform(0, 2 * np.pi)
        held = inks.any(rng) if rng.random() < 0.6 else ink
        pad.line(
            [start, (start[0] + np.cos(direction) * 1.2, start[1] + np.sin(direction) * 1.2)],
            rng.uniform(0.06, 0.14),
            held,
        )
    if rng.random() < 0.4:
        hat(pad.part((0, top), 0.6), rng, ink, ink, head * 1.7, head * 1.7)


HEADS: dict[str, Motif] = {
    "person": person, "animal": animal, "robot": robot, "helmet": helmet,
    "creature": creature, "silhouette": silhouette,
}  # fmt: skip
