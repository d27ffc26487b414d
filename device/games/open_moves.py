"""The legal moves as everybody at the table can see them: the box knows what is open to all, and asks for no secret."""

from engines.contract import Game, Move, State


def open_moves(game: Game[State, Move], state: State) -> tuple[Move, ...]:
    """Every legal move as it looks to those who do not make it; those that look alike are one.

    Also where it has come out what a player holds: of three tiles that all have seen, which one is laid face down is
    nobody's business (J3-2).

    >>> from engines import doubt
    >>> dealt = doubt.deal(["Aya", "Ben", "Chie"], {}, 1)
    >>> len(doubt.moves(dealt)), open_moves(doubt, dealt)
    (8, (Lay(tile='unknown'),))
    """
    return tuple(dict.fromkeys(game.observed(state, move, None) for move in game.moves(state)))
