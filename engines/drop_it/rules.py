"""Drop It (ドロップイット): the rules D-1 to D-14 behind the contract of games, for two to four players or two teams.

Seat 0 is the youngest and drops first (D-5), the others follow clockwise; teams alternate, and so do their members. A
move is a dropped piece and how it came to rest: its level, the circles that it covers, what it touches. A drop that
breaks a rule scores nothing. `engines.drop_it.notation` describes the record.

>>> from engines.drop_it import start
>>> state = start(["Aya", "Ben"], {})
>>> state = play(state, Drop("circle/blue", level=2, circles=("large",)))
>>> state = play(state, Drop("circle/red", level=2, touches=("circle/blue",)))
>>> print(state)
frame 2: ●b ●r
Aya: 3, left 17
Ben: 0, left 17
"""

from collections import Counter
from dataclasses import replace
from functools import cache

from engines.contract import IllegalMove
from engines.drop_it.moves import BONUS, COLOUR, NO_EDGES, SHAPE, Drop, Joker, Keep, Move
from engines.drop_it.pieces import COLOURS, OF_EACH, PIECES, SHAPES, colour_of, shape_of
from engines.drop_it.state import State
from engines.messages import Message, message
from engines.vocabulary import UNKNOWN

MAX_CIRCLES = 4  # of one size under one piece


def moves(state: State) -> tuple[Move, ...]:
    """A joker where one may be used, and landings that represent all others (`outcomes`).

    `play` accepts any possible landing, also with several circles, touches and breaches at once, and that of an unknown
    piece.
    """
    choices: tuple[Move, ...] = (Joker(),) if state.joker_open else ()
    if state.all_dropped:
        return (*choices, Keep()) if choices else ()
    return (*choices, *outcomes(state))


def is_over(state: State) -> bool:
    """Whether all pieces are dropped (D-9), and no joker may be used any more."""
    return state.ended


def play(state: State, move: Move) -> State:
    """The state after a move; raises `IllegalMove` with a `drop_it.illegal.*` message."""
    why = _why_no_drop(state, move) if isinstance(move, Drop) else _why_no_joker(state, move)
    if why is not None:
        raise IllegalMove(why)
    if isinstance(move, Drop):
        return replace(state, drops=(*state.drops, move))
    if isinstance(move, Joker):
        return replace(state, saved=(*state.saved, len(state.drops) - 1))
    return replace(state, kept=True)


def _why_no_drop(state: State, drop: Drop) -> Message | None:
    """Why a drop is not possible, None where it is."""
    if why := _why_no_unknown_piece(state, drop) if drop.piece == UNKNOWN else why_no_piece(state, drop.piece):
        return why
    if drop.broke and drop.piece != UNKNOWN:
        return message("drop_it.illegal.say_why", piece=drop.piece)
    if drop.level not in range(1, state.levels + 1):
        return message("drop_it.illegal.no_level", level=drop.level, levels=state.levels)
    if drop.above and drop.level != state.levels:
        return message("drop_it.illegal.above_is_top", level=drop.level, levels=state.levels)
    return _impossible_circles(drop) or _impossible_touches(state, drop) or _impossible_edges(state, drop)


def _why_no_unknown_piece(state: State, drop: Drop) -> Message | None:
    """Why an unknown piece cannot be dropped; only who knows the piece can say what it touches."""
    if state.all_dropped:
        return message("drop_it.illegal.over")
    return message("drop_it.illegal.say_piece") if drop.touches or drop.edges else None


def why_no_piece(state: State, piece: str) -> Message | None:
    """Why the player in turn cannot drop a piece at all, None where he can (D-4)."""
    if state.all_dropped:
        return message("drop_it.illegal.over")
    if piece not in PIECES:
        return message("drop_it.illegal.no_piece", piece=piece)
    code = state.shares.why_not(state.side_of(len(state.drops)), piece)
    return _not_his(state, piece, code) if code else None


def _not_his(state: State, piece: str, code: str) -> Message:
    """The message why the side in turn may not drop a piece (D-4)."""
    turn = len(state.drops)
    side, divided = state.side_of(turn), state.shares
    name = state.players[state.seat_of(turn)]
    if code == "not_yours":
        owner = state.side_name(divided.owner[colour_of(piece)])
        return message("drop_it.illegal.not_yours", player=name, piece=piece, owner=owner)
    if code == "other_colours":
        colours = " ".join(f"colour/{colour}" for colour in divided.colours(side))
        return message("drop_it.illegal.other_colours", player=name, piece=piece, colours=colours)
    if code == "yellow_share":
        return message("drop_it.illegal.yellow_share", player=name, piece=piece)
    return message("drop_it.illegal.none_left", piece=piece)


