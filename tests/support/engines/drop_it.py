"""Games of Drop It as the tests set them up."""

from engines import drop_it
from engines.drop_it import Drop, State
from engines.drop_it.pieces import ALL
from tests.support.engines.told import Told

NAMES = ("Aya", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana")
AYA, BEN, CHIE, DAN = range(4)
BROKEN = Drop("circle/red", 6, circles=("medium",), edges=("circle",))  # Aya's, worth 8 with a joker
rules: Told[State, drop_it.Move] = Told(drop_it)


def begun(players: int = 2, **options: str | int) -> State:
    """An empty frame; colours are whose drops them first, so that a test may drop what it likes."""
    return drop_it.start(NAMES[:players], {"colours": "first_drop", **options})


def after(state: State, *moves: drop_it.Move | str) -> State:
    """The state after moves; the name of a piece alone is dropped cleanly on level 1."""
    return rules.after(state, *(Drop(move, 1) if isinstance(move, str) else move for move in moves))


def to_the_end(state: State, level: int = 1, upto: int = ALL) -> State:
    """All pieces dropped, each cleanly and on the same level."""
    while len(state.drops) < upto:
        state = after(state, Drop(any_piece(state), level))
    return state


def any_piece(state: State) -> str:
    """A piece that may be dropped now."""
    return next(move.piece for move in drop_it.moves(state) if isinstance(move, Drop))


def scores(state: State) -> list[int]:
    """The scores by seat."""
    return [score for score, _ in rules.ranked(state)]


def turns(state: State) -> list[str]:
    """Who makes each drop of the game."""
    names = []
    while not drop_it.is_over(state):
        move = drop_it.moves(state)[0]
        names.append(state.players[drop_it.mover(state, move)])
        state = drop_it.play(state, move)
    return names
