"""What each address of the network may have of the server at once, so that none of them can take all of it.

An address is that of a connection, which nobody can write into a header. The box's own, 127.0.0.1 or ::1, shares with
nobody: its programs, and measurements with 200 phones, come from there.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from web.limits import (
    ALL_UPLOADS_BYTES,
    BUSY_SECONDS,
    CONNECTION_EVERY_SECONDS,
    CONNECTIONS,
    CONNECTIONS_AT_ONCE,
    JSON_BYTES,
    OWN_ADDRESSES,
    REQUEST_SECONDS,
    SMALL_BODIES,
    STRANGERS_UPLOADS_BYTES,
    THREADS,
    TURNS,
    UNREAD_BYTES,
    WORK_EACH_SECOND,
)
from web.security.rate_limit import RateLimit


class Connection(Protocol):
    """What is to be known of a connection here."""

    total_outbufs_len: int  # bytes of answers that the other side has not yet taken

    @property
    def address(self) -> str:
        """Where it comes from."""


@dataclass
class _Share:
    at: float
    work_s: float = BUSY_SECONDS  # what is left of the processor's time
    connections: set[Connection] = field(default_factory=set)
    threads: set[Connection] = field(default_factory=set)  # whose requests have a thread
    turns: set[Connection] = field(default_factory=set)  # of these, whose answers are still being made
    waiting: deque[Connection] = field(default_factory=deque)
    small_bodies: int = 0
    uploads: int = 0

    def may_start(self, connection: Connection) -> bool:
        # The next request on a connection has to wait for the one before it.
        if connection in self.threads:
            return False
        return connection.address in OWN_ADDRESSES or (
            self.work_s > 0
            and len(self.turns) < TURNS
            and len(self.threads) < THREADS
            and sum(one.total_outbufs_len for one in self.connections) <= UNREAD_BYTES
        )

    @property
    def is_forgettable(self) -> bool:
        """Whether this address takes nothing, and has everything back."""
        taken = self.connections or self.threads or self.small_bodies or self.uploads
        return not taken and self.work_s >= BUSY_SECONDS


class Shares:
    """Connections, bodies, threads and working time by address; may be used by many threads.

    `start` is called with a connection whose next request may be answered now.
    """

    def __init__(self, start: Callable[[Connection], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._start, self._clock = start, clock
        self._of: dict[str, _Share] = {}
        self._connecting = RateLimit(CONNECTIONS_AT_ONCE, CONNECTION_EVERY_SECONDS, clock)
        self._uploads = self._strangers_uploads = 0  # bytes
        self._lock = Lock()

    def has_room(self, address: str) -> bool:
        """Whether this address may have one more connection, and has not just had very many."""
        with self._lock:
            if address in OWN_ADDRESSES:
                return True
            return len(self._share(address).connections) < CONNECTIONS and self._connecting.wait_s(address) == 0

    def enter(self, connection: Connection) -> None:
        """Count a connection."""
        with self._lock:
            self._share(connection.address).connections.add(connection)

    def leave(self, connection: Connection) -> bool:
        """Forget a connection that has been closed; whether a request of it was waiting, which never starts now."""
        with self._lock:
            share = self._share(connection.address)
            share.connections.discard(connection)
            waited = connection in share.waiting
            if waited:
                share.waiting.remove(connection)
            self._go_on(share)
            return waited

    def take_body(self, address: str, length: int, is_paired: bool) -> bool:
        """Reserve room for a body of so many bytes; False when it must not come now. `give_body` frees the room.

        Large bodies come one after the other from each address. All phones that are not paired share half of the room.
        """
        with self._lock:
            share, free = self._share(address), address in OWN_ADDRESSES
            if length <= JSON_BYTES:
                if share.small_bodies >= SMALL_BODIES and not free:
                    return False
                share.small_bodies += 1
                return True
            strangers = 0 if is_paired else length
            if (
                (share.uploads and not free)
                or self._uploads + length > ALL_UPLOADS_BYTES
                or (strangers and self._strangers_uploads + strangers > STRANGERS_UPLOADS_BYTES)
            ):
                return False
            share.uploads += 1
            self._uploads += length
            self._strangers_uploads += strangers
            return True

    def give_body(self, address: str, length: int, is_paired: bool) -> None:
        """Free what `take_body` has reserved, with the same arguments."""
        with self._lock:
            share = self._share(address)
            if length <= JSON_BYTES:
                share.small_bodies -= 1
                return
            share.uploads -= 1
            self._uploads -= length
            self._strangers_uploads -= 0 if is_paired else length

    def ask(self, connection: Connection) -> None:
        """Start the next request of a connection as soon as its address may have one more answered."""
        with self._lock:
            share = self._share(connection.address)
            share.waiting.append(connection)
            self._go_on(share)

    def made(self, connection: Connection, work_s: float) -> None:
        """An answer has been made, for which a thread worked so long; it may still have to be sent."""
        with self._lock:
            share = self._share(connection.address)
            share.turns.discard(connection)
            share.work_s = max(share.work_s - work_s, -BUSY_SECONDS)
            self._go_on(share)

    def done(self, connection: Connection) -> None:
        """The thread that answered this connection is free."""
        with self._lock:
            share = self._share(connection.address)
            share.turns.discard(connection)
            share.threads.discard(connection)
            self._go_on(share)

    def tick(self) -> None:
        """Let addresses go on that had to wait, and forget those that take nothing; to be called each second."""
        with self._lock:
            for address in list(self._of):
                share = self._share(address)
                self._go_on(share)
                if share.is_forgettable:
                    del self._of[address]

    def __len__(self) -> int:
        """How many addresses there is something to remember of."""
        return len(self._of)

    def _share(self, address: str) -> _Share:
        now = self._clock()
        share = self._of.get(address)
        if share is None:
            share = self._of[address] = _Share(now)
        share.work_s = min(BUSY_SECONDS, share.work_s + (now - share.at) * WORK_EACH_SECOND)
        share.at = now
        return share

    def _go_on(self, share: _Share) -> None:
        # One that waits for the request before it on its own connection must not hold up the others.
        for connection in list(share.waiting):
            if share.may_start(connection):
                share.waiting.remove(connection)
                share.threads.add(connection)
                share.turns.add(connection)
                share.work_s -= REQUEST_SECONDS
                self._start(connection)
