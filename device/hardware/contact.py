"""What a button's contact does, and whether a finger does it: buttons get stuck, and their wires come loose.

A contact that trembles for some milliseconds at each press is the pin's business (`bounce_time`).
"""

import time
from collections import deque
from collections.abc import Callable

from engines.messages import Message, message

# Nobody holds a button for so long.
STUCK_S = 20.0
# Nor presses one more often within a second: a loose wire does.
MOST_A_SECOND = 6
# A loose wire is trusted again when it has been still for so long.
STILL_S = 5.0


class Contact:
    """Tells of a button's presses, `name` or `"<name>_long"`, as long as they can be those of a finger.

    A short press counts when the button is let go. A button that was closed already when the box began to listen tells
    nothing until it has been let go. Its `part` is what it is called in the texts.

    >>> told = []
    >>> contact = Contact("ok", "button/ok", told.append)
    >>> contact.pressed(); contact.released(); contact.pressed(); contact.held(); contact.released(); told
    ['ok', 'ok_long']
    """

    def __init__(
        self, name: str, part: str, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.part = part
        self._name, self._tell, self._clock = name, tell, clock
        self._closed_at_s: float | None = None
        self._is_told = False
        self._presses: deque[float] = deque(maxlen=MOST_A_SECOND + 1)
        self._still_at_s = float("-inf")

    def closed_from_the_start(self) -> None:
        """It is closed before anybody can have pressed it."""
        self._closed_at_s, self._is_told = self._clock(), True

    @property
    def is_closed(self) -> bool:
        """Whether it is closed now."""
        return self._closed_at_s is not None

    def pressed(self) -> None:
        """It closes."""
        now = self._clock()
        self._closed_at_s, self._is_told = now, False
        self._presses.append(now)
        if self._is_loose(now) or (len(self._presses) > MOST_A_SECOND and now - self._presses[0] < 1.0):
            self._still_at_s, self._is_told = now + STILL_S, True

    def held(self) -> None:
        """It has been closed for a second."""
        if not self._is_told:
            self._is_told = True
            self._tell(f"{self._name}_long")

    def released(self) -> None:
        """It opens."""
        self._closed_at_s = None
        if not self._is_told:
            self._is_told = True
            self._tell(self._name)

    def trouble(self) -> Message | None:
        """What people must know of it now."""
        now, closed_at_s = self._clock(), self._closed_at_s
        if self._is_loose(now):
            return message("buttons.loose", button=self.part)
        if closed_at_s is not None and now - closed_at_s >= STUCK_S:
            return message("buttons.stuck", button=self.part)
        return None

    def _is_loose(self, now: float) -> bool:
        return now < self._still_at_s
