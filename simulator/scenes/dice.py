"""Random dice."""

import numpy as np

from simulator.render.pieces import Colour, DieLook


def random_look(rng: np.random.Generator) -> DieLook:
    """White and ivory dice, some with a large red one, and coloured ones with light pips."""
    radius, rounded = rng.uniform(1.3, 1.75), rng.uniform(1.0, 3.6)
    dark, red = _colour(rng, (10, 10, 10), (55, 55, 55)), _colour(rng, (20, 20, 150), (60, 60, 210))
    kind = rng.random()
    if kind < 0.7:
        light = rng.uniform(215, 248)
        body = (light - rng.uniform(0, 45), light - rng.uniform(0, 8), light)
        big = rng.random() < 0.5
        return DieLook(body, dark, red if big else dark, radius, rng.uniform(2.0, 3.4) if big else radius, rounded)
    body = red if kind < 0.82 else dark if kind < 0.92 else _colour(rng, (20, 20, 20), (150, 150, 150))
    white = (235.0, 240.0, 240.0)
    return DieLook(body, white, white, radius, radius, rounded)


def _colour(rng: np.random.Generator, low: Colour, high: Colour) -> Colour:
    blue, green, red = rng.uniform(low, high)
    return float(blue), float(green), float(red)
