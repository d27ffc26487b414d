"""Writes field views of sheets and of other square things, for training the network that tells them apart.

    python -m tools.lab.training.strangers OUT PHOTOGRAPHS … --rounds 1500 --seed 21
    python -m tools.lab.training.strangers OUT PHOTOGRAPHS … --rounds 250 --seed 91 --held-back

Sheets and other things lie on invented tables and on those of photographs without a sheet. Every second photograph
serves for training, the others for what is held back. Things that the finder takes for a sheet are shown as it sees
them (hard negatives). A round makes two views of sheets and two or three of other things; a shard (`.npz`) holds
50 rounds.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from simulator.artwork.tile_sets import table_surface
from simulator.render.pieces import Art
from simulator.render.tiles import render
from simulator.scenes.flat_things import random_thing
from simulator.scenes.layouts import random_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.photographed_tops import TOP, rephotograph, table_top, with_thing
from simulator.scenes.tables import random_table
from tools.lab.training.tables import Rng, new_shards
from vision.board.field_view import CORNERS, field_view, from_field_view
from vision.board.finder import find_board
from vision.board.square_fit import as_square
from vision.pictures import open_picture
from vision.reading import Picture, Points

_SIZE = (640, 480)
_A_SHARD = 50
_BARE, _EMPTY, _ON_PHOTOGRAPH, _OF_PHOTOGRAPH = 0.4, 0.25, 0.6, 0.2  # shares
_CORNER_NOISE = (0.3, 2.0)  # px of the field view, from the least to the most
SHEET, OTHER, TAKEN = 1, 0, -1  # what a view shows; the last: no sheet, but the finder takes it for one


def round_of(rng: Rng, art: Art, photographs: Sequence[Picture]) -> Iterator[tuple[Picture, int]]:
    """Field views and what each shows."""
    photograph = photographs[int(rng.integers(len(photographs)))]
    top = _top(rng, photograph)
    for _ in range(2):
        yield _askew(rng, *_sheet(rng, replace(art, table=top))), SHEET
    for _ in range(2):
        picture, corners = _thing(rng, top)
        near = find_board(picture).corners
        yield (_askew(rng, picture, corners), OTHER) if near is None else (_askew(rng, picture, near), TAKEN)
    if rng.random() < _OF_PHOTOGRAPH:
        picture = rephotograph(photograph, rng)
        yield _askew(rng, picture, _any_square(rng, picture)), OTHER


def _askew(rng: Rng, picture: Picture, corners: Points) -> Picture:
    """A field view between corners that are a little off, turned by any quarters."""
    noisy = CORNERS + rng.normal(0, rng.uniform(*_CORNER_NOISE), (4, 2))
    return field_view(picture, np.roll(from_field_view(noisy, corners), int(rng.integers(4)), axis=0))


def _top(rng: Rng, photograph: Picture) -> Picture:
    """An invented table top, or that of a photograph."""
    if rng.random() < _ON_PHOTOGRAPH:
        return table_top(photograph, rng)
    return np.asarray(cv2.resize(table_surface(rng, TOP // 2), (TOP, TOP)), np.uint8)


def _sheet(rng: Rng, art: Art) -> tuple[Picture, Points]:
    """A picture of a sheet with or without a tray and tiles, and its corners."""
    table = random_table(rng, art)
    bare = replace(table, art=replace(table.art, tray=None)) if rng.random() < _BARE else table
    shown = replace(bare, tiles=()) if rng.random() < _EMPTY else bare
    picture, truth = render(shown, random_view(rng, _SIZE), random_light(rng), random_sensor(rng), rng)
    return picture, truth.field


def _thing(rng: Rng, top: Picture) -> tuple[Picture, Points]:
    """A picture of another thing on a table top, and the square nearest to its corners."""
    view, light, sensor = random_view(rng, _SIZE), random_light(rng), random_sensor(rng)
    picture, corners = with_thing(top, random_thing(rng), view, light, sensor, rng)
    return picture, as_square(corners, _SIZE)


def _any_square(rng: Rng, picture: Picture) -> Points:
    """Any square of a picture."""
    half = rng.uniform(0.2, 0.45) * min(picture.shape[:2])
    return np.array(picture.shape[1::-1]) / 2 + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def main() -> int:
    """Write the shards that do not exist yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+", help="with photographs without the sheet")
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-back", action="store_true", help="on the other half of the photographs")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    paths = sorted(path for folder in args.folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))
    photographs = [open_picture(path) for path in paths[int(args.held_back) :: 2]]
    for path, rounds in new_shards(args.out, "strangers", args.seed, args.rounds, _A_SHARD):
        shown = [one for _, rng, art in rounds for one in round_of(rng, art, photographs)]
        views, kinds = zip(*shown, strict=True)
        np.savez(path, field=np.array(views), field_kind=np.array(kinds))
        sys.stdout.write(f"{path.name}: {len(views)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
