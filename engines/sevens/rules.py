"""The rules of Kylo Ren Siege, J2-1 to J2-7: legal moves and their effects, messages, and the greedy bot."""

from collections.abc import Iterator
from dataclasses import replace

from engines.contract import IllegalMove, Prompt, Standing, ranks
from engines.hands import in_order, replaced, without
from engines.messages import Message, message
from engines.sevens.state import (
    COLUMNS,
    HAND,
    KEEP,
    KYLO_REN,
    OPENERS,
    PASS,
    ROWS,
    Draw,
    Keep,
    Lay,
    Move,
    Show,
    State,
    Tiles,
)
from engines.vocabulary import EMPTY, TILE_FACES, UNKNOWN, WILD


def moves(state: State) -> tuple[Move, ...]:
    """Every legal move: lays row by row, then draws, or keeping or passing instead."""
    if is_over(state):
        return ()
    if state.must_show:
        return tuple(Show(seat) for seat in state.still_in if state.may_hold(seat, WILD))
    held = {face for face in TILE_FACES if state.may_hold(state.seat, face)}
    lays = tuple(lay for lay in _fitting(state) if lay.face in held)
    if state.drawn is not None:
        return (*lays, KEEP)
    if not state.in_stock:
        return (*lays, PASS)
    return (*lays, *_draws(state)) if _may_draw(state) else lays


def _fitting(state: State) -> Iterator[Lay]:
    """All lays that fit: at the ends of each row (J2-1), and on the almighty the tile that it stands for (J2-6)."""
    for row, (low, high) in zip(ROWS, state.rows, strict=True):
        for number in COLUMNS:
            if number in (low - 1, high + 1):
                yield from (Lay(row, number, str(number)), Lay(row, number, WILD))
            elif state.wild == (row, number):
                yield Lay(row, number, str(number))


def _draws(state: State) -> Iterator[Draw]:
    return (Draw(at, face) for at, face in enumerate(state.stock, start=1) if face != EMPTY)


def _may_draw(state: State) -> bool:
    """Whether the player in turn may draw (J2-4); not the opening player if he can lay (J2-3)."""
    return not state.is_opening or not set(OPENERS) & set(state.hands[0])


def is_over(state: State) -> bool:
    """Whether only one player has tiles, or all have passed and the holder of the almighty is known (J2-5, J2-7)."""
    return len(state.still_in) <= 1 or (state.all_passed and not state.must_show)


