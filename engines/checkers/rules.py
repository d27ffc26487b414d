"""The rules of Galaxy Checkers, J5-2 to J5-4: legal moves, the end of a game, messages, and the greedy bot."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from engines.bitboard import squares_in
from engines.checkers.state import (
    AT_START,
    DARK,
    DOWN,
    DRAW,
    FAR_ROW,
    UP,
    Agreed,
    AnyMove,
    Move,
    Position,
    State,
    chains,
    directions_of,
    effect,
    jumpers,
    jumps,
    sides,
    steps,
)
from engines.contract import IllegalMove, Prompt, Standing
from engines.messages import Message, message
from engines.squares import INDEX, SQUARES

FORTY_MOVES = 2 * 40  # J5-4: plies without taking a tile or moving a lying one
TIMES = 3  # J5-4: occurrences of a position with the same player in turn


def moves(state: State) -> tuple[AnyMove, ...]:
    """Every legal move in a fixed order: only jumps where there are any (J5-3).

    A draw may be agreed at any time (J5-4), but is listed, as the last move, only after forty moves without progress.
    """
    if state.ended is not None:
        return ()
    found = moves_of_tiles(state.position)
    return (*found, DRAW) if len(state.earlier) >= FORTY_MOVES and found else found


@lru_cache(maxsize=64)
def moves_of_tiles(position: Position) -> tuple[Move, ...]:
    """The moves of the player in turn on the board, also after the end."""
    down, up, other, empty = sides(position)
    jumping = jumpers(down, up, other, empty)
    return jumps(jumping, down, up, other, empty) if jumping else steps(down, up, empty)


def is_over(state: State) -> bool:
    """Whether the game is drawn or resigned, or the player in turn has lost for want of a move (J5-4)."""
    return state.ended is not None or not moves_of_tiles(state.position)


def winner(state: State) -> int | None:
    """The seat of the winner of a finished game; None for a draw."""
    return 1 - state.seat if state.ended in (None, "given_up") else None


def play(state: State, move: AnyMove) -> State:
    """The state after a move; raises `IllegalMove` with a `checkers.illegal.*` message."""
    if isinstance(move, Agreed):
        return _end(state, move)
    if state.ended is None:
        for legal in moves_of_tiles(state.position):
            if legal.squares == move.squares:
                return _moved(state, *effect(move.squares))
    over = message("checkers.illegal.over")
    raise IllegalMove(over if is_over(state) else why_not(state, move.squares))


def _moved(state: State, start: int, end: int, taken: int) -> State:
    """The state after a legal move: jumped tiles leave, and a tile on the far row stands up (J5-2, J5-3)."""
    first, second, standing, seat = state.position
    stands = start & standing
    gone = ~(start | taken)
    first, second, standing = first & gone, second & gone, standing & gone
    if seat:
        second |= end
    else:
        first |= end
    if stands or end & FAR_ROW[seat]:
        standing |= end
    position = (first, second, standing, 1 - seat)
    if stands and not taken:
        return _waited(state, position)
    return State(state.table, position)


def _waited(state: State, position: Position) -> State:
    """The state after a move without progress, which may be a draw by the options of J5-4."""
    table, earlier = state.table, (*state.earlier, state.position)
    ended = None
    if table.forty_moves and len(earlier) >= FORTY_MOVES:
        ended = "forty_moves"
    elif table.repetition and earlier.count(position) >= TIMES - 1:
        ended = "repetition"
    return State(table, position, earlier, ended)


def _end(state: State, ending: Agreed) -> State:
    if is_over(state):
        raise IllegalMove(message("checkers.illegal.over"))
    if ending.loser is None:
        return replace(state, ended="draw")
    if ending.loser not in (0, 1):
        raise IllegalMove(message("checkers.illegal.no_player", seat=ending.loser))
    return replace(state, position=(*state.position[:3], ending.loser), ended="given_up")


def mover(state: State, move: AnyMove) -> int | None:
    """The seat of the player who makes a move in this state; None for a draw, which both agree on."""
    return state.seat if isinstance(move, Move) else move.loser


def why_not(state: State, squares: tuple[str, ...]) -> Message:
    """Why a move is illegal in a game that goes on."""
    for square in squares:
        if square not in INDEX:
            return message("checkers.illegal.no_square", square=square)
        if not DARK >> INDEX[square] & 1:
            return message("checkers.illegal.light_square", square=square)
    if len(squares) < 2:
        return message("checkers.illegal.too_short")
    path = [INDEX[square] for square in squares]
    down, up, other, _ = sides(state.position)
    if other >> path[0] & 1:
        return message("checkers.illegal.not_yours", player=state.players[state.seat], square=squares[0])
    if not (down | up) >> path[0] & 1:
        return message("checkers.illegal.nothing_there", square=squares[0])
    is_step = len(path) == 2 and path[1] - path[0] in DOWN + UP
    return _why_no_step(state, *path) if is_step else _why_no_jump(state, path)


def _why_no_step(state: State, start: int, end: int) -> Message:
    down, up, other, empty = sides(state.position)
    if not empty >> end & 1:
        return message("checkers.illegal.occupied", square=SQUARES[end])
    if end - start not in directions_of(start, down, up):
        return message("checkers.illegal.backward", square=SQUARES[start])
    jumping = _named(jumpers(down, up, other, empty))
    return message("checkers.illegal.must_take", player=state.players[state.seat], squares=jumping)


def _why_no_jump(state: State, path: list[int]) -> Message:
    """Why a chain of jumps is illegal: where it breaks (J5-3), or that it must go on."""
    down, up, other, empty = sides(state.position)
    directions, left, empty = directions_of(path[0], down, up), other, empty | 1 << path[0]
    for at, to in pairwise(path):
        if left != other and 1 << at & FAR_ROW[state.seat] and directions in (DOWN, UP):
            return message("checkers.illegal.stands_up", square=SQUARES[at])
        if (to - at) / 2 not in directions:
            return _why_not_there(path[0], at, to)
        over = 1 << (at + to) // 2
        if over & other and not over & left:
            return message("checkers.illegal.twice", square=SQUARES[(at + to) // 2])
        if not over & other:
            return message("checkers.illegal.nothing_to_jump", square=SQUARES[at], to=SQUARES[to])
        if not empty >> to & 1:
            return message("checkers.illegal.occupied", square=SQUARES[to])
        left ^= over
    last = path[-1]
    onward = _named(sum(1 << to for to in {chain[1] for chain in chains((last,), directions, left, empty)}))
    return message("checkers.illegal.goes_on", player=state.players[state.seat], square=SQUARES[last], squares=onward)


def _why_not_there(start: int, at: int, to: int) -> Message:
    if (to - at) / 2 in DOWN + UP:
        return message("checkers.illegal.backward", square=SQUARES[start])
    return message("checkers.illegal.too_far", square=SQUARES[at], to=SQUARES[to])


def _named(squares: int) -> str:
    return " ".join(SQUARES[at] for at in squares_in(squares))


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles left by seat; ranked by tiles, and after the end by the result (J5-4)."""
    tiles = state.position[:2]
    over = is_over(state)
    best = winner(state) if over else None
    return tuple(
        Standing(
            player=seat,
            score=tiles[seat].bit_count(),
            rank=2 if (best == 1 - seat if over else tiles[seat].bit_count() < tiles[1 - seat].bit_count()) else 1,
            reasons=_reasons(state, seat, best),
            unit=message("checkers.unit", score=tiles[seat].bit_count()),
        )
        for seat in (0, 1)
    )


