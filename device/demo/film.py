"""A script of shots as a film: where in it we are, and where the hand is that moves."""

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from device.demo.tabletop import Gesture
from simulator.render.pieces import Hand

_SKINS = ((150.0, 182.0, 232.0), (88.0, 122.0, 178.0))
_SLEEVES = ((52.0, 60.0, 176.0), (140.0, 100.0, 52.0))


class Timed(Protocol):
    """A shot: how long it takes, and the hand that moves meanwhile."""

    @property
    def seconds(self) -> float:
        """At the usual pace."""

    @property
    def hand(self) -> Gesture | None:
        """None where no hand is there."""


AnyShot = TypeVar("AnyShot", bound=Timed)


class Film(Generic[AnyShot]):
    """Where in a script we are; the shot ends at once when `is_cut`.

    >>> from device.demo.tabletop import Shot, Spot
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
