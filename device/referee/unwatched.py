"""What people are asked of a time when nobody watched, of a game in which turns may leave no trace.

A picture then shows at least what has been made, and never that it was all. So an answer either tells all that was
made, or how it began, and that more came after it: what that was is asked next, from there on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from device.games.profile import GONE_ON, UNWATCHED, Places
from device.referee.outcomes import MORE, NOTHING_MORE, Moved
from engines.vocabulary import EMPTY, UNKNOWN

_MARK = {EMPTY: 1.0}
_LONG = 6  # pictures, after which a card that has come is not read soon
_WHOLE = 2  # explanations that are offered as they are


class Meanwhile:
    """What is known of the time since it was certain what had happened.

    `is_unwatched`: it was so long that turns fit in which nobody saw, or the table was not understood. `has_gone_on`:
    people have said that more was made.
    """

    def __init__(self) -> None:
        self.is_unwatched = self.has_gone_on = False
        self._explained = frozenset[str]()

    def look(self, left_open: Mapping[str, int], unwatched: bool) -> None:
        """Note another reading: for how many pictures it left which places open, and whether nobody watched before it.

        What comes while something that came before is not understood yet may come turns later, and nobody could enter
        what was called in these.
        """
        self._explained &= left_open.keys()
        open_for = (looks for place, looks in left_open.items() if place not in self._explained)
        self.is_unwatched |= unwatched or (0 in left_open.values() and max(open_for, default=0) >= _LONG)

    def explain(self, left_open: Iterable[str]) -> None:
        """Note that it is known what was made until a reading that left these places open."""
        self._explained = frozenset(left_open)

    def marked(self, places: Places) -> Places:
        """A reading's places with marks of what is known of the time before it."""
        raw = {place: likely for place, likely in places.items() if place not in (UNWATCHED, GONE_ON)}
        unwatched = {UNWATCHED: _MARK} if self.is_unwatched else {}
        return {**raw, **unwatched, **({GONE_ON: _MARK} if self.has_gone_on else {})}

    def know(self, is_certain: bool) -> None:
        """Note whether it is certain now what has happened."""
        self.is_unwatched = self.is_unwatched and not is_certain
        self.has_gone_on = self.has_gone_on and not is_certain

    def answered(self, then: str, is_whole: bool) -> None:
        """People have said what happened, and what came `then`; `is_whole`: the picture left nothing open."""
        self.know(then == NOTHING_MORE or is_whole)
        self.has_gone_on = then == MORE
        self.is_unwatched = self.is_unwatched or self.has_gone_on


def answers(explanations: Sequence[Moved[Any]]) -> tuple[Moved[Any], ...]:
    """The answers to what was made, by what explains a picture, the likeliest first.

    >>> [(one.moves, one.then) for one in answers([Moved(("4S",)), Moved(("KD", "4S"))])]
    [(('4S',), 'nothing'), (('KD', '4S'), 'nothing'), (('4S',), 'more'), (('KD',), 'more')]
    """
    whole = [replace(one, then=NOTHING_MORE) for one in explanations[:_WHOLE]]
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
