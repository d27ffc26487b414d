"""Shots, of which films are made, as a script gives them; and where in such a film we are.

A shot is a stretch of time in which the same things lie, or fall, and at most one hand moves in a straight line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from simulator.render.frame.pieces import Lying
from simulator.render.pieces import Die, Hand, Tile

_SKINS = ((150.0, 182.0, 232.0), (88.0, 122.0, 178.0))
_SLEEVES = ((52.0, 60.0, 176.0), (140.0, 100.0, 52.0))
Moments = tuple[tuple[Lying, ...], ...]  # all pieces, moment by moment (`simulator.render.frame.physics.MOMENT_S`)
Shift = tuple[float, float, float]  # by how much a frame was moved (mm: right, up, to the camera)


class Spot(NamedTuple):
    """Where something is, in mm: x to the right and y up from the middle of the sheet, as the camera sees it."""

    x: float
    y: float

    def away(self, towards: float, far: float) -> "Spot":
        """The spot so many mm from here in a direction (degrees, 0 = to the right)."""
        angle = np.radians(towards)
        return Spot(self.x + float(np.cos(angle)) * far, self.y + float(np.sin(angle)) * far)


@dataclass(frozen=True)
class Gesture:
    """A hand that moves its fingertips from one spot to another."""

    start: Spot
    end: Spot
    towards: float  # where the arm comes from, degrees, 0 = from the right
    seat: int  # whose hand it is


class Timed(Protocol):
    """A shot: how long it takes, and the hand that moves meanwhile."""

    @property
    def seconds(self) -> float:
        """At the usual pace."""

    @property
    def hand(self) -> Gesture | None:
        """None where no hand is there."""


AnyShot = TypeVar("AnyShot", bound=Timed)


@dataclass(frozen=True)
class Shot:
    """A stretch of time in which tiles and perhaps a die lie on a sheet."""

    seconds: float
    tiles: tuple[Tile, ...]
    hand: Gesture | None = None
    sheet: str = "grid"
    die: Die | None = None


@dataclass(frozen=True)
class FrameShot:
    """A stretch of time in which pieces lie in a frame of Drop It, or fall from moment to moment."""

    seconds: float
    moments: Moments
    hand: Gesture | None = None
    held: Lying | None = None  # the piece in the hand, relative to its fingertips
    shift: Shift = (0.0, 0.0, 0.0)


class Film(Generic[AnyShot]):
    """Where in a script we are; the shot ends at once when `is_cut`.

    >>> film = Film(iter([Shot(1.0, ()), Shot(2.0, (), Gesture(Spot(0, 0), Spot(10, 0), -90, 0))]))
    >>> film.go_on(2.0)
    >>> film.hand().x
    5.0
    """

    def __init__(self, script: Iterator[AnyShot], is_cut: Callable[[], bool] = lambda: False) -> None:
        self._script, self._is_cut = script, is_cut
        self.shot = next(script)
        self.into_s = 0.0

    def go_on(self, seconds: float) -> None:
        """Some time goes by."""
        if self._is_cut():
            self.shot, self.into_s = next(self._script), 0.0
        self.into_s += seconds
        while self.into_s >= self.shot.seconds:
            self.into_s -= self.shot.seconds
            self.shot = next(self._script)

    def hand(self) -> Hand | None:
        """The hand over the table now; it starts and stops gently."""
        gesture = self.shot.hand
        if gesture is None:
            return None
        share = self.into_s / self.shot.seconds
        return hand_at(gesture, share * share * (3 - 2 * share))


def hand_at(gesture: Gesture, share: float) -> Hand:
    """The hand of a gesture of which a share, 0 to 1, is done."""
    x, y = ((1 - share) * a + share * b for a, b in zip(gesture.start, gesture.end, strict=True))
    return Hand(x, y, gesture.towards, 40.0, _SKINS[gesture.seat % 2], _SLEEVES[gesture.seat % 2], 0.8)
