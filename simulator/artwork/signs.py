"""Invented signs for tile faces: pips, sticks, writing, numbers, emblems, heavenly bodies, things and mosaics.

Every motif paints on a pad whose face area reaches from -1 to 1 across and about -1.2 to 1.2 down; `number` is the
tile's, 1 to 9, and 10 for the wild one.
"""
# ruff: noqa: ARG001 - all motifs take the same arguments, so that one can be chosen at random

import numpy as np

from simulator.artwork.paint import BLACK, FONTS, WHITE, Motif, Pad, Palette, Rng, Spot, mixed, ring, star

_WORDS = ("STAR", "ACE", "WILD", "NOVA", "ALL", "JOKER", "万", "中", "發", "龍", "KING", "ORBIT", "風", "LUX", "?")


def word(rng: Rng) -> str:
    """A word or two as printed on tiles, cards and sheets, most of them invented."""
    if rng.random() < 0.3:
        return str(rng.choice(_WORDS))
    letters = [chr(65 + int(k)) for k in rng.integers(0, 26, int(rng.integers(3, 9)))]
    letters[1::2] = [str(rng.choice(list("AEIOU"))) for _ in letters[1::2]]
    return "".join(letters)


def _places(count: int) -> list[Spot]:
    """Where `count` pips lie, in rows as on dice and mahjong tiles."""
    rows = {1: (1,), 2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (3, 2, 2), 8: (3, 2, 3)}
    layout = rows.get(count, (3, 3, 3))
    spots = []
    for row, across in enumerate(layout):
        y = (row - (len(layout) - 1) / 2) * (1.7 / max(len(layout), 2))
        spots += [((k - (across - 1) / 2) * 0.62, y) for k in range(across)]
    return spots


