"""A frame of Drop It in play: the pieces that players drop, their landing by physics, and the players' hands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engines.drop_it import Drop, State
from engines.drop_it.frame import Frame
from engines.drop_it.geometry import polygon_of
from engines.drop_it.measuring import Resting, landing, measured_landing
from engines.drop_it.moves import SHAPE
from engines.drop_it.pieces import colour_of, shape_of
from simulator.film.shots import FrameShot, Gesture, Moments, Shift, Spot
from simulator.render.frame.physics import MOMENT_S, Basin
from simulator.render.frame.pieces import Lying, PieceSizes

_IN_TOUCH = 0.1  # mm: maximum gap that physics leaves between touching pieces
_TRIES = 4  # pieces that a player considers

# How long things take at the usual pace, in seconds.
_REACH, _HOLD, _LEAVE = 0.8, 0.4, 0.6
_AWAY = 420.0  # mm: distance outside the picture from which a hand comes
_GRIP = Spot(6.0, 14.0)  # mm from the middle of a piece to the fingertips that hold it
_FROM = (60.0, 120.0)  # degrees: bounds of the direction of arms


@dataclass(frozen=True)
class Throw:
    """How a piece is released."""

    piece: str
    x: float  # mm along the mouth
    turn: float  # radians anticlockwise


class FrameGame:
    """The frame of one game, with choices of the players; `edges_by`: the print that its edges show."""

    def __init__(self, frame: Frame, sizes: PieceSizes, rng: np.random.Generator, edges_by: str = SHAPE) -> None:
        self.basin = Basin(frame.outline, sizes)
        self._frame, self._sizes, self._rng, self._edges_by = frame, sizes, rng, edges_by

    @property
    def lying(self) -> tuple[Lying, ...]:
        """The pieces in the frame, in the order of dropping."""
        return self.basin.lying

    def thrown(self, state: State, but: Sequence[str] = ()) -> Throw:
        """The next throw of the player in turn: of some pieces that he may drop, the one least like those on top.

        `but`: pieces that are in use already.
        """
        may = state.shares.open_to(state.side_of(len(state.drops)))
        few = self._rng.permutation([piece for piece in may if piece not in but] or list(may))[:_TRIES].tolist()
        reach = max(0.0, self._frame.mouth[1][0] - 1.1 * self._sizes.radius)
        x, turn = float(self._rng.uniform(-reach, reach)), float(self._rng.uniform(0, 2 * np.pi))
        near = sorted((one for one in self.lying if abs(one.x - x) < 3 * self._sizes.radius), key=lambda one: -one.y)
        on_top = [one.piece for one in near[:2]]
        return Throw(min(few, key=lambda piece: sum(_alike(piece, other) for other in on_top)), x, turn)

    def drop(self, throw: Throw) -> Moments:
        """Drops a piece; returns the moments of its fall."""
        return tuple(self.basin.drop(throw.piece, throw.x, throw.turn))

    def landed(self) -> Drop:
        """The true landing of the last piece."""
        *others, new = self._resting()
        return landing(self._frame, *new, others, self._edges_by, _IN_TOUCH)

    def may_pass_for(self, error: float) -> tuple[Drop, ...]:
        """All drops that the last one may be for a measuring error in mm."""
        *others, new = self._resting()
        return measured_landing(self._frame, *new, others, error, self._edges_by).possible_drops

    def _resting(self) -> list[Resting]:
        return [(one.piece, polygon_of(one.outline(self._sizes))) for one in self.lying]


class FrameStage:
    """A frame in a game, and the hand before it; `tempo`: factor of all times."""

    def __init__(self, game: FrameGame, rng: np.random.Generator, tempo: float = 1.0) -> None:
        self.game, self.tempo = game, tempo
        self.rng = rng
        self._shift: Shift = (0.0, 0.0, 0.0)

    def rest(self, seconds: float) -> Iterator[FrameShot]:
        """Nobody touches the frame."""
        yield self._shot(seconds)

    def drop(self, seat: int, *throws: Throw) -> Iterator[FrameShot]:
        """A player's hand comes with a piece, or two, releases them, and is gone when all rests."""
        held = self.game.basin.held(throws[0].piece, throws[0].x, throws[0].turn)
        at = Spot(held.x + _GRIP.x, held.y + _GRIP.y)
        in_hand = Lying(held.piece, -_GRIP.x, -_GRIP.y, held.angle)
        towards = float(self.rng.uniform(*_FROM))
        outside = at.away(towards, _AWAY)
        yield self._shot(_REACH, Gesture(outside, at, towards, seat), in_hand)
        yield self._shot(_HOLD, Gesture(at, at, towards, seat), in_hand)
        if len(throws) > 1:
            one, other = ((throw.piece, throw.x, throw.turn) for throw in throws)
            moments = tuple(self.game.basin.drop_two(one, other))
        else:
            moments = self.game.drop(throws[0])
        leaving = Gesture(at, outside, towards, seat)
        yield FrameShot(len(moments) * MOMENT_S, moments, leaving, None, self._shift)

    def take_out(self, seat: int) -> Iterator[FrameShot]:
        """A player's hand takes the last piece out from above."""
        last = self.game.lying[-1]
        at, towards = Spot(last.x + _GRIP.x, last.y + _GRIP.y), float(self.rng.uniform(*_FROM))
        outside = at.away(towards, _AWAY)
        yield self._shot(_REACH, Gesture(outside, at, towards, seat))
        moments = tuple(self.game.basin.take_out(len(self.game.lying) - 1))
        held = Lying(last.piece, -_GRIP.x, -_GRIP.y, last.angle)
        yield FrameShot(max(_LEAVE, len(moments) * MOMENT_S), moments, Gesture(at, outside, towards, seat), held)

    def bump(self, by: Shift) -> Iterator[FrameShot]:
        """Somebody's hand displaces the frame."""
        top = Spot(0.0, max(one.y for one in self.game.lying) + 60.0) if self.game.lying else Spot(0.0, 60.0)
        outside = top.away(0.0, _AWAY)
        yield self._shot(_REACH, Gesture(outside, top, 0.0, 0))
        self._shift = (self._shift[0] + by[0], self._shift[1] + by[1], self._shift[2] + by[2])
        yield self._shot(_LEAVE, Gesture(top, outside, 0.0, 0))

    def _shot(self, seconds: float, hand: Gesture | None = None, held: Lying | None = None) -> FrameShot:
        return FrameShot(seconds * self.tempo, (self.game.lying,), hand, held, self._shift)


def _alike(piece: str, other: str) -> int:
    return (shape_of(piece) == shape_of(other)) + (colour_of(piece) == colour_of(other))
