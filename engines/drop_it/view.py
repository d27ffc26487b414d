"""What a camera must see of Drop It, in which nothing is hidden."""

from engines.drop_it.moves import Move
from engines.drop_it.pieces import ALL
from engines.drop_it.state import State
from engines.vocabulary import NOTHING, Layout


def layout(state: State) -> Layout:
    """The pieces in the frame, `frame/1` to `frame/36` in order of dropping: they may lie anywhere in it (D-8)."""
    dropped = {f"frame/{number}": frozenset({drop.piece}) for number, drop in enumerate(state.drops, start=1)}
    return dropped | {f"frame/{number}": NOTHING for number in range(len(state.drops) + 1, ALL + 1)}


def view(state: State, player: int | None) -> State:  # noqa: ARG001  (nothing in Drop It is hidden)
    """The state itself: everybody sees everything."""
    return state


def observed(state: State, move: Move, player: int | None) -> Move:  # noqa: ARG001
    """The move itself."""
    return move
