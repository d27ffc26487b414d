"""Simulated tables for the tests: artwork, boards and light that no training saw (other seeds)."""

from dataclasses import replace

import numpy as np

from simulator.render import light
from simulator.render.pieces import Art, Die, Hand, Tile
from simulator.render.tiles import Truth, render
from simulator.scenes import layouts
from simulator.scenes.tables import random_art, random_table
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture, Points

SEED = 990_000  # training counts its sets from 0


def scene(
    number: int,
    tiles: list[Tile],
    hands: tuple[Hand, ...] = (),
    view: CameraView | None = None,
    art: Art | None = None,
    dice: tuple[Die, ...] = (),
) -> tuple[Picture, Truth, Art]:
    """A table with these tiles and dice, with artwork and camera of its own unless they are given, under even light."""
    rng = np.random.default_rng(SEED + number)
    table = replace(random_table(rng, art or random_art(rng)), tiles=tuple(tiles), hands=hands, clutter=(), dice=dice)
    lamp = light.Lamp((200.0, 900.0, 1600.0), (60.0, 60.0), (1.0, 1.0, 1.0), 0.8, 0.3)
    sensor = light.Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.6, 2.0, 92)
    seen = view or layouts.whole_view(rng)
    picture, truth = render(table, seen, light.Light((lamp,), 0.6, 0.1, 0.0), sensor, rng)
    return picture, truth, table.art


def apart(found: Points, true: Points) -> float:
    """How far the farthest corner is from its true place, whichever comes first (px)."""
    return max(float(np.linalg.norm(true - corner, axis=1).min()) for corner in found)
