"""What Infiltration says: what a camera must see, who has captured what, and what to say to whom."""

from engines.contract import Prompt, Standing
from engines.infiltration.moves import INFILTRATOR, SUPPORTER, Leave, Move
from engines.infiltration.rules import ending, tiles_at_entrances, winner
from engines.infiltration.state import State
from engines.messages import Message, message
from engines.vocabulary import UNKNOWN

# J4-1; which number a character has is a matter of the tile set (J-c3), so a captured tile shows its character.
CHARACTERS = {
    ("resistance", INFILTRATOR): "rey",
    ("resistance", SUPPORTER): "finn",
    ("first_order", INFILTRATOR): "phasma",
    ("first_order", SUPPORTER): "trooper",
}


def standings(state: State) -> tuple[Standing, ...]:
    """A point for the winner; the reasons are what each player has captured and how the game was won."""
    return tuple(
        Standing(
            player=seat,
            score=int(winner(state) == seat),
            rank=1 if winner(state) in (None, seat) else 2,
            reasons=_reasons(state, seat),
            unit=_unit(state, seat),
        )
        for seat in range(2)
    )


def _unit(state: State, seat: int) -> Message:
    return message("infiltration.unit", score=int(winner(state) == seat), tiles=len(state.lost[1 - seat]))


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    captured = state.lost[1 - seat]
    count = message(
        "infiltration.captured",
        infiltrators=captured.count(INFILTRATOR),
        supporters=captured.count(SUPPORTER),
    )
    return (count, _how_won(state, seat)) if winner(state) == seat else (count,)


def prompt(state: State) -> tuple[Prompt, ...]:
    """How to set up, whose turn it is, which tiles stand at an entrance, or who has won."""
    if ending(state) is not None:
        return (Prompt(None, _result(state)),)
    said = []
    if not state.moved:
        for seat, player in enumerate(state.players):
            said.append(Prompt(seat, message(f"infiltration.place_{state.side(seat)}", player=player)))
        said.append(Prompt(None, message(f"infiltration.lay_open_{state.exit}")))
    seat, player = state.seat, state.players[state.seat]
    if state.exit == "step_out":
        if squares := tiles_at_entrances(state, 1 - seat):
            beware = message("infiltration.beware", player=player, squares=" ".join(squares))
            said.append(Prompt(None, beware))
        if squares := tiles_at_entrances(state, seat):
            may_leave = message("infiltration.may_leave", player=player, squares=" ".join(squares))
            return (*said, Prompt(seat, may_leave))
    return (*said, Prompt(seat, message("infiltration.turn", player=player)))


def _result(state: State) -> Message:
    won = winner(state)
    return message("infiltration.repeated") if won is None else _how_won(state, won)


def _how_won(state: State, seat: int) -> Message:
    """How a player has won (J4-3, J4-5)."""
    player, other = state.players[seat], state.players[1 - seat]
    return message(f"infiltration.won_{ending(state)}", player=player, other=other)


def describe(state: State, move: Move) -> Message:
    """One line of the record: where a tile goes, what it captures, how it gets in."""
    player = state.players[state.seat]
    if isinstance(move, Leave):
        return message("infiltration.left", player=player, square=move.start)
    how = "moved_in" if move.wins else "moved"
    if move.taken == UNKNOWN:
        how = "took"
    elif move.taken is not None:
        how = f"took_{CHARACTERS[state.side(1 - state.seat), move.taken]}"
    return message(f"infiltration.{how}", player=player, start=move.start, end=move.end)
