"""The demo table and its controls; the simulator, which takes time and memory, is loaded with the first one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from device.demo.pace import Control, Pace, Pieces
from device.games.listing import profile_of
from device.table.events import NewGame
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from device.texts import say
from engines.messages import message

if TYPE_CHECKING:
    from device.demo.gallery import Card
    from device.demo.watching_box import WatchingBox


class Demo:
    """People at a table, and the film of them. The film belongs to the camera's thread; the rest is thread-safe."""

    def __init__(self, seed: int = 1, pace_s: float | None = None, box: "WatchingBox | None" = None) -> None:
        from device.demo.watching_box import WatchingBox
        from simulator.film.shots import Film
        from simulator.people.mishaps import Mishaps
        from simulator.people.script import script
        from simulator.people.tile_table import USUAL_PACE_S

        self.speed = 1.0  # multiple of the usual speed
        self.lesson: Pieces | None = None  # which lie there as a lesson asks, instead of the game
        self._paused = False
        self._box, rng = box or WatchingBox(), np.random.default_rng(seed)
        self._mishaps = Mishaps(rng)
        played = script(rng, self._box, self._mishaps, USUAL_PACE_S if pace_s is None else pace_s)
        self.film = Film(played, self._box.has_another_game)

    def sit_down(self, table: LiveTable, game: BoardGame) -> None:
        """Have people play the game that a box has begun, and enter what no camera can see."""
        self._box.sit_down(table, game)

    def go_on(self, seconds: float) -> None:
        """Let time pass; a game begun by the box is set up even while the demo is paused."""
        if self._box.has_another_game():
            self.paused = False
        self._box.speed = self.speed
        self.film.go_on(0.0 if self.paused or self._box.is_fed_by_hand else seconds * self.speed)

    @property
    def paused(self) -> bool:
        """Whether nothing moves."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused, self.lesson = paused, None

    def lay_lesson(self, pieces: Pieces) -> None:
        """Have one of each piece lie there as a lesson asks, instead of the game, until people play on."""
        self._paused, self.lesson = True, pieces

    def cards(self) -> "Sequence[Card]":
        """Every game that can be watched."""
        from device.demo.gallery import gallery

        return gallery()

    def picture(self, name: str) -> bytes:
        """The table in the middle of a game, as JPEG; raises `KeyError` for a game that cannot be watched."""
        from device.demo.gallery import picture

        return picture(name)

    def ask_for_mistake(self) -> None:
        """Have a mistake happen as soon as possible, at a game with mistakes."""
        self.paused = False
        self._mishaps.wanted = self._mishaps.are_made

    @property
    def pace(self) -> Pace:
        """The current pace."""
        mishaps, asleep = self._mishaps, self._box.is_fed_by_hand
        return Pace(self.speed, self.paused, mishaps.wanted, mishaps.foreseen, mishaps.are_made, asleep, self.lesson)

    def press(self, control: Control) -> None:
        """Pause or resume, request a mistake, or change to the next speed."""
        if control == "pause":
            self.paused = not self.paused
        elif control == "mistake":
            self.ask_for_mistake()
        else:
            self.speed = self.pace.next_speed


def usual_game(name: str, language: str) -> NewGame:
    """A new game with the default players and options."""
    profile = profile_of(name)
    options = {option.name: option.allowed[0] for option in profile.game.OPTIONS}
    names = say(message("demo.people"), language).split()
    return NewGame(name, tuple(names[: profile.game.PLAYERS.start]), {**options, **profile.filming.options})
