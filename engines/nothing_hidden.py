"""`view` and `observed` for games in which nothing is hidden.

>>> view("any state", player=None), observed("any state", "any move", player=1)
('any state', 'any move')
"""

from engines.contract import Move, State


def view(state: State, player: int | None) -> State:  # noqa: ARG001
    """The state itself: everybody sees all of it."""
    return state


def observed(state: State, move: Move, player: int | None) -> Move:  # noqa: ARG001
    """The move itself: everybody sees all of it."""
    return move
