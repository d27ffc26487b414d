"""Shots, of which films are made, and the position in a film.

In a shot the same things lie, or fall, and at most one hand moves in a straight line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from simulator.render.cards import Card
from simulator.render.frame.pieces import Lying
from simulator.render.pieces import Die, Hand, Tile

_SKINS = ((150.0, 182.0, 232.0), (88.0, 122.0, 178.0))
_SLEEVES = ((52.0, 60.0, 176.0), (140.0, 100.0, 52.0))
Moments = tuple[tuple[Lying, ...], ...]  # all pieces at each step of `simulator.render.frame.physics.MOMENT_S`
DeckKind = Literal["french", "numbers"]
Room = tuple[float, float, float, float]  # left, low, right and high, in mm from the middle of the table
Shift = tuple[float, float, float]  # displacement of a frame (mm: right, up, to the camera)


class Spot(NamedTuple):
    """A position in mm: x to the right and y up from the middle of the sheet, as the camera sees it."""

    x: float
    y: float

    def away(self, towards: float, far: float) -> "Spot":
        """The spot `far` mm from here in a direction (degrees, 0 = to the right)."""
        angle = np.radians(towards)
        return Spot(self.x + float(np.cos(angle)) * far, self.y + float(np.sin(angle)) * far)


@dataclass(frozen=True)
class Gesture:
    """A hand that moves its fingertips from one spot to another."""

    start: Spot
    end: Spot
    towards: float  # degrees from which the arm comes, 0 = from the right
    seat: int  # of the player


class Timed(Protocol):
    """A shot: its duration, and the hand that moves meanwhile."""

    @property
    def seconds(self) -> float:
        """Its duration."""

    @property
    def hand(self) -> Gesture | None:
        """The gesture of the hand, if there is one."""


AnyShot = TypeVar("AnyShot", bound=Timed)


@dataclass(frozen=True)
class Shot:
    """A shot of tiles and perhaps a die on a sheet."""

    seconds: float
    tiles: tuple[Tile, ...]
    hand: Gesture | None = None
    sheet: str = "grid"
    die: Die | None = None


@dataclass(frozen=True)
class FrameShot:
    """A shot of pieces that lie in a frame of Drop It, or fall."""

    seconds: float
    moments: Moments
    hand: Gesture | None = None
    held: Lying | None = None  # the piece in the hand, relative to its fingertips
    shift: Shift = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class CardShot:
    """A shot of cards on a table without a sheet, of which the camera sees a `room`."""

    seconds: float
    cards: tuple[Card, ...]  # the lowest first
    deck: DeckKind
    room: Room
    hand: Gesture | None = None


class Film(Generic[AnyShot]):
    """The position in a script of shots; when `is_cut`, the current shot ends at once.

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
        """Advances the film by a time."""
        if self._is_cut():
            self.shot, self.into_s = next(self._script), 0.0
        self.into_s += seconds
        while self.into_s >= self.shot.seconds:
            self.into_s -= self.shot.seconds
            self.shot = next(self._script)

    def hand(self) -> Hand | None:
        """The hand over the table now; it accelerates and stops smoothly."""
        gesture = self.shot.hand
        if gesture is None:
            return None
        share = self.into_s / self.shot.seconds
        return hand_at(gesture, share * share * (3 - 2 * share))


def hand_at(gesture: Gesture, share: float) -> Hand:
    """The hand of a gesture of which a share, 0 to 1, is done."""
    x, y = ((1 - share) * a + share * b for a, b in zip(gesture.start, gesture.end, strict=True))
    return Hand(x, y, gesture.towards, 40.0, _SKINS[gesture.seat % 2], _SLEEVES[gesture.seat % 2], 0.8)
