"""Dice: cubes with rounded corners, whose opposite sides add up to seven."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.render.pieces import Die, DieStyle
from vision.dimensions import DIE

Solid = NDArray[np.float64]  # n × 3, mm
# The positions of the pips of each side from its middle, in units of `_OFF`.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_OFF = 4.0  # mm from a side's middle to its pips, along each edge
# The axes of each side, by its number, of a die that shows its 1: outward, along the side, and up the side.
_SIDES = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    2: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    5: ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    3: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    4: ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
}
_ROUND = np.linspace(0, 2 * np.pi, 20, endpoint=False) + np.pi / 20
_CIRCLE = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)
_BALL = np.array(
    [
        [np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift)]
        for lift in np.radians([-90, -45, 0, 45, 90])
        for turn in np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ]
)


class Side(NamedTuple):
    """A side of a die."""

    number: int
    outward: NDArray[np.float64]  # unit normal (3)
    flat: Solid  # outline of its flat part
    pips: tuple[Solid, ...]  # outline of each pip


def outline(die: Die) -> Solid:
    """Points whose convex hull is the die with its rounded corners."""
    inset = (die.corners() - die.middle) * (1 - die.style.rounded / (DIE / 2))
    return np.asarray((die.middle + inset[:, None] + _BALL * die.style.rounded).reshape(-1, 3))


def sides(die: Die, eye: NDArray[np.float64]) -> Iterator[Side]:
    """The sides of a die that are visible from a point (3, mm)."""
    upward = np.column_stack([*_SIDES[die.pips][1:], _SIDES[die.pips][0]])
    rotation = die.rotation @ upward.T
    for number, axes in _SIDES.items():
        outward, along, up = (rotation @ np.array(axis, np.float64) for axis in axes)
        middle = die.middle + outward * DIE / 2
        if outward @ (eye - middle) > 0:
            half = DIE / 2 - die.style.rounded * 0.6
            ring = np.sign(_CIRCLE) * (half - die.style.rounded) + _CIRCLE * die.style.rounded
            plane = np.stack([along, up])
            pips = tuple(middle + pip @ plane for pip in _pips(number, die.style))
            yield Side(number, outward, middle + ring @ plane, pips)


def _pips(number: int, style: DieStyle) -> Iterator[NDArray[np.float64]]:
    """The outlines of a side's pips (n × 2 mm)."""
    radius = style.one_radius if number == 1 else style.radius
    for at in _PIPS[number]:
        yield _CIRCLE * radius + np.array(at) * _OFF
