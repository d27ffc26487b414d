"""Invented pictures like dim stills of a film, for tile faces: portraits and scenes, soft, of low saturation."""

import cv2
import numpy as np

from simulator.artwork.head_parts import hair, hat, long_hair
from simulator.artwork.heads import helmet, robot, silhouette
from simulator.artwork.paint import BLACK, Motif, Pad, Palette, Rng, clouds, colour, mixed
from simulator.render.pieces import Colour
from vision.reading import Picture


def _developed(picture: Picture, rng: Rng) -> None:
    """Makes the picture look photographed: soft, faded, lit from one side."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    light = np.linspace(rng.uniform(0.45, 1), 1.15, picture.shape[1])[None, :, None]
    light = light[:, ::-1] if rng.random() < 0.5 else light
    grey = soft.mean(axis=2, keepdims=True)
    faded = grey + (soft - grey) * rng.uniform(0.35, 1.0)
    contrast, tone = rng.uniform(0.8, 1.35), rng.uniform(0.55, 1.25)
    picture[:] = np.clip(((faded - 90) * contrast + 90) * light * tone, 0, 255).astype(np.uint8)


def _backdrop(pad: Pad, rng: Rng, inks: Palette) -> None:
    """A blurred background: a room, a sky, a wall."""
    picture = pad.picture
    shades = [mixed(inks.any(rng), BLACK, rng.uniform(0.1, 0.8)) for _ in range(3)]
    if rng.random() < 0.7:
        picture[:] = clouds(rng, (picture.shape[0], picture.shape[1]), shades, int(rng.integers(2, 6)))
    for x, y, wide, high in rng.uniform([-1, -1.3, 0.05, 0.1], [1, 1.3, 0.4, 1.2], (int(rng.integers(0, 5)), 4)):
        pad.box((float(x), float(y)), (float(wide), float(high)), shades[int(rng.integers(3))], 0.05)
    for x, y, radius in rng.uniform([-1, -1.2, 0.02], [1, 0.6, 0.15], (int(rng.integers(0, 4)), 3)):
        pad.disc((float(x), float(y)), float(radius), inks.light(rng))


def _actor(part: Pad, rng: Rng, cloth: Colour) -> None:
    """A person: head, shoulders, one cheek in shadow."""
    warm = colour(rng.uniform(0.02, 0.12), rng.uniform(0.15, 0.5), rng.uniform(0.35, 0.95))
    locks = colour(rng.uniform(0.03, 0.14), rng.uniform(0, 0.6), rng.uniform(0.05, 0.7))
    wide, high, side = rng.uniform(0.42, 0.58), rng.uniform(0.6, 0.75), rng.choice([-1, 1])
    part.box((0, 1.35), (rng.uniform(0.75, 1.2), 0.7), cloth, 0.45)
    if rng.random() < 0.4:
        part.area([(-0.35, 0.7), (0.35, 0.7), (0, 1.4)], mixed(cloth, (255, 255, 255), rng.uniform(0.2, 0.7)))
    long_hair(part, rng, locks, wide, high)
    part.box((0, 0.6), (0.22, 0.35), mixed(warm, BLACK, 0.4))
    part.oval((0, 0), (wide, high), warm)
    part.oval((side * wide * 0.45, 0.05), (wide * 0.6, high * 0.9), mixed(warm, BLACK, rng.uniform(0.15, 0.55)))
    if rng.random() < 0.3:
        part.oval((0, 0.3), (wide * 0.95, high * 0.6), locks, 0, (0, 180))
    hair(part, rng, locks, wide, high)
    for s in (-1, 1):
        part.oval((s * 0.2, -0.08), (0.11, 0.06), mixed(warm, BLACK, 0.75))
        part.line([(s * 0.1, -0.2), (s * 0.32, -0.2)], 0.05, locks)
    part.line([(side * 0.03, 0), (side * 0.08, 0.2)], 0.06, mixed(warm, BLACK, 0.35))
    part.line([(-0.15, 0.38), (0.15, 0.38)], 0.06, mixed(warm, (60, 50, 110), 0.6))
    if rng.random() < 0.3:
        hat(part, rng, cloth, locks, wide, high)


def portrait(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """A close-up of an actor, robot or masked being."""
    _backdrop(pad, rng, inks)
    part = pad.part((rng.uniform(-0.3, 0.3), rng.uniform(-0.25, 0.15)), rng.uniform(0.8, 1.3), rng.normal(0, 0.12))
    cloth, lot = mixed(inks.any(rng), BLACK, rng.uniform(0.2, 0.85)), rng.random()
    if lot < 0.65:
        _actor(part, rng, cloth)
    else:
        part.box((0, 1.35), (rng.uniform(0.75, 1.2), 0.7), cloth, 0.45)
        (helmet if lot < 0.85 else robot)(part, rng, inks, number)
    _developed(pad.picture, rng)


def scene(pad: Pad, rng: Rng, inks: Palette, number: int) -> None:
    """Land and sky with hills or towers, up to two suns, and one to three figures."""
    sky, land = inks.any(rng), mixed(inks.any(rng), BLACK, rng.uniform(0.2, 0.7))
    pad.box((0, 0), (2, 2), sky)
    for _ in range(int(rng.integers(0, 3))):
        pad.disc((rng.uniform(-0.8, 0.8), rng.uniform(-1.1, 0)), rng.uniform(0.1, 0.45), inks.light(rng))
    horizon = rng.uniform(-0.2, 0.8)
    for layer in range(int(rng.integers(1, 4))):
        x = np.linspace(-2, 2, 9)
        y = horizon + layer * 0.25 + rng.uniform(-0.35, 0.2, 9) * rng.choice([0.2, 1.0])
        outline = (
            np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]]) if rng.random() < 0.4 else np.stack([x, y], 1)
        )
        pad.area([*outline, (2, 3), (-2, 3)], mixed(land, sky, 0.4 - layer * 0.2))
    for _ in range(int(rng.integers(1, 4))):
        part = pad.part((rng.uniform(-0.7, 0.7), rng.uniform(0, 0.5)), rng.uniform(0.35, 0.9))
        if rng.random() < 0.5:
            silhouette(part, rng, inks, number)
        else:
            _actor(part, rng, mixed(inks.any(rng), BLACK, rng.uniform(0.2, 0.85)))
    _developed(pad.picture, rng)


STILLS: dict[str, Motif] = {"portrait": portrait, "scene": scene}
