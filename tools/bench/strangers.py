"""Measures what is found where the sheet is not: on photographs without it, on boards of other games, on other things.

Photographs also serve as the tables on which invented things, sheets and hands lie.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from device.games.listing import arrangement_of
from tools.artwork.layouts import random_hand, random_view, whole_view
from tools.artwork.other_things import random_thing
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from tools.artwork.real_tops import seen_otherwise, table_top, with_thing
from vision.dimensions import CELL, SHEET
from vision.faces.side_classifier import UntaughtFaces
from vision.pictures import open_picture
from vision.reading import Picture, Points
from vision.simulator.pieces import Table
from vision.simulator.render import render
from vision.table_reader import TableReader

PHOTOGRAPHS, OTHERS, SHEETS = "photographs", "other boards", "sheets"
_GAME = "reversi"  # whose reader looks at the pictures
_MOST_TILES = 24
_SQUARES = (8, 9, 10, 12)  # of a side of another board
_MARGINS = (0, 10, 20, 30)  # mm round them
_LIKE_THE_SHEET = 2.0  # mm of a square: nobody tells a board with such squares from the sheet by them
_PX = 2  # of a picture of a sheet for each mm
_LEAST_HAND = 0.01  # of the sheet that a hand hides

Rng = np.random.Generator
Shown = tuple[Picture, Points | None]  # and the corners of the sheet where they are known (4 × 2 px)


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

    def add(self, picture: Picture, corners: Points | None = None) -> None:
        """Counts what is found in a picture, of which the corners of the sheet (4 × 2 px) are known or not."""
        start = time.perf_counter()
        reader = TableReader(arrangement_of(_GAME), UntaughtFaces())
        if corners is not None:
            reader.set_field(corners, picture.shape[1])
        seen = reader.read(picture, check_board=True)
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
    folders: list[Path], tables: int, seed: int, augmented: int = 0, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Strangers]:
    """Photographs of which none shows the sheet; then so many invented boards of other games, and as many sheets.

    `augmented`: how often each photograph also serves for each of `ON_PHOTOGRAPHS`.
    """
    cv2.setNumThreads(1)
    paths = sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))
    found = Strangers(PHOTOGRAPHS)
    for path in paths:
        before = found.boards
        found.add(open_picture(path))
        if found.boards > before:
            progress(f"a board in {path.name}")
    if folders:
        yield found
    for kind, made in ON_PHOTOGRAPHS.items() if augmented else ():
        found = Strangers(kind)
        for number in range(augmented * len(paths)):
            rng = np.random.default_rng([seed + number, *kind.encode()])
            found.add(*made(open_picture(paths[number % len(paths)]), rng))
        yield found
    for kind in (OTHERS, SHEETS) if tables else ():
        found = Strangers(kind)
        for number in range(seed, seed + tables):
            found.add(_table(np.random.default_rng([number, 5]), kind == OTHERS))
        yield found


def _seen_otherwise(photograph: Picture, rng: Rng) -> Shown:
    return seen_otherwise(photograph, rng), None


def _other_thing(photograph: Picture, rng: Rng) -> Shown:
    view, light, sensor = random_view(rng), random_light(rng), random_sensor(rng)
    return with_thing(table_top(photograph, rng), random_thing(rng), view, light, sensor, rng)[0], None


def _sheet(photograph: Picture, rng: Rng) -> Shown:
    return render(_laid(photograph, rng), whole_view(rng), random_light(rng), random_sensor(rng), rng)[0], None


def _no_hand(photograph: Picture, rng: Rng) -> Shown:
    picture, truth = render(_laid(photograph, rng), whole_view(rng), random_light(rng), random_sensor(rng), rng)
    return picture, truth.field


def _hand(photograph: Picture, rng: Rng) -> Shown:
    table, view, light, sensor = _laid(photograph, rng), whole_view(rng), random_light(rng), random_sensor(rng)
    while True:
        picture, truth = render(replace(table, hands=(random_hand(rng),)), view, light, sensor, rng)
        sheet = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(sheet, np.round(truth.field).astype(np.int32), 1)
        if (truth.hand & (sheet > 0)).sum() > _LEAST_HAND * sheet.sum():
            return picture, truth.field


def _laid(photograph: Picture, rng: Rng) -> Table:
    """A sheet on the table top of a photograph: every second one in a tray, every third with tiles of its colour."""
    table = random_table(rng, replace(random_art(rng), table=table_top(photograph, rng)))
    art = table.art if rng.random() < 0.5 else replace(table.art, tray=None)
    if rng.random() < 1 / 3:
        mean = np.clip(photograph.mean(axis=(0, 1)) * rng.uniform(0.8, 1.3), 0, 255).tolist()
        of = (mean[0], mean[1], mean[2])
        art = replace(art, body=of, lower=of)
    return replace(table, art=art, hands=())


ON_PHOTOGRAPHS: dict[str, Callable[[Picture, Rng], Shown]] = {
    "seen otherwise": _seen_otherwise,
    "other things": _other_thing,
    "sheets on them": _sheet,
    "no hand": _no_hand,
    "a hand": _hand,
}


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
