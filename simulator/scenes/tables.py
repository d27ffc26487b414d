"""Random tables: artwork, sheet, tray, tiles, dice, hands and what else lies about."""

import numpy as np

from engines.vocabulary import TILE_FACES
from simulator.artwork import tile_sets
from simulator.render.pieces import Art, Colour, DieStyle, Hand, Table, Tile
from simulator.scenes import layouts

Rng = np.random.Generator


def _colour(values: np.ndarray) -> Colour:
    return (float(values[0]), float(values[1]), float(values[2]))


def random_art(rng: Rng) -> Art:
    """A set of tiles and a table top; `Art.sheet` and `Art.tray` are replaced for each table."""
    faces = dict(zip(TILE_FACES, tile_sets.tile_faces(rng), strict=True))
    faces["back"] = tile_sets.tile_back(rng)
    plain = rng.uniform(215, 250)
    body = _colour(np.clip(plain + rng.normal(0, 6, 3), 0, 255))
    faces["blank"] = np.full_like(faces["back"], np.array(body))
    lower = _colour(np.median(faces["back"].reshape(-1, 3), axis=0))
    if rng.random() < 0.15:
        lower = body
    return Art(faces, body, lower, np.zeros((2, 2, 3), np.uint8), None, tile_sets.table_surface(rng, 1024))


def random_table(rng: Rng, art: Art, laid: tuple[list[Tile], str] | None = None) -> Table:
    """A table with this artwork, on another sheet and in another tray each time.

    `laid`: its tiles and the kind of sheet; by default those of one of the games.
    """
    tiles, kind = laid or layouts.random_tiles(rng)
    tray = None if rng.random() < 0.12 else _colour(rng.uniform(10, 240, 3) * rng.uniform(0.4, 1))
    own = Art(art.faces, art.body, art.lower, tile_sets.sheet(rng, kind), tray, art.table)
    hands: tuple[Hand, ...] = tuple(layouts.random_hand(rng) for _ in range(rng.choice(3, p=[0.72, 0.22, 0.06])))
    clutter = tuple(
        (float(x), float(y), float(r), float(h), _colour(rng.uniform(20, 240, 3)))
        for x, y, r, h in rng.uniform([-450, -450, 8, 1], [450, 450, 45, 60], (int(rng.integers(0, 6)), 4))
        if max(abs(x), abs(y)) > 240 or (r < 13 and rng.random() < 0.5)
    )
    high, shine, gap = rng.uniform(8, 34), rng.choice([0.0, rng.uniform(0, 0.9)]), rng.uniform(0, 3)
    backing = rng.choice([0.5, rng.uniform(0.12, 0.6)])
    rim, bevel = rng.choice([0.93, 0.75, 0.85, 1.12, 0.6]), rng.uniform(0.03, 0.1)
    relief, rim_gloss = rng.uniform(0, 0.3), rng.choice([0.0, 0.15, 0.5, 1.0])
    edge_shine, side_light = rng.choice([0.0, 0.4, 0.9]), rng.uniform(0.5, 0.92)
    edge = (rim, bevel, relief, rim_gloss, edge_shine, side_light)
    return Table(own, tuple(tiles), hands, high, shine, gap, backing, *edge, clutter)


def random_die_style(rng: Rng) -> DieStyle:
    """White and ivory dice, some with a large red one, and coloured ones with light pips."""
    radius, rounded = rng.uniform(1.3, 1.75), rng.uniform(1.0, 3.6)
    dark, red = _colour_between(rng, (10, 10, 10), (55, 55, 55)), _colour_between(rng, (20, 20, 150), (60, 60, 210))
    kind = rng.random()
    if kind < 0.7:
        light = rng.uniform(215, 248)
        body = (light - rng.uniform(0, 45), light - rng.uniform(0, 8), light)
        big = rng.random() < 0.5
        return DieStyle(body, dark, red if big else dark, radius, rng.uniform(2.0, 3.4) if big else radius, rounded)
    body = red if kind < 0.82 else dark if kind < 0.92 else _colour_between(rng, (20, 20, 20), (150, 150, 150))
    white = (235.0, 240.0, 240.0)
    return DieStyle(body, white, white, radius, radius, rounded)


def _colour_between(rng: Rng, low: Colour, high: Colour) -> Colour:
    return _colour(rng.uniform(low, high))
