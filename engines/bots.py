"""Computer players, which see only their own view of a game, and bots that play a fully known deal to its end.

>>> from engines import reversi
>>> reversi.move_to_json(greedy_move(reversi, reversi.start(["Aya", "Ben"], {}), first=0, players=2))
'd3'
>>> reversi.move_to_json(choose_move(reversi, reversi.start(["Aya", "Ben"], {}), 0, STRONG))
'd3'
"""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from engines.contract import Game, Move, State, State_contra
from engines.vocabulary import UNKNOWN

Move_co = TypeVar("Move_co", covariant=True)
NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi")
EASY, MEDIUM, STRONG = STRENGTHS = ("easy", "medium", "strong")
Ply: TypeAlias = tuple[State, Move]  # a state and the move that was made in it
_AT_RANDOM = {EASY: 0.5, MEDIUM: 0.15, STRONG: 0.0}  # share of random moves, where a game has no strengths of its own


@runtime_checkable
class Thinking(Protocol[State_contra, Move_co]):
    """An extension of `Game`: its own computer players in all `STRENGTHS`."""

    def choose(self, state: State_contra, player: int, strength: str) -> Move_co | None:
        """The legal move of a computer player who knows only `state`, his own view; None while he waits."""


def choose_move(game: Game[State, Move], state: State, player: int, strength: str) -> Move | None:
    """The move that a computer player chooses in his own view `state`; None while he waits for others.

    The same view always gives the same move. Where a game has no strengths of its own, the strong player is the greedy
    bot, and the others make a random move now and then.
    """
    if isinstance(game, Thinking):
        move: Move | None = game.choose(state, player, strength)
        return move
    greedy, pick = game.greedy(state, player), random.Random(f"{player} {state}")
    if greedy is None or pick.random() >= _AT_RANDOM[strength]:
        return greedy
    own = [move for move in game.moves(state) if game.mover(state, move) == player]
    return pick.choice(own) if own else greedy


def matching_moves(game: Game[State, Move], state: State, player: int, wish: Move) -> Iterator[Move]:
    """The legal moves of a fully known state that match a move which a player chose in his own view."""
    for move in game.moves(state):
        if game.mover(state, move) in (player, None) and matches(game.observed(state, move, player), wish):
            yield move


def greedy_move(game: Game[State, Move], state: State, first: int, players: int) -> Move:
    """The full move of the first greedy bot that has one, by seat from `first` on.

    Raises `ValueError` when none has, for example because no bot would continue what a random move began.
    """
    for seat in ((first + step) % players for step in range(players)):
        wish = game.greedy(game.view(state, seat), seat)
        for move in matching_moves(game, state, seat, wish) if wish is not None else ():
            return move
    raise ValueError(f"no bot of {game.NAME} has a move")


def matches(observed: object, wanted: object) -> bool:
    """Whether a move equals the wanted one in all but its `UNKNOWN` parts, such as a tile that is yet to be drawn."""
    if type(observed) is not type(wanted) or not is_dataclass(wanted):
        return observed == wanted
    return all(getattr(wanted, field.name) in (UNKNOWN, getattr(observed, field.name)) for field in fields(wanted))
