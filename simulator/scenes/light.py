"""Random light and cameras as homes have them."""

from dataclasses import replace

import numpy as np

from simulator.render.light import Lamp, Light, Sensor

_LESSON_GLOSS = 0.15  # maximum gloss of tiles in a lesson


def random_light(rng: np.random.Generator) -> Light:
    """Desk lamps, ceiling lamps, windows, evening and flat light."""
    lamps = []
    for _ in range(int(rng.integers(1, 4))):
        warm = rng.uniform(-0.25, 0.3)
        colour = (1 - warm, 1.0, 1 + warm)
        high = rng.uniform(500, 1800)
        spot = rng.normal(0, 0.45, 2) * high
        half = rng.uniform(30, 260, 2) if rng.random() < 0.5 else np.repeat(rng.uniform(20, 160), 2)
        turn = float(rng.uniform(0, np.pi)) if rng.random() < 0.35 else None
        power = rng.uniform(0.3, 1.0)
        lamps.append(Lamp((*spot, high), tuple(half * high / 1000), colour, power, rng.uniform(0, 1) ** 1.5, turn))
    return Light(tuple(lamps), rng.uniform(0.1, 0.8), rng.uniform(0.0, 1.0) ** 2 * 2.2, rng.uniform(0, 0.5) ** 2)


def lesson_light(rng: np.random.Generator) -> Light:
    """Random light of a lesson, from which people are told to keep glare off."""
    light = random_light(rng)
    return replace(light, tile_gloss=min(light.tile_gloss, _LESSON_GLOSS))


def hard_light(rng: np.random.Generator) -> Light:
    """Random light whose specular highlights overexpose the plastic."""
    return replace(random_light(rng), tile_gloss=rng.uniform(0.9, 2.4))


def random_sensor(rng: np.random.Generator) -> Sensor:
    """Cameras from good to poor."""
    balance = np.exp(rng.normal(0, 0.07, 3))
    return Sensor(
        exposure=float(np.exp(rng.normal(0.05, 0.33))),
        balance=tuple(balance / balance[1]),
        saturation=rng.uniform(0.65, 1.25),
        blur=rng.uniform(0.3, 1.3),
        noise=rng.uniform(0.5, 6.0) if rng.random() < 0.8 else rng.uniform(6, 12),
        quality=int(rng.integers(70, 96)),
    )
