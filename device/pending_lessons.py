"""Lessons that people look at before they are kept, each under a number: what is accepted is what was looked at."""

import secrets
from itertools import count
from typing import Generic, TypeVar

from engines.messages import Refusal, message

Shown = TypeVar("Shown")


class PendingLessons(Generic[Shown]):
    """What was shown, of which the last `most` can be accepted.

    >>> pending = PendingLessons[str]()
    >>> blurred, sharp = pending.add("blurred"), pending.add("sharp")
    >>> pending.of(sharp), pending.find(blurred)
    ('sharp', None)
    """

    def __init__(self, most: int = 1) -> None:
        # Begun anywhere: a phone that looked before the box was started again must not name another one.
        self._numbers = count(secrets.randbelow(2**31))
        self._most = most
        self._kept: dict[int, Shown] = {}

    def add(self, shown: Shown) -> int:
        """Show something; gives its number."""
        number = next(self._numbers)
        self._kept = dict([*self._kept.items(), (number, shown)][-self._most :])
        return number

    def find(self, number: int) -> Shown | None:
        """What was shown under a number; None where it is gone, or nothing ever was."""
        return self._kept.get(number)

    def of(self, number: int) -> Shown:
        """The lesson that was shown under a number; raises `Refusal` where there is none, or another one since."""
        kept = self._kept
        if number not in kept:
            raise Refusal(message("table.other_lesson" if kept else "table.no_lesson"))
        return kept[number]

    def clear(self) -> None:
        """Nothing of this can be accepted any more."""
        self._kept = {}
