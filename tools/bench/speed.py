"""`jarapon bench speed`: how long a look at the table takes, in each size of picture, and what each step costs.

The same camera photographs the same tables in every size, so that sizes can be compared. All runs on one core.
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from device.games.listing import arrangement_of
from simulator.artwork.playing_cards import random_deck
from simulator.render.pieces import Art, Tile
from simulator.render.tiles import render
from simulator.scenes import layouts
from simulator.scenes.french_tables import fan_table, legible_scale, photographed
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.still_tables import GAME_OF_SCENE
from simulator.scenes.tables import random_art, random_table
from tools.bench.benchmark import Benchmark, Option, Report, percent, timed
from tools.bench.speed_steps import CARD_STEPS, STEPS, step_times
from tools.films.tiles import lesson
from tools.progress import with_progress
from vision.cards.french.reader import read_french_cards
from vision.geometry.camera_pose import CameraView
from vision.quality.stillness import Stillness
from vision.reading import Picture
from vision.table_reader import TableReader

SIZES = ((1280, 960), (2304, 1728))
_SCENES: dict[str, tuple[Callable[[np.random.Generator], list[Tile]], str]] = {
    "reversi": (layouts.squares, "grid"),
    "hand": (layouts.rows, "stars"),
}
_FRAMES_S = 0.1  # between the frames that are checked for stillness


def measure(report: Report, tables: int, repeats: int, seed: int) -> None:
    """Report a row a size and kind: `found` with a search for the board, `known` without, `still` for movement only."""
    times = measure_speed(tables, repeats, seed)
    for (size, what), spent in times.items():
        clock, processor = zip(*spent, strict=True)
        labels = {"size": size, "look": what, "runs": len(spent), "processor ms": statistics.median(processor)}
        wall = {"median ms": statistics.median(clock), "95 % ms": float(np.percentile(clock, 95))}
        report.row("speed", {**labels, **wall})
    steps = {**_board_steps(tables, seed), "French cards": _card_steps(tables, seed)}
    for what, each in steps.items():
        mean_ms = {step: statistics.mean(one[step] for one in each) for step in each[0]}
        whole_ms = sum(mean_ms.values())
        for step, ms in mean_ms.items():
            report.row("steps", {"look": what, "step": step, "ms": ms, "share %": percent(ms, whole_ms)})


def _board_steps(tables: int, seed: int) -> dict[str, list[dict[str, float]]]:
    """What the steps of looks at boards cost that are searched for, and at known ones."""
    found, known = [], []
    for reader, picture in _tables(tables, seed, SIZES[0]):
        reader.read(picture)  # the first reading loads the networks
        reader.forget_board()
        found.append(step_times(reader.read, picture, STEPS))
        known.append(step_times(reader.read, picture, STEPS))
    return {"found": found, "known": known}


def _card_steps(tables: int, seed: int) -> list[dict[str, float]]:
    spent = []
    for number in range(tables):
        rng = np.random.default_rng(seed + number)
        deck = random_deck(rng, [], [])
        table, _ = fan_table(rng, deck, legible_scale(rng, deck))
        picture = photographed(table.picture, rng, rare=0)
        read_french_cards(picture)
        spent.append(step_times(read_french_cards, picture, CARD_STEPS))
    return spent


def measure_speed(tables: int, repeats: int, seed: int) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Read `tables` of each scene `repeats` times in every size; ms by the clock and of the processor."""
    cv2.setNumThreads(1)
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for size in SIZES:
        for reader, picture in _tables(tables, seed, size):
            for what, *spent in _timed_readings(reader, picture, repeats):
                times.setdefault((f"{size[0]}x{size[1]}", what), []).append((spent[0], spent[1]))
    return times


def _tables(tables: int, seed: int, size: tuple[int, int]) -> Iterator[tuple[TableReader, Picture]]:
    """Pictures of each scene in one size, each with its reader; table, light and camera are the same in every size."""
    for number in with_progress(range(tables), f"{size[0]} px: tables"):
        for scene, (laid, sheet) in _SCENES.items():
            rng = np.random.default_rng([seed, number, len(scene)])
            art = random_art(rng)
            faces = lesson(art, rng)
            picture = _drawn(rng, art, layouts.free(laid(rng)), sheet, size)
            yield TableReader(arrangement_of(GAME_OF_SCENE[scene]), faces), picture


def _timed_readings(reader: TableReader, picture: Picture, repeats: int) -> Iterator[tuple[str, float, float]]:
    reader.read(picture)  # the first reading loads the networks
    watch = Stillness()
    watch.is_still(picture, 0.0)
    for number in range(1, repeats + 1):
        reader.forget_board()
        yield "found", *timed(reader.read, picture)[1:]
        yield "known", *timed(reader.read, picture)[1:]
        yield "still", *timed(watch.is_still, picture, number * _FRAMES_S)[1:]


def _drawn(rng: np.random.Generator, art: Art, tiles: Sequence[Tile], sheet: str, size: tuple[int, int]) -> Picture:
    """A table without hands in a picture of `size` (width, height)."""
    table = replace(random_table(rng, art, (list(tiles), sheet)), hands=())
    view = layouts.whole_view(rng)
    times = size[0] / view.size[0]
    larger = CameraView(np.diag([times, times, 1.0]) @ view.matrix, view.rotation, view.shift, size)
    return render(table, larger, random_light(rng), random_sensor(rng), rng)[0]


BENCHMARK = Benchmark(
    measure,
    Option("--tables", 5, "invented tables of each scene", quick=1),
    Option("--repeats", 10, "looks at each", quick=3),
    Option("--seed", 1, "of the tables"),
)
