"""A game of Drop It as people play it at a frame: what they drop and where, and how physics lets it land."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from device.demo.frame_shot import Moments
from engines.drop_it import Drop, State
from engines.drop_it.frame import Frame
from engines.drop_it.geometry import polygon_of
from engines.drop_it.judging import SHAPE
from engines.drop_it.landing import Resting, landing
from engines.drop_it.measuring import measured_landing
from engines.drop_it.pieces import colour_of, shape_of
from engines.drop_it.state import shares, side_of
from simulator.render.frame.physics import Basin
from simulator.render.frame.pieces import Lying, PieceSizes

_IN_TOUCH = 0.1  # mm that physics may leave between what touches
_TRIES = 4  # pieces that a player thinks of


@dataclass(frozen=True)
class Throw:
    """A piece, and how it is let go: where along the mouth (mm), turned to the left by so much (radians)."""

    piece: str
    x: float
    turn: float


class FrameGame:
    """The frame of one game, and whoever drops a piece next; `edges_by`: what its edges show."""

    def __init__(self, frame: Frame, sizes: PieceSizes, rng: np.random.Generator, edges_by: str = SHAPE) -> None:
        self.basin = Basin(frame.outline, sizes)
        self._frame, self._sizes, self._rng, self._edges_by = frame, sizes, rng, edges_by

    @property
    def lying(self) -> tuple[Lying, ...]:
        """What lies in the frame, in the order in which it was dropped."""
        return self.basin.lying

    def thrown(self, state: State, but: Sequence[str] = ()) -> Throw:
        """What the player in turn lets go: of some pieces that he may drop, the one least like those on top.

        `but`: pieces that somebody holds already.
        """
        may = shares(state).open_to(side_of(state, len(state.drops)))
        few = self._rng.permutation([piece for piece in may if piece not in but] or list(may))[:_TRIES].tolist()
        reach = max(0.0, self._frame.mouth[1][0] - 1.1 * self._sizes.radius)
        x, turn = float(self._rng.uniform(-reach, reach)), float(self._rng.uniform(0, 2 * np.pi))
        near = sorted((one for one in self.lying if abs(one.x - x) < 3 * self._sizes.radius), key=lambda one: -one.y)
        on_top = [one.piece for one in near[:2]]
        return Throw(min(few, key=lambda piece: sum(_alike(piece, other) for other in on_top)), x, turn)

    def drop(self, throw: Throw) -> Moments:
        """Let a piece fall."""
        return tuple(self.basin.drop(throw.piece, throw.x, throw.turn))

    def landed(self) -> Drop:
        """How the last piece has truly come to rest."""
        *others, new = self._resting()
        return landing(self._frame, *new, others, self._edges_by, _IN_TOUCH)

    def may_pass_for(self, error: float) -> tuple[Drop, ...]:
        """The drops for which the last one may pass where nobody measures better than by so many mm."""
        *others, new = self._resting()
        return measured_landing(self._frame, *new, others, error, self._edges_by).may_be

    def _resting(self) -> list[Resting]:
        return [(one.piece, polygon_of(one.outline(self._sizes))) for one in self.lying]


def _alike(piece: str, other: str) -> int:
    return (shape_of(piece) == shape_of(other)) + (colour_of(piece) == colour_of(other))
