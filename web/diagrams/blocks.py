"""What each player has before him, as blocks: two beside each other, under what lies in the middle of the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from device.table.snapshot import Snapshot
from web.diagrams.plan import Label, Plan, Spot

MARGIN = 1.0
BLOCK, BETWEEN = 42.8, 2.4  # the width of a block, and the room between two
WIDE = 2 * (MARGIN + BLOCK) + BETWEEN
HEADING = 6.4  # the height of its first line
BELOW = 3.0  # the room under a block
# How wide letters of a label are: those of Japanese and W, capitals, and others on average.
_HIGH, _CAPITAL, _NARROW = 4.0, 2.9, 2.1
_WIDE_LETTERS = "WM@—"


@dataclass
class Block:
    """Spots and labels from the top left corner of a player's block, and how high it is."""

    heading: str
    height: float
    spots: list[Spot] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def heading(snapshot: Snapshot, seat: int, more: Iterable[str] = (), room: float = BLOCK) -> str:
    """The name of a player, `▶` before it if something is asked of him, and what else there is to say of him.

    Where there is not room enough for all of it, the name is shortened.
    """
    turn = "▶ " if not snapshot.over and any(prompt.player == seat for prompt in snapshot.prompts) else ""
    rest = "".join(f" · {word}" for word in more)
    return f"{turn}{shortened(snapshot.players[seat], room - width_of(turn + rest))}{rest}"


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


def add_blocks(plan: Plan, blocks: Sequence[Block]) -> None:
    """Blocks by seat, from left to right and from top to bottom, under what the plan has already."""
    for left in range(0, len(blocks), 2):
        row = blocks[left : left + 2]
        for at, block in enumerate(row):
            x, y = MARGIN + at * (BLOCK + BETWEEN), plan.height
            plan.labels.append(Label(block.heading, x, y + HEADING - 1.8, "start"))
            plan.labels += [label._replace(x=label.x + x, y=label.y + y) for label in block.labels]
            plan.spots += [spot._replace(x=spot.x + x, y=spot.y + y) for spot in block.spots]
        plan.height += max(block.height for block in row) + BELOW
