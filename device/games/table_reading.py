"""What one reading shows of a game's table, in the terms of that game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from vision.facts import Facts, Known, Probabilities, Throw, facts_of
from vision.reading import NO_FACTS

Places: TypeAlias = Mapping[str, Probabilities]  # of a reading

_MAX_OPEN_PICTURES = 6  # after which a card that has come is not read soon


@dataclass(frozen=True)
class ObservationGap:
    """The time since it was certain what had happened, as far as turns may have been made in it that nobody observed.

    >>> gap = ObservationGap().after({}, is_unwatched=True)
    >>> gap.is_unwatched, gap.closed().is_unwatched
    (True, False)
    """

    # The time was so long that turns fit in which the camera did not see, or the table was not understood.
    is_unwatched: bool = False
    # People have said that more was made than is recorded.
    has_gone_on: bool = False
    # Places that were open when it was last known what had been made: that they still are says nothing new.
    explained: frozenset[str] = frozenset()

    def after(self, left_open: Mapping[str, int], is_unwatched: bool) -> "ObservationGap":
        """The gap before another reading, which left these places open, each for so many pictures.

        What comes while something that came before is not understood yet may come turns later, and nobody could enter
        what was called in these.
        """
        explained = self.explained & left_open.keys()
        longest = max((pictures for place, pictures in left_open.items() if place not in explained), default=0)
        is_late = 0 in left_open.values() and longest >= _MAX_OPEN_PICTURES
        return replace(self, explained=explained, is_unwatched=self.is_unwatched or is_unwatched or is_late)

    def opened(self) -> "ObservationGap":
        """The gap once turns may have been made unobserved."""
        return replace(self, is_unwatched=True)

    def closed(self) -> "ObservationGap":
        """The gap once it is certain what has happened."""
        return replace(self, is_unwatched=False, has_gone_on=False)

    def explaining(self, left_open: Iterable[str]) -> "ObservationGap":
        """The gap once it is known what was made until a reading that left these places open."""
        return replace(self, explained=frozenset(left_open))


@dataclass(frozen=True)
class TableReading:
    """The places of one reading as a game means them, and what is known of the time before it."""

    # What each place shows; a place without evidence is missing.
    places: Places = field(default_factory=dict)
    # Places that this picture leaves open though another one soon may not, and for how many pictures.
    left_open: Mapping[str, int] = field(default_factory=dict)
    # What may have been made before it unobserved.
    gap: ObservationGap = ObservationGap()
    # What the reader knows beyond places, or what the game makes of that.
    facts: Facts = NO_FACTS
    # The throw of a die that belongs to the next move.
    throw: Throw | None = None

    def facts_of(self, kind: type[Known]) -> Known:
        """The facts, if they are of this kind; of another reader's there are none."""
        return facts_of(kind, self.facts)
