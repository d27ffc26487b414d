"""Tables without the sheet, and sheets and hands on tables from photographs."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from simulator.artwork.paint import colour
from simulator.render.pieces import Table
from simulator.render.tiles import render
from simulator.scenes.flat_things import random_thing
from simulator.scenes.layouts import random_hand, random_view, whole_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.photographed_tops import rephotograph, table_top, with_thing
from simulator.scenes.tables import random_art, random_table
from vision.dimensions import SHEET
from vision.reading import Picture, Points

_MAX_TILES = 24
_SQUARES = (8, 8, 8, 10, 12)  # of a side of another board
_MARGINS = (0, 7, 14, 20, 30)  # mm round them
_PAIRS = (  # hue, saturation and value of a board's light and dark squares
    ((0.1, 0.35, 0.85), (0.07, 0.6, 0.4)),  # maple and walnut
    ((0.09, 0.5, 0.55), (0.08, 0.5, 0.3)),
    ((0.13, 0.25, 0.92), (0.3, 0.6, 0.5)),  # vinyl mats
    ((0.6, 0.02, 0.96), (0.6, 0.7, 0.7)),
    ((0.0, 0.0, 0.95), (0.0, 0.0, 0.1)),
    ((0.12, 0.3, 0.9), (0.0, 0.0, 0.12)),
)
_CHEQUERED, _CHEQUERED_OR_RULED = 0.5, 0.75  # shares of the other boards
_PX = 2  # px per mm of a sheet's picture
_MIN_HAND_SHARE = 0.01  # of the sheet that a hand covers

Rng = np.random.Generator
Shown = tuple[Picture, Points | None]  # and the corners of the sheet where they are known (4 × 2 px)


def _rephotographed(photograph: Picture, rng: Rng) -> Shown:
    return rephotograph(photograph, rng), None


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
        if (truth.hand & (sheet > 0)).sum() > _MIN_HAND_SHARE * sheet.sum():
            return picture, truth.field


def _laid(photograph: Picture, rng: Rng) -> Table:
    """A sheet on the table top of a photograph, half of them in a tray, a third with tiles of the table's colour."""
    table = random_table(rng, replace(random_art(rng), table=table_top(photograph, rng)))
    art = table.art if rng.random() < 0.5 else replace(table.art, tray=None)
    if rng.random() < 1 / 3:
        mean = np.clip(photograph.mean(axis=(0, 1)) * rng.uniform(0.8, 1.3), 0, 255).tolist()
        of = (mean[0], mean[1], mean[2])
        art = replace(art, body=of, lower=of)
    return replace(table, art=art, hands=())


ON_PHOTOGRAPHS: dict[str, Callable[[Picture, Rng], Shown]] = {
    "seen otherwise": _rephotographed,
    "other things": _other_thing,
    "sheets on them": _sheet,
    "no hand": _no_hand,
    "a hand": _hand,
}


def invented_table(rng: Rng, is_other: bool) -> Shown:
    """A table with invented artwork, on its sheet or on the board of another game."""
    table, view = random_table(rng, random_art(rng)), random_view(rng)
    if is_other:
        table = _without_sheet(table, rng)
    return render(table, view, random_light(rng), random_sensor(rng), rng)[0], None


def _without_sheet(table: Table, rng: Rng) -> Table:
    """The table with a board of chess or draughts and some tiles, or with only a board of Go or a bare square."""
    kind = rng.random()
    if kind < _CHEQUERED:
        tiles = table.tiles[: int(rng.integers(_MAX_TILES))]
        return replace(table, art=replace(table.art, sheet=_chequered(rng)), tiles=tiles, hands=())
    board = _ruled(rng) if kind < _CHEQUERED_OR_RULED else _plain(rng)
    return replace(table, art=replace(table.art, sheet=board, tray=None), tiles=(), hands=())


def _chequered(rng: Rng) -> Picture:
    """A board of chess or draughts, which may have squares as large as the sheet's."""
    count, margin = int(rng.choice(_SQUARES)), int(rng.choice(_MARGINS))
    pair = _PAIRS[int(rng.integers(len(_PAIRS)))]
    light, dark = (colour(*(np.array(part) + rng.normal(0, (0.01, 0.05, 0.05)))) for part in pair)
    around = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.array((light, dark)[int(rng.integers(2))])
    chequers = np.where((np.indices((count, count)).sum(axis=0) % 2)[..., None] > 0, light, dark)
    side, edge = round((SHEET - 2 * margin) * _PX), margin * _PX
    board = _square(around)
    board[edge : edge + side, edge : edge + side] = cv2.resize(
        chequers.astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
    )
    return board


def _ruled(rng: Rng) -> Picture:
    """A board of Go: dark lines on wood, some without stars."""
    lines = int(rng.choice((9, 13, 19)))
    board = _square(np.array(colour(rng.uniform(0.07, 0.12), rng.uniform(0.3, 0.7), rng.uniform(0.55, 0.9))))
    at = np.linspace(SHEET * _PX * 0.04, SHEET * _PX * 0.96, lines).round().astype(int).tolist()
    ink, wide = tuple(float(v) for v in rng.uniform(0, 60, 3)), int(rng.integers(1, 4))
    for place in at:
        cv2.line(board, (at[0], place), (at[-1], place), ink, wide, cv2.LINE_AA)
        cv2.line(board, (place, at[0]), (place, at[-1]), ink, wide, cv2.LINE_AA)
    for star in (at[lines // 6], at[lines // 2], at[-1 - lines // 6]) if rng.random() < 0.7 else ():
        cv2.circle(board, (star, at[lines // 2]), 2 * wide + 1, ink, -1, cv2.LINE_AA)
    return board


def _plain(rng: Rng) -> Picture:
    """A light square, such as the top of a side table, with or without a rim."""
    board = _square(np.array(colour(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.75, 1))))
    if rng.random() < 0.5:
        rim = tuple(float(v) for v in colour(rng.random(), rng.uniform(0, 0.6), rng.random()))
        wide = int(rng.integers(2, 30))
        cv2.rectangle(board, (0, 0), (board.shape[1] - 1, board.shape[0] - 1), rim, wide)
    return board


def _square(ink: np.ndarray) -> Picture:
    return np.full((round(SHEET * _PX),) * 2 + (3,), ink, np.uint8)
