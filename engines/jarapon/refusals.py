"""The refusals of Galaxy Jarapon: what is due instead, or which rule forbids the move."""

from engines.contract import IllegalMove
from engines.jarapon.moves import PON
from engines.jarapon.state import BREAK, DEAL, DICE, DRAW, State, thrower
from engines.messages import Fact, Message, message


def due(state: State) -> Message:
    """What is due now instead of what was tried."""
    if state.claim:
        key = "jarapon.due.pon" if state.claim.what == PON else "jarapon.due.show"
        return message(key, player=state.players[state.claim.seat])
    if state.phase == DRAW and not state.wall:
        return message("jarapon.due.void")
    seat = thrower(state) if state.phase in (DICE, BREAK) else state.dealer if state.phase == DEAL else state.turn
    return message(f"jarapon.due.{state.phase}", player=state.players[seat])


def illegal(why: str, **facts: Fact) -> IllegalMove:
    """The error `jarapon.illegal.<why>`."""
    return IllegalMove(message(f"jarapon.illegal.{why}", **facts))
