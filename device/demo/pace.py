"""The pace of the demo table, and its controls."""

from dataclasses import dataclass
from typing import Literal

from engines.messages import Message, message

SPEEDS = (0.5, 1.0, 2.0, 4.0)  # multiples of the usual speed
Control = Literal["pause", "mistake", "speed"]
Pieces = Literal["tiles", "cards"]  # of which a lesson is laid
CONTROLS: tuple[Control, ...] = ("pause", "mistake", "speed")


@dataclass(frozen=True)
class Pace:
    """The pace of the demo table at one moment."""

    speed: float = 1.0  # multiple of the usual speed
    paused: bool = False
    mistake_due: bool = False  # a requested mistake is still to come
    mistake: tuple[int, str] | None = None  # how many moves from now a requested one comes, and of which kind
    has_mistakes: bool = True  # whether people make any at this game
    asleep: bool = False  # people have no game, since somebody enters moves by hand
    lesson: Pieces | None = None  # what lies there instead of the game

    @property
    def next_speed(self) -> float:
        """The next speed; after the fastest, the slowest.

        >>> Pace(2.0).next_speed, Pace(4.0).next_speed
        (4.0, 0.5)
        """
        return next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[0])

    @property
    def said_mistake(self) -> Message | None:
        """When a mistake comes that was requested; that none does, where people make none."""
        if not self.has_mistakes:
            return message("demo.no_mistakes")
        if not self.mistake_due:
            return None
        if self.mistake is None:
            return message("demo.mistake_later")
        moves, kind = self.mistake
        return message(f"demo.mishap.{kind}", moves=moves)
