"""A real table of Expose the Lie, and its page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from device.capture.table_observer import TableObserver
from device.table.live_table import LiveTable
from tests.support.device.known_game import KnownGame, places_of
from tests.support.device.observing import observe
from tests.support.engines.bot_games import random_game
from tests.support.web.fake_box import app_of, paired
from tools.bench.bare_box import BareBox


@contextmanager
def lie_app(folder: Path) -> Iterator[Flask]:
    """The page of a table at which a tile has been laid, or up to four of them."""
    known = KnownGame(folder, "doubt")
    state, move = next(random_game(known.game, known.players, {}, 0))
    observe(known.box, places_of(known.game, known.game.play(state, move)))
    with LiveTable(known.box, TableObserver(None)) as live:
        yield app_of(BareBox(live, pairing=paired()))
