"""What the adviser says of a discard of Galaxy Jarapon that was made, by what its player could know then."""

from collections.abc import Iterator, Sequence

from engines.hands import in_order
from engines.jarapon.advice import Advice, Outlook, advise
from engines.jarapon.choice import compared, is_best
from engines.jarapon.hand import score_hand
from engines.jarapon.moves import Discard, Draw, LaySet, Move, Show, Tiles
from engines.jarapon.settling import laid_tiles, win_of
from engines.jarapon.state import State, shorter
from engines.jarapon.view import lying_open
from engines.messages import Fact, Message, message
from engines.vocabulary import TILE_FACES


def comments(states: Sequence[State], made: Sequence[Move], number: int) -> tuple[Message, ...]:
    """Comments on the move with this number, from 1: a discard from a hand that is wholly known, before riichi (J7-9).

    A hand is known if it was dealt so, or if it was shown later without having changed. `states`: those before and
    after each of the moves `made`.
    """
    state, move = states[number - 1], made[number - 1]
    if not isinstance(move, Discard) or state.seats[move.seat].riichi:
        return ()
    concealed = _concealed(states, made, number, move)
    if concealed is None:
        return ()
    held = message("comment.held", player=state.players[move.seat], tiles=" ".join(map(shorter, in_order(concealed))))
    nine, win = (*concealed, *laid_tiles(state, move.seat)), win_of(state, move.seat)
    won = score_hand(nine, state.house.scored_by, win) if state.drawn is not None else None
    if won:
        return held, message("comment.won", hand=won.row.title, points=won.total)
    return held, *_said(advise(nine, state.house.scored_by, win, lying_open(state, move.seat)), move.tile)


def _concealed(states: Sequence[State], made: Sequence[Move], number: int, move: Discard) -> Tiles | None:
    """The concealed tiles that a discard was chosen from; None where they are not wholly known."""
    held = states[number - 1].in_hand(move.seat)
    if set(held) <= set(TILE_FACES):
        return held
    kept = _shown_later(states[number:], made[number:], move.seat)
    return None if kept is None else (*kept, move.tile)


def _shown_later(states: Sequence[State], made: Sequence[Move], seat: int) -> Tiles | None:
    """The tiles that a player kept, if he shows them in this hand to win by ron and has changed none meanwhile."""
    for state, move in zip(states, made, strict=False):
        if state.match.hand != states[0].match.hand:
            return None
        if isinstance(move, Show) and move.seat == seat:
            return move.tiles if state.last is not None and isinstance(move.tiles, tuple) else None
        changes = isinstance(move, Draw | LaySet) and move.seat == seat
        if changes and not state.seats[seat].riichi:  # after riichi the tile drawn is discarded (J7-9)
            return None
    return None


def _said(advised: Advice, tile: str) -> Iterator[Message]:
    best = advised.outlooks[0]
    facts: dict[str, Fact] = {"tile": shorter(tile), "best": shorter(best.discard or "")}
    if tile == best.discard:
        yield message("comment.same", tile=shorter(tile))
    elif is_best(advised, tile):
        yield message("comment.as_good", **facts)
    else:
        yield message("comment.other", best=facts["best"])
        yield compared(advised, tile)
    yield from _why(best)


def _why(best: Outlook) -> Iterator[Message]:
    """The hand that the best discard mostly leads to."""
    if best.value:
        score = best.likeliest.wait.score
        same = [chance for chance in best.chances if chance.left and chance.wait.score.row is score.row]
        tiles, left = " ".join(shorter(chance.wait.tile) for chance in same), sum(chance.left for chance in same)
        yield message("comment.waits", tiles=tiles, left=left, hand=score.row.title)
    elif best.nearest.near:
        near = best.nearest.near[0]
        tiles = " ".join(map(shorter, near.lacks))
        yield message("comment.lacks", tiles=tiles, count=len(near.lacks), hand=near.row.title, points=near.points)
