"""What Kylo Ren Siege looks like and what is said in it: the table, the ranks, the next thing to do."""

from engines.contract import Prompt, Standing, ranks
from engines.messages import Message, message
from engines.sevens.moves import Draw, Keep, Lay, Move, Show
from engines.sevens.rules import is_over
from engines.sevens.state import (
    HAND,
    KYLO_REN,
    State,
    all_passed,
    in_stock,
    is_opening,
    must_show,
    still_in,
)
from engines.vocabulary import WILD


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles in hand by seat: first those without any in their order, then who has fewest (J2-5, J2-7)."""
    merits = [_merit(state, seat) for seat in range(len(state.hands))]
    return tuple(
        Standing(seat, len(state.hands[seat]), rank, _reasons(state, seat), _unit(state, seat))
        for seat, rank in enumerate(ranks(merits))
    )


def _unit(state: State, seat: int) -> Message:
    if seat in state.finished:
        return message("sevens.unit_place", place=state.finished.index(seat) + 1)
    return message("sevens.unit", score=len(state.hands[seat]))


def _merit(state: State, seat: int) -> tuple[int, int]:
    """What the ranks go by: whoever holds the almighty at the end is last, whatever else (J2-7)."""
    if seat in state.finished:
        return 2, -state.finished.index(seat)
    return (0, 0) if _is_last(state, seat) else (1, -len(state.hands[seat]))


def _is_last(state: State, seat: int) -> bool:
    return state.holder == seat and is_over(state)


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    if seat in state.finished:
        return (message("sevens.place", place=state.finished.index(seat) + 1),)
    tiles = message("sevens.tiles_left", tiles=len(state.hands[seat]))
    return (tiles, message("sevens.last")) if _is_last(state, seat) else (tiles,)


def prompt(state: State) -> tuple[Prompt, ...]:
    """What the last move leaves to do, then whose turn it is and what he may do, or the result."""
    said = _news(state)
    if is_over(state):
        return (*said, *_result(state))
    if must_show(state):
        return (*said, Prompt(None, message("sevens.show")))
    player = state.players[state.seat]
    if is_opening(state):
        ready = Prompt(None, message("sevens.setup", hand=HAND, stock=in_stock(state), number=KYLO_REN))
        return ready, Prompt(state.seat, message("sevens.open", player=player))
    if state.drawn is not None:
        return (*said, Prompt(state.seat, message("sevens.drawn", player=player)))
    return (*said, Prompt(state.seat, message("sevens.turn" if in_stock(state) else "sevens.turn_end", player=player)))


def _news(state: State) -> tuple[Prompt, ...]:
    """That somebody must take the almighty into hand (J2-6), or has no tile left."""
    if state.news == "took" and state.holder is not None:
        return (Prompt(state.holder, message("sevens.take", player=state.players[state.holder])),)
    if state.news == "finished":
        place = len(state.finished)
        return (Prompt(None, message("sevens.finished", player=state.players[state.finished[-1]], place=place)),)
    return ()


def _result(state: State) -> tuple[Prompt, ...]:
    """Why the game is over, who has won, and whom the almighty makes last."""
    if all_passed(state):
        said = [message("sevens.over_passed")]
    else:
        said = [message("sevens.over_alone", player=state.players[seat]) for seat in still_in(state)]
    best = [standing.player for standing in standings(state) if standing.rank == 1]
    won = "sevens.won" if len(best) == 1 else "sevens.shared"
    said += [message(won, player=state.players[seat]) for seat in best]
    if state.holder is not None:
        said.append(message("sevens.holds", player=state.players[state.holder]))
    return tuple(Prompt(None, one) for one in said)


def describe(state: State, move: Move) -> Message:
    """One line of the record, without what only one player knows."""
    if isinstance(move, Show):
        return message("sevens.showed", player=state.players[move.seat])
    player = state.players[state.seat]
    if isinstance(move, Lay):
        if move.face == WILD:
            return message("sevens.laid_wild", player=player, row=move.row, number=move.number)
        takes = state.wild == (move.row, move.number)
        return message("sevens.laid_takes" if takes else "sevens.laid", player=player, row=move.row, face=move.face)
    if isinstance(move, Draw):
        return message("sevens.drew", player=player)
    return message("sevens.kept" if isinstance(move, Keep) else "sevens.passed", player=player)
