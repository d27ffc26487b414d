"""The hand of a player that reaches into a simulated table, stays for a moment and leaves, as shots."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Generic

import numpy as np

from simulator.film.shots import AnyShot, Gesture, Spot

Rng = np.random.Generator
# How long it takes at the usual pace, in seconds.
_REACH, _LEAVE = 0.6, 0.5


class Reaching(ABC, Generic[AnyShot]):
    """A hand over a table.

    `step`: degrees from one seat to the next, counter-clockwise as the camera sees it. `away`: how far outside the
    picture (mm) the hand comes from. `askew`: standard deviation (degrees) of its direction. `next_s`: how long it
    takes from one spot to the next, at the usual pace (s).
    """

    def __init__(self, rng: Rng, step: float, away: float, askew: float, next_s: float) -> None:
        self._rng, self._step = rng, step
        self._away, self._askew, self._next_s = away, askew, next_s
        self._hand: Gesture | None = None

    def leave(self) -> Iterator[AnyShot]:
        """The hand leaves, if there is one."""
        if self._hand is not None:
            at, towards = self._hand.end, self._hand.towards
            self._hand = replace(self._hand, start=at, end=at.away(towards, self._away))
            yield self._shot(_LEAVE)
            self._hand = None

    @abstractmethod
    def _shot(self, seconds: float) -> AnyShot:
        """The table and the hand for some seconds at the usual pace."""

    def _reach(self, seat: int, spot: Spot) -> Iterator[AnyShot]:
        """A player's hand moves to a spot, from outside the picture or from its last position."""
        if self._hand is None:
            towards = self._side(seat) + float(self._rng.normal(0, self._askew))
            start, seconds = spot.away(towards, self._away), _REACH
        else:
            towards, start, seconds = self._hand.towards, self._hand.end, self._next_s
        self._hand = Gesture(start, spot, towards, seat)
        yield self._shot(seconds)

    def _held(self, seconds: float) -> AnyShot:
        """The hand stays where it is."""
        if self._hand is not None:
            self._hand = replace(self._hand, start=self._hand.end)
        return self._shot(seconds)

    def _swept(self, sweep: float, seconds: float) -> Iterator[AnyShot]:
        """The first player's hand sweeps over the middle, by so many mm to each side, and leaves."""
        self._hand = Gesture(Spot(-sweep, 0.0), Spot(sweep, 0.0), self._side(0), 0)
        yield self._shot(seconds)
        yield from self.leave()

    def _side(self, seat: int) -> float:
        """The direction in which a player sits (degrees), as the camera sees it."""
        return -90.0 + self._step * seat
