"""The rules of Infiltration, J4-2 to J4-6: legal moves and their effects, messages, and the greedy bot."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.contract import IllegalMove, Prompt, Standing
from engines.infiltration.state import (
    AT,
    CHARACTERS,
    CORNERS,
    EMPTY_SQUARE,
    FIELD,
    INFILTRATOR,
    LETTERS,
    OF_EACH,
    ROLES,
    SUPPORTER,
    Leave,
    Move,
    State,
    Step,
    owner,
)
from engines.messages import Fact, Message, message
from engines.vocabulary import UNKNOWN

# Up, left, right and down (J4-2), by the index of a square in FIELD.
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        AT[square]
        for file, row in ((0, -1), (-1, 0), (1, 0), (0, 1))
        if (square := f"{chr(ord(FIELD[at][0]) + file)}{int(FIELD[at][1]) + row}") in AT
    )
    for at in range(len(FIELD))
)


def is_over(state: State) -> bool:
    """Whether somebody has won or the position has come up three times."""
    return state.ending is not None


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move by its start square; one for each role that an unknown tile may have."""
    if is_over(state):
        return ()
    mine = LETTERS[state.seat]
    return tuple(
        move for at, letter in enumerate(state.board) if letter in mine for move in _moves_of(state, at, letter)
    )


def _moves_of(state: State, at: int, letter: str) -> Iterator[Move]:
    for to in NEIGHBOURS[at]:
        target = state.board[to]
        if target in LETTERS[state.seat] or _closed(state, to):
            continue
        if _wins_on(state, to):  # an enemy never stands there: his own corners are closed to him
            yield from (Step(FIELD[at], FIELD[to], wins=role == INFILTRATOR) for role in state.could_be(letter))
        elif target == EMPTY_SQUARE:
            yield Step(FIELD[at], FIELD[to])
        else:
            yield from (Step(FIELD[at], FIELD[to], role) for role in state.could_be(target))
    if _may_leave_from(state, at) and INFILTRATOR in state.could_be(letter):
        yield Leave(FIELD[at])


def _closed(state: State, to: int) -> bool:
    """Whether a square is an own corner of the mover, closed to him with `enter_square` (J4-3)."""
    return state.exit == "enter_square" and to in CORNERS[state.seat]


def _wins_on(state: State, to: int) -> bool:
    """Whether an infiltrator wins by reaching a square (J4-3)."""
    return state.exit == "enter_square" and to in CORNERS[1 - state.seat]


def _may_leave_from(state: State, at: int) -> bool:
    """Whether an infiltrator may leave from a square (J4-3)."""
    return state.exit == "step_out" and at in CORNERS[1 - state.seat]


def mover(state: State, move: Move) -> int:  # noqa: ARG001  (a move does not say who makes it)
    """The seat of the player who makes a move in this state."""
    return state.seat


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with an `infiltration.illegal.*` message."""
    if is_over(state):
        raise _refused("over")
    at = _own_tile(state, move.start)
    if isinstance(move, Leave):
        return _leave(state, at)
    to = _target(state, at, move.end)
    if not _may_take(state, to, move.taken):
        raise _wrong_role(state, to, move.taken)
    letter = state.board[at]
    if _wins_on(state, to):
        letter = _at_the_corner(state, letter, to, move.wins)
    elif move.wins:
        raise _refused("not_in_there", square=FIELD[to])
    squares = list(state.board)
    squares[at], squares[to] = EMPTY_SQUARE, letter
    lost = list(state.lost)
    if move.taken is not None:
        lost[1 - state.seat] = (*lost[1 - state.seat], move.taken)
    after = replace(
        state,
        board="".join(squares),
        lost=(lost[0], lost[1]),
        seat=1 - state.seat,
        moved=True,
        inside=state.seat if move.wins else None,
    )
    return _remembering(after, () if move.taken else state.earlier)


def _remembering(state: State, earlier: tuple[str, ...]) -> State:
    """The state with its position added to `earlier`, where repetition is a draw (J4-6)."""
    return replace(state, earlier=(*earlier, state.as_shown)) if state.repetition == "draw" else state


def _own_tile(state: State, square: str) -> int:
    """The index of a square with a tile of the mover; raises `IllegalMove` for any other."""
    at = _place(square)
    if state.board[at] not in LETTERS[state.seat]:
        why = "no_tile" if state.board[at] == EMPTY_SQUARE else "not_yours"
        raise _refused(why, player=state.players[state.seat], square=square)
    return at


def _place(square: str) -> int:
    if square not in AT:
        raise _refused("no_square", square=square)
    return AT[square]


def _target(state: State, at: int, square: str) -> int:
    """The index of a square to which a tile may go (J4-2, J4-3); raises `IllegalMove` for any other."""
    to, player = _place(square), state.players[state.seat]
    if to not in NEIGHBOURS[at]:
        raise _refused("too_far", player=player, start=FIELD[at], end=square)
    if state.board[to] in LETTERS[state.seat]:
        raise _refused("own_tile", player=player, square=square)
    if _closed(state, to):
        raise _refused("own_entrance", player=player, square=square)
    return to


def _may_take(state: State, to: int, taken: str | None) -> bool:
    target = state.board[to]
    return taken is None if target == EMPTY_SQUARE else taken in state.could_be(target)


def _wrong_role(state: State, to: int, taken: str | None) -> IllegalMove:
    """Why a captured tile cannot have this role."""
    square = FIELD[to]
    if state.board[to] == EMPTY_SQUARE:
        return _refused("nothing_there", square=square)
    if taken not in ROLES:
        return _refused("say_which", square=square)
    return _refused(f"no_{taken}", player=state.players[1 - state.seat], square=square)


def _at_the_corner(state: State, letter: str, to: int, wins: bool) -> str:
    """The letter of a tile that reaches an enemy corner; if it does not win, it is a known supporter (J4-4)."""
    player, square = state.players[state.seat], FIELD[to]
    if (INFILTRATOR if wins else SUPPORTER) not in state.could_be(letter):
        raise _refused("supporter" if wins else "has_won", player=player, square=square)
    return letter if wins else LETTERS[state.seat][2]


def _leave(state: State, at: int) -> State:
    """An infiltrator leaves through the entrance of an enemy corner (J4-3); a supporter may not (J4-4)."""
    facts: dict[str, Fact] = {"player": state.players[state.seat], "square": FIELD[at]}
    if state.exit != "step_out":
        raise _refused("nobody_leaves", **facts)
    if not _may_leave_from(state, at):
        raise _refused("no_entrance", **facts)
    if INFILTRATOR not in state.could_be(state.board[at]):
        raise _refused("supporter", **facts)
    squares = list(state.board)
    squares[at] = EMPTY_SQUARE
    after = replace(state, board="".join(squares), seat=1 - state.seat, moved=True, inside=state.seat)
    return _remembering(after, state.earlier)


def tiles_at_entrances(state: State, seat: int) -> list[str]:
    """The squares at the entrances of the enemy's base on which a player has a tile."""
    return [FIELD[at] for at in sorted(CORNERS[1 - seat]) if owner(state.board[at]) == seat]


