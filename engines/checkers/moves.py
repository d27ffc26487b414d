"""The moves of Galaxy Checkers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """A tile moved along these squares, from where it stands to where it ends; a jump names each square it lands on."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The players end the game: a draw (J5-4), or `loser` is the seat of the player who gives it up."""

    loser: int | None = None


DRAW = Agreed()


AnyMove = Move | Agreed
