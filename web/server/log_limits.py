"""A rate limit for log records, so that strangers cannot fill the log."""

import logging
import time
from collections.abc import Callable
from threading import Lock

MAX_PER_MINUTE = 20
_MINUTE_S = 60.0


class LogLimit(logging.Filter):
    """Lets `most` records through each minute; the first one of a later minute says how many were left out.

    >>> seconds = iter((0.0, 0.0, 1.0, 2.0, 61.0))
    >>> limit = LogLimit(most=2, clock=lambda: next(seconds))
    >>> records = [logging.LogRecord("web", logging.WARNING, "", 0, f"no. {n}", None, None) for n in range(4)]
    >>> [one.getMessage() for one in records if limit.filter(one)]
    ['no. 0', 'no. 1', 'no. 3 (left out in the minute before: 1)']
    """

    def __init__(self, most: int = MAX_PER_MINUTE, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._clock = most, clock
        self._lock = Lock()
        self._since, self._written, self._left_out = clock(), 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this record is written."""
        with self._lock:
            now = self._clock()
            if now >= self._since + _MINUTE_S:
                if self._left_out:
                    sentence = record.getMessage()
                    record.msg, record.args = f"{sentence} (left out in the minute before: {self._left_out})", None
                self._since, self._written, self._left_out = now, 0, 0
            if self._written >= self._most:
                self._left_out += 1
                return False
            self._written += 1
            return True


_SHARED = LogLimit()


def limit_logs(*names: str) -> None:
    """Have the loggers of these names share one allowance; a second call changes nothing."""
    for name in names:
        logging.getLogger(name).addFilter(_SHARED)
