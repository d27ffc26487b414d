"""How a table of cards is drawn: which cards lie in the middle, and which before each player, as all have seen them.

Where on the page these are drawn `web.diagrams.card_table` works out. Lengths are in its units: a card is about 8 wide
and 10 high, the table 90 wide, and the room of one player 42.8.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Card:
    """A card that is drawn at a place, or the top one of a pile; where `face` is `"empty"`, the place alone."""

    place: str
    name: str  # what the place is called
    words: str  # what lies there
    face: str  # a face, "back", "up" (a face that nobody knows) or "empty"
    mark: str = ""  # what is written on it
    count: int = 0  # how many cards lie there, where that is shown
    status: object = None  # what else a move may change here, such as a player's riichi


@dataclass(frozen=True)
class Group:
    """Cards that lie over each other from left to right in a `"row"`, or downward in a `"column"`."""

    cards: tuple[Card, ...]
    fan: Literal["row", "column"] = "row"
    pile: str = ""  # the name of a pile of which only the top card, the last, shows what a move has changed
    left: float | None = None  # how far from the left it begins; None: beside the group before it
    caption: str = ""  # of a group in the middle


@dataclass(frozen=True)
class Area:
    """The middle of the table, or what lies before one player."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()  # beside the player's name; in the middle at its right end
    hand: Card | None = None  # a closed hand that is drawn small beside the player's name, with its `count`


@dataclass(frozen=True)
class CardTable:
    """The whole table: its middle, and the areas of the players by seat."""

    middle: Area
    seats: tuple[Area, ...]
    card: tuple[float, float]  # the room for one card
    captions: Literal["above", "below"] = "above"  # where those of the middle stand
