"""A plan: where a phone draws the places of a table.

A tile is 8 units wide and 10 high; x goes to the right and y down from the plan's top left corner.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Spot(NamedTuple):
    """A place and its middle.

    `turned`: a tile lies on its side there. `ground`: a `"light"` or `"dark"` square, a `"slot"` that is seen
    while it is empty, or nothing. `hint`: what tells the place from others. `small`: as a stack of a wall is drawn.
    """

    place: str
    x: float
    y: float
    turned: bool = False
    ground: str = ""
    hint: str = ""
    small: bool = False


class Label(NamedTuple):
    """Words on the plan, at their `"middle"` or from their `"start"`; `turned` clockwise by quarters.

    `owner`: the seat of the player whose sign stands before them.
    """

    text: str
    x: float
    y: float
    where: str = "middle"
    turned: int = 0
    owner: int | None = None


@dataclass
class Plan:
    """Spots and labels; `piles` are spots that stand for several places, `named` says whether places have names."""

    kind: str
    width: float
    height: float
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    named: bool = True
