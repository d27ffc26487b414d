"""What to draw of a table of cards: the cards in the middle and before each player, as everybody has seen them.

`web.diagrams.card_table` computes the positions. Lengths are in its units: a card is about 8 wide and 10 high, the
table 90 wide, and the area of one player 42.8.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Card:
    """A card at a place, or the top card of a pile; with `face` `"empty"`, the empty place."""

    place: str
    name: str  # what the place is called
    words: str  # what lies there
    face: str  # a face, "back", "up" (face up, but unknown) or "empty"
    mark: str = ""  # what is written on it
    count: int = 0  # how many cards lie there, where that is shown
    status: object = None  # anything else that a move may change here, such as a player's riichi


@dataclass(frozen=True)
class Group:
    """Overlapping cards, from left to right in a `"row"` or downward in a `"column"`."""

    cards: tuple[Card, ...]
    fan: Literal["row", "column"] = "row"
    pile: str = ""  # name of a pile where only the top (last) card shows what a move has changed
    left: float | None = None  # left edge of the group; None: right after the previous group
    caption: str = ""  # shown for groups in the middle


@dataclass(frozen=True)
class Area:
    """The middle of the table, or the area before one player."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()  # drawn beside the player's name
    hand: Card | None = None  # a closed hand, drawn small beside the player's name with its `count`


@dataclass(frozen=True)
class CardTable:
    """The whole table: its middle, and the areas of the players by seat."""

    middle: Area
    seats: tuple[Area, ...]
    card: tuple[float, float]  # width and height reserved for one card
    captions: Literal["above", "below"] = "above"  # position of the captions of the middle
