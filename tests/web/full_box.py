"""A real box in which there is something of everything: two games with pictures, and tiles before the camera."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from device.box import Box
from device.camera import Frame
from device.settings import Settings
from engines.games import GAMES
from engines.messages import Message
from tests.web import laid_box
from tests.web.kept_box import as_seen, write_game
from tests.web.tables import played
from vision.reading import Picture
from web import create_app
from web.paces import Pace

PATIENCE_S = 60.0
PLAYERS = ("Aya", "Ben")


LOOKS = 3  # so many times the same, and the box knows that nothing moves


class OnePicture:
    """A camera that takes the same picture a few times."""

    def __init__(self, picture: Picture) -> None:
        self.notices: list[Message] = []
        self._picture, self._taken = picture, 0

    def capture(self, full: bool = False) -> Frame | None:
        self._taken += 1
        return Frame(self._picture, float(self._taken)) if self._taken <= LOOKS else None

    def __enter__(self) -> "OnePicture":
        return self

    def __exit__(self, *why: object) -> None:
        pass


def unhurried_app(box: Box) -> Flask:
    """The page of a box, which for once may be asked as fast as one can."""
    app = create_app(box)
    app.extensions["changes"] = app.extensions["uploads"] = Pace(10**9, 1e-9)
    return app


@contextmanager
def full_box(folder: Path) -> Iterator[Box]:
    """The box: on its table is a game of reversi, before the camera lies a lesson; a game of Expose the Lie is kept."""
    data = folder / "data"
    data.mkdir()
    for name, players, seed, moves in (("doubt", 3, 3, 16), ("reversi", 2, 1, 24)):
        names = ("Aya", "Ben", "Chie")[:players]
        write_game(data, name, as_seen(GAMES[name], played(name, players, seed, moves)), names)
    with Box(Settings(data, players=PLAYERS), OnePicture(laid_box.lesson())) as box:
        assert box.watching.used_up.wait(PATIENCE_S)
        yield box
