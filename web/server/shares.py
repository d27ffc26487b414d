"""Limits on what each client address may use of the server at once, so that none can exhaust it.

The address is that of the connection, which no header can forge. The box's own, 127.0.0.1 or ::1, is not limited: its
programs, and benchmarks with 200 phones, connect from there.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from web.limits import (
    ADDRESS_ANSWERS,
    ADDRESS_CONNECTIONS,
    ADDRESS_SMALL_BODIES,
    ADDRESS_THREADS,
    ADDRESS_UNREAD_BYTES,
    ALL_UPLOADS_BYTES,
    CONNECTION_EVERY_SECONDS,
    CONNECTIONS_AT_ONCE,
    CPU_BURST_SECONDS,
    CPU_REGAINED_PER_SECOND,
    MAX_JSON_BYTES,
    OWN_ADDRESSES,
    REQUEST_CPU_SECONDS,
    UNPAIRED_UPLOADS_BYTES,
)
from web.security.rate_limit import RateLimit


class Connection(Protocol):
    """What `Shares` needs of a connection."""

    total_outbufs_len: int  # bytes of answers that the client has not yet read

    @property
    def address(self) -> str:
        """The client's address."""


@dataclass
class _Share:
    updated_at: float  # s, of the clock
    cpu_s: float = CPU_BURST_SECONDS  # s of CPU time left
    connections: set[Connection] = field(default_factory=set)
    threads: set[Connection] = field(default_factory=set)  # that hold a thread
    answering: set[Connection] = field(default_factory=set)  # of these, whose answers are still being computed
    waiting: deque[Connection] = field(default_factory=deque)  # whose next request waits for a thread
    small_bodies: int = 0  # in memory
    uploads: int = 0  # large bodies in memory

    def may_start(self, connection: Connection) -> bool:
        # Requests on one connection are answered one after the other.
        if connection in self.threads:
            return False
        return connection.address in OWN_ADDRESSES or (
            self.cpu_s > 0
            and len(self.answering) < ADDRESS_ANSWERS
            and len(self.threads) < ADDRESS_THREADS
            and sum(one.total_outbufs_len for one in self.connections) <= ADDRESS_UNREAD_BYTES
        )

    @property
    def is_forgettable(self) -> bool:
        """Whether this address uses nothing, and has its full CPU allowance."""
        used = self.connections or self.threads or self.small_bodies or self.uploads
        return not used and self.cpu_s >= CPU_BURST_SECONDS


class Shares:
    """Connections, bodies, threads and CPU time by address; thread-safe.

    `start` is called with a connection whose next request may be answered now.
    """

    def __init__(self, start: Callable[[Connection], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._start, self._clock = start, clock
        self._by_address: dict[str, _Share] = {}
        self._connecting = RateLimit(CONNECTIONS_AT_ONCE, CONNECTION_EVERY_SECONDS, clock)
        self._uploads = self._unpaired_uploads = 0  # bytes
        self._lock = Lock()

    def has_room(self, address: str) -> bool:
        """Whether this address may open one more connection now; counts towards its rate of new connections."""
        with self._lock:
            if address in OWN_ADDRESSES:
                return True
            return len(self._share(address).connections) < ADDRESS_CONNECTIONS and self._connecting.wait_s(address) == 0

    def enter(self, connection: Connection) -> None:
        """Count a connection."""
        with self._lock:
            self._share(connection.address).connections.add(connection)

    def leave(self, connection: Connection) -> bool:
        """Forget a closed connection; returns whether a request of it was waiting, which then never starts."""
        with self._lock:
            share = self._share(connection.address)
            share.connections.discard(connection)
            waited = connection in share.waiting
            if waited:
                share.waiting.remove(connection)
            self._start_waiting(share)
            return waited

    def reserve_body(self, address: str, length: int, is_paired: bool) -> bool:
        """Reserve memory for a body of `length` bytes; False when there is none now. `release_body` frees it.

        Each address may send one large body at a time. All unpaired phones together get half of the memory.
        """
        with self._lock:
            share, is_own = self._share(address), address in OWN_ADDRESSES
            if length <= MAX_JSON_BYTES:
                if share.small_bodies >= ADDRESS_SMALL_BODIES and not is_own:
                    return False
                share.small_bodies += 1
                return True
            unpaired = 0 if is_paired else length
            if (
                (share.uploads and not is_own)
                or self._uploads + length > ALL_UPLOADS_BYTES
                or (unpaired and self._unpaired_uploads + unpaired > UNPAIRED_UPLOADS_BYTES)
            ):
                return False
            share.uploads += 1
            self._uploads += length
            self._unpaired_uploads += unpaired
            return True

    def release_body(self, address: str, length: int, is_paired: bool) -> None:
        """Free what `reserve_body` reserved with the same arguments."""
        with self._lock:
            share = self._share(address)
            if length <= MAX_JSON_BYTES:
                share.small_bodies -= 1
                return
            share.uploads -= 1
            self._uploads -= length
            self._unpaired_uploads -= 0 if is_paired else length

    def enqueue(self, connection: Connection) -> None:
        """Start the next request of a connection as soon as its address may have another one answered."""
        with self._lock:
            share = self._share(connection.address)
            share.waiting.append(connection)
            self._start_waiting(share)

    def finish_answer(self, connection: Connection, cpu_s: float) -> None:
        """Charge the CPU time of an answer that has been computed; it may still have to be sent."""
        with self._lock:
            share = self._share(connection.address)
            share.answering.discard(connection)
            share.cpu_s = max(share.cpu_s - cpu_s, -CPU_BURST_SECONDS)
            self._start_waiting(share)

    def free_thread(self, connection: Connection) -> None:
        """Note that the thread that answered this connection is free."""
        with self._lock:
            share = self._share(connection.address)
            share.answering.discard(connection)
            share.threads.discard(connection)
            self._start_waiting(share)

    def tick(self) -> None:
        """Start requests that had to wait, and forget idle addresses; to be called every second."""
        with self._lock:
            for address in list(self._by_address):
                share = self._share(address)
                self._start_waiting(share)
                if share.is_forgettable:
                    del self._by_address[address]

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._by_address)

    def _share(self, address: str) -> _Share:
        now = self._clock()
        share = self._by_address.get(address)
        if share is None:
            share = self._by_address[address] = _Share(now)
        share.cpu_s = min(CPU_BURST_SECONDS, share.cpu_s + (now - share.updated_at) * CPU_REGAINED_PER_SECOND)
        share.updated_at = now
        return share

    def _start_waiting(self, share: _Share) -> None:
        # A request that waits for the previous one on its connection must not hold up the others.
        for connection in list(share.waiting):
            if share.may_start(connection):
                share.waiting.remove(connection)
                share.threads.add(connection)
                share.answering.add(connection)
                share.cpu_s -= REQUEST_CPU_SECONDS
                self._start(connection)
