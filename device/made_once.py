"""What is made of a picture is made once, for all phones that ask for it."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from device.system.child import Busy
from engines.messages import message

WAIT_S = 20.0
Made = TypeVar("Made")


class MadeOnce(Generic[Made]):
    """Makes something of the newest things it is asked for, and keeps it until it is asked for others.

    Whoever asks meanwhile waits for it, and so not all work at the same; raises `Busy` where that takes too long.

    >>> lengths = MadeOnce(lambda text: print("counting") or len(text))
    >>> lengths.of("abc"), lengths.of("abc")
    counting
    (3, 3)
    """

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: tuple[tuple[object, ...], Made] | None = None

    def of(self, *things: object) -> Made:
        """What these very things make."""
        if not self._lock.acquire(timeout=WAIT_S):
            raise Busy(message("picture.busy"))
        try:
            kept = self._kept
            if kept is None or any(one is not other for one, other in zip(kept[0], things, strict=True)):
                kept = self._kept = (things, self._make(*things))
            return kept[1]
        finally:
            self._lock.release()
