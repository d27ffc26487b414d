"""Subscriptions to the live table: each gets every snapshot after it begins, in order."""

from queue import Empty, SimpleQueue
from typing import Protocol, Self

from device.table.snapshot import Snapshot


class Subscription:
    """Snapshots as they come, the current one first; leave its `with` block to stop listening.

    with table.subscribe() as subscription:
        while True:
            snapshot = subscription.next(timeout_s=5.0)
    """

    def __init__(self, source: "SnapshotSource") -> None:
        self.waiting: SimpleQueue[Snapshot] = SimpleQueue()
        self._source = source

    def next(self, timeout_s: float) -> Snapshot | None:
        """The next snapshot, or None when there is none within the time."""
        try:
            return self.waiting.get(timeout=timeout_s)
        except Empty:
            return None

    def __enter__(self) -> Self:
        self._source.add_listener(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._source.remove_listener(self)


class SnapshotSource(Protocol):
    """What subscriptions get their snapshots from; both calls return at once."""

    def add_listener(self, listener: Subscription) -> None:
        """Give it the current snapshot, and every one from then on."""

    def remove_listener(self, listener: Subscription) -> None:
        """Give it no more snapshots."""
