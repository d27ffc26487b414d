"""What checkers shows and says: the layout, the standings, the prompts and the lines of the record."""

from engines.checkers.board import AT_START, FAR_ROW, effect
from engines.checkers.moves import AnyMove, Move
from engines.checkers.rules import FORTY_MOVES, is_over, moves_of_tiles, winner
from engines.checkers.state import State
from engines.contract import Prompt, Standing
from engines.messages import Message, message


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles left, by seat; ranked by tiles while the game goes on and by who won when it is over (J5-4)."""
    tiles = state.position[:2]
    over = is_over(state)
    best = winner(state) if over else None
    return tuple(
        Standing(
            player=seat,
            score=tiles[seat].bit_count(),
            rank=2 if (best == 1 - seat if over else tiles[seat].bit_count() < tiles[1 - seat].bit_count()) else 1,
            reasons=_reasons(state, seat, best),
            unit=message("checkers.unit", score=tiles[seat].bit_count()),
        )
        for seat in (0, 1)
    )


def _reasons(state: State, seat: int, best: int | None) -> tuple[Message, ...]:
    mine, standing = state.position[seat], state.position[seat] & state.position[2]
    reasons = [message(f"checkers.lying_{_side(state, seat)}", tiles=(mine & ~standing).bit_count())]
    if standing:
        reasons.append(message("checkers.standing", tiles=standing.bit_count()))
    if best == seat:
        reasons.append(message("checkers.winner"))
    return tuple(reasons)


def prompt(state: State) -> tuple[Prompt, ...]:
    """Whose turn it is with which side, what he must take (J5-3), which tile stands up (J5-2), or the result (J5-4)."""
    if is_over(state):
        return _result(state)
    seat, name = state.seat, state.players[state.seat]
    legal = moves_of_tiles(state.position)
    said = []
    if state.position == (*AT_START, 0, 0):
        said.append(Prompt(None, message("checkers.setup", tiles=AT_START[0].bit_count())))
    if len(state.earlier) >= FORTY_MOVES:
        said.append(Prompt(None, message("checkers.standstill", moves=FORTY_MOVES // 2)))
    takers = dict.fromkeys(move.squares[0] for move in legal if effect(move.squares)[2])
    if takers:
        said.append(Prompt(seat, message("checkers.must_take", player=name, squares=" ".join(takers))))
    else:
        said.append(Prompt(seat, message(f"checkers.turn_{_side(state, seat)}", player=name)))
    if any(_stands_up(state, move) for move in legal):
        said.append(Prompt(seat, message("checkers.far_row", player=name)))
    return tuple(said)


def _result(state: State) -> tuple[Prompt, ...]:
    player = state.players[state.seat]
    if state.ended in ("draw", "forty_moves", "repetition"):
        why = message(f"checkers.over_{state.ended}")
    elif state.ended == "given_up":
        why = message("checkers.over_given_up", player=player)
    else:
        why = message("checkers.over_stuck" if state.position[state.seat] else "checkers.over_no_tile", player=player)
    best = winner(state)
    drawn = message("checkers.drawn")
    return Prompt(None, why), Prompt(
        None, drawn if best is None else message("checkers.won", player=state.players[best])
    )


def describe(state: State, move: AnyMove) -> Message:
    """One line of the record: who goes where, takes how much and stands a tile up, or what was agreed."""
    if not isinstance(move, Move):
        if move.loser is None:
            return message("checkers.agreed", player=state.players[0], other=state.players[1])
        return message("checkers.gave_up", player=state.players[move.loser])
    taken = effect(move.squares)[2].bit_count()
    start, *onward = move.squares
    key = ("checkers.took" if taken else "checkers.moved") + ("_stands_up" if _stands_up(state, move) else "")
    return message(key, player=state.players[state.seat], square=start, to=" ".join(onward), taken=taken)


def _stands_up(state: State, move: Move) -> bool:
    """Whether a move makes a lying tile a power-up tile (J5-2)."""
    start, end, _ = effect(move.squares)
    return not start & state.position[2] and bool(end & FAR_ROW[state.seat])


def _side(state: State, seat: int) -> str:
    return "light" if (state.table.first == "light") == (seat == 0) else "dark"
