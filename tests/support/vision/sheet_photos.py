"""Photographs of tables with a given sheet, and where its corners are in them."""

from dataclasses import replace

import numpy as np

from simulator.artwork import sheets
from simulator.render.light import Lamp, Light, Sensor
from simulator.render.pieces import Hand, Tile
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.tables import random_art, random_table
from vision.geometry.camera_pose import CameraView
from vision.reading import Picture, Points

ART = random_art(np.random.default_rng(8599))
TILES = tuple(layouts.squares(np.random.default_rng(8598))[:20])
ARM = (Hand(30.0, 40.0, 60.0),)
DAY, EVENING = (
    (0.7, Sensor(1.0, (1.0, 1.0, 1.0), 1.0, 0.6, 2.0, 92)),
    (0.3, Sensor(0.8, (0.9, 1.0, 1.1), 0.9, 0.9, 5.0, 80)),
)


def picture_of(
    sheet: Picture,
    view: CameraView,
    tiles: tuple[Tile, ...] = (),
    hands: tuple[Hand, ...] = (),
    light: tuple[float, Sensor] = DAY,
) -> tuple[Picture, Points]:
    """A photograph of a table with this sheet, and where its corners are: from its own top left, clockwise."""
    rng = np.random.default_rng(8597)
    table = replace(random_table(rng, ART), tiles=tiles, hands=hands, clutter=())
    lamp = Lamp((200.0, 900.0, 1600.0), (60.0, 60.0), (1.0, 1.0, 1.0), 0.8, 0.3)
    table = replace(table, art=replace(table.art, sheet=sheet, tray=(40.0, 60.0, 90.0)))
    picture, truth = render(table, view, Light((lamp,), light[0], 0.1, 0.0), light[1], rng)
    return picture, truth.field


def camera(number: int) -> CameraView:
    return layouts.whole_view(np.random.default_rng(number))


SKY = sheets.stars(np.random.default_rng(8512))
FIELDS = sheets.cells(np.random.default_rng(8513))
