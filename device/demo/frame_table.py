"""The frame of Drop It at the demo table, and the hands before it, in time."""

from collections.abc import Iterator

import numpy as np

from device.demo.dropping import FrameGame, Throw
from device.demo.frame_shot import Bump, FrameShot
from device.demo.tabletop import Gesture, Spot
from simulator.render.frame.physics import MOMENT_S
from simulator.render.frame.pieces import Lying

# How long things take at the usual pace, in seconds.
_REACH, _HOLD, _LEAVE = 0.8, 0.4, 0.6
_AWAY = 420.0  # mm from which a hand comes: out of the picture
_GRIP = Spot(6.0, 14.0)  # mm from the middle of a piece to the fingertips that hold it
_FROM = (60.0, 120.0)  # degrees to which arms go


class FrameStage:
    """A frame in a game, and the hand before it; `tempo` stretches all times."""

    def __init__(self, game: FrameGame, rng: np.random.Generator, tempo: float = 1.0) -> None:
        self.game, self.tempo = game, tempo
        self.rng = rng
        self._bumped: Bump = (0.0, 0.0, 0.0)

    def rest(self, seconds: float) -> Iterator[FrameShot]:
        """Nobody touches the frame."""
        yield self._shot(seconds)

    def drop(self, seat: int, *throws: Throw) -> Iterator[FrameShot]:
        """A player's hand comes with a piece, or two, lets go, and is gone when all rests."""
        held = self.game.basin.held(throws[0].piece, throws[0].x, throws[0].turn)
        at = Spot(held.x + _GRIP.x, held.y + _GRIP.y)
        in_hand = Lying(held.piece, -_GRIP.x, -_GRIP.y, held.angle)
        towards = float(self.rng.uniform(*_FROM))
        outside = _outside(at, towards)
        yield self._shot(_REACH, Gesture(outside, at, towards, seat), in_hand)
        yield self._shot(_HOLD, Gesture(at, at, towards, seat), in_hand)
        if len(throws) > 1:
            one, other = ((throw.piece, throw.x, throw.turn) for throw in throws)
            moments = tuple(self.game.basin.drop_two(one, other))
        else:
            moments = self.game.drop(throws[0])
        leaving = Gesture(at, outside, towards, seat)
        yield FrameShot(len(moments) * MOMENT_S, moments, leaving, None, self._bumped)

    def take_out(self, seat: int) -> Iterator[FrameShot]:
        """A player's hand takes the last piece out from above."""
        last = self.game.lying[-1]
        at, towards = Spot(last.x + _GRIP.x, last.y + _GRIP.y), float(self.rng.uniform(*_FROM))
        outside = _outside(at, towards)
        yield self._shot(_REACH, Gesture(outside, at, towards, seat))
        moments = tuple(self.game.basin.take_out(len(self.game.lying) - 1))
        held = Lying(last.piece, -_GRIP.x, -_GRIP.y, last.angle)
        yield FrameShot(max(_LEAVE, len(moments) * MOMENT_S), moments, Gesture(at, outside, towards, seat), held)

    def bump(self, by: Bump) -> Iterator[FrameShot]:
        """Somebody's hand moves the frame by so many mm."""
        top = Spot(0.0, max(one.y for one in self.game.lying) + 60.0) if self.game.lying else Spot(0.0, 60.0)
        outside = _outside(top, 0.0)
        yield self._shot(_REACH, Gesture(outside, top, 0.0, 0))
        self._bumped = (self._bumped[0] + by[0], self._bumped[1] + by[1], self._bumped[2] + by[2])
        yield self._shot(_LEAVE, Gesture(top, outside, 0.0, 0))

    def _shot(self, seconds: float, hand: Gesture | None = None, held: Lying | None = None) -> FrameShot:
        return FrameShot(seconds * self.tempo, (self.game.lying,), hand, held, self._bumped)


def _outside(spot: Spot, towards: float) -> Spot:
    angle = np.radians(towards)
    return Spot(spot.x + float(np.cos(angle)) * _AWAY, spot.y + float(np.sin(angle)) * _AWAY)
