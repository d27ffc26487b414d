"""What a camera must see of Expose the Lie, and what each player may know."""

from dataclasses import replace

from engines.doubt.moves import Add, Lay, Move, Take
from engines.doubt.rules import mover
from engines.doubt.state import State, hidden
from engines.vocabulary import FACE_DOWN, NOTHING, NUMBERS, UNKNOWN, Layout


def view(state: State, player: int | None) -> State:
    """What one player may know: his own hand and his own lays, and what everybody has seen."""
    hands = tuple(hand if seat == player else hidden(hand) for seat, hand in enumerate(state.hands))
    laid = tuple(lay if lay.seat == player else replace(lay, tiles=hidden(lay.tiles)) for lay in state.laid)
    return replace(state, hands=hands, laid=laid)


def observed(state: State, move: Move, player: int | None) -> Move:
    """What one player learns of a move: only he who lays or takes tiles sees them."""
    if player == mover(state, move):
        return move
    match move:
        case Lay():
            return Lay(UNKNOWN)
        case Add():
            return Add(UNKNOWN)
        case Take():
            return Take(UNKNOWN)
        case _:
            return move


def layout(state: State) -> Layout:
    """Headings `heading/1` …, the stacks under them `stack/1` …, and tiles `turned/1` … in the order of turning."""
    covered = {lay.number for lay in state.laid if lay.tiles}
    stacks = {f"stack/{number}": FACE_DOWN if number in covered else NOTHING for number in range(1, 10)}
    turned = {f"turned/{count}": frozenset({tile}) for count, tile in enumerate(state.turned, start=1)}
    return {f"heading/{number}": frozenset({number}) for number in NUMBERS} | stacks | turned
