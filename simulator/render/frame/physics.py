"""Physics of pieces that fall into a frame and come to rest, by pymunk; millimetres and seconds."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pymunk

from simulator.render.frame.pieces import Lying, PieceSizes
from simulator.render.frame.polygons import offset

MOMENT_S = 1 / 120  # between two moments of a fall
_STEPS = 6  # of the physics in a moment
_GRAVITY = 9810.0  # mm/s²
_DAMPING = 0.55  # share of its speed that a piece between two panes keeps after a second
_SLOP = 0.02  # mm: maximum overlap of things in touch
_MAX_STILL, _MAX_STILL_TURN = 1.5, 0.02  # mm/s and radians/s of a piece at rest
_MIN_STILL_S = 0.2  # duration of that before a fall ends
_MAX_FALL_S = 6.0
_THICK, _CHIMNEY = 40.0, 400.0  # mm: thickness of the walls, and their height above the frame


class Basin:
    """A frame with the pieces that were dropped into it.

    >>> basin = Basin([(-40, 90), (-40, 0), (40, 0), (40, 90)], PieceSizes(20.0))
    >>> moments = basin.drop("circle/red", 3.0, 0.0)
    >>> [round(one.y) for one in basin.lying], moments[0][0].y > 90
    ([20], True)
    """

    def __init__(
        self,
        outline: Sequence[tuple[float, float]],
        sizes: PieceSizes,
        friction: float = 0.35,
        bounce: float = 0.15,
    ) -> None:
        self.sizes = sizes
        self._top = max(y for _, y in outline)
        self._friction, self._bounce = friction, bounce
        self._space = pymunk.Space()
        self._space.gravity = (0, -_GRAVITY)
        self._space.iterations = 40
        self._space.damping = _DAMPING
        self._space.collision_slop = _SLOP
        self._pieces: list[tuple[str, pymunk.Body]] = []
        inside = np.array(outline, np.float64)
        chimney = np.array([0.0, _CHIMNEY])
        inside = np.vstack([inside[:1] + chimney, inside, inside[-1:] + chimney])
        for wall, beyond in zip(pairwise(inside), pairwise(offset(inside, _THICK, closed=False)), strict=True):
            corners = [(float(x), float(y)) for x, y in (*wall, *beyond[::-1])]
            self._add(pymunk.Poly(self._space.static_body, corners))

    @property
    def lying(self) -> tuple[Lying, ...]:
        """Where each piece lies, in the order in which they were dropped."""
        bodies = ((name, body.position, body.angle) for name, body in self._pieces)
        return tuple(Lying(name, float(at.x), float(at.y), float(angle)) for name, at, angle in bodies)

    def held(self, piece: str, x: float, turn: float) -> Lying:
        """The position of a piece just above the frame from which it is released."""
        lowest = float(Lying(piece, 0.0, 0.0, turn).outline(self.sizes)[:, 1].min())
        tops = (float(one.outline(self.sizes)[:, 1].max()) for one in self.lying)
        return Lying(piece, x, max(self._top, *tops, 0.0) + 2.0 - lowest, turn)

    def drop(self, piece: str, x: float, turn: float) -> list[tuple[Lying, ...]]:
        """Drops a piece; returns the moments until everything rests, the new piece last in each."""
        return self._fall([self.held(piece, x, turn)])

    def drop_two(self, one: tuple[str, float, float], other: tuple[str, float, float]) -> list[tuple[Lying, ...]]:
        """Drops two pieces (name, x, turn), the second directly above the first; returns the moments."""
        first, second = self.held(*one), self.held(*other)
        above = Lying(second.piece, second.x, second.y + 3 * self.sizes.radius, second.angle)
        return self._fall([first, above])

    def take_out(self, number: int) -> list[tuple[Lying, ...]]:
        """Removes a piece; returns the moments until the others rest."""
        _, body = self._pieces.pop(number)
        self._space.remove(body, *body.shapes)
        return self._fall([])

    def tilt(self, degrees: float) -> None:
        """Tilts the frame to the right until all pieces rest, and puts it upright again."""
        upright, turn = self._space.gravity, np.radians(degrees)
        self._space.gravity = (_GRAVITY * float(np.sin(turn)), -_GRAVITY * float(np.cos(turn)))
        self._fall([])
        self._space.gravity = upright
        self._fall([])

    def _fall(self, new: Sequence[Lying]) -> list[tuple[Lying, ...]]:
        self._pieces += [(one.piece, self._body(one)) for one in new]
        moments, still_s = [self.lying], 0.0
        while still_s < _MIN_STILL_S and len(moments) * MOMENT_S < _MAX_FALL_S:
            for _ in range(_STEPS):
                self._space.step(MOMENT_S / _STEPS)
            moments.append(self.lying)
            still_s = still_s + MOMENT_S if self._rests() else 0.0
        for _, body in self._pieces:
            body.velocity, body.angular_velocity = (0.0, 0.0), 0.0
        return moments

    def _rests(self) -> bool:
        return all(
            body.velocity.length < _MAX_STILL and abs(body.angular_velocity) < _MAX_STILL_TURN
            for _, body in self._pieces
        )

    def _body(self, lying: Lying) -> pymunk.Body:
        sizes, body = self.sizes, pymunk.Body()
        corners = sizes.corners(lying.shape)
        if len(corners) == 0:
            self._add(pymunk.Circle(body, float(sizes.outline(lying.shape)[0, 0])), body)
        else:
            inner = offset(corners, -sizes.rounding)
            self._add(pymunk.Poly(body, [(float(x), float(y)) for x, y in inner], radius=sizes.rounding), body)
        body.position, body.angle = (lying.x, lying.y), lying.angle
        return body

    def _add(self, shape: pymunk.Shape, body: pymunk.Body | None = None) -> None:
        shape.friction, shape.elasticity, shape.density = self._friction, self._bounce, 1.0
        self._space.add(*((body,) if body is not None else ()), shape)