def _impossible_circles(drop: Drop) -> Message | None:
    for size, count in Counter(drop.circles).items():
        if size not in BONUS:
            return message("drop_it.illegal.no_circle", size=size)
        if count > MAX_CIRCLES:
            return message("drop_it.illegal.many_circles", size=f"size/{size}", most=MAX_CIRCLES)
    return None


def _impossible_touches(state: State, drop: Drop) -> Message | None:
    """Only what lies in the frame can be touched, each piece once; an unknown one may be any."""
    there = Counter(before.piece for before in state.drops)
    spare = there[UNKNOWN]
    for piece, count in Counter(drop.touches).items():
        if piece not in PIECES:
            return message("drop_it.illegal.no_piece", piece=piece)
        spare -= max(0, count - there[piece])
        if count > OF_EACH[shape_of(piece)] or spare < 0:
            return message("drop_it.illegal.not_in_frame", piece=piece, count=count, there=there[piece])
    return None


def _impossible_edges(state: State, drop: Drop) -> Message | None:
    """Edges show shapes or colours (D-12), and none without the edge rule (D-13)."""
    printed = {SHAPE: SHAPES, COLOUR: COLOURS, NO_EDGES: ()}[state.edges]
    for mark in drop.edges:
        if not printed:
            return message("drop_it.illegal.no_edge_rule", mark=mark)
        if mark not in printed:
            return message("drop_it.illegal.no_edge", mark=mark, marks=" ".join(f"edge/{shown}" for shown in printed))
    return None


def _why_no_joker(state: State, move: Joker | Keep) -> Message | None:
    """Why no joker can be used, or kept, now (D-14)."""
    if isinstance(move, Keep):
        return None if state.all_dropped and state.joker_open else message("drop_it.illegal.nothing_to_keep")
    if state.joker_open:
        return None
    if not state.jokers:
        return message("drop_it.illegal.without_jokers")
    last = len(state.drops) - 1
    if state.kept:
        return message("drop_it.illegal.over")
    if last < 0 or not state.broken(last):
        return message("drop_it.illegal.nothing_to_cancel")
    return message("drop_it.illegal.no_joker_left", player=state.side_name(state.side_of(last)))


def mover(state: State, move: Move) -> int:
    """The seat of the player in turn, or for a joker of the one who has just dropped."""
    return state.seat_of(len(state.drops) - (not isinstance(move, Drop)))


CIRCLE_CHOICES: tuple[tuple[str, ...], ...] = ((), *((size,) for size in BONUS))


def outcomes(state: State) -> tuple[Drop, ...]:
    """Landings that represent all others, for each piece that the side in turn may drop.

    On every level there are clean ones, with no circle and with one of each size, which touch the latest piece that
    they may; and ones with a single breach: touching the latest piece of the same shape, the latest of the same colour,
    an edge segment with its own print, or sticking out.
    """
    dropped = tuple(drop.piece for drop in reversed(state.drops) if drop.piece != UNKNOWN)
    found: list[Drop] = []
    for piece in state.shares.open_to(state.side_of(len(state.drops))):
        shape, colour = shape_of(piece), colour_of(piece)
        same_shape = next((other for other in dropped if shape_of(other) == shape), None)
        same_colour = next((other for other in dropped if colour_of(other) == colour), None)
        unlike = next((other for other in dropped if shape_of(other) != shape and colour_of(other) != colour), None)
        found += _clean(piece, unlike, state.levels)
        for other in dict.fromkeys((same_shape, same_colour)):
            found += _touching(piece, other, state.levels) if other is not None else ()
        found += _at_the_edge(piece, state.edges, state.levels) if state.edges != NO_EDGES else ()
        found.append(Drop(piece, state.levels, above=True))
    return tuple(found)


@cache
def _clean(piece: str, touched: str | None, levels: int) -> tuple[Drop, ...]:
    touches = () if touched is None else (touched,)
    return tuple(Drop(piece, level, circles, touches) for level in range(1, levels + 1) for circles in CIRCLE_CHOICES)


@cache
def _touching(piece: str, other: str, levels: int) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, touches=(other,)) for level in range(1, levels + 1))


@cache
def _at_the_edge(piece: str, edges_by: str, levels: int) -> tuple[Drop, ...]:
    return tuple(Drop(piece, level, edges=(own_mark(piece, edges_by),)) for level in range(1, levels + 1))


def own_mark(piece: str, edges_by: str) -> str:
    """The print of the edges that a piece must not touch: its shape or its colour (D-12)."""
    return {SHAPE: shape_of, COLOUR: colour_of}[edges_by](piece)
