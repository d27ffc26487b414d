"""The order of moves of cards that no picture shows."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, takewhile
from operator import eq
from typing import Any

from engines.skip_bo import Draw, Lay, Penalty
from engines.stop.moves import LayOff, Meld, Show
from engines.vocabulary import UNKNOWN

# Kinds of moves whose order no picture shows.
_UNORDERED = (
    (Show,),
    (Meld, LayOff),
    (Lay, Draw, Penalty),
)


def as_recorded(made: Sequence[Any], recorded: Sequence[Any]) -> list[Any]:
    """The moves that were made, but in the order in which they were read where no picture shows their order.

    Such moves are hands laid open, and in one turn melds, cards laid off and cards laid on building piles, with the
    draws and penalty cards between them. Those not read yet follow in the order in which the box would name them. A
    hand that people entered as unread and that was read later comes twice.
    """
    found: list[Any] = []
    for kind, run in groupby(made, lambda move: next((kind for kind in _UNORDERED if isinstance(move, kind)), None)):
        left = list(run)
        read = [] if kind is None else _run_of(kind, recorded[len(found) :])
        for move in read:
            matches = (one for is_same in (eq, _is_unread) for one in left if is_same(one, move))
            same = next(matches, None)
            if isinstance(same, Show) and same != move and same in read:
                found.append(move)
            elif same is not None:
                found.append(same)
                left.remove(same)
        found += left if kind is None else sorted(left, key=_naming_order)
    return found


def _run_of(kind: tuple[type, ...], moves: Sequence[Any]) -> list[Any]:
    """The leading moves of a kind."""
    return list(takewhile(lambda move: isinstance(move, kind), moves))


def _is_unread(made: Any, recorded: Any) -> bool:
    """Whether a move is recorded without its cards: a hand that was laid open, or a card that was covered."""
    if isinstance(made, Show):
        return bool(recorded == Show(made.seat, UNKNOWN))
    return isinstance(made, Lay) and bool(recorded == replace(made, card=UNKNOWN))


def _naming_order(move: Show | Meld | LayOff | Lay | Draw | Penalty) -> tuple[bool, int]:
    """The order in which the box names moves: hands by seat, melds before what is laid off on them, penalties last."""
    if isinstance(move, Show):
        return False, move.seat
    return isinstance(move, LayOff | Penalty), getattr(move, "meld", 0)
