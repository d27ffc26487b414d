"""Decides which throw of a die is new: the only one detected since the last move.

The camera counts the throws that it detects (`vision.places.thrown`). If it has detected two since the last move, the
first could not be read: it may have been repeated, or belong to another player. Then neither counts, and people enter
the throw.
"""

from vision.facts import Throw


class KnownThrows:
    """The throws that were detected up to the last move.

    >>> known = KnownThrows()
    >>> known.new_throw(None), known.new_throw(Throw(1, {"5": 1.0})), known.new_throw(Throw(2, {"3": 1.0}))
    (None, Throw(number=1, pips={'5': 1.0}), None)
    """

    def __init__(self) -> None:
        self._known: int | None = None  # None: the next reading's throw counts as known
        self._detected = 0
        self._is_unread = False  # the last reading shows a throw without a move

    def new_throw(self, last: Throw | None) -> Throw | None:
        """The last throw of a reading, if it belongs to the next move; else None."""
        self._detected = 0 if last is None else last.number
        if self._known is None:
            self._known = self._detected
        self._is_unread = self._detected > self._known
        return last if self._detected == self._known + 1 else None

    def settle(self, is_throw: bool, is_entered: bool) -> None:
        """Count the last reading's throw as known, since a move was recorded.

        If people have entered a throw that no reading has shown yet, the next reading will show it.
        """
        self._known = None if is_throw and is_entered and not self._is_unread else self._detected
        self._is_unread = self._is_unread and not is_throw

    def forget(self) -> None:
        """Count the next reading's throw as known: people have corrected the game, or it is another."""
        self._known = None
