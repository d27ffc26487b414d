"""The moves of Galaxy Jarapon, and how one is refused.

Seats are counted from 0 counter-clockwise, as the turn goes (J-c7). A part that is not known is `UNKNOWN`.
"""

from dataclasses import dataclass

from engines.contract import IllegalMove
from engines.messages import Fact, message
from engines.vocabulary import UNKNOWN

Tiles = tuple[str, ...]
Hidden = Tiles | str  # faces, or `UNKNOWN` for all of them
PON = "pon"
JARAPON = "jarapon"
SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Throw:
    """A die is thrown: for the first dealer, or by the dealer for the break of the wall (J7-2, J7-4)."""

    seat: int
    pips: int | str


@dataclass(frozen=True, slots=True)
class Build:
    """All tiles are mixed face down and the four walls built (J7-3)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The dora is turned up and everybody gets eight tiles (J7-4)."""

    dora: str
    hands: tuple[Hidden, ...] | str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Draw:
    """The next tile of the wall is taken into the hand (J7-6); the discard before can no longer be called."""

    seat: int
    tile: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile is laid into the river, with `riichi` sideways (J7-6, J7-9)."""

    seat: int
    tile: str
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody calls `"pon"` or `"jarapon"` and has yet to lay tiles open, so two can call at once (J7-7, J7-11)."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class LaySet:
    """A pon: the tile just discarded and two own ones, `wilds` of them almighty, are laid open (J7-7, J7-8)."""

    seat: int
    number: str
    wilds: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Jarapon! All concealed tiles of a hand are laid open as won, rightly or not (J7-10, J7-25).

    With a tile just discarded (ron) these are the own tiles alone; `UNKNOWN`: they lie open and have yet to be read.
    """

    seat: int
    tiles: Hidden


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The winner who had said riichi turns up the tile in the centre (J7-17)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Void:
    """The wall is used up and nobody takes the last discard (J7-13)."""


Move = Throw | Build | Deal | Draw | Discard | Call | LaySet | Show | TurnUp | Void


def illegal(why: str, **facts: Fact) -> IllegalMove:
    """The error `jarapon.illegal.<why>`."""
    return IllegalMove(message(f"jarapon.illegal.{why}", **facts))
