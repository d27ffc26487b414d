"""Who listens to the live table: each listener gets every snapshot from the moment on at which it began, in order."""

from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Protocol, Self

from device.snapshot import Snapshot


class Subscription:
    """Snapshots as they come, the current one first; leave its `with` block to stop listening.

    with table.subscribe() as listening:
        while True:
            snapshot = listening.next(timeout_s=5.0)
    """

    def __init__(self, told_by: "Teller") -> None:
        self.waiting: SimpleQueue[Snapshot] = SimpleQueue()
        self._told_by = told_by

    def next(self, timeout_s: float) -> Snapshot | None:
        """The next snapshot, or None when there is none within the time."""
        try:
            return self.waiting.get(timeout=timeout_s)
        except Empty:
            return None

    def __enter__(self) -> Self:
        self._told_by.begin_telling(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._told_by.end_telling(self)


class Teller(Protocol):
    """Who tells subscriptions; both calls return at once."""

    def begin_telling(self, listener: Subscription) -> None:
        """Tell it the current snapshot, and every one from then on."""

    def end_telling(self, listener: Subscription) -> None:
        """Tell it nothing more."""
