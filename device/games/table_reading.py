"""One reading of a table in the terms of its game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from vision.facts import Facts, Known, Probabilities, Throw, facts_of
from vision.reading import NO_FACTS

Places: TypeAlias = Mapping[str, Probabilities]  # likelihoods of faces by place

_MAX_OPEN_PICTURES = 6  # pictures after which a new card is not read soon


@dataclass(frozen=True)
class ObservationGap:
    """The time since it was certain what had happened, as far as unobserved turns may have been made in it.

    >>> gap = ObservationGap().after({}, is_unwatched=True)
    >>> gap.is_unwatched, gap.closed().is_unwatched
    (True, False)
    """

    # Whether the time was long enough for turns that the camera missed, or the table was not understood.
    is_unwatched: bool = False
    # Whether people have said that more was done than is recorded.
    has_gone_on: bool = False
    # Places that were open when it was last known what had been done: that they still are is no news.
    explained: frozenset[str] = frozenset()

    def after(self, left_open: Mapping[str, int], is_unwatched: bool) -> "ObservationGap":
        """The gap before a reading that left these places open, each for this many pictures.

        A change while an earlier one is not understood may come turns later, and nobody could enter the calls between.
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
        """The gap once it is known what was done before a reading that left these places open."""
        return replace(self, explained=frozenset(left_open))


@dataclass(frozen=True)
class TableReading:
    """The places of one reading in the game's terms, and what is known of the time before it."""

    # Likelihoods of the faces of each place; a place without evidence is missing.
    places: Places = field(default_factory=dict)
    # Places that this picture leaves open though a later one may not, and for how many pictures.
    left_open: Mapping[str, int] = field(default_factory=dict)
    # The unobserved time before it.
    gap: ObservationGap = ObservationGap()
    # The reader's facts beyond places, or the game's interpretation of them.
    facts: Facts = NO_FACTS
    # The throw that belongs to the next move.
    throw: Throw | None = None

    def facts_of(self, kind: type[Known]) -> Known:
        """The facts if they are of this kind; otherwise empty facts."""
        return facts_of(kind, self.facts)
