"""The pace of the demo table, and its controls."""

from dataclasses import dataclass
from typing import Literal

SPEEDS = (0.5, 1.0, 2.0, 4.0)  # multiples of the usual speed
Control = Literal["pause", "mistake", "speed"]
CONTROLS: tuple[Control, ...] = ("pause", "mistake", "speed")


@dataclass(frozen=True)
class Pace:
    """The pace of the demo table at one moment."""

    speed: float = 1.0  # multiple of the usual speed
    paused: bool = False
    mistake_due: bool = False  # a requested mistake is still to come
    asleep: bool = False  # people have no game, since somebody enters moves by hand

    @property
    def next_speed(self) -> float:
        """The next speed; after the fastest, the slowest.

        >>> Pace(2.0).next_speed, Pace(4.0).next_speed
        (4.0, 0.5)
        """
        return next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[0])
