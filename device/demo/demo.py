"""The demo table as its visitors command it: how fast people play, whether they wait, and their next mistake.

The page of every box knows it; the simulator, which takes time and memory, is loaded where a demo table is made.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from device.demo.pace import Control, Pace
from device.table.events import NewGame

if TYPE_CHECKING:
    from device.demo.gallery import Card
    from device.demo.watching_box import SeenGame, SeenTable, WatchingBox


class Demo:
    """People at a table, and the film of them.

    `speed` is how many times as fast as usual they play; `paused`: nothing moves. Any thread may
    change these and ask for a mistake; the film is the camera's.
    """

    def __init__(self, seed: int = 1, pace_s: float | None = None, box: "WatchingBox | None" = None) -> None:
        from device.demo.watching_box import WatchingBox
        from simulator.film.shots import Film
        from simulator.people.mishaps import Mishaps
        from simulator.people.script import script
        from simulator.people.tile_table import USUAL_PACE_S

        self.speed = 1.0
        self.paused = False
        self._box, rng = box or WatchingBox(), np.random.default_rng(seed)
        self._mishaps = Mishaps(rng)
        played = script(rng, self._box, self._mishaps, USUAL_PACE_S if pace_s is None else pace_s)
        self.film = Film(played, self._box.has_another_game)

    def sit_down(self, table: "SeenTable", game: "SeenGame") -> None:
        """From now on a box watches: people play the game that it has begun, and tell it what no camera can see."""
        self._box.sit_down(table, game)

    def go_on(self, seconds: float) -> None:
        """Some time goes by; a game that the box has begun meanwhile is set up even while people wait."""
        if self._box.has_another_game():
            self.paused = False
        self.film.go_on(0.0 if self.paused or self._box.is_fed_by_hand else seconds * self.speed)

    def usual_game(self, name: str, language: str) -> NewGame:
        """A game as it begins where nobody chooses players and options."""
        from device.demo.gallery import usual_game

        return usual_game(name, language)

    def cards(self) -> "Sequence[Card]":
        """Every game that can be watched."""
        from device.demo.gallery import gallery

        return gallery()

    def picture(self, name: str) -> bytes:
        """The table in the middle of a game, as JPEG; a `KeyError` for one that cannot be watched."""
        from device.demo.gallery import picture

        return picture(name)

    def ask_for_mistake(self) -> None:
        """Something shall go wrong as soon as it can."""
        self.paused = False
        self._mishaps.wanted = True

    @property
    def pace(self) -> Pace:
        """How the table goes on now."""
        return Pace(self.speed, self.paused, self.mistake_is_due, self._box.is_fed_by_hand)

    def press(self, control: Control) -> None:
        """Pause or go on, have the next mistake, or play at the next speed."""
        if control == "pause":
            self.paused = not self.paused
        elif control == "mistake":
            self.ask_for_mistake()
        else:
            self.speed = self.pace.next_speed

    @property
    def mistake_is_due(self) -> bool:
        """Whether a mistake that was asked for is still to come."""
        return self._mishaps.wanted
