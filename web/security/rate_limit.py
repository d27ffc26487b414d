"""A token bucket for each client address, so that one runaway phone cannot starve the others.

No library: the existing ones bring storage servers and shared counters along.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

MAX_ADDRESSES = 512


@dataclass
class _Allowance:
    requests: float  # how many may come now
    updated_at: float  # s, of the clock


class RateLimit:
    """Allows `at_once` requests of an address, and one more every `every_s` seconds; thread-safe.

    >>> seconds = iter((0.0, 0.0, 0.0, 3.0))
    >>> limit = RateLimit(at_once=2, every_s=3.0, clock=lambda: next(seconds))
    >>> [limit.wait_s("192.168.1.20") for _ in range(4)]
    [0, 0, 3, 0]
    """

    def __init__(self, at_once: int, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._every_s, self._clock = at_once, every_s, clock
        self._allowances: OrderedDict[str, _Allowance] = OrderedDict()
        self._lock = Lock()

    def wait_s(self, address: str) -> int:
        """0 if a request may be answered; else the seconds until the next one may come."""
        with self._lock:
            now = self._clock()
            # The address that has been quiet for longest has regained most, and is forgotten first.
            allowance = self._allowances.pop(address, None) or _Allowance(self._at_once, now)
            regained = (now - allowance.updated_at) / self._every_s
            allowance.requests = min(self._at_once, allowance.requests + regained)
            allowance.updated_at = now
            self._allowances[address] = allowance
            if len(self._allowances) > MAX_ADDRESSES:
                self._allowances.popitem(last=False)
            if allowance.requests < 1:
                return ceil((1 - allowance.requests) * self._every_s)
            allowance.requests -= 1
            return 0
