"""A whole box at whose table a known game is played, with a fault to be let in at each seam.

Only observer and tiles are made up: a picture stands for what lies on the table, and its reader knows that. Table,
camera's thread, referee, journal, pictures, display (over an I²C bus in memory), buttons (gpiozero's mock pins), page
and server are the real ones.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import smbus2
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.box import Box
from device.games.listing import GAMES, profile_of
from device.hardware import display
from device.hardware.camera import Camera, Frame
from device.lessons import Lessons
from device.record.journal import Journal
from device.settings import Settings
from device.table.events import Asked
from device.table.game_start import begin_game
from device.testing.display import SSD1306, DisplayBus
from engines.bots import NAMES, Ply
from tests.support.device.known_game import PLAYERS, places_of
from tests.support.device.tabletop import Places, Scene, Scenes
from tests.support.engines.bot_games import random_game
from tests.support.waiting import PATIENCE_S
from tools.films.following import People
from web.app import create_app
from web.server.http import open_server

MOST = {"jarapon": 60, "search": 40, "sevens": 50, "infiltration": 60, "checkers": 60, "reversi": 60, "doubt": 50}


class KnownCamera(Camera):
    """Shows what lies on the table; `fault` is what happens to the next capture instead, until it is taken away."""

    def __init__(self, scenes: Scenes) -> None:
        super().__init__()
        self.fault: Exception | None = None
        self._scenes, self._scene = scenes, Scene({}, board=False)
        self._picture = scenes.picture(self._scene)

    def show(self, places: Places) -> None:
        self._picture = self._scenes.picture(Scene(places))

    def capture(self, full: bool = False) -> Frame | None:
        if self.fault is not None:
            raise self.fault
        time.sleep(0.005)
        return Frame(self._picture, time.monotonic(), "known.jpg")

    def anew(self) -> "KnownCamera":
        return self


class KnownBox:
    """A box and the people who play a known game before it."""

    def __init__(self, folder: Path, name: str, patch: pytest.MonkeyPatch) -> None:
        self.game, self.name = GAMES[name], name
        self.players = NAMES[: PLAYERS.get(name, 2)]
        self.options = profile_of(name).filming.options
        self.scenes = Scenes()
        self.camera = KnownCamera(self.scenes)
        self.bus = DisplayBus(SSD1306)
        self.pins = MockFactory(pin_class=MockPWMPin)
        patch.setattr(Lessons, "reader_of", lambda *_: self.scenes.reader())
        patch.setattr(smbus2, "SMBus", self.bus)
        patch.setattr(display, "bus_path", lambda _wiring: folder)  # a bus that is there
        patch.setattr(Device, "pin_factory", self.pins)
        self._open = ExitStack()
        (folder / "data").mkdir()
        with Journal(folder / "data" / "journal.db") as journal:
            begin_game(journal, name, self.players, self.options)
            journal.append("turn", {"turn": 0})
        self.box = self._open.enter_context(Box(Settings(folder / "data"), self.camera))
        self.server = self._open.enter_context(open_server(create_app(self.box.services), 0, "127.0.0.1"))
        self.people = People(self.box.table_parts.game)

    def __enter__(self) -> "KnownBox":
        return self

    def __exit__(self, *error: object) -> None:
        self.camera.fault = None
        self._open.close()
        self.pins.reset()

    def _ask(self, call: Callable[[], None]) -> None:
        self.box.table.post(Asked(call)).result(PATIENCE_S)

    def plies(self, seed: int) -> Iterator[Ply[Any, Any]]:
        """The states and moves of a game; the table of the first one lies before the camera."""
        game = random_game(self.game, self.players, self.options, seed)
        for number, (state, move) in enumerate(islice(game, MOST[self.name])):
            if number == 0:
                self.camera.show(places_of(self.game, state))
                self.wait_for(lambda: self.box.table.snapshot.problem is None and self.scenes.reads > 0)
            yield state, move

    def make(self, state: Any, move: Any) -> None:
        """Lay a move; whoever sits there tells what no camera sees, as long as the record is not right."""
        self.people.made.append(self.game.observed(state, move, None))
        self.camera.show(places_of(self.game, self.game.play(state, move)))

    def is_right(self) -> bool:
        """Whether the record is what was played so far; people answer what they are asked first.

        What nobody announces is recorded with the move that shows it.
        """
        self._ask(self.people.answer)
        made, told, unannounced = self.people.recorded, self.people.made, profile_of(self.name).habits.assumed
        return all(map(self.people.is_same, made, told)) and all(
            isinstance(one, unannounced) for one in told[len(made) :]
        )

    def wait_for(self, condition: Callable[[], bool]) -> bool:
        """Wait until something is so; False where it never is."""
        until = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > until:
                return False
            self.box.supervisor.check()
            time.sleep(0.01)
        return True

    def says(self) -> list[str]:
        """The keys of all that people are told to be wrong."""
        now = self.box.table.snapshot
        return [said.key for said in (*([now.problem.message] if now.problem else []), *now.notices)]