def mover(state: State, move: Move) -> int:
    """The seat of the player who makes a move."""
    return move.seat if isinstance(move, Show) else state.seat


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `sevens.illegal.*` message."""
    if is_over(state):
        raise IllegalMove(message("sevens.illegal.over"))
    if isinstance(move, Show):
        return _show(state, move)
    if state.must_show:
        raise IllegalMove(message("sevens.illegal.show_first"))
    if isinstance(move, Lay):
        return _lay(state, move)
    if isinstance(move, Draw):
        return _draw(state, move)
    if isinstance(move, Keep):
        return _keep(state)
    return _pass(state)


def _lay(state: State, move: Lay) -> State:
    if why := _why_not(state, move) or _why_not_held(state, move.face):
        raise IllegalMove(why)
    seat, (low, high) = state.seat, state.rows[move.row - 1]
    row = (min(low, move.number), max(high, move.number))
    takes = state.wild == (move.row, move.number)
    hand = _without(state.hands[seat], move.face if state.drawn is None else state.drawn)
    if takes:  # J2-6: the player who lays the real tile must take the almighty into his hand
        hand = in_order((*hand, WILD))
    after = replace(
        state,
        hands=replaced(state.hands, seat, hand),
        rows=replaced(state.rows, move.row - 1, row),
        wild=(move.row, move.number) if move.face == WILD else None if takes else state.wild,
        holder=seat if takes else None if move.face == WILD else state.holder,
        opener_drew=_opener_drew_after(state, move) if seat == 0 else state.opener_drew,
        finished=state.finished if hand else (*state.finished, seat),
        passes=0,
    )
    return _next(after, "took" if takes else "" if hand else "finished")


def _why_not(state: State, move: Lay) -> Message | None:
    """Why nobody can lay this tile there now."""
    if move.row not in ROWS or move.number not in COLUMNS:
        return message("sevens.illegal.no_place", row=move.row, number=move.number)
    if move.face not in (str(move.number), WILD):
        key = "sevens.illegal.wrong_column" if move.face in TILE_FACES else "sevens.illegal.no_face"
        return message(key, face=move.face, number=move.number)
    low, high = state.rows[move.row - 1]
    if low <= move.number <= high:
        free = state.wild == (move.row, move.number)  # J2-6
        return None if free else message("sevens.illegal.taken", row=move.row, number=move.number)
    follows = low - 1 if move.number < KYLO_REN else high + 1
    if move.number != follows:
        return message("sevens.illegal.gap", row=move.row, number=move.number, follows=follows)
    return None


def _why_not_held(state: State, face: str) -> Message | None:
    """Why this player cannot lay this tile."""
    if state.may_hold(state.seat, face):
        return None
    player = state.players[state.seat]
    if state.drawn not in (None, UNKNOWN):
        return message("sevens.illegal.not_drawn", player=player)
    if face == WILD:
        return message("sevens.illegal.not_held_wild", player=player)
    return message("sevens.illegal.not_held", player=player, face=face)


def _opener_drew_after(state: State, move: Lay) -> int | None:
    """`State.opener_drew` after the opening player has laid a tile."""
    if state.opener_drew is None or (move.face == WILD and state.holder == 0):
        return state.opener_drew
    return state.opener_drew - (state.drawn is not None or move.face in OPENERS)


def _draw(state: State, move: Draw) -> State:
    seat, player = state.seat, state.players[state.seat]
    if state.drawn is not None:
        raise IllegalMove(message("sevens.illegal.drawn_already", player=player))
    if not state.in_stock:
        raise IllegalMove(message("sevens.illegal.stock_empty", player=player))
    if move.at not in range(1, len(state.stock) + 1) or state.stock[move.at - 1] == EMPTY:
        raise IllegalMove(message("sevens.illegal.no_stock_tile", at=move.at))
    if not _may_draw(state):
        raise IllegalMove(message("sevens.illegal.must_open", player=player))
    if move.face != UNKNOWN and not state.may_be_drawn(move.at, move.face):
        raise IllegalMove(message("sevens.illegal.cannot_be", at=move.at))
    face = state.stock[move.at - 1] if move.face == UNKNOWN else move.face
    if seat == 0 and (state.is_opening or state.opener_drew is not None):
        state = replace(state, opener_drew=(state.opener_drew or 0) + 1)
    return replace(
        state,
        hands=replaced(state.hands, seat, in_order((*state.hands[seat], face))),
        stock=replaced(state.stock, move.at - 1, EMPTY),
        drawn=face,
        news="",
    )


def _keep(state: State) -> State:
    if state.drawn is None:
        raise IllegalMove(message("sevens.illegal.nothing_drawn", player=state.players[state.seat]))
    return _next(state)


def _pass(state: State) -> State:
    player = state.players[state.seat]
    if state.drawn is not None:
        raise IllegalMove(message("sevens.illegal.drawn_already", player=player))
    if state.in_stock:
        raise IllegalMove(message("sevens.illegal.draw_instead", player=player))
    return _next(replace(state, passes=state.passes + 1))


def _show(state: State, move: Show) -> State:
    if not state.must_show:
        raise IllegalMove(message("sevens.illegal.nothing_to_show"))
    if move.seat not in state.still_in or not state.may_hold(move.seat, WILD):
        raise IllegalMove(message("sevens.illegal.not_holder"))
    hand = in_order((*_without(state.hands[move.seat], WILD), WILD))
    return replace(state, hands=replaced(state.hands, move.seat, hand), holder=move.seat, news="")


def _next(state: State, news: str = "") -> State:
    """The turn of the next player clockwise who has tiles."""
    seats = [(state.seat + step) % len(state.hands) for step in range(1, len(state.hands) + 1)]
    return replace(state, seat=next(seat for seat in seats if state.hands[seat]), drawn=None, news=news)


def _without(hand: Tiles, face: str) -> Tiles:
    """A hand without a tile of this face, or without an unknown one."""
    return without(hand, face if face in hand else UNKNOWN)


def standings(state: State) -> tuple[Standing, ...]:
    """Tiles in hand by seat; ranked by the order of finishing, then by fewest tiles (J2-5, J2-7)."""
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
    """The sort key of a player; the holder of the almighty at the end is last (J2-7)."""
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
    """The news of the last move, then whose turn it is and what he may do, or the result."""
    said = _news(state)
    if is_over(state):
        return (*said, *_result(state))
    if state.must_show:
        return (*said, Prompt(None, message("sevens.show")))
    player = state.players[state.seat]
    if state.is_opening:
        ready = Prompt(None, message("sevens.setup", hand=HAND, stock=state.in_stock, number=KYLO_REN))
        return ready, Prompt(state.seat, message("sevens.open", player=player))
    if state.drawn is not None:
        return (*said, Prompt(state.seat, message("sevens.drawn", player=player)))
    return (*said, Prompt(state.seat, message("sevens.turn" if state.in_stock else "sevens.turn_end", player=player)))


def _news(state: State) -> tuple[Prompt, ...]:
    """The news that somebody must take the almighty into his hand (J2-6), or has no tile left."""
    if state.news == "took" and state.holder is not None:
        return (Prompt(state.holder, message("sevens.take", player=state.players[state.holder])),)
    if state.news == "finished":
        place = len(state.finished)
        return (Prompt(None, message("sevens.finished", player=state.players[state.finished[-1]], place=place)),)
    return ()


def _result(state: State) -> tuple[Prompt, ...]:
    """Why the game is over, who has won, and whom the almighty makes last."""
    if state.all_passed:
        said = [message("sevens.over_passed")]
    else:
        said = [message("sevens.over_alone", player=state.players[seat]) for seat in state.still_in]
    best = [standing.player for standing in standings(state) if standing.rank == 1]
    won = "sevens.won" if len(best) == 1 else "sevens.shared"
    said += [message(won, player=state.players[seat]) for seat in best]
    if state.holder is not None:
        said.append(message("sevens.holds", player=state.players[state.holder]))
    return tuple(Prompt(None, line) for line in said)


def describe(state: State, move: Move) -> Message:
    """One line of the record, naming only what everybody sees of a move."""
    if isinstance(move, Show):
        return message("sevens.showed", player=state.players[move.seat])
    player = state.players[state.seat]
    if isinstance(move, Lay):
        if move.face == WILD:
            return message("sevens.laid_wild", player=player, row=move.row, number=move.number)
        takes = state.wild == (move.row, move.number)
        key = "laid_takes" if takes else "laid_fills" if _fills(state, move) else "laid"
        return message(f"sevens.{key}", player=player, row=move.row, face=move.face)
    if isinstance(move, Draw):
        return message("sevens.drew", player=player)
    return message("sevens.kept" if isinstance(move, Keep) else "sevens.passed", player=player)


def _fills(state: State, move: Lay) -> bool:
    """Whether a tile that is laid at an end of a row is the last of that row."""
    low, high = state.rows[move.row - 1]
    return (min(low, move.number), max(high, move.number)) == (COLUMNS[0], COLUMNS[-1])


def greedy(state: State, player: int) -> Move | None:
    """The move of the bot in turn; as holder of the almighty it also shows it when that is due (J2-7)."""
    if state.must_show:
        return Show(player) if WILD in state.hands[player] else None
    return _turn(state) if state.seat == player and not is_over(state) else None


def _turn(state: State) -> Move:
    """The lay with most of his own tiles further out on its side, else the almighty, else a draw.

    He takes the almighty back only when the stock is empty.
    """
    lays = [move for move in moves(state) if isinstance(move, Lay)]
    tiles = [lay for lay in lays if lay.face != WILD and state.wild != (lay.row, lay.number)]
    almighty = [lay for lay in lays if lay.face == WILD]
    if tiles or almighty:
        return max(tiles or almighty, key=lambda lay: _followers(state, lay))
    if state.in_stock and state.drawn is None:
        return Draw(next(at for at, face in enumerate(state.stock, start=1) if face != EMPTY))
    if lays and not state.in_stock:
        return lays[0]
    return PASS if state.drawn is None else KEEP


def _followers(state: State, lay: Lay) -> int:
    """The number of the player's own tiles that belong further out on the same side."""
    side = range(1, lay.number) if lay.number < KYLO_REN else range(lay.number + 1, 10)
    return sum(state.hands[state.seat].count(str(number)) for number in side)
