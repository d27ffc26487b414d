"""The greedy bot of Infiltration: its infiltrators make for the nearest entrance, and it captures what is in reach."""

from collections.abc import Iterable

from engines.infiltration.moves import INFILTRATOR, SUPPORTER, Leave, Move, Step
from engines.infiltration.rules import NEIGHBOURS, moves
from engines.infiltration.state import AT, CORNERS, OF_EACH, State, could_be, owner
from engines.vocabulary import UNKNOWN

_FAR_ROW = (range(1, 5), range(31, 35))  # where supporters go: the enemy's home row, out of the way of the entrances
_WINS = 100
_NO_PROGRESS = -50  # bots that go back and forth would never end the game


def greedy(state: State, player: int) -> Move | None:
    """The move that looks best by itself, the first of equals; what a captured tile will be is left open."""
    if state.seat != player:
        return None
    best = max(moves(state), key=lambda move: _worth(state, move), default=None)
    return Step(best.start, best.end, UNKNOWN, best.wins) if isinstance(best, Step) and best.taken else best


def _worth(state: State, move: Move) -> int:
    if isinstance(move, Leave) or move.wins:
        return _WINS
    at, to, me = AT[move.start], AT[move.end], state.seat
    is_infiltrator = INFILTRATOR in could_be(state, state.board[at])
    goals = CORNERS[1 - me] if is_infiltrator else _FAR_ROW[me]
    nearer = _way_to(goals, at) - _way_to(goals, to)
    worth = 2 * nearer if is_infiltrator else nearer
    if is_infiltrator:
        worth += 3 * (_is_attacked(state, at) - _is_attacked(state, to))
    if move.taken is None:
        return worth if nearer > 0 else worth + _NO_PROGRESS
    # The fourth supporter would win the game for the enemy; but a tile near the own entrance must go.
    dear = state.lost[1 - me].count(SUPPORTER) == OF_EACH - 1
    return worth + (-6 if dear else 4) + (20 if _way_to(CORNERS[me], to) < 2 else 0)


def _is_attacked(state: State, at: int) -> bool:
    """Whether an enemy tile stands beside a square."""
    return any(owner(state.board[near]) == 1 - state.seat for near in NEIGHBOURS[at])


def _way_to(goals: Iterable[int], at: int) -> int:
    """How many steps it is to the nearest of some squares."""
    return min(abs(at // 6 - goal // 6) + abs(at % 6 - goal % 6) for goal in goals)
