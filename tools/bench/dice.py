"""`jarapon bench dice`: read dice on invented tables: artwork, sheet, lamps, camera and dice are others each time."""

from dataclasses import asdict, dataclass, replace

import cv2
import numpy as np

from device.games.profile import READ
from simulator.render.pieces import Die, Tile
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_art, random_die_style, random_table
from tools.bench.benchmark import Benchmark, Option, Report, percent, timed
from tools.progress import with_progress
from vision.board.top_view import TopView, top_view_to_mm
from vision.dice import find_dice
from vision.faces.side_classifier import UntaughtFaces
from vision.faces.tile_reader import RecognisedTile, TileReader
from vision.geometry.camera_pose import view_from_field
from vision.quality.clarity import Clarity
from vision.quality.exposure import pixels_of_field
from vision.quality.levels import Levels
from vision.reading import Points
from vision.table_reader import without_dice

DICE = 3  # of each table
_KINDS = ("rows", "strewn", "shuffled")
_KEPT = 0.8  # share of a table's tiles that stay, so that there is room for dice
_MAX_FROM_MIDDLE, _MIN_FROM_OTHERS = 140.0, 30.0  # mm of a die: from the table's middle, and from other things' middles
_TRIES = 400
_MAX_OFFSET = 6.0  # mm of a detection from the die's middle


@dataclass
class DiceScore:
    """What became of dice."""

    tables: int = 0
    dice: int = 0
    read: int = 0  # dice read rightly
    wrong: int = 0  # dice read as another number
    false: int = 0  # dice detected where none lies
    on_tiles: int = 0  # of these, in the place of a tile
    as_tiles: int = 0  # dice that were taken for tiles


def measure(report: Report, tables: int, seed: int) -> None:
    """Draw so many tables and read their dice with the board's place known; fails if a die was read wrongly."""
    cv2.setNumThreads(1)
    score, spent = DiceScore(), []
    for number in with_progress(range(seed, seed + tables), "tables"):
        spent.append(_read_table(np.random.default_rng([number, 4]), score))
    shares = {"read %": percent(score.read, score.dice), "wrong %": percent(score.wrong, score.dice)}
    report.row("dice", {**asdict(score), **shares, "processor ms": float(np.median(spent))})
    if score.wrong:
        report.fail(f"{score.wrong} dice were read wrongly.")


def _read_table(rng: np.random.Generator, score: DiceScore) -> float:
    """Add a table to the score; returns the ms of processor time that the detection of dice took."""
    art = random_art(rng)
    tiles, sheet = layouts.random_tiles(rng, _KINDS)
    tiles = [tile for tile in tiles if rng.random() < _KEPT]
    dice = _throw_dice(rng, tiles)
    table = replace(random_table(rng, art, (tiles, sheet)), dice=dice, hands=())
    camera = layouts.whole_view(rng)
    picture, truth = render(table, camera, random_light(rng), random_sensor(rng), rng)
    view = view_from_field(truth.field, camera.size)
    picture, top_view = Levels.of(picture, pixels_of_field(picture, truth.field)).evened(picture), TopView.of(view)
    detected = TileReader(UntaughtFaces(), upright_tiles=False).read(picture, top_view, Clarity(picture, truth.field))
    kept, detected_dice = without_dice(picture, view, detected, top_view)
    score.tables += 1
    score.dice += len(dice)
    for die in dice:
        here = [found for found in detected_dice.dice if found.distance((die.x, die.y)) < _MAX_OFFSET]
        numbers = {found.number for found in here if found.probabilities[found.number] >= READ}
        score.read += numbers == {str(die.pips)}
        score.wrong += not numbers <= {str(die.pips)}
        score.as_tiles += any(
            tile.is_flat and np.hypot(*(_middle(tile) - (die.x, die.y))) < _MIN_FROM_OTHERS / 2 for tile in kept
        )
    false = [
        found for found in detected_dice.dice if all(found.distance((die.x, die.y)) >= _MAX_OFFSET for die in dice)
    ]
    score.false += len(false)
    score.on_tiles += sum(
        any(found.distance((tile.x, tile.y)) < _MIN_FROM_OTHERS / 2 for tile in tiles) for found in false
    )
    return timed(find_dice, picture, view)[2]


def _throw_dice(rng: np.random.Generator, tiles: list[Tile]) -> tuple[Die, ...]:
    """Dice of one style, placed where they touch nothing."""
    style, dice = random_die_style(rng), list[Die]()
    for x, y in rng.uniform(-_MAX_FROM_MIDDLE, _MAX_FROM_MIDDLE, (_TRIES, 2)):
        taken = [*((tile.x, tile.y) for tile in tiles), *((die.x, die.y) for die in dice)]
        if len(dice) < DICE and all(np.hypot(there[0] - x, there[1] - y) > _MIN_FROM_OTHERS for there in taken):
            dice.append(Die(float(x), float(y), int(rng.integers(1, 7)), float(rng.uniform(0, 360)), style))
    return tuple(dice)


def _middle(tile: RecognisedTile) -> Points:
    return np.asarray(top_view_to_mm(np.array([tile.detection.centre]))[0], np.float64)


BENCHMARK = Benchmark(
    measure,
    Option("--tables", 100, "invented tables", quick=6),
    Option("--seed", 1, "of the first table"),
)
