"""What people are asked of a time when nobody observed the table, of a game in which turns may leave no trace.

A picture then shows at least what has been made, and never that it was all. So an answer either tells all that was
made, or how it began, and that more came after it: what that was is asked next, from there on.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from device.referee.outcomes import MORE, NOTHING_MORE, Moved
from engines.vocabulary import UNKNOWN

_MAX_WHOLE = 2  # explanations that are offered as they are


def answers(explanations: Sequence[Moved[Any]]) -> tuple[Moved[Any], ...]:
    """The answers to what was made, by what explains a picture, the likeliest first.

    >>> [(one.moves, one.then) for one in answers([Moved(("4S",)), Moved(("KD", "4S"))])]
    [(('4S',), 'nothing'), (('KD', '4S'), 'nothing'), (('4S',), 'more'), (('KD',), 'more')]
    """
    whole = [replace(one, then=NOTHING_MORE) for one in explanations[:_MAX_WHOLE]]
    begun = {one.moves: one for one in explanations[:1]} | {_begun(one.moves): one for one in explanations}
    return (*whole, *(replace(one, moves=moves, then=MORE) for moves, one in begun.items()))


def _begun(moves: Sequence[Any]) -> tuple[Any, ...]:
    """The first of some moves, as far as one that leaves nothing open.

    A card drawn is seen with what comes after it, and one that was discarded and not read is taken at once.
    """
    known = next((at for at, move in enumerate(moves) if not _is_open(move)), len(moves) - 1)
    return tuple(moves[: known + 1])


def _is_open(move: object) -> bool:
    """Whether something of a move was not seen."""
    return is_dataclass(move) and any(getattr(move, field.name) == UNKNOWN for field in fields(move))
