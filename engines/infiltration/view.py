"""What a camera must see of Infiltration, and what each player may know."""

from dataclasses import replace

from engines.infiltration.messages import CHARACTERS
from engines.infiltration.state import EMPTY_SQUARE, FIELD, LETTERS, State, open_roles, owner
from engines.vocabulary import FACE_UP, NOTHING, STANDING, Layout

_HIDDEN = tuple(str.maketrans(letters[:2], letters[3] * 2) for letters in LETTERS)


def view(state: State, player: int | None) -> State:
    """What one player may know: his own tiles, and what everybody has seen of the others."""
    board = state.board
    for seat in range(2):
        if seat != player:
            board = board.translate(_HIDDEN[seat])
    return replace(state, board=board)


def layout(state: State) -> Layout:
    """The 36 squares with tiles standing on them; what player 1 has captured lies, picture up, at `captured/1/1` ….

    A tile that has reached an enemy corner, so that all know what it is (J4-3), may lie picture up instead of standing.
    """
    squares = {
        square: NOTHING if letter == EMPTY_SQUARE else STANDING
        for square, letter in zip(FIELD, state.board, strict=True)
    }
    captured = {
        f"captured/{2 - seat}/{count}": frozenset({CHARACTERS[state.side(seat), role]})
        for seat, roles in enumerate(state.lost)
        for count, role in enumerate(roles, start=1)
    }
    return squares | dict.fromkeys(open_roles(state), FACE_UP | STANDING) | captured


def owners(state: State) -> dict[str, int]:
    """Whose tile stands on each square that is not empty."""
    seats = {square: owner(letter) for square, letter in zip(FIELD, state.board, strict=True)}
    return {square: seat for square, seat in seats.items() if seat is not None}