def pips(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """As many coins or stars as the number, as mahjong's circles."""
    ink, second, third = inks.any(rng), inks.dark(rng), inks.light(rng)
    variant, size = int(rng.integers(4)), 0.75 if number == 1 else 0.29
    for at in _places(number):
        one, other = (ink, second) if rng.random() < 0.7 else (second, ink)
        if variant == 3:
            pad.area(star(at, 5, size, size * 0.45), one)
            continue
        pad.disc(at, size, one)
        if variant:
            pad.disc(at, size * 0.68, third)
            pad.disc(at, size * 0.38, other)
        if variant == 2:
            pad.area(star(at, 6, size * 0.6, size * 0.2), third)


def sticks(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """As many bamboo sticks as the number."""
    ink, other = inks.any(rng), inks.any(rng)
    half = 0.8 if number == 1 else 0.34
    for k, at in enumerate(_places(number)):
        one = other if k % 3 == 1 else ink
        pad.box(at, (0.1, half * 0.85), one, 0.08)
        for y in (-half * 0.75, 0, half * 0.75):
            pad.oval((at[0], at[1] + y), (0.15, 0.06), mixed(one, BLACK, 0.25))
        pad.line([(at[0], at[1] - half * 0.6), (at[0], at[1] + half * 0.6)], 0.04, mixed(one, WHITE, 0.6))


def writing(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """One or two characters of Chinese writing."""
    high = rng.uniform(1.1, 1.6)
    ink = inks.dark(rng) if rng.random() < 0.6 else inks.any(rng)
    font = FONTS[int(rng.integers(2))]
    if rng.random() < 0.4:
        pad.text("一二三四五六七八九龍"[number - 1], (0, -0.5), high * 0.6, ink, font)
        pad.text(chr(int(rng.integers(0x4E00, 0x9F00))), (0, 0.5), high * 0.6, inks.any(rng), font)
    else:
        pad.text(chr(int(rng.integers(0x4E00, 0x9F00))), (0, 0), high, ink, font)


def strokes(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """Brush strokes that look like writing of no language."""
    ink = inks.dark(rng)
    for _ in range(int(rng.integers(3, 8))):
        x, y = rng.uniform(-0.7, 0.7), rng.uniform(-0.9, 0.9)
        direction = rng.choice([0, np.pi / 2, 2.2, 0.9])
        long = rng.uniform(0.3, 0.8)
        dx, dy = np.cos(direction) * long, np.sin(direction) * long
        pad.area(
            [(x - dx, y - dy), (x + dx, y + dy - 0.08), (x + dx * 0.9, y + dy + 0.1), (x - dx, y - dy + 0.12)], ink
        )


def digit(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """The number, big."""
    shown = str(number) if number < 10 else str(rng.choice(["*", "W", "J", "0", "?"]))
    ink, font = inks.dark(rng) if rng.random() < 0.5 else inks.any(rng), FONTS[int(rng.integers(len(FONTS)))]
    if rng.random() < 0.3:
        pad.disc((0, 0), 0.9, inks.light(rng))
    high = rng.uniform(0.9, 1.7)
    if rng.random() < 0.4:
        pad.text(shown, (0.07, 0.07), high, mixed(ink, BLACK, 0.7), font)
    pad.text(shown, (0, 0), high, ink, font)


def letter(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A letter, big."""
    shown = chr(int(rng.integers(65, 91))) if rng.random() < 0.7 else chr(int(rng.integers(0x3042, 0x3094)))
    pad.text(shown, (0, 0), rng.uniform(0.9, 1.6), inks.dark(rng), FONTS[int(rng.integers(len(FONTS)))])


def emblem(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A geometric sign with rotational symmetry."""
    ink, second, third = inks.any(rng), inks.dark(rng), inks.light(rng)
    fold, variant = int(rng.integers(2, 9)), int(rng.integers(5))
    if rng.random() < 0.6:
        pad.disc((0, 0), rng.uniform(0.75, 1.0), second)
    for k in range(fold):
        arm = pad.part((0, 0), 1, k * 2 * np.pi / fold)
        if variant == 0:
            arm.oval((0, -0.5), (rng.uniform(0.1, 0.3), 0.4), ink)
        elif variant == 1:
            arm.area([(-0.25, -0.3), (0.25, -0.3), (0, -0.95)], ink)
        elif variant == 2:
            arm.box((0, -0.5), (0.12, 0.4), ink)
            arm.box((0, -0.8), (0.28, 0.1), ink)
        elif variant == 3:
            arm.bow((0.2, -0.45), (0.3, 0.4), 0.13, ink, (90, 300))
        else:
            arm.disc((0, -0.7), 0.2, ink)
            arm.line([(0, 0), (0, -0.7)], 0.08, ink)
    pad.area(star((0, 0), int(rng.integers(3, 9)), rng.uniform(0.2, 0.5), rng.uniform(0.1, 0.3)), third)


def shield(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A coat of arms: a shield parted in colours with a charge."""
    one, other, charge = inks.any(rng), inks.any(rng), inks.light(rng)
    outline = [(-0.75, -0.85), (0.75, -0.85), (0.75, 0.1), (0.45, 0.7), (0, 1.0), (-0.45, 0.7), (-0.75, 0.1)]
    pad.area(outline, one)
    variant = int(rng.integers(4))
    parts: list[list[Spot]] = [
        [(0, -0.85), (0.75, -0.85), (0.75, 0.1), (0.45, 0.7), (0, 1.0)],
        [(-0.75, -0.3), (0.75, -0.3), (0.75, 0.1), (-0.75, 0.1)],
        [(-0.75, -0.85), (-0.4, -0.85), (0.6, 0.5), (0.45, 0.7), (-0.75, -0.5)],
        [(0, -0.3), (0.7, 0.3), (0.45, 0.7), (0, 0.3), (-0.45, 0.7), (-0.7, 0.3)],
    ]
    pad.area(parts[variant], other)
    pad.area(star((rng.uniform(-0.2, 0.2), rng.uniform(-0.3, 0.2)), int(rng.integers(3, 8)), 0.35, 0.15), charge)
    pad.line(outline, 0.08, inks.dark(rng), closed=True)


def heavens(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A star, a planet with a ring, a moon or a comet."""
    ink, second, third = inks.any(rng), inks.any(rng), inks.light(rng)
    variant = int(rng.integers(4))
    if variant == 0:
        points = int(rng.integers(4, 13))
        pad.area(star((0, 0), points, 1.0, rng.uniform(0.35, 0.65)), ink)
        pad.disc((0, 0), rng.uniform(0.15, 0.4), second)
    elif variant == 1:
        pad.disc((0, 0), 0.65, ink)
        for y in rng.uniform(-0.45, 0.45, int(rng.integers(0, 4))):
            pad.oval((0, float(y)), (0.58 * np.sqrt(1 - y * y * 2), 0.07), second)
        pad.bow((0, 0), (1.0, rng.uniform(0.15, 0.4)), 0.1, third, (-20, 200), rng.uniform(-0.6, 0.6))
    elif variant == 2:
        pad.disc((0, 0), 0.8, ink)
        for x, y, r in rng.uniform([-0.5, -0.5, 0.05], [0.5, 0.5, 0.22], (6, 3)):
            pad.disc((float(x), float(y)), float(r), mixed(ink, BLACK, 0.3))
        pad.bow((0, 0), (0.8, 0.8), 0.1, second)
    else:
        pad.area([(0.4, 0.3), (-0.9, -0.9), (0.6, -0.1)], third)
        pad.disc((0.5, 0.2), 0.4, ink)
    for x, y in rng.uniform(-1, 1, (int(rng.integers(0, 8)), 2)):
        pad.disc((float(x), float(y)), 0.05, third)


def craft(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A ship of space or sea: hull, wings, windows, flames."""
    hull, wing, glass = inks.any(rng), inks.any(rng), inks.light(rng)
    ship = pad.part((0, 0), rng.uniform(0.8, 1.1), rng.choice([0, 0, rng.uniform(-1, 1), np.pi / 2]))
    wide, span = rng.uniform(0.15, 0.5), rng.uniform(0.5, 1.0)
    nose, sweep = rng.uniform(0.6, 1.1), rng.uniform(-0.5, 0.8)
    for side in (-1, 1):
        ship.area([(0, -0.2), (side * span, sweep), (side * span, sweep + rng.uniform(0.1, 0.4)), (0, 0.6)], wing)
        if number % 2:
            ship.box((side * span, sweep), (0.09, 0.4), mixed(wing, BLACK, 0.4), 0.05)
    ship.area([(-wide * 0.6, 0.75), (0, 1.15), (wide * 0.6, 0.75)], (40, 150, 250))
    ship.area([(0, -nose), *ring((0, 0), (wide, 0.75), 0, (0, 180))], hull)
    ship.oval((0, rng.uniform(-0.3, 0.1)), (wide * 0.5, rng.uniform(0.12, 0.3)), glass)


def plant(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A flower or a branch with leaves and fruit."""
    stem, petal, heart = mixed(inks.any(rng), (40, 120, 30), 0.6), inks.any(rng), inks.light(rng)
    pad.line([(0, 1.1), (rng.uniform(-0.2, 0.2), 0.4), (0, -0.3)], 0.1, stem)
    for side in (-1, 1):
        pad.oval((side * 0.35, rng.uniform(0.3, 0.8)), (0.36, 0.13), stem, -side * rng.uniform(0.2, 0.8))
    count = int(rng.integers(3, 10))
    for k in range(count):
        leaf = pad.part((0, -0.3), 1, k * 2 * np.pi / count)
        leaf.oval((0, -0.38), (rng.uniform(0.14, 0.26), 0.34), petal)
    pad.disc((0, -0.3), rng.uniform(0.15, 0.28), heart)


def mosaic(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A mirrored pattern of squares."""
    count, ink, other = int(rng.integers(4, 7)), inks.any(rng), inks.dark(rng)
    half = 0.95 / count
    left = rng.integers(0, 3, (count + 1, (count + 1) // 2))
    for row, column in np.argwhere(left):
        chosen = ink if left[row, column] == 1 else other
        x, y = (column * 2 + 1) * half - 0.95, (row - count / 2) * 2 * half
        for side in (-1, 1):
            pad.box((side * float(x), float(y)), (half, half), chosen)


SIGNS: dict[str, Motif] = {
    "pips": pips, "sticks": sticks, "writing": writing, "strokes": strokes, "digit": digit, "letter": letter,
    "emblem": emblem, "shield": shield, "heavens": heavens, "craft": craft, "plant": plant, "mosaic": mosaic,
}  # fmt: skip
