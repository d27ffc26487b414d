"""Tiles of the simulator as the pieces of one picture, with a reading's errors, and places held against layouts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeVar

import numpy as np

from engines.vocabulary import BACK, TILE_FACES, UNKNOWN, Layout
from simulator.render.pieces import Art, Tile
from simulator.render.tiles import Truth
from simulator.scenes.layouts import free, lesson_tiles, whole_view
from tests.support.vision.tables import scene
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import teach
from vision.facts import Probabilities
from vision.places.base import Placed, PlaceReader, TablePiece
from vision.reading import Reading

Rng = np.random.Generator
R = TypeVar("R", bound=PlaceReader)
RIGHT = 0.5  # a place is right when what the layout wants there has at least this likelihood
WRONG = 0.1  # … and wrong under this, which is where the referee says so


def lying(tile: Tile, rng: Rng, noise: float = 1.0, read: bool = True) -> TablePiece:
    """A tile as it is seen, its middle off by `noise` mm; `read`: whether its face was clear."""
    ring = tile.corners()[:4, :2] + np.clip(rng.normal(0, noise, 2), -2 * noise, 2 * noise)
    probabilities = dict.fromkeys((*TILE_FACES, BACK, UNKNOWN), 0.004)
    probabilities |= {tile.face: 0.956} if read else {tile.face: 0.2, UNKNOWN: 0.76}
    return TablePiece(ring, probabilities, 0.99, tile.pose == "upright")


def placed(
    reader: PlaceReader, tiles: Sequence[Tile], degrees: float = 0.0, noise: float = 1.0, rng: Rng | None = None
) -> Placed:
    """What a reader says of the tiles of a table that is turned about its middle."""
    rng = rng or np.random.default_rng(len(tiles))
    return reader.place([lying(turned(tile, degrees), rng, noise) for tile in tiles])


def restarted(reader: R) -> R:
    """A new reader that remembers what another one kept."""
    again = type(reader)()
    again.memory = json.loads(json.dumps(reader.memory))
    return again


def turned(tile: Tile, degrees: float, shift: Sequence[float] = (0.0, 0.0)) -> Tile:
    """A tile when the whole table is turned about its middle and then shifted (mm)."""
    way = np.radians(degrees)
    x = np.cos(way) * tile.x - np.sin(way) * tile.y + shift[0]
    y = np.sin(way) * tile.x + np.cos(way) * tile.y + shift[1]
    return replace(tile, x=float(x), y=float(y), turn=tile.turn + degrees)


def has_room(tile: Tile, others: Iterable[Tile]) -> bool:
    """Whether a tile fits on the sheet between others."""
    near = [other for other in others if abs(other.x - tile.x) < 40 and abs(other.y - tile.y) < 40]
    return free([*near, tile])[-1:] == [tile]


@cache
def taught_art(number: int) -> tuple[TaughtFaces, Art]:
    """A set of artwork, and its faces taught from a rendered lesson."""
    rng = np.random.default_rng(number)
    picture, _, art = scene(number, lesson_tiles(rng), view=whole_view(rng, 8.0))
    return teach([picture], (*TILE_FACES, BACK)).taught, art


def names_of(reading: Reading, truth: Truth) -> list[str | None]:
    """The place of the piece that is seen where each tile of a rendered picture lies."""
    seen = np.array([piece.xy for piece in reading.pieces])
    far = [np.hypot(*(seen - top.mean(axis=0)).T) for top in truth.tops]
    return [reading.pieces[int(away.argmin())].place if away.min() < 15 else None for away in far]


def careless(rng: Rng, care: float) -> np.ndarray:
    """How far from its place a tile is laid (2, mm): `care` is usual, 6 the most."""
    return np.asarray(np.clip(rng.normal(0, care, 2), -6, 6))


@dataclass
class Count:
    """Places that were right, left out or wrong."""

    right: int = 0
    left_out: int = 0
    wrong: list[str] = field(default_factory=list)

    def hold(self, places: Mapping[str, Probabilities], layout: Layout, among: Iterable[str] | None = None) -> None:
        """Holds the places of a reading against what the layout wants."""
        for place in layout if among is None else among:
            if place not in places:
                self.left_out += 1
            elif (share := sum(places[place].get(face, 0.0) for face in layout[place])) >= RIGHT:
                self.right += 1
            elif share < WRONG:
                self.wrong.append(f"{place}: {max(places[place], key=lambda face: places[place][face])}")
            else:
                self.left_out += 1

    @property
    def share_left_out(self) -> float:
        """What share of all places was not told."""
        return self.left_out / max(1, self.right + self.left_out + len(self.wrong))
