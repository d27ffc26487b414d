"""The rules J6-1 to J6-4 of Galaxy Reversi: state, moves, messages, and the greedy bot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.bitboard import FULL, flipped_by, landing_squares, squares_in
from engines.contract import IllegalMove, Option, Prompt, Standing
from engines.messages import Fact, Message, message
from engines.options import check_players, choose_options
from engines.squares import INDEX, SQUARES
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING, Layout

NAME = "reversi"
PLAYERS = range(2, 3)
OPTIONS: tuple[Option, ...] = (Option("first", ("up", "down")),)
TILES_IN_HAND = 30  # J6-1: 32 each, two of which lie in the start four


@dataclass(frozen=True, slots=True)
class Move:
    """A tile laid on a square with the player's side up, or a pass, which is a ply of its own (J6-2)."""

    square: str | None  # None for a pass


PASS = Move(None)
_MOVE_TO = tuple(Move(square) for square in SQUARES)


@dataclass(frozen=True, slots=True)
class State:
    """A position; all 64 tiles are on the board or in a hand (J6-1)."""

    players: tuple[str, ...]
    first: str  # the side of seat 0: `"up"` or `"down"`
    tiles: tuple[int, int]  # bitboards by seat
    hands: tuple[int, int]  # number of tiles by seat
    seat: int  # in turn, also after the end
    passed: bool = False  # whether the last ply was a pass

    def __str__(self) -> str:
        """The board: `x` is a tile of the first player, `o` one of the second."""
        letters = ["x" if self.tiles[0] >> at & 1 else "o" if self.tiles[1] >> at & 1 else "." for at in range(64)]
        rows = [f"{row + 1} " + " ".join(letters[8 * row : 8 * row + 8]) for row in range(8)]
        return "\n".join(("  a b c d e f g h", *rows))


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """The crossed start four and 30 tiles in each hand (J6-1); raises `BadOption`."""
    names = check_players(players, PLAYERS)
    first = str(choose_options(options, OPTIONS)["first"])
    tiles = (_board("e4", "d5"), _board("d4", "e5"))
    return State(names, first, tiles, (TILES_IN_HAND, TILES_IN_HAND), seat=0)


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:  # noqa: ARG001
    """The same start: nothing is hidden or shuffled."""
    return start(players, options)


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move in row-major order; a pass exactly where nothing can be flipped (J6-2)."""
    landing = _landing(state, state.seat)
    if landing:
        return tuple([_MOVE_TO[at] for at in squares_in(landing)])
    return (PASS,) if _landing(state, 1 - state.seat) else ()


def is_over(state: State) -> bool:
    """Whether neither player can flip anything, as on a full board (J6-4)."""
    return not _landing(state, state.seat) and not _landing(state, 1 - state.seat)


def outflanked(state: State, square: str) -> tuple[str, ...]:
    """The squares whose tiles flip when the player in turn lays on `square`; none where he may not lay.

    >>> outflanked(start(["Aya", "Ben"], {}), "e3"), outflanked(start(["Aya", "Ben"], {}), "d3")
    ((), ('d4',))
    """
    return tuple(SQUARES[at] for at in squares_in(_flipped(state, INDEX[square])))


def play(state: State, move: Move) -> State:
    """The state after a ply; raises `IllegalMove` with a `reversi.illegal.*` message."""
    if move.square is None:
        return _play_pass(state)
    at = INDEX.get(move.square, 64)
    flipped = _flipped(state, at)
    if not flipped:
        raise IllegalMove(_why_not(state, move.square))
    me = state.seat
    mine, theirs = state.tiles[me] | flipped | 1 << at, state.tiles[1 - me] & ~flipped
    giver = me if state.hands[me] else 1 - me  # J6-3: without a tile of his own he gets one from the opponent
    hands = (state.hands[0] - (giver == 0), state.hands[1] - (giver == 1))
    tiles = (mine, theirs) if me == 0 else (theirs, mine)
    return State(state.players, state.first, tiles, hands, 1 - me)


def _play_pass(state: State) -> State:
    if landing := _landing(state, state.seat):
        squares = " ".join(SQUARES[at] for at in squares_in(landing))
        raise IllegalMove(message("reversi.illegal.must_play", player=state.players[state.seat], squares=squares))
    if is_over(state):
        raise IllegalMove(message("reversi.illegal.over"))
    return replace(state, seat=1 - state.seat, passed=True)


def _why_not(state: State, square: str) -> Message:
    """Why the player in turn may not lay on a square where he flips nothing."""
    player = state.players[state.seat]
    if square not in INDEX:
        return message("reversi.illegal.no_square", square=square)
    if is_over(state):
        return message("reversi.illegal.over")
    if (state.tiles[0] | state.tiles[1]) >> INDEX[square] & 1:
        return message("reversi.illegal.occupied", square=square)
    if not _landing(state, state.seat):
        return message("reversi.illegal.must_pass", player=player, square=square)
    return message("reversi.illegal.flips_nothing", player=player, square=square)


def layout(state: State) -> Layout:
    """What must lie on each of the 64 squares: `FACE_UP`, `FACE_DOWN` or `NOTHING`."""
    up, down = state.tiles if state.first == "up" else state.tiles[::-1]
    return {
        square: FACE_UP if up >> at & 1 else FACE_DOWN if down >> at & 1 else NOTHING for square, at in INDEX.items()
    }


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles on the board by seat; empty squares count for nobody, equals share a rank (J6-4)."""
    counts = [board.bit_count() for board in state.tiles]
    return tuple(
        Standing(
            player=seat,
            score=counts[seat],
            rank=1 + (counts[seat] < counts[1 - seat]),
            reasons=(message(f"reversi.tiles_{_side(state, seat)}", tiles=counts[seat]),),
            unit=message("reversi.unit", score=counts[seat]),
        )
        for seat in (0, 1)
    )


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is and with which side, a pass made or due, a tile to hand over (J6-3), or the result."""
    if is_over(state):
        return _result(state)
    seat, other = state.seat, 1 - state.seat
    name, other_name = state.players[seat], state.players[other]
    said = []
    if state.hands == (TILES_IN_HAND, TILES_IN_HAND) and not state.passed:
        said.append(Prompt(None, message("reversi.setup", tiles=TILES_IN_HAND)))
    if state.passed:
        said.append(Prompt(None, message("reversi.passed", player=other_name)))
    if not _landing(state, seat):
        return (*said, Prompt(seat, message("reversi.must_pass", player=name)))
    if not state.hands[seat]:
        said.append(Prompt(other, message("reversi.hand_over", player=other_name, to=name)))
    return (*said, Prompt(seat, message(f"reversi.turn_{_side(state, seat)}", player=name)))


def _result(state: State) -> tuple[Prompt, ...]:
    full = state.tiles[0] | state.tiles[1] == FULL
    why = Prompt(None, message("reversi.over_full" if full else "reversi.over_stuck"))
    first, second = (board.bit_count() for board in state.tiles)
    if first == second:
        return why, Prompt(None, message("reversi.drawn", tiles=first))
    winner = state.players[0 if first > second else 1]
    won = message("reversi.won", player=winner, tiles=max(first, second), against=min(first, second))
    return why, Prompt(None, won)


def mover(state: State, move: Move) -> int:  # noqa: ARG001  (in other games a move says who makes it)
    """The seat of the player who makes a move in this state."""
    return state.seat


def describe(state: State, move: Move) -> Message:
    """One line of the record: who lays where and how many tiles flip, or who passes."""
    player = state.players[state.seat]
    if move.square is None:
        return message("reversi.move_passed", player=player)
    return message("reversi.moved", player=player, square=move.square, flipped=len(outflanked(state, move.square)))


def greedy(state: State, player: int) -> Move | None:
    """The move that flips most tiles, the first of equals."""
    if state.seat != player:
        return None
    return max(moves(state), key=lambda move: 0 if move.square is None else len(outflanked(state, move.square)))


def _board(*squares: str) -> int:
    return sum(1 << INDEX[square] for square in squares)


def _landing(state: State, seat: int) -> int:
    return landing_squares(state.tiles[seat], state.tiles[1 - seat])


def _flipped(state: State, at: int) -> int:
    """The tiles that the player in turn flips by laying on a square; 0 where it is occupied or off the board (64)."""
    if at == 64 or (state.tiles[0] | state.tiles[1]) >> at & 1:
        return 0
    return flipped_by(at, state.tiles[state.seat], state.tiles[1 - state.seat])


def _side(state: State, seat: int) -> str:
    return "up" if (state.first == "up") == (seat == 0) else "down"
