"""A shot of the demo's frame: a stretch of time in which pieces lie or fall, and at most one hand moves."""

from dataclasses import dataclass

from device.demo.tabletop import Gesture
from simulator.render.frame.pieces import Lying

FALL_S = 3.0  # about so long a hand and a fall take beside the pace of a move
Moments = tuple[tuple[Lying, ...], ...]  # all pieces, moment by moment (`simulator.render.frame.physics.MOMENT_S`)
Bump = tuple[float, float, float]  # by how much a frame was moved (mm: right, up, to the camera)


@dataclass(frozen=True)
class FrameShot:
    """A stretch of `seconds` in which pieces lie, or fall from moment to moment, and one hand moves, or none.

    `held`: the piece in the hand, about its fingertips. `bumped`: by how much the frame was moved.
    """

    seconds: float
    moments: Moments
    hand: Gesture | None = None
    held: Lying | None = None
    bumped: Bump = (0.0, 0.0, 0.0)
