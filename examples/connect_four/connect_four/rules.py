"""Connect Four on seven columns of six squares, the part `a3` to `g8` of the 8×8 sheet.

Seat 0 moves first and lays his tiles picture up, seat 1 back up. A tile goes to the lowest free square of a column.

>>> state = start(["Aya", "Ben"], {})
>>> for column in "dde":
...     state = play(state, Move(column))
>>> print(state)
  a b c d e f g
3 . . . . . . .
4 . . . . . . .
5 . . . . . . .
6 . . . . . . .
7 . . . o . . .
8 . . . x x . .

A record has one move a line: the letter of the column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import BadRecord, IllegalMove, Option, Prompt, Standing
from engines.messages import Fact, Message, message
from engines.options import check_players, choose_options
from engines.record import MoveLines
from engines.squares import SQUARES
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING, Layout

NAME = "connect_four"
PLAYERS = range(2, 3)
OPTIONS: tuple[Option, ...] = ()
COLUMNS, HEIGHT = "abcdefg", 6
_SIDES = ("up", "down")
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # to the next square of a line, in columns and up
Columns = tuple[tuple[int, ...], ...]  # the seat of each tile's player, from the lowest square up


@dataclass(frozen=True, slots=True)
class Move:
    """A tile laid in a column, `a` to `g`."""

    column: str


@dataclass(frozen=True, slots=True)
class State:
    """A position; `winner` is the seat of the player who has four in a row."""

    players: tuple[str, ...]
    columns: Columns = ((),) * len(COLUMNS)
    winner: int | None = None

    @property
    def seat(self) -> int:
        """Whose turn it is, also after the end."""
        return sum(map(len, self.columns)) % 2

    def __str__(self) -> str:
        """The board: `x` is a tile of the first player, `o` one of the second."""
        rows = [
            f"{8 - height} " + " ".join("xo"[tiles[height]] if height < len(tiles) else "." for tiles in self.columns)
            for height in reversed(range(HEIGHT))
        ]
        return "\n".join(("  " + " ".join(COLUMNS), *rows))


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """The empty board; raises `BadOption`."""
    choose_options(options, OPTIONS)
    return State(check_players(players, PLAYERS))


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:  # noqa: ARG001
    """The same: nothing is hidden or shuffled."""
    return start(players, options)


def moves(state: State) -> tuple[Move, ...]:
    """The columns that have room, from left to right."""
    if state.winner is not None:
        return ()
    return tuple(Move(name) for name, tiles in zip(COLUMNS, state.columns, strict=True) if len(tiles) < HEIGHT)


def is_over(state: State) -> bool:
    """Whether somebody has won or all columns are full."""
    return not moves(state)


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove`."""
    if is_over(state):
        raise IllegalMove(message("connect_four.illegal.over"))
    at = COLUMNS.index(move.column)
    if len(state.columns[at]) == HEIGHT:
        raise IllegalMove(message("connect_four.illegal.full", column=move.column))
    columns = _laid(state.columns, at, state.seat)
    return replace(state, columns=columns, winner=state.seat if _is_four(columns, at) else None)


def _laid(columns: Columns, at: int, seat: int) -> Columns:
    return (*columns[:at], (*columns[at], seat), *columns[at + 1 :])


def _is_four(columns: Columns, at: int) -> bool:
    """Whether the highest tile of a column lies in a row of four of the same player."""
    height, seat = len(columns[at]) - 1, columns[at][-1]

    def run(across: int, up: int) -> int:
        """How many more of his tiles follow in a direction."""
        for count in range(1, 4):
            column, row = at + across * count, height + up * count
            if column not in range(len(columns)) or row < 0 or columns[column][row : row + 1] != (seat,):
                return count - 1
        return 3

    return any(run(across, up) + run(-across, -up) >= 3 for across, up in _STEPS)


def square(state: State, move: Move) -> str:
    """The square on which the tile of a move comes to lie: the lowest free one of its column."""
    return f"{move.column}{8 - len(state.columns[COLUMNS.index(move.column)])}"


def layout(state: State) -> Layout:
    """What must lie on each of the 64 squares; the ones beside the seven columns stay empty."""
    laid = {
        f"{name}{8 - height}": (FACE_UP, FACE_DOWN)[seat]
        for name, tiles in zip(COLUMNS, state.columns, strict=True)
        for height, seat in enumerate(tiles)
    }
    return {place: laid.get(place, NOTHING) for place in SQUARES}


def standings(state: State) -> tuple[Standing, ...]:
    """A point for the winner; each player's side of the tiles stands as the reason."""
    won = state.winner
    return tuple(
        Standing(seat, int(won == seat), 1 + (won == 1 - seat), (message(f"connect_four.side_{_SIDES[seat]}"),))
        for seat in (0, 1)
    )


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is and with which side up, or the result."""
    if state.winner is not None:
        return (Prompt(None, message("connect_four.won", player=state.players[state.winner])),)
    if is_over(state):
        return (Prompt(None, message("connect_four.drawn")),)
    turn = message(f"connect_four.turn_{_SIDES[state.seat]}", player=state.players[state.seat])
    setup = () if any(state.columns) else (Prompt(None, message("connect_four.setup")),)
    return (*setup, Prompt(state.seat, turn))


def mover(state: State, move: Move) -> int:  # noqa: ARG001  (in other games a move says who makes it)
    """The seat of the player in turn."""
    return state.seat


def describe(state: State, move: Move) -> Message:
    """One line of the record: who lays where."""
    return message("connect_four.laid", player=state.players[state.seat], square=square(state, move))


def view(state: State, player: int | None) -> State:  # noqa: ARG001  (nothing is hidden)
    """The state itself: everybody sees everything."""
    return state


def observed(state: State, move: Move, player: int | None) -> Move:  # noqa: ARG001
    """The move itself."""
    return move


def greedy(state: State, player: int) -> Move | None:
    """The move that wins, else one that keeps the other from winning, else the one nearest to the middle."""
    if state.seat != player:
        return None

    def merit(move: Move) -> tuple[bool, bool, int]:
        at = COLUMNS.index(move.column)
        wins, keeps = (_is_four(_laid(state.columns, at, seat), at) for seat in (player, 1 - player))
        return wins, keeps, -abs(at - 3)

    return max(moves(state), key=merit)


def _move_to_text(move: Move) -> str:
    return move.column


def _move_from_text(text: str) -> Move:
    if len(text) != 1 or text not in COLUMNS:
        raise BadRecord(message("connect_four.bad_move", text=text))
    return Move(text)


_LINES = MoveLines(OPTIONS, PLAYERS, start, play, _move_to_text, _move_from_text)
write_record, read_records = _LINES.write_record, _LINES.read_records
move_to_json, move_from_json = _LINES.move_to_json, _LINES.move_from_json
