"""Answers about a time when nobody observed the table, in a game whose turns may leave no trace.

A picture then shows the least that was done, and never that it was everything. So an answer either gives all moves, or
how they began and that more came after; what that was is asked next, from there on.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from device.referee.outcomes import MORE, NOTHING_MORE, Moved
from engines.vocabulary import UNKNOWN

_MAX_WHOLE = 2  # explanations that are offered complete


def answers(explanations: Sequence[Moved[Any]]) -> tuple[Moved[Any], ...]:
    """The answers to what was done, from the explanations of a picture, likeliest first.

    >>> [(one.moves, one.then) for one in answers([Moved(("4S",)), Moved(("KD", "4S"))])]
    [(('4S',), 'nothing'), (('KD', '4S'), 'nothing'), (('4S',), 'more'), (('KD',), 'more')]
    """
    whole = [replace(one, then=NOTHING_MORE) for one in explanations[:_MAX_WHOLE]]
    openings = {one.moves: one for one in explanations[:1]} | {_opening(one.moves): one for one in explanations}
    return (*whole, *(replace(one, moves=moves, then=MORE) for moves, one in openings.items()))


def _opening(moves: Sequence[Any]) -> tuple[Any, ...]:
    """The first moves up to one without unknown parts.

    A card drawn is seen with what comes after it, and one that was discarded and not read is taken at once.
    """
    known = next((at for at, move in enumerate(moves) if not _is_open(move)), len(moves) - 1)
    return tuple(moves[: known + 1])


def _is_open(move: object) -> bool:
    """Whether a part of a move is unknown."""
    return is_dataclass(move) and any(getattr(move, field.name) == UNKNOWN for field in fields(move))
