"""Games settled by their result alone, as on a score pad (K-6 to K-8).

>>> from engines.skip_bo import start
>>> state = enter(start(["Aya", "Ben", "Chie"], {}), Won(1, (4, 11)))
>>> state.results, state.score(1), state.phase
((Result(winner=1, left=15),), 100, 'over')
"""

from engines.contract import IllegalMove
from engines.messages import message
from engines.skip_bo.dealing import next_game, stock_size
from engines.skip_bo.state import BUILDS, DECK, Ending, Result, State, Won
from engines.vocabulary import UNKNOWN


def enter(state: State, ending: Ending) -> State:
    """The state after the game that is being played, or else the next one; raises `IllegalMove`.

    Nothing that lies on the table is known afterwards but how many cards are left in the stocks.
    """
    game = next_game(state) if state.phase == "deal" else state
    left = _left(game, ending) if isinstance(ending, Won) else {}
    everybody = range(len(game.players))
    return State(
        game.players,
        game.house,
        draw=(),
        hands=((),) * len(everybody),
        stocks=tuple((UNKNOWN,) * left.get(seat, 0) for seat in everybody),
        shown=((),) * len(everybody),
        discards=(((),) * BUILDS,) * len(everybody),
        seat=game.starter,
        game=game.game,
        results=(*game.results, result_of(ending)),
        chance=game.chance,
    )


def result_of(ending: Ending) -> Result:
    """How a game ended, as its score needs it (K-7)."""
    return Result(ending.seat, sum(ending.left)) if isinstance(ending, Won) else Result(None, 0)


def hostile_to(state: State, seat: int) -> list[int]:
    """The seats of those who do not play with a player (K-8)."""
    return [other for other in range(len(state.players)) if other not in state.team(seat)]


def max_left(state: State) -> int:
    """How many cards a stock can have: in teams penalties may have added some (K-9)."""
    return len(DECK) if state.house.teams else stock_size(len(state.players), state.house)


def _left(state: State, won: Won) -> dict[int, int]:
    """The cards left in each hostile stock, by seat; raises `IllegalMove` for numbers that cannot be."""
    if won.seat not in range(len(state.players)):
        raise IllegalMove(message("skip_bo.illegal.no_player", seat=won.seat + 1, players=len(state.players)))
    others = hostile_to(state, won.seat)
    if len(won.left) != len(others):
        raise IllegalMove(message("skip_bo.illegal.left_of_each", players=len(others)))
    left = dict(zip(others, won.left, strict=True))
    for seat in others:
        if left[seat] > max_left(state):
            raise IllegalMove(message("skip_bo.illegal.left_many", cards=max_left(state), left=left[seat]))
        if not any(left[partner] for partner in state.team(seat)):  # a side without cards has won before (K-6, K-8)
            raise IllegalMove(message("skip_bo.illegal.left_none", player=state.players[seat]))
    return left
