"""Photographs of invented sheets: lessons, and tables in play in any light."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from simulator.render.pieces import Table
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.light import lesson_light, random_light, random_sensor
from simulator.scenes.tables import random_art, random_table
from vision.board.finder import find_new_board
from vision.board.taught_sheet import SheetDetection, TaughtSheet
from vision.geometry.homography import mapped
from vision.reading import Picture, Points

Rng = np.random.Generator


@dataclass(frozen=True)
class Shot:
    """A photograph of a sheet."""

    picture: Picture
    field: Points  # its true corners (4 × 2 px, from the sheet's own top left)
    near: Points | None  # the corners that the board finder gives as a start

    def find(self, sheet: TaughtSheet) -> SheetDetection | None:
        """Detects a taught sheet in the photograph."""
        return None if self.near is None else sheet.find(self.picture, self.near)


def sheet_shots(rng: Rng, kind: str, tables: int) -> tuple[Shot, list[Shot], list[Shot]]:
    """The lesson of a new sheet, tables with it, and the lesson with the sheet turned by one to three quarters."""
    art = random_art(rng)
    first = random_table(rng, art, ([], kind))
    bare, view, glow = replace(first, hands=()), layouts.whole_view(rng), lesson_light(rng)
    sensor = random_sensor(rng)
    shots = []
    for quarters in range(4 if tables else 1):
        sheet = np.ascontiguousarray(np.rot90(first.art.sheet, -quarters))
        picture, truth = render(replace(bare, art=replace(bare.art, sheet=sheet)), view, glow, sensor, rng)
        shots.append(_shot(picture, np.roll(drawn(truth.field, sheet), -quarters, axis=0)))
    laid = [
        _laid(rng, first.art.sheet, random_table(rng, art, (layouts.random_tiles(rng)[0], kind))) for _ in range(tables)
    ]
    return shots[0], laid, shots[1:]


def _laid(rng: Rng, sheet: Picture, table: Table) -> Shot:
    laid = replace(table, art=replace(table.art, sheet=sheet))
    picture, truth = render(laid, layouts.whole_view(rng), random_light(rng), random_sensor(rng), rng)
    return _shot(picture, drawn(truth.field, sheet))


def _shot(picture: Picture, corners: Points) -> Shot:
    board = find_new_board(picture)
    return Shot(picture, corners, board.near)


def drawn(corners: Points, sheet: Picture) -> Points:
    """The corners of a sheet (4 × 2 px) as drawn: half a pixel of its artwork at each side is cut off."""
    side = len(sheet)
    whole, seen = (np.array([[0, 0], [end, 0], [end, end], [0, end]], np.float32) for end in (side, side - 1))
    matrix = cv2.getPerspectiveTransform(whole, corners.astype(np.float32))
    return mapped(seen.astype(np.float64), np.asarray(matrix, np.float64))
