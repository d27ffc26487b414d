"""A real box in which there is something of everything: two games with pictures, and tiles before the camera."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from device.box import Box
from device.demo.demo import Demo
from device.games.listing import GAMES
from device.settings import Settings
from device.testing.camera import StandInCamera
from tests.support.device.own_wifi import OwnWifi
from tests.support.waiting import PATIENCE_S
from tests.support.web import laid_box
from tests.support.web.clubs import club_link
from tests.support.web.fake_box import app_of, pair_phone
from tests.support.web.kept_box import as_seen, write_game
from tests.support.web.tables import played
from web.security.rate_limit import RateLimit

if TYPE_CHECKING:
    from device.box import Box

PLAYERS = ("Aya", "Ben")


LOOKS = 3  # so many times the same, and the box knows that nothing moves


def unhurried_app(box: "Box") -> Flask:
    """The page of a box, which for once may be asked as fast as one can."""
    app = app_of(box)
    app.extensions["changes"] = app.extensions["uploads"] = RateLimit(10**9, 1e-9)
    return app


@contextmanager
def full_box(folder: Path) -> Iterator[Box]:
    """The box: on its table is a game of reversi, before the camera lies a lesson; a game of Expose the Lie is kept.

    It offers the games of the demo table, whose people nobody films.
    """
    data = folder / "data"
    pair_phone(data)
    for name, players, seed, moves in (("doubt", 3, 3, 16), ("reversi", 2, 1, 24)):
        names = ("Aya", "Ben", "Chie")[:players]
        write_game(data, name, as_seen(GAMES[name], played(name, players, seed, moves)), names)
    camera = StandInCamera([laid_box.lesson()] * LOOKS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("device.box.Hotspot", OwnWifi)  # not the one of the machine that runs the tests
        settings = Settings(data, players=PLAYERS, niceness=0)
        with Box(settings, camera, Demo()) as box, club_link(data) as link:
            box.services += (link,)
            assert box.camera_parts.capture.used_up.wait(PATIENCE_S)
            yield box
