"""What a camera must see of Kylo Ren Siege, and what each player may know."""

from dataclasses import replace

from engines.hands import in_order
from engines.sevens.moves import Draw, Move
from engines.sevens.state import COLUMNS, ROWS, State, Tiles
from engines.vocabulary import EMPTY, FACE_DOWN, NOTHING, UNKNOWN, WILD, Layout, Look


def view(state: State, player: int | None) -> State:
    """All tiles laid, one's own hand, and the almighty in the hand of a player whom everybody saw take it."""
    hands = tuple(
        hand if seat == player else _from_outside(hand, seat == state.holder) for seat, hand in enumerate(state.hands)
    )
    stock = tuple(EMPTY if face == EMPTY else UNKNOWN for face in state.stock)
    drawn = state.drawn if player == state.seat or state.drawn is None else UNKNOWN
    return replace(state, hands=hands, stock=stock, drawn=drawn)


def _from_outside(hand: Tiles, has_wild: bool) -> Tiles:
    return in_order([WILD] * has_wild + [UNKNOWN] * (len(hand) - has_wild))


def observed(state: State, move: Move, player: int | None) -> Move:
    """The move; of a draw only the drawer sees the face."""
    return Draw(move.at) if isinstance(move, Draw) and player != state.seat else move


def layout(state: State) -> Layout:
    """What must lie at `row/1/1` to `row/6/9` and at the places of the stock from `stock/1` on."""
    sheet = {f"row/{row}/{number}": _look(state, row, number) for row in ROWS for number in COLUMNS}
    stock = {f"stock/{at}": NOTHING if face == EMPTY else FACE_DOWN for at, face in enumerate(state.stock, start=1)}
    return sheet | stock


def _look(state: State, row: int, number: int) -> Look:
    low, high = state.rows[row - 1]
    if not low <= number <= high:
        return NOTHING
    return frozenset({WILD if state.wild == (row, number) else str(number)})
