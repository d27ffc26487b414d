"""Measures how often the board is found with and without printed markers in its corners, in good and in bad light.

    python -m tools.bench.markers --tables 15 --seed 7101

The same invented tables are drawn twice, with and without markers: same tiles, hands, camera, light. The board counts
as found where all its corners lie within 8 px of the truth.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tools.artwork import layouts
from tools.artwork.marked_sheets import marked
from tools.artwork.random_light import random_light, random_sensor
from tools.artwork.random_tables import random_art, random_table
from vision.board.finder import find_board
from vision.board.markers import marked_corners
from vision.reading import Picture, Points
from vision.simulator import light
from vision.simulator.render import render

Rng = np.random.Generator
LIGHTS = ("ordinary", "dark", "slope", "no tray", "washed out")
_FOUND = 8.0  # px


@dataclass
class Found:
    """How one kind of table came out: counts, of the found ones the worst corner's error (px), and ms."""

    right: int = 0
    wrong: int = 0
    none: int = 0
    off: list[float] = field(default_factory=list)
    look_ms: list[float] = field(default_factory=list)
    marker_ms: list[float] = field(default_factory=list)

    def look(self, picture: Picture, truth: Points) -> None:
        """Searches for the board in one more picture."""
        start = time.process_time()
        corners = find_board(picture).corners
        found_at = time.process_time()
        marked_corners(picture)
        self.look_ms.append((found_at - start) * 1000)
        self.marker_ms.append((time.process_time() - found_at) * 1000)
        if corners is None:
            self.none += 1
            return
        off = max(float(np.linalg.norm(truth - corner, axis=1).min()) for corner in corners)
        self.right, self.wrong = self.right + (off < _FOUND), self.wrong + (off >= _FOUND)
        self.off += [off] if off < _FOUND else []


def pictures(kind: str, seed: int, number: int) -> tuple[Picture, Picture, Points]:
    """One table without and with markers in its corners, and the truth of its corners (4 × 2 px)."""
    rng = np.random.default_rng([seed, number])
    table, view = random_table(rng, random_art(rng)), layouts.whole_view(rng)
    table = replace(table, art=replace(table.art, tray=None)) if kind == "no tray" else table
    glow, sensor = _light(kind, rng)
    sheets = (table.art.sheet, marked(table.art.sheet, rng))
    drawn = [
        render(replace(table, art=replace(table.art, sheet=one)), view, glow, sensor, np.random.default_rng(number))
        for one in sheets
    ]
    return drawn[0][0], drawn[1][0], drawn[0][1].field


def _light(kind: str, rng: Rng) -> tuple[light.Light, light.Sensor]:
    """Light and camera: as usual, dark and noisy, one low lamp beside the table, or much too bright."""
    glow, sensor = random_light(rng), random_sensor(rng)
    if kind == "dark":
        return glow, replace(sensor, exposure=float(rng.uniform(0.03, 0.1)), noise=float(rng.uniform(6, 12)))
    if kind == "washed out":
        return glow, replace(sensor, exposure=float(rng.uniform(2.2, 4.0)))
    if kind == "slope":
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(250, 400)
        at = (float(far * np.cos(angle)), float(far * np.sin(angle)), float(rng.uniform(150, 300)))
        return replace(glow, lamps=(light.Lamp(at, (40.0, 40.0), (0.9, 1.0, 1.1), 1.0, 0.6),), ambient=0.02), sensor
    return glow, sensor


def measure_markers(kind: str, tables: int, seed: int) -> tuple[Found, Found]:
    """How the tables of one kind of light come out without and with markers."""
    without, with_them = Found(), Found()
    find_board(np.zeros((960, 1280, 3), np.uint8))  # the first search of all loads the networks
    for number in range(tables):
        bare, carded, truth = pictures(kind, seed, number)
        without.look(bare, truth)
        with_them.look(carded, truth)
    return without, with_them


def _row(kind: str, markers: str, found: Found) -> str:
    off = f"{statistics.median(found.off):8.1f}" if found.off else f"{'–':>8}"
    look, only = statistics.median(found.look_ms), statistics.median(found.marker_ms)
    return f"{kind:11} {markers:8} {found.right:6} {found.wrong:6} {found.none:6} {off} {look:8.1f} {only:11.1f}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a row for each light with and without markers."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.markers", description=__doc__)
    parser.add_argument("--tables", type=int, default=15, help="of each light (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7101, help="of the tables (default: %(default)s)")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    sys.stdout.write("light       markers   found  wrong   none  off, px  ms look  ms markers\n")
    for kind in LIGHTS:
        for markers, found in zip(("without", "with"), measure_markers(kind, args.tables, args.seed), strict=True):
            sys.stdout.write(_row(kind, markers, found))
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
