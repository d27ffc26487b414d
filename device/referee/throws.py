"""Which throw of a die is new: the one that was seen since the last move, if it was the only one.

The camera counts the throws that it sees (`vision.places.thrown`). Where it has seen two since the last move, the first
could not be read: it may have been thrown again, or belong to another player. Then neither counts, and people say what
was thrown.
"""

from device.games.table_reading import Places
from engines.vocabulary import DIE


class KnownThrows:
    """The throws that were seen up to the last move.

    >>> known = KnownThrows()
    >>> known.new({}), known.new({"die/1": {"5": 1.0}}), known.new({"die/2": {"3": 1.0}})
    ({}, {'die/1': {'5': 1.0}}, {})
    """

    def __init__(self) -> None:
        self._known: int | None = None  # None: whatever the next reading shows
        self._seen = 0
        self._is_unread = False  # the last reading has shown a throw that no move was made of

    def new(self, places: Places) -> Places:
        """The places of a reading without a throw that is none of the next move's."""
        numbers = [int(place.removeprefix(DIE)) for place in places if place.startswith(DIE)]
        self._seen = max(numbers, default=0)
        if self._known is None:
            self._known = self._seen
        self._is_unread = self._seen > self._known
        return places if self._seen == self._known + 1 else without_throws(places)

    def settle(self, is_throw: bool, is_told: bool) -> None:
        """A move was recorded: what the last reading has shown is known.

        Where people have told a throw that no reading has shown yet, the next one will.
        """
        self._known = None if is_throw and is_told and not self._is_unread else self._seen
        self._is_unread = self._is_unread and not is_throw

    def forget(self) -> None:
        """People have corrected the game, or it is another: whatever the next reading shows is known."""
        self._known = None


def without_throws(places: Places) -> Places:
    """The same places, but no dice."""
    if not any(place.startswith(DIE) for place in places):
        return places  # the very same reading
    return {place: likely for place, likely in places.items() if not place.startswith(DIE)}
