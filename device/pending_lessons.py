"""Numbered lessons that people review before they accept one, so that they accept only what they reviewed."""

import secrets
from itertools import count
from typing import Generic, TypeVar

from engines.messages import Refusal, message

Shown = TypeVar("Shown")


class PendingLessons(Generic[Shown]):
    """The last `most` lessons shown, each of which can be accepted by its number.

    >>> pending = PendingLessons[str]()
    >>> blurred, sharp = pending.add("blurred"), pending.add("sharp")
    >>> pending.of(sharp), pending.find(blurred)
    ('sharp', None)
    """

    def __init__(self, most: int = 1) -> None:
        # A random start: a phone's number from before a restart must not name another lesson.
        self._numbers = count(secrets.randbelow(2**31))
        self._most = most
        self._kept: dict[int, Shown] = {}

    def add(self, shown: Shown) -> int:
        """Add a lesson; gives its number."""
        number = next(self._numbers)
        self._kept = dict([*self._kept.items(), (number, shown)][-self._most :])
        return number

    def find(self, number: int) -> Shown | None:
        """The lesson of a number; None where it is gone or never was."""
        return self._kept.get(number)

    def of(self, number: int) -> Shown:
        """The lesson of a number; raises `Refusal` where there is none, or a newer one has replaced it."""
        kept = self._kept
        if number not in kept:
            raise Refusal(message("table.other_lesson" if kept else "table.no_lesson"))
        return kept[number]

    def clear(self) -> None:
        """Drop all lessons: none can be accepted any more."""
        self._kept = {}
