"""A plan: where a phone draws the places of a table.

A tile is 8 units wide and 10 high; x goes to the right and y down from the plan's top left corner.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec import field as named

from device.table.game_view import GameView

WIDE = 90.0  # a plan of cards or of a frame, and its words
# How wide letters of a label are: those of Japanese and W, capitals, and others on average.
_HIGH, _CAPITAL, _NARROW = 4.0, 2.9, 2.1
_WIDE_LETTERS = "WM@—"
Point = Annotated[Sequence[float], Meta(min_length=2, max_length=2)]
Seat = Annotated[int, Meta(ge=0)]
Ground = Literal["light", "dark", "slot"]  # a square, or what is seen while nothing lies there
Covered = Literal["left", "top", "edge"]  # what is seen of a card under the next one; "edge": too little
Piece = Literal["card", "number", "shape"]  # a playing card, a card of Skip-Bo, a piece of Drop It
LineKind = Literal["wall", "top", "level", "circle", "blue", "yellow", "green", "red"]  # of a frame, or by a colour


@dataclass(frozen=True)
class Content:
    """What lies at a spot, in words and as it is drawn."""

    name: str  # what the place is called
    words: str  # what lies there
    look: str  # a face, "up", "back", "upright" or "empty"
    piece: Piece | Literal[""] = ""  # none is a tile
    mark: str = ""  # what is written on it
    count: int = 0  # how many lie there, where that is shown
    covered: Covered | Literal[""] = ""
    last: bool = False  # the last move has changed it
    across: bool = False  # it lies across its row


class Spot(NamedTuple):
    """A place and its middle."""

    place: str
    x: float
    y: float
    ground: Ground | Literal[""] = ""
    turned: bool = False  # a tile lies on its side there
    hint: str = ""  # what tells the place from others
    small: bool = False  # drawn as a stack of a wall is
    content: Content | None = None  # where the table's layout does not say it all

    def moved(self, x: float, y: float) -> "Spot":
        """The spot so far to the right and down."""
        return self._replace(x=self.x + x, y=self.y + y)


class Label(Struct, frozen=True):
    """Words on the plan."""

    text: str
    x: float
    y: float
    where: Literal["middle", "start", "end"] = named(default="middle", name="from")  # which part of them is at (x, y)
    turned: Annotated[int, Meta(ge=0)] = 0  # clockwise, by quarters
    owner: Seat | UnsetType = UNSET  # the seat of the player whose sign stands before them

    def moved(self, x: float, y: float) -> "Label":
        """The label so far to the right and down."""
        return Label(self.text, self.x + x, self.y + y, self.where, self.turned, self.owner)


class DrawnLine(Struct, frozen=True):
    """A line from point to point: a part of a frame, or the outline of a piece by its colour."""

    kind: LineKind
    points: tuple[Point, ...]
    last: bool = False  # of the piece that was dropped last


@dataclass
class Plan:
    """Spots, labels and lines on a table of this kind."""

    kind: Literal["squares", "rows", "sides", "cards", "frame"]
    width: float
    height: float
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    lines: list[DrawnLine] = field(default_factory=list)
    named: bool = True  # places have names


def changed_places(view: GameView, now: Mapping[str, object], before: Mapping[str, object] | None) -> frozenset[str]:
    """The places where something else lies than before the last line of the record, of which None is known.

    Where that has changed nothing, as a turn that ends without a discard, those of the last move that somebody chose.
    """
    if before is None:
        return frozenset()
    changed = frozenset(place for place in {*now, *before} if now.get(place) != before.get(place))
    return changed or frozenset(view.last_places)


def shortened(text: str, room: float) -> str:
    """As much of a text as there is room for, in units of a plan.

    >>> shortened("Konstantina", 30.0), shortened("Konstantina", 16.0), shortened("こんすたん", 16.0)
    ('Konstantina', 'Konst…', 'こんす…')
    """
    if width_of(text) <= room:
        return text
    letters = list(text)
    while len(letters) > 1 and width_of((*letters, "…")) > room:
        letters.pop()
    return "".join(letters) + "…"


def width_of(letters: Iterable[str]) -> float:
    """How much room letters need in a label, in units of a plan."""
    return sum(map(_width, letters))


def _width(letter: str) -> float:
    if letter >= "\u2000" or letter in _WIDE_LETTERS:
        return _HIGH
    return _CAPITAL if letter.isupper() else _NARROW
