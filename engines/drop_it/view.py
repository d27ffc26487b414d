"""What a camera must see of Drop It."""

from engines.drop_it.pieces import ALL
from engines.drop_it.state import State
from engines.vocabulary import NOTHING, Layout


def layout(state: State) -> Layout:
    """The pieces in the frame, `frame/1` to `frame/36` in order of dropping: they may lie anywhere in it (D-8)."""
    dropped = {f"frame/{number}": frozenset({drop.piece}) for number, drop in enumerate(state.drops, start=1)}
    return dropped | {f"frame/{number}": NOTHING for number in range(len(state.drops) + 1, ALL + 1)}
