"""Measures what is found where the sheet is not: on photographs without it, and on boards of other games."""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from device.games.listing import arrangement_of
from tools.artwork.layouts import random_view
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from vision.dimensions import CELL, SHEET
from vision.faces.side_classifier import UntaughtFaces
from vision.pictures import open_picture
from vision.reading import Picture
from vision.simulator.render import render
from vision.table_reader import read_once

PHOTOGRAPHS, OTHERS, SHEETS = "photographs", "other boards", "sheets"
_GAME = "reversi"  # whose reader looks at the pictures
_MOST_TILES = 24
_SQUARES = (8, 9, 10, 12)  # of a side of another board
_MARGINS = (0, 10, 20, 30)  # mm round them
_LIKE_THE_SHEET = 2.0  # mm of a square: nobody tells a board with such squares from the sheet by them
_PX = 2  # of a picture of a sheet for each mm


@dataclass
class Strangers:
    """Of so many pictures of one kind: in how many a board, a hand and a tile were found.

    `another`: of which "this is not a sheet that I know" was said. `ms`: of each look.
    """

    kind: str
    pictures: int = 0
    boards: int = 0
    another: int = 0
    hands: int = 0
    tiles: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, picture: Picture) -> None:
        """Counts what is found in a picture."""
        start = time.perf_counter()
        seen = read_once(arrangement_of(_GAME), UntaughtFaces(), picture)
        self.ms.append((time.perf_counter() - start) * 1000)
        kinds = {warned.kind for warned in seen.warnings}
        self.pictures += 1
        self.boards += seen.field is not None
        self.another += "another_board" in kinds
        self.hands += "hand" in kinds
        self.tiles += bool(seen.pieces)

    def to_json(self) -> dict[str, object]:
        """The counts; of the times the median and what 95 % of the looks take at most."""
        return asdict(self) | {"ms": self.at_most_ms(50), "ms_95": self.at_most_ms(95)}

    def at_most_ms(self, percent: int) -> float:
        """What so many per cent of the looks take at most (ms)."""
        return round(float(np.percentile(self.ms, percent)), 1)


def measure_strangers(
    folders: list[Path], tables: int, seed: int, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Strangers]:
    """Photographs of which none shows the sheet; then so many invented boards of other games, and as many sheets."""
    cv2.setNumThreads(1)
    found = Strangers(PHOTOGRAPHS)
    for path in sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png")):
        before = found.boards
        found.add(open_picture(path))
        if found.boards > before:
            progress(f"a board in {path.name}")
    if folders:
        yield found
    for kind in (OTHERS, SHEETS) if tables else ():
        found = Strangers(kind)
        for number in range(seed, seed + tables):
            found.add(_table(np.random.default_rng([number, 5]), kind == OTHERS))
        yield found


def _table(rng: np.random.Generator, is_other: bool) -> Picture:
    """A table with invented artwork, on its sheet or on the board of another game."""
    table, view = random_table(rng, random_art(rng)), random_view(rng)
    if is_other:
        tiles = table.tiles[: int(rng.integers(_MOST_TILES))]
        table = replace(table, art=replace(table.art, sheet=_other_board(rng)), tiles=tiles, hands=())
    picture, _ = render(table, view, random_light(rng), random_sensor(rng), rng)
    return picture


def _other_board(rng: np.random.Generator) -> Picture:
    """A chequered board as large as a sheet whose squares are of another size (2 px a mm)."""
    choices = [
        (count, margin)
        for count in _SQUARES
        for margin in _MARGINS
        if abs((SHEET - 2 * margin) / count - CELL) > _LIKE_THE_SHEET
    ]
    count, margin = choices[int(rng.integers(len(choices)))]
    light, around = rng.uniform(100, 255, 3), rng.uniform(0, 255, 3)
    dark = light * rng.uniform(0.1, 0.6, 3)
    chequers = np.where((np.indices((count, count)).sum(axis=0) % 2)[..., None] > 0, light, dark)
    side, edge = round((SHEET - 2 * margin) * _PX), margin * _PX
    board = np.full((round(SHEET * _PX),) * 2 + (3,), around, np.uint8)
    board[edge : edge + side, edge : edge + side] = cv2.resize(
        chequers.astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
    )
    return board
