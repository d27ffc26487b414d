"""How fast a phone may go, so that one that runs wild cannot take the box away from the others.

Each address of the network has a few requests at once, and gets more of them back as time goes by. That is all a room
needs, so no library: those that there are bring storage servers and shared counters along.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

MAX_ADDRESSES = 512


@dataclass
class _Left:
    requests: float
    at: float


class RateLimit:
    """`at_once` requests of an address, and one more every `every_s` seconds; may be used by many threads.

    >>> seconds = iter((0.0, 0.0, 0.0, 3.0))
    >>> limit = RateLimit(at_once=2, every_s=3.0, clock=lambda: next(seconds))
    >>> [limit.wait_s("192.168.1.20") for _ in range(4)]
    [0, 0, 3, 0]
    """

    def __init__(self, at_once: int, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._every_s, self._clock = at_once, every_s, clock
        self._left: OrderedDict[str, _Left] = OrderedDict()
        self._lock = Lock()

    def wait_s(self, address: str) -> int:
        """0 for a request that may be answered; else after how many seconds the next one may come."""
        with self._lock:
            now = self._clock()
            # Whoever has been quiet for longest has everything back first, and makes room.
            left = self._left.pop(address, None) or _Left(self._at_once, now)
            left.requests, left.at = min(self._at_once, left.requests + (now - left.at) / self._every_s), now
            self._left[address] = left
            if len(self._left) > MAX_ADDRESSES:
                self._left.popitem(last=False)
            if left.requests < 1:
                return ceil((1 - left.requests) * self._every_s)
            left.requests -= 1
            return 0
