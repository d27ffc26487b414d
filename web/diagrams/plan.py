"""A plan: where a phone draws the places of a table.

A tile is 8 units wide and 10 high; x goes to the right and y down from the plan's top left corner.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


class Told(NamedTuple):
    """What a plan itself knows of a spot: what the place is called and what lies there, in words.

    `look`: a face, `"up"`, `"back"` or `"empty"`. `piece`: a `"card"` (of playing cards), a `"number"` (a card of
    Skip-Bo) or a `"shape"` (a piece of Drop It); `mark` is written on it. `pile`: how many lie there, where the number
    is to be shown. `covered`: the next card lies over it, so that only an edge is seen, the `"left"`, the `"top"`, or
    too little of it to write on, an `"edge"`. `last`: the last move has changed it.
    """

    name: str
    words: str
    look: str
    piece: str
    mark: str = ""
    pile: int = 0
    covered: str = ""
    last: bool = False


class Spot(NamedTuple):
    """A place and its middle.

    `turned`: a tile lies on its side there. `ground`: a `"light"` or `"dark"` square, a `"slot"` that is seen
    while it is empty, or nothing. `hint`: what tells the place from others. `small`: as a stack of a wall is drawn.
    `told`: what lies there, where the table's layout does not say it all.
    """

    place: str
    x: float
    y: float
    turned: bool = False
    ground: str = ""
    hint: str = ""
    small: bool = False
    told: Told | None = None


class Line(NamedTuple):
    """A line from point to point.

    `kind`: the `"wall"` of a frame, its `"top"` line, what parts two of its `"level"`s, a bonus `"circle"`, or the
    outline of a piece by its colour; `last`: the piece that was dropped last.
    """

    kind: str
    points: tuple[tuple[float, float], ...]
    last: bool = False


class Label(NamedTuple):
    """Words on the plan, at their `"middle"`, from their `"start"` or up to their `"end"`.

    `turned`: clockwise, by quarters. `owner`: the seat of the player whose sign stands before them.
    """

    text: str
    x: float
    y: float
    where: str = "middle"
    turned: int = 0
    owner: int | None = None


@dataclass
class Plan:
    """Spots, labels and lines; `named` says whether places have names."""

    kind: str
    width: float
    height: float
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    named: bool = True
