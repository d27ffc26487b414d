"""How the demo table goes on, and what its visitors may do about it."""

from dataclasses import dataclass
from typing import Literal

SPEEDS = (0.5, 1.0, 2.0, 4.0)  # times as fast as usual
Control = Literal["pause", "mistake", "speed"]
CONTROLS: tuple[Control, ...] = ("pause", "mistake", "speed")


@dataclass(frozen=True)
class Pace:
    """How the demo table goes on at a moment."""

    speed: float = 1.0  # how many times as fast as usual people play
    paused: bool = False
    mistake_due: bool = False  # one that was asked for is still to come
    asleep: bool = False  # they have no game, since somebody plays by hand

    @property
    def next_speed(self) -> float:
        """The speed after this one; after the greatest the least.

        >>> Pace(2.0).next_speed, Pace(4.0).next_speed
        (4.0, 0.5)
        """
        return next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[0])
