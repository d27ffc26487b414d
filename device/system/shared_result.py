"""One result of an expensive computation, shared by all phones that ask for it."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from device.system.child import Busy, in_turn
from engines.messages import message

WAIT_S = 20.0
Result = TypeVar("Result")


class SharedResult(Generic[Result]):
    """Caches the result for the last arguments, compared by identity.

    Concurrent callers wait for one computation; raises `Busy` where that takes longer than `WAIT_S`.

    >>> lengths = SharedResult(lambda text: print("counting") or len(text))
    >>> lengths.of("abc"), lengths.of("abc")
    counting
    (3, 3)
    """

    def __init__(self, compute: Callable[..., Result]) -> None:
        self._compute = compute
        self._lock = Lock()
        self._kept: tuple[tuple[object, ...], Result] | None = None

    def of(self, *arguments: object) -> Result:
        """The result for these very arguments."""
        with in_turn(self._lock, WAIT_S, Busy(message("picture.busy"))):
            kept = self._kept
            if kept is None or any(before is not now for before, now in zip(kept[0], arguments, strict=True)):
                kept = self._kept = (arguments, self._compute(*arguments))
            return kept[1]
