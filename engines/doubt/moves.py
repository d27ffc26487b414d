"""The moves of Expose the Lie; a tile that was not seen is `UNKNOWN`."""

from dataclasses import dataclass

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """The player in turn says the number that is due and puts a tile face down under it (J3-2)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Add:
    """The player who laid last puts another tile on his lay (J3-2)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A player, by his seat, says that the last lay is a lie (J3-3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile of the challenged lay is turned up, for everybody to see."""

    tile: str


@dataclass(frozen=True, slots=True)
class Take:
    """The loser takes the tiles (J3-5): `tiles` are those that lie face down, sorted, or `UNKNOWN` altogether."""

    tiles: Tiles | str


@dataclass(frozen=True, slots=True)
class Believe:
    """Nobody challenges the lay of a player who has no tiles left (J3-6)."""


BELIEVE = Believe()
Move = Lay | Add | Challenge | Turn | Take | Believe
