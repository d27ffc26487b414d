"""Games of Drop It as the tests set them up, and what is said of them in English."""

import pytest

from device.texts import say
from engines import drop_it
from engines.contract import IllegalMove
from engines.drop_it import Drop, State
from engines.drop_it.pieces import ALL

NAMES = ("Aya", "Ben", "Chie", "Dan")
AYA, BEN, CHIE, DAN = range(4)
ALL_RULES = ("shape", "colour", "edge", "height")
BROKEN = Drop("circle/red", 6, circles=("medium",), edges=("circle",))  # Aya's, worth 8 with a joker


def begun(players: int = 2, **options: str) -> State:
    """An empty frame; colours are whose drops them first, so that a test may drop what it likes."""
    return drop_it.start(NAMES[:players], {"colours": "first_drop", **options})


def after(state: State, *moves: drop_it.Move | str) -> State:
    """The state after moves; the name of a piece alone is dropped cleanly on level 1."""
    for move in moves:
        state = drop_it.play(state, Drop(move, 1) if isinstance(move, str) else move)
    return state


def to_the_end(state: State, level: int = 1, upto: int = ALL) -> State:
    """All pieces dropped, each cleanly and on the same level."""
    while len(state.drops) < upto:
        piece = next(move.piece for move in drop_it.moves(state) if isinstance(move, Drop))
        state = drop_it.play(state, Drop(piece, level))
    return state


def said(state: State) -> list[str]:
    return [say(prompt.said, "en") for prompt in drop_it.prompt(state)]


def reasons(state: State, seat: int) -> list[str]:
    return [say(reason, "en") for reason in drop_it.standings(state)[seat].reasons]


def scores(state: State) -> list[int]:
    return [standing.score for standing in drop_it.standings(state)]


def refusal(state: State, move: drop_it.Move) -> str:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        drop_it.play(state, move)
    assert repr(state) == before
    assert say(refused.value.said, "ja") != say(refused.value.said, "en")
    return say(refused.value.said, "en")


def turns(state: State) -> list[str]:
    """Who makes each drop of the game."""
    names = []
    while not drop_it.is_over(state):
        move = drop_it.moves(state)[0]
        names.append(state.players[drop_it.mover(state, move)])
        state = drop_it.play(state, move)
    return names
