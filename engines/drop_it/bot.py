"""The greedy bot of Drop It."""

from engines.drop_it.moves import NO_EDGES, Drop, Joker, Keep, Move
from engines.drop_it.pieces import ALL
from engines.drop_it.rules import CIRCLE_CHOICES, own_mark
from engines.drop_it.state import JOKER_WORTH, State
from engines.vocabulary import UNKNOWN


def greedy(state: State, player: int) -> Move | None:
    """The move of the bot: a joker where it scores more than unused; else, in turn, `simple_drop`."""
    last = len(state.drops) - 1
    if state.joker_open:
        worth_it = state.drops[last].points > JOKER_WORTH
        if worth_it or state.all_dropped:
            return (Joker() if worth_it else Keep()) if state.seat_of(last) == player else None
    return simple_drop(state) if not state.all_dropped and state.seat_of(last + 1) == player else None


def simple_drop(state: State) -> Drop:
    """The piece that the bot drops, and how it lands in a frame that fills evenly.

    The piece has least in common with the one dropped last; of several such the bot takes the kind that it has dropped
    least often. The landing replaces gravity: on top of the last piece, at the level to which the frame is full, with
    circles and edges by turns. The very last piece no longer fits in.
    """
    count, side = len(state.drops), state.side_of(len(state.drops))
    top = next((drop.piece for drop in reversed(state.drops) if drop.piece != UNKNOWN), "")
    made = [state.drops[drop].piece for drop in state.drops_of(side)]
    may_drop = state.shares.open_to(side)
    piece = min(may_drop, key=lambda piece: (_in_common(piece, top), made.count(piece)))
    if count == ALL - 1:
        return Drop(piece, state.levels, above=True)
    level, touches = 1 + count * state.levels // ALL, (top,) if top else ()
    if _in_common(piece, top):
        return Drop(piece, level, touches=touches)
    if state.edges != NO_EDGES and count % 7 == 6:
        return Drop(piece, level, edges=(own_mark(piece, state.edges),))
    return Drop(piece, level, CIRCLE_CHOICES[count // state.side_count % len(CIRCLE_CHOICES)], touches)


def _in_common(piece: str, top: str) -> int:
    """The number of rules that one piece breaks by touching the other."""
    return len(Drop(piece, 1, touches=(top,)).breaches(NO_EDGES)) if top else 0
