"""One listener at the table for all event streams.

The table's thread reads pictures and must not wake two hundred others with every state. It wakes this one, which wakes
the others in small batches: all at once they would hold the interpreter lock and delay the table's next picture.
"""

import time
from threading import Lock
from typing import Protocol

from device.system.watched_thread import Turn, WatchedThread
from device.table.listeners import Subscription
from device.table.snapshot import Snapshot
from web.limits import Waits

BATCH_SIZE = 8  # streams that are woken together
BATCH_PAUSE_S = 0.002  # before each of these; the last of two hundred waits a twentieth of a second
GRACE_S = 5.0  # beyond a beat, before the thread counts as hanging


class Source(Protocol):
    """The source of snapshots: the live table."""

    def subscribe(self) -> Subscription:
        """Every snapshot from now on, the current one first."""


class Relay:
    """Forwards a table's snapshots to any number of subscriptions, each of which gets all of them in order.

    Its `thread` lives as long as anybody listens; a replacement begins with the newest snapshot.
    """

    def __init__(self, table: Source, beat_s: float = Waits.beat_s) -> None:
        self.thread = WatchedThread("relay", self._run, beat_s + GRACE_S)
        self._table, self._beat_s = table, beat_s
        self._lock = Lock()
        self._listeners: list[Subscription] = []
        self._newest: Snapshot | None = None

    def subscribe(self) -> Subscription:
        """Every snapshot from now on, the newest one first."""
        return Subscription(self)

    def add_listener(self, listener: Subscription) -> None:
        """Called by `Subscription`."""
        with self._lock:
            if not self.thread.is_working:
                self.thread.start()
            self._listeners.append(listener)
            if self._newest is not None:
                listener.waiting.put(self._newest)

    def remove_listener(self, listener: Subscription) -> None:
        """Called by `Subscription`."""
        with self._lock:
            self._listeners.remove(listener)

    def _run(self, turn: Turn) -> None:
        with self._table.subscribe() as snapshots:
            while turn.goes_on():
                self._forward(turn, snapshots.next(self._beat_s))

    def _forward(self, turn: Turn, snapshot: Snapshot | None) -> None:
        """Forward a new snapshot, if there is one, to all listeners; end the turn if none is left."""
        with self._lock:
            if not turn.goes_on():
                return
            if not self._listeners:
                self._newest = None
                turn.end()
                return
            if snapshot is not None:
                self._newest = snapshot
                for at, listener in enumerate(self._listeners):
                    if at % BATCH_SIZE == 0:
                        time.sleep(BATCH_PAUSE_S)
                    listener.waiting.put(snapshot)
