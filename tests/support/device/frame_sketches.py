"""Sketches of the painted frame: what people would mark on its picture, exactly or a little beside it."""

import numpy as np

from device.drop_it.frame_sketch import Sketch, SketchedCircle, Wall
from engines.drop_it.frame import Frame
from tests.support.vision.frames import BARS, frame, pixels

Points = np.ndarray


def sketch(off: float = 0.0, seed: int = 0) -> Sketch:
    """What people mark who are `off` px beside each point, in the mean of each direction."""
    hand = np.random.default_rng(seed)
    true = frame()

    def marked(points: Points, z: float) -> list[tuple[float, float]]:
        placed = pixels(np.asarray(points, np.float64), z)
        return [(float(x), float(y)) for x, y in placed + hand.normal(0, off, placed.shape)]

    outline = marked(np.array(true.outline), BARS)
    lines = [marked(np.array([line.left, line.right]), 0.0) for line in true.lines]
    return Sketch(
        name="painted",
        outline=tuple(outline),
        lines=tuple((left, right) for left, right in lines),
        circles=tuple(
            SketchedCircle(marked(np.array([one.centre]), 0.0)[0], _radius(one.centre, one.radius), one.size)
            for one in true.circles
        ),
        walls=_walls(true),
        width=210.0,
        height=320.0,
    )


def _radius(centre: tuple[float, float], radius: float) -> float:
    """How large a circle looks (px)."""
    around = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    rim = pixels(np.column_stack([np.cos(around), np.sin(around)]) * radius + centre, 0.0)
    return float(np.hypot(*(rim - pixels(np.array([centre]), 0.0)).T).mean())


def _walls(true: Frame) -> tuple[Wall, ...]:
    """The left side, the base and the right side, with what is printed on them."""
    base, (left, right) = true.edges[:3], true.edges[3:]
    printed = ((2, (left,)), (3, base), (4, (right,)))
    return tuple(Wall(start, tuple((edge.shape, edge.colour) for edge in edges)) for start, edges in printed)
