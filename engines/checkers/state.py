"""A position of checkers, what players may agree on, and how a game begins (J5-1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.bitboard import squares_in
from engines.checkers.board import AT_START, DARK
from engines.contract import Option
from engines.messages import Fact
from engines.options import chosen, seated

NAME = "checkers"
PLAYERS = range(2, 3)
OPTIONS: tuple[Option, ...] = (
    Option("first", ("light", "dark")),  # J5-1
    Option("forty_moves", ("off", "on")),  # J5-4
    Option("repetition", ("off", "on")),  # J5-4
    # What a record from elsewhere says of its game.
    Option("event", ("",), asked=False),
    Option("date", ("",), asked=False),
)
LYING, STANDING = "xo", "XO"  # how the tiles of each seat are written

Position = tuple[int, int, int, int]  # bitboards: tiles of seat 0, tiles of seat 1, all that stand; the seat in turn


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change in a game: who plays, which side moves first, and the options of J5-4."""

    players: tuple[str, ...]
    first: str
    forty_moves: bool
    repetition: bool


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game; `earlier` are the positions since a tile was taken or a lying tile moved (J5-4).

    `ended` says how the game ended while the player in turn could move: `"draw"`, `"forty_moves"`, `"repetition"`, or
    `"given_up"`, where the player in turn is the one who gave up.
    """

    table: Table
    position: Position
    earlier: tuple[Position, ...] = ()
    ended: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.table.players

    @property
    def seat(self) -> int:
        """The player in turn, also after the end."""
        return self.position[3]

    def __str__(self) -> str:
        """The board: `x` is a tile of the first player, `o` one of the second, in capitals where it stands upright."""
        letters = letters_of(self.position)
        rows = [f"{row + 1} " + " ".join(letters[8 * row : 8 * row + 8]) for row in range(8)]
        return "\n".join(("  a b c d e f g h", *rows))


def letters_of(position: Position) -> str:
    """The 64 squares, row by row, as letters."""
    letters = ["."] * 64
    for seat in (0, 1):
        for at in squares_in(position[seat]):
            letters[at] = (STANDING if position[2] >> at & 1 else LYING)[seat]
    return "".join(letters)


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """Twelve tiles each on the dark squares of the three rows nearest to each player; raises `BadOption`."""
    names = seated(players, PLAYERS)
    asked = chosen(options, OPTIONS)
    table = Table(names, str(asked["first"]), asked["forty_moves"] == "on", asked["repetition"] == "on")
    return State(table, (*AT_START, 0, 0))


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:  # noqa: ARG001
    """The same start: nothing is hidden or shuffled."""
    return start(players, options)


def sides(position: Position) -> tuple[int, int, int, int]:
    """The tiles in turn that may go down and up the board (J5-2), the other player's tiles, the empty dark squares."""
    first, second, standing, seat = position
    empty = DARK & ~(first | second)
    return (second & standing, second, first, empty) if seat else (first, first & standing, second, empty)
