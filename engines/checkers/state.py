"""The state of checkers: positions, the moves on a board, the start (J5-1) and the layout.

Tiles are bitboards as in `engines.bitboard`, on the 32 dark squares only. A step that wraps round the edge of the board
would end on a light square, so testing for an empty *dark* square is enough at the edges.

Players number the dark squares from 1 to 32, row by row from the top as the camera sees the field; the player who moves
first has 1 to 12 and goes down the board.

>>> SQUARE_OF["1"], SQUARE_OF["5"], SQUARE_OF["32"], NUMBER_OF["d3"]
('b1', 'a2', 'g8', '10')
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engines.bitboard import squares_in
from engines.contract import Option
from engines.messages import Fact
from engines.options import check_players, choose_options
from engines.squares import INDEX, SQUARES
from engines.vocabulary import FACE_UP, NOTHING, STANDING, Layout

NAME = "checkers"
PLAYERS = range(2, 3)
OF_EACH = 6  # tiles of each of the two characters of a side, by the instructions
OPTIONS: tuple[Option, ...] = (
    Option("first", ("light", "dark")),  # J5-1
    Option("forty_moves", ("off", "on")),  # J5-4
    Option("repetition", ("off", "on")),  # J5-4
    # What a record from elsewhere says of its game.
    Option("event", ("",), is_offered=False),
    Option("date", ("",), is_offered=False),
)


@dataclass(frozen=True, slots=True)
class Move:
    """A tile moves along squares, from its own to its last; a chain of jumps names each square of landing."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The players end the game."""

    loser: int | None = None  # the seat of the player who resigns; None for a draw (J5-4)


