"""A real box whose camera sees what a test lays on the table: rendered photographs of invented tiles."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from device.box import Box
from device.hardware.camera import CameraTrouble, Frame
from device.settings import Settings
from device.testing.camera import StandInCamera
from engines.messages import message
from simulator.render.pieces import Art, Hand, Tile
from simulator.scenes.layouts import whole_view
from simulator.scenes.tables import random_art
from tests.support.vision.lesson import FACES
from tests.support.vision.tables import SEED, scene
from tests.support.web.fake_box import pair_phone
from vision.reading import Picture

ARTWORK = 23  # the number of the artwork and of the camera above it
HAND = "444444777"


class LaidCamera(StandInCamera):
    """A camera that gives `picture` again and again; without one it says that it is not there."""

    def __init__(self, picture: Picture | None = None) -> None:
        super().__init__()
        self.picture = picture
        self._seconds = count()

    def capture(self, full: bool = False) -> Frame:
        if self.picture is None:
            raise CameraTrouble(message("camera.stalled", camera="test"))
        return Frame(self.picture, float(next(self._seconds)))


@cache
def _art() -> Art:
    return random_art(np.random.default_rng(SEED + ARTWORK))


@cache
def _scene(tiles: tuple[Tile, ...], hands: tuple[Hand, ...] = ()) -> tuple[Picture, np.ndarray]:
    view = whole_view(np.random.default_rng(ARTWORK), most_roll=3.0)
    picture, truth, _ = scene(ARTWORK, list(tiles), hands, view, _art())
    return picture, truth.field


def lesson(without: str = "") -> Picture:
    """One tile of each face in two rows as the lesson asks for, `without` one of them."""
    tiles = [Tile((i % 6 - 2.5) * 36.0, 30.0 - i // 6 * 48.0, face) for i, face in enumerate(FACES)]
    return _scene(tuple(tile for tile in tiles if tile.face != without))[0]


def hand(faces: str = HAND) -> Picture:
    """Tiles of these numbers in a row."""
    return _scene(tuple(Tile((i - (len(faces) - 1) / 2) * 23.0, -60.0, face) for i, face in enumerate(faces)))[0]


def spread(faces: Sequence[str]) -> Picture:
    """Tiles of these faces all over the sheet, eight in a row."""
    tiles = (Tile((i % 8 - 3.5) * 34.0, 110.0 - i // 8 * 44.0, face) for i, face in enumerate(faces))
    return _scene(tuple(tiles))[0]


def nothing_laid() -> tuple[Picture, np.ndarray]:
    """The bare board, and where its corners are (4 × 2 px)."""
    return _scene(())


def arm_over_it() -> Picture:
    """The bare board with somebody's arm over it."""
    return _scene((), (Hand(0.0, 0.0, 200.0),))[0]


def as_jpeg(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1])


@contextmanager
def laid_box(data: Path, picture: Picture | None, game: str | None = None) -> Iterator[tuple[Box, LaidCamera]]:
    """A box that is running, and its camera."""
    camera = LaidCamera(picture)
    pair_phone(data / "data")
    with Box(Settings(data / "data", players=("Aya", "Ben"), game=game, niceness=0), camera) as box:
        yield box, camera


def stray_lesson(face: str) -> Picture:
    """A lesson in which one tile lies far away from its place."""
    tiles = [Tile((i % 6 - 2.5) * 36.0, 30.0 - i // 6 * 48.0, name) for i, name in enumerate(FACES)]
    return _scene(tuple(replace(tile, x=20.0, y=-110.0) if tile.face == face else tile for tile in tiles))[0]


def crooked_lesson() -> Picture:
    """Eleven tiles in a circle."""
    turns = np.arange(len(FACES)) / len(FACES) * 2 * np.pi
    return _scene(tuple(Tile(110 * np.cos(at), 110 * np.sin(at), f) for at, f in zip(turns, FACES, strict=True)))[0]


@cache
def twin_lesson(face: str, twin: str) -> Picture:
    """A lesson in which a second tile of one face lies in the place of another."""
    tiles = [Tile((i % 6 - 2.5) * 36.0, 30.0 - i // 6 * 48.0, face if name == twin else name)
             for i, name in enumerate(FACES)]  # fmt: skip
    return _scene(tuple(tiles))[0]
