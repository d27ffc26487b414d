"""Bots that play what their game's `greedy` takes for the best at once, from a fully known deal.

>>> from engines import reversi
>>> reversi.move_to_json(greedy_move(reversi, reversi.start(["Aya", "Ben"], {}), first=0, players=2))
'd3'
"""

from dataclasses import fields, is_dataclass
from typing import TypeAlias

from engines.contract import Game, Move, State
from engines.vocabulary import UNKNOWN

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
Ply: TypeAlias = tuple[State, Move]  # a state and the move that was made in it


def greedy_move(game: Game[State, Move], state: State, first: int, players: int) -> Move:
    """The full move of the first greedy bot that has one, asked by seat from `first` on.

    Raises `ValueError` when none has, for example because a random move began what no bot would continue.
    """
    legal = game.moves(state)
    for seat in ((first + step) % players for step in range(players)):
        wanted = game.greedy(game.view(state, seat), seat)
        for move in legal:
            if (
                wanted is not None
                and game.mover(state, move) in (seat, None)
                and _fits(game.observed(state, move, seat), wanted)
            ):
                return move
    raise ValueError(f"no bot of {game.NAME} has a move")


def _fits(observed: object, wanted: object) -> bool:
    """Whether a move is the one that a bot wants, which does not know the face of a tile before it is drawn."""
    if type(observed) is not type(wanted) or not is_dataclass(wanted):
        return observed == wanted
    return all(getattr(wanted, field.name) in (UNKNOWN, getattr(observed, field.name)) for field in fields(wanted))