DRAW = Agreed()
AnyMove = Move | Agreed
DARK = sum(1 << at for at in range(64) if (at + at // 8) % 2)
AT_START = (DARK & 0xFFFFFF, DARK & 0xFFFFFF << 40)  # J5: twelve tiles each, by seat
FAR_ROW = (0xFF << 56, 0xFF)  # where a tile of each seat becomes a power-up tile (J5-2)
DARK_SQUARES = tuple(SQUARES[at] for at in squares_in(DARK))
SQUARE_OF = {str(number): square for number, square in enumerate(DARK_SQUARES, start=1)}
NUMBER_OF = {square: number for number, square in SQUARE_OF.items()}

# A step adds one of these to the number of a tile's square, a jump adds it twice.
DOWN, UP = (7, 9), (-7, -9)


def steps(down: int, up: int, empty: int) -> tuple[Move, ...]:
    """Every step onto an empty square; the tiles in `down` may go down the board, those in `up` may go up.

    >>> steps(down=1 << 1, up=0, empty=DARK)
    (Move(squares=('b1', 'a2')), Move(squares=('b1', 'c2')))
    """
    downward = _steps_onto(down << 7 & empty, 7) + _steps_onto(down << 9 & empty, 9) if down else ()
    upward = _steps_onto(up >> 7 & empty, -7) + _steps_onto(up >> 9 & empty, -9) if up else ()
    return downward + upward


@lru_cache(maxsize=1 << 14)
def _steps_onto(landing: int, step: int) -> tuple[Move, ...]:
    """The steps of one direction that end on these squares; cached, since few sets of squares occur."""
    return tuple([_move_along((to - step, to)) for to in squares_in(landing)])


def jumpers(down: int, up: int, other: int, empty: int) -> int:
    """The tiles that can jump over a neighbour among `other` onto an empty square behind it.

    >>> squares_in(jumpers(down=1 << 1 | 1 << 3, up=0, other=1 << 10, empty=DARK ^ 1 << 10))
    [1, 3]
    """
    downward = down and down & ((other & empty >> 7) >> 7 | (other & empty >> 9) >> 9)
    upward = up and up & ((other & empty << 7) << 7 | (other & empty << 9) << 9)
    return downward | upward


def jumps(jumping: int, down: int, up: int, other: int, empty: int) -> tuple[Move, ...]:
    """Every finished chain of jumps of the tiles in `jumping` (J5-3).

    >>> jumps(1 << 1, down=1 << 1, up=0, other=1 << 10 | 1 << 28, empty=DARK ^ 1 << 1 ^ 1 << 10 ^ 1 << 28)
    (Move(squares=('b1', 'd3', 'f5')),)
    """
    found: list[Path] = []
    for start in squares_in(jumping):
        found += chains((start,), directions_of(start, down, up), other, empty | 1 << start)
    return tuple([_move_along(path) for path in found])


Path = tuple[int, ...]


def chains(path: Path, directions: tuple[int, ...], other: int, empty: int) -> list[Path]:
    """Every completion of a chain of jumps; no tile is jumped twice, and jumped tiles stay until the end."""
    found = []
    for direction in directions:
        over, to = path[-1] + direction, path[-1] + 2 * direction
        if 0 <= to < 64 and other >> over & 1 and empty >> to & 1:
            found += chains((*path, to), directions, other ^ 1 << over, empty)
    return found or [path]


def directions_of(start: int, down: int, up: int) -> tuple[int, ...]:
    """The steps of a tile: one that stands upright goes down and up (J5-2)."""
    return (DOWN if down >> start & 1 else ()) + (UP if up >> start & 1 else ())


@lru_cache(maxsize=1 << 12)
def _move_along(path: Path) -> Move:
    return Move(tuple(SQUARES[at] for at in path))


@lru_cache(maxsize=1 << 12)
def effect(squares: tuple[str, ...]) -> tuple[int, int, int]:
    """The effect of a legal move as bitboards: the square it leaves, the square it reaches, the tiles it takes.

    >>> [squares_in(bits) for bits in effect(("b1", "d3"))]
    [[1], [19], [10]]
    """
    path = [INDEX[square] for square in squares]
    jumped = [(at + to) // 2 for at, to in pairwise(path) if abs(to - at) not in DOWN]
    return 1 << path[0], 1 << path[-1], sum(1 << over for over in jumped)


LETTERS = ("xX", "oO")  # of the lying and the standing tiles of each seat

Position = tuple[int, int, int, int]  # bitboards: tiles of seat 0, tiles of seat 1, all that stand; the seat in turn


@dataclass(frozen=True, slots=True)
class Table:
    """The constant part of a state."""

    players: tuple[str, ...]
    first: str  # the side that moves first
    forty_moves: bool  # whether forty moves without progress are a draw (J5-4)
    repetition: bool  # whether the third repetition is a draw (J5-4)


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game."""

    table: Table
    position: Position
    earlier: tuple[Position, ...] = ()  # since a tile was taken or a lying tile moved (J5-4)
    # why it ended before the player in turn ran out of moves: `"draw"`, `"forty_moves"`, `"repetition"`, or he has
    # `"given_up"`
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
            letters[at] = LETTERS[seat][position[2] >> at & 1]
    return "".join(letters)


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """Twelve tiles each on the dark squares of the three rows nearest to each player; raises `BadOption`."""
    names = check_players(players, PLAYERS)
    asked = choose_options(options, OPTIONS)
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


def layout(state: State) -> Layout:
    """What must be on each of the 64 squares: a tile lying picture up, a tile standing upright, or nothing.

    Pictures do not count: the players choose which are whose, and a standing tile shows none. The squares left and
    reached, and the missing tiles, make every move distinct.
    """
    first, second, standing, _ = state.position
    lying = (first | second) & ~standing
    return {
        square: STANDING if standing >> at & 1 else FACE_UP if lying >> at & 1 else NOTHING
        for square, at in INDEX.items()
    }


def owners(state: State) -> dict[str, int]:
    """The seat of the owner of the tile on each occupied square."""
    return {square: seat for square, at in INDEX.items() for seat in (0, 1) if state.position[seat] >> at & 1}