def _refused(why: str, **facts: Fact) -> IllegalMove:
    return IllegalMove(message(f"infiltration.illegal.{why}", **facts))


def standings(state: State) -> tuple[Standing, ...]:
    """One point for the winner; the reasons are the captured tiles and how the game was won."""
    return tuple(
        Standing(
            player=seat,
            score=int(state.winner == seat),
            rank=1 if state.winner in (None, seat) else 2,
            reasons=_reasons(state, seat),
            unit=_unit(state, seat),
        )
        for seat in range(2)
    )


def _unit(state: State, seat: int) -> Message:
    return message("infiltration.unit", score=int(state.winner == seat), tiles=len(state.lost[1 - seat]))


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    captured = state.lost[1 - seat]
    count = message(
        "infiltration.captured",
        infiltrators=captured.count(INFILTRATOR),
        supporters=captured.count(SUPPORTER),
    )
    return (count, _how_won(state, seat)) if state.winner == seat else (count,)


def prompt(state: State) -> tuple[Prompt, ...]:
    """The setup, whose turn it is, which tiles stand at an entrance, or who has won."""
    if state.ending is not None:
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
    won = state.winner
    return message("infiltration.repeated") if won is None else _how_won(state, won)


def _how_won(state: State, seat: int) -> Message:
    """How a player has won (J4-3, J4-5)."""
    player, other = state.players[seat], state.players[1 - seat]
    return message(f"infiltration.won_{state.ending}", player=player, other=other)


def describe(state: State, move: Move) -> Message:
    """One line of the record: where a tile goes, what it captures, and whether it infiltrates."""
    player = state.players[state.seat]
    if isinstance(move, Leave):
        return message("infiltration.left", player=player, square=move.start)
    how = "moved_in" if move.wins else "moved"
    if move.taken == UNKNOWN:
        how = "took"
    elif move.taken is not None:
        how = f"took_{CHARACTERS[state.side(1 - state.seat), move.taken]}"
    return message(f"infiltration.{how}", player=player, start=move.start, end=move.end)


_FAR_ROW = (range(1, 5), range(31, 35))  # goals of supporters: the enemy's home row without the entrances
_WORTH_OF_WIN = 100
_WORTH_WITHOUT_PROGRESS = -50  # bots that go back and forth would never end the game


def greedy(state: State, player: int) -> Move | None:
    """The move of greatest worth, the first of equals; the role of a captured tile is `UNKNOWN`."""
    if state.seat != player:
        return None
    best = max(moves(state), key=lambda move: _worth(state, move), default=None)
    return Step(best.start, best.end, UNKNOWN, best.wins) if isinstance(best, Step) and best.taken else best


def _worth(state: State, move: Move) -> int:
    if isinstance(move, Leave) or move.wins:
        return _WORTH_OF_WIN
    at, to, me = AT[move.start], AT[move.end], state.seat
    is_infiltrator = INFILTRATOR in state.could_be(state.board[at])
    goals = CORNERS[1 - me] if is_infiltrator else _FAR_ROW[me]
    nearer = _distance_to(goals, at) - _distance_to(goals, to)
    worth = 2 * nearer if is_infiltrator else nearer
    if is_infiltrator:
        worth += 3 * (_is_attacked(state, at) - _is_attacked(state, to))
    if move.taken is None:
        return worth if nearer > 0 else worth + _WORTH_WITHOUT_PROGRESS
    # Capturing the fourth supporter would lose the game; but a tile near the own entrance must be captured.
    would_lose = state.lost[1 - me].count(SUPPORTER) == OF_EACH - 1
    return worth + (-6 if would_lose else 4) + (20 if _distance_to(CORNERS[me], to) < 2 else 0)


def _is_attacked(state: State, at: int) -> bool:
    """Whether an enemy tile stands beside a square."""
    return any(owner(state.board[near]) == 1 - state.seat for near in NEIGHBOURS[at])


def _distance_to(goals: Iterable[int], at: int) -> int:
    """The number of steps to the nearest of the goals."""
    return min(abs(at // 6 - goal // 6) + abs(at % 6 - goal % 6) for goal in goals)
