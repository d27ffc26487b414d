"""A plan: the positions of the places of a table in a drawing.

A tile is 8 units wide and 10 high; x goes to the right and y down from the plan's top left corner.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec import field as named

from device.table.game_view import GameView

WIDE = 90.0  # of a plan of cards or of a frame
# Widths of a label's letters in wide fonts: Japanese ones and W, capitals, most others; and the narrow ones.
_WIDE_WIDTH, _CAPITAL_WIDTH, _OTHER_WIDTH = 4.0, 2.9, 2.4
_WIDE_LETTERS = "WM@—mw"
_NARROW_WIDTHS = {**dict.fromkeys(" ·.,'ijl", 1.15), **dict.fromkeys("-frt", 1.7)}
Point = Annotated[Sequence[float], Meta(min_length=2, max_length=2)]
Seat = Annotated[int, Meta(ge=0)]
Ground = Literal["light", "dark", "slot"]  # a square's colour, or a slot that is visible while empty
Covered = Literal["left", "top", "edge"]  # the visible part of a card under the next one; "edge": too little to read
Piece = Literal["card", "number", "shape"]  # a playing card, a card of Skip-Bo, a piece of Drop It
# A part of a frame, or the colour of a piece.
LineKind = Literal["wall", "top", "level", "circle", "blue", "yellow", "green", "red"]


@dataclass(frozen=True)
class Content:
    """The content of a spot, in words and for drawing."""

    name: str  # of the place, in words
    words: str  # what lies there, in words
    face: str  # of a tile or card, or "up", "back", "upright" or "empty"
    piece: Piece | Literal[""] = ""  # empty for a tile
    mark: str = ""  # text on it
    count: int = 0  # number of pieces, where that is shown
    covered: Covered | Literal[""] = ""
    last: bool = False  # changed by the last move
    across: bool = False  # it lies across its row


class Spot(NamedTuple):
    """A place and its middle."""

    place: str
    x: float
    y: float
    ground: Ground | Literal[""] = ""
    turned: bool = False  # a tile there is rotated by a quarter
    hint: str = ""  # text on the empty place
    small: bool = False  # drawn small, as a stack of a wall
    content: Content | None = None  # None: follows from the table's layout

    def moved(self, x: float, y: float) -> "Spot":
        """The spot moved right by x and down by y."""
        return self._replace(x=self.x + x, y=self.y + y)


class Label(Struct, frozen=True):
    """A text on the plan."""

    text: str
    x: float
    y: float
    # Which part of the text is at (x, y).
    where: Literal["middle", "start", "end"] = named(default="middle", name="from")
    turned: Annotated[int, Meta(ge=0)] = 0  # quarter turns clockwise
    owner: Seat | UnsetType = UNSET  # seat of the player whose sign is drawn before the text

    def moved(self, x: float, y: float) -> "Label":
        """The label moved right by x and down by y."""
        return Label(self.text, self.x + x, self.y + y, self.where, self.turned, self.owner)


class DrawnLine(Struct, frozen=True):
    """A line from point to point: a part of a frame, or the outline of a piece by its colour."""

    kind: LineKind
    points: tuple[Point, ...]
    last: bool = False  # outlines the piece dropped last


@dataclass
class Plan:
    """Spots, labels and lines on a table of this kind."""

    kind: Literal["squares", "rows", "sides", "cards", "frame"]
    width: float
    height: float
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    lines: list[DrawnLine] = field(default_factory=list)
    named: bool = True  # places have names in words; otherwise their names in the game are shown


def changed_places(view: GameView, now: Mapping[str, object], before: Mapping[str, object] | None) -> frozenset[str]:
    """The places whose content differs from that before the last line of the record; none if `before` is None.

    If nothing differs, as after a turn that ends without a discard: the places of the last move that a player chose.
    """
    if before is None:
        return frozenset()
    changed = frozenset(place for place in {*now, *before} if now.get(place) != before.get(place))
    return changed or frozenset(view.last_places)


def shortened(text: str, room: float) -> str:
    """Truncate a text to a width of `room` units, ending in an ellipsis.

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
    """The width of letters in a label, in units of a plan."""
    return sum(map(_width, letters))


def _width(letter: str) -> float:
    if letter >= "\u2000" or letter in _WIDE_LETTERS:
        return _WIDE_WIDTH
    return _NARROW_WIDTHS.get(letter, _CAPITAL_WIDTH if letter.isupper() else _OTHER_WIDTH)
