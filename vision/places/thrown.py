"""Detects throws of a die: a die that has come to rest and did not lie so before.

A die counts as thrown where none lay, or where one lies clearly elsewhere or with another number. One that shows the
same number nearby was pushed; one that shows another at just the same spot was misread, now or before. Where the table
is unchanged since the picture before, the detection is of something printed.
"""

import numpy as np

from vision.dice import NUMBERS, DetectedDice, Die, Grey
from vision.facts import Throw
from vision.reading import Points

_MAX_POSITION_ERROR, _MAX_PUSH = 5.0, 25.0  # mm between two detections of a die that lies still, and that was pushed
_MAX_CORNER_ERROR = 0.015  # of a side of the field (4 mm): corners that moved by less have not moved
_NOT_READ = dict.fromkeys(NUMBERS, 1 / len(NUMBERS))


class Throws:
    """Counts throws.

    Dice in the first picture, or in the first after the board was moved, do not count as thrown.

    >>> field, throws = np.array([[0.2, 0.1], [0.8, 0.1], [0.8, 0.7], [0.2, 0.7]]), Throws()
    >>> before, now = np.zeros((640, 640), np.uint8), np.full((640, 640), 90, np.uint8)
    >>> now[307:333, 307:333] = 200
    >>> throws.update(DetectedDice([], before), field)
    >>> throws.update(DetectedDice([Die((0.0, 0.0), {"5": 1.0})], now), field)
    Throw(number=1, pips={'5': 1.0})
    """

    def __init__(self) -> None:
        self._lying: list[Die] = []
        self._table: Grey | None = None
        self._field: Points | None = None
        self._count = 0
        self._last: Die | None = None

    def update(self, detected: DetectedDice, field: Points) -> Throw | None:
        """Takes the dice of one more picture and returns the last throw; None before the first.

        `field`: the corners of the board (4 × 2, in shares of the picture's width).
        """
        dice, known, before = detected.dice, self._lying, self._table
        if before is None or self._has_moved(field):
            new, is_first = list[Die](), True
        else:
            others = (die for die in dice if not any(_is_same(die, lying) for lying in known))
            new, is_first = [die for die in others if detected.is_new_at(die, before)], False
        self._field, self._table = field, detected.table
        hidden = [lying for lying in known if not any(_is_same(die, lying) for die in dice)]
        self._lying = [*dice] if is_first or new else [*dice, *hidden]
        self._count += len(new)
        if new:
            self._last = new[0] if len(new) == 1 else None
        if not self._count:
            return None
        there = [die for die in dice if self._last is not None and _is_same(die, self._last)]
        return Throw(self._count, there[0].probabilities if len(there) == 1 else _NOT_READ)

    def _has_moved(self, field: Points) -> bool:
        if self._field is None:
            return False
        side = float(np.linalg.norm(field[1] - field[0]))
        return float(np.linalg.norm(field - self._field, axis=1).max()) > _MAX_CORNER_ERROR * side


def _is_same(die: Die, before: Die) -> bool:
    """Whether a die is one of the picture before, pushed or misread."""
    return die.distance(before.middle) < (_MAX_PUSH if die.number == before.number else _MAX_POSITION_ERROR)
