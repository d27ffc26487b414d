"""The legal moves in terms of public knowledge: the box knows what all can see, and asks for no secret."""

from engines.contract import Game, Move, State


def open_moves(game: Game[State, Move], state: State) -> tuple[Move, ...]:
    """Every legal move as observed by the other players; moves that look alike are one.

    Also where it is known what a player holds: which of three known tiles is laid face down stays secret (J3-2).

    >>> from engines import doubt
    >>> dealt = doubt.deal(["Aya", "Ben", "Chie"], {}, 1)
    >>> len(doubt.moves(dealt)), open_moves(doubt, dealt)
    (8, (Lay(tile='unknown'),))
    """
    return tuple(dict.fromkeys(game.observed(state, move, None) for move in game.moves(state)))
