"""Moves of any game of cards before a camera that knows the cards."""

from typing import TypeVar

from tools.films.card_games import CardGame

State = TypeVar("State")


def play(game: CardGame, state: State, *moves: object, unseen_until_last: bool = False) -> State:
    """Moves before the camera; only the last one is looked at where they are made at once."""
    for at, move in enumerate(moves):
        game.make(state, move, is_seen=not unseen_until_last or at == len(moves) - 1)
        state = game.game.play(state, move)
    return state
