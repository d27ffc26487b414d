"""What the strong computer player of Galaxy Reversi says of a move that was made, as its opinion."""

from collections.abc import Sequence

from engines.bots import STRONG
from engines.messages import Message, message
from engines.reversi.rules import Move, State, moves
from engines.reversi.search import DEPTHS, best_move, in_tiles, is_exact, worth

# How much worse a move is, in the points of the search: a corner is worth 30 of them, a free move 3.
_LITTLE, _CLEARLY = 10, 30


def comments(states: Sequence[State], made: Sequence[Move], number: int) -> tuple[Message, ...]:
    """Comments on the move with this number, from 1; none where it was the only one (J6-2).

    `states`: those before and after each of the moves `made`.
    """
    state, move = states[number - 1], made[number - 1]
    if len(moves(state)) < 2:
        return ()
    best, value = best_move(state, DEPTHS[STRONG])
    squares = {"best": str(best.square), "square": str(move.square)}
    if move == best:
        return (message("comment.reversi.same", square=str(move.square)),)
    gap = value - worth(state, move, DEPTHS[STRONG])
    if not gap:
        return (message("comment.reversi.as_good", **squares),)
    said = message("comment.reversi.other", **squares)
    if is_exact(state, DEPTHS[STRONG]):
        return said, message("comment.reversi.tiles", **squares, tiles=in_tiles(gap))
    how = "little" if gap < _LITTLE else "clearly" if gap < _CLEARLY else "much"
    return said, message(f"comment.reversi.{how}", **squares)