def _reasons(state: State, seat: int, best: int | None) -> tuple[Message, ...]:
    mine, standing = state.position[seat], state.position[seat] & state.position[2]
    reasons = [message(f"checkers.lying_{_side(state, seat)}", tiles=(mine & ~standing).bit_count())]
    if standing:
        reasons.append(message("checkers.standing", tiles=standing.bit_count()))
    if best == seat:
        reasons.append(message("checkers.winner"))
    return tuple(reasons)


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is, with which side, forced captures (J5-3), promotion (J5-2), or the result (J5-4)."""
    if is_over(state):
        return _result(state)
    seat, name = state.seat, state.players[state.seat]
    legal = moves_of_tiles(state.position)
    said = []
    if state.position == (*AT_START, 0, 0):
        said.append(Prompt(None, message("checkers.setup", tiles=AT_START[0].bit_count())))
    if len(state.earlier) >= FORTY_MOVES:
        said.append(Prompt(None, message("checkers.standstill", moves=FORTY_MOVES // 2)))
    takers = dict.fromkeys(move.squares[0] for move in legal if effect(move.squares)[2])
    if takers:
        said.append(Prompt(seat, message("checkers.must_take", player=name, squares=" ".join(takers))))
    else:
        said.append(Prompt(seat, message(f"checkers.turn_{_side(state, seat)}", player=name)))
    if any(_stands_up(state, move) for move in legal):
        said.append(Prompt(seat, message("checkers.far_row", player=name)))
    return tuple(said)


def _result(state: State) -> tuple[Prompt, ...]:
    player = state.players[state.seat]
    if state.ended in ("draw", "forty_moves", "repetition"):
        why = message(f"checkers.over_{state.ended}")
    elif state.ended == "given_up":
        why = message("checkers.over_given_up", player=player)
    else:
        why = message("checkers.over_stuck" if state.position[state.seat] else "checkers.over_no_tile", player=player)
    best = winner(state)
    drawn = message("checkers.drawn")
    return Prompt(None, why), Prompt(
        None, drawn if best is None else message("checkers.won", player=state.players[best])
    )


def describe(state: State, move: AnyMove) -> Message:
    """One line of the record: a move with captures and promotion, or what was agreed."""
    if not isinstance(move, Move):
        if move.loser is None:
            return message("checkers.agreed", player=state.players[0], other=state.players[1])
        return message("checkers.gave_up", player=state.players[move.loser])
    taken = effect(move.squares)[2].bit_count()
    start, *onward = move.squares
    key = ("checkers.took" if taken else "checkers.moved") + ("_stands_up" if _stands_up(state, move) else "")
    return message(key, player=state.players[state.seat], square=start, to=" ".join(onward), taken=taken)


def _stands_up(state: State, move: Move) -> bool:
    """Whether a move makes a lying tile a power-up tile (J5-2)."""
    start, end, _ = effect(move.squares)
    return not start & state.position[2] and bool(end & FAR_ROW[state.seat])


def _side(state: State, seat: int) -> str:
    return "light" if (state.table.first == "light") == (seat == 0) else "dark"


def greedy(state: State, player: int) -> AnyMove | None:
    """The move that gains most tiles after the reply.

    Ties are broken by a new power-up tile, a new position, moving a lying tile, and approaching an enemy tile. After
    forty moves without progress he agrees on a draw unless he can capture.
    """
    legal = moves(state)
    if state.seat != player:
        return None
    if DRAW in legal and not _takes(state.position):
        return DRAW
    return max((move for move in legal if isinstance(move, Move)), key=lambda move: _worth(state, move))


def _worth(state: State, move: Move) -> tuple[int, ...]:
    after = play(state, move)
    standing, stood = after.position[2], state.position[2]
    start, end, taken = effect(move.squares)
    lost = 0 if after.ended else _takes(after.position)
    stands_up = bool(standing & end) and not stood & start
    fresh = after.position not in state.earlier
    return taken.bit_count() - lost, stands_up, fresh, not stood & start, -_distance_to_enemy(state, move.squares[-1])


def _takes(position: Position) -> int:
    """The most tiles that the player in turn can take in one move."""
    return max((effect(move.squares)[2].bit_count() for move in moves_of_tiles(position)), default=0)


def _distance_to_enemy(state: State, square: str) -> int:
    """The number of steps from a square to the nearest tile of the other player."""
    row, column = divmod(INDEX[square], 8)
    enemies = squares_in(state.position[1 - state.seat])
    return min(max(abs(row - at // 8), abs(column - at % 8)) for at in enemies)
