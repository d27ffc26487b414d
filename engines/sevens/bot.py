"""The greedy bot of Kylo Ren Siege, which gets rid of its tiles and of the almighty as soon as it can."""

from engines.sevens.moves import KEEP, PASS, Draw, Lay, Move, Show
from engines.sevens.rules import is_over, moves
from engines.sevens.state import KYLO_REN, State, in_stock, must_show
from engines.vocabulary import EMPTY, WILD


def greedy(state: State, player: int) -> Move | None:
    """What he does in his turn; he also shows the almighty when it is asked for (J2-7)."""
    if must_show(state):
        return Show(player) if WILD in state.hands[player] else None
    return _turn(state) if state.seat == player and not is_over(state) else None


def _turn(state: State) -> Move:
    """The lay that opens the way for most of his own tiles, else the almighty, else a draw.

    He takes the almighty back only when nothing is left to draw; then laying it again empties his hand.
    """
    lays = [move for move in moves(state) if isinstance(move, Lay)]
    tiles = [lay for lay in lays if lay.face != WILD and state.wild != (lay.row, lay.number)]
    almighty = [lay for lay in lays if lay.face == WILD]
    if tiles or almighty:
        return max(tiles or almighty, key=lambda lay: _followers(state, lay))
    if in_stock(state) and state.drawn is None:
        return Draw(next(at for at, face in enumerate(state.stock, start=1) if face != EMPTY))
    if lays and not in_stock(state):
        return lays[0]
    return PASS if state.drawn is None else KEEP


def _followers(state: State, lay: Lay) -> int:
    """How many of the player's own tiles belong further out on the same side."""
    side = range(1, lay.number) if lay.number < KYLO_REN else range(lay.number + 1, 10)
    return sum(state.hands[state.seat].count(str(number)) for number in side)
