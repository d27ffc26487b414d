"""One listener at the table for all streams of the page.

The table's thread reads pictures: it must not wake two hundred others with every state. It wakes this one, which
wakes them a few at a time. All at once they would keep the table from its next picture, since only one thread of a
Python program runs at a time and nobody says whose turn it is.
"""

import time
from threading import Lock
from typing import Protocol

from device.system.watched_thread import Turn, WatchedThread
from device.table.listeners import Subscription
from device.table.snapshot import Snapshot
from web.limits import Waits

AT_ONCE = 8  # streams that are woken together
PAUSE_S = 0.002  # before each of these; the last of two hundred waits a twentieth of a second
PATIENCE_S = 5.0  # beyond a beat


class Source(Protocol):
    """Whose snapshots are handed on: the live table."""

    def subscribe(self) -> Subscription:
        """Every snapshot from now on, the current one first."""


class Relay:
    """Hands a table's snapshots on to any number of subscriptions, each of which gets all of them in order.

    Its `thread` lives as long as anybody listens. One that takes over from another begins with the newest.
    """

    def __init__(self, table: Source, beat_s: float = Waits.beat_s) -> None:
        self.thread = WatchedThread("relay", self._run, beat_s + PATIENCE_S)
        self._table, self._beat_s = table, beat_s
        self._lock = Lock()
        self._listeners: list[Subscription] = []
        self._newest: Snapshot | None = None

    def subscribe(self) -> Subscription:
        """Every snapshot from now on, the newest one first."""
        return Subscription(self)

    def add_listener(self, listener: Subscription) -> None:
        """For `Subscription`."""
        with self._lock:
            if not self.thread.is_working:
                self.thread.start()
            self._listeners.append(listener)
            if self._newest is not None:
                listener.waiting.put(self._newest)

    def remove_listener(self, listener: Subscription) -> None:
        """For `Subscription`."""
        with self._lock:
            self._listeners.remove(listener)

    def _run(self, turn: Turn) -> None:
        with self._table.subscribe() as snapshots:
            while turn.goes_on():
                self._hand_on(turn, snapshots.next(self._beat_s))

    def _hand_on(self, turn: Turn, snapshot: Snapshot | None) -> None:
        """Give everybody what is new, if anything is; with nobody left the turn ends."""
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
                    if at % AT_ONCE == 0:
                        time.sleep(PAUSE_S)
                    listener.waiting.put(snapshot)
