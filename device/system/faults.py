"""Logs unexpected errors: each with its traceback once, after that in one line and ever more rarely."""

import logging
import threading
from traceback import extract_tb

from device.system.error_text import error_text

_MAX_KINDS = 100  # bounds the memory of the counts

_log = logging.getLogger(__name__)
_counts: dict[tuple[str, str, int], int] = {}
_counting = threading.Lock()


def log_fault(where: str, error: BaseException) -> None:
    """Log an unexpected error in `where` (a part of the box, in English): its 1st, 2nd, 4th, 8th … occurrence.

    Errors of one kind from one line of the program are the same.
    """
    last = extract_tb(error.__traceback__)[-1:]
    kind = (type(error).__name__, last[0].filename if last else where, last[0].lineno or 0 if last else 0)
    with _counting:
        if kind not in _counts and len(_counts) >= _MAX_KINDS:
            _counts.clear()
        _counts[kind] = times = _counts.get(kind, 0) + 1
    if times == 1:
        _log.error("unexpected error: %s", where, exc_info=error)
    elif times & (times - 1) == 0:
        _log.error("unexpected error: %s (%s: %s), %d times by now", where, kind[0], error_text(error), times)


def log_faults_of_threads() -> None:
    """Log exceptions that end a thread like every other fault."""
    threading.excepthook = _log_ended_thread


def _log_ended_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and not issubclass(ended.exc_type, SystemExit):
        log_fault(f"the thread {ended.thread.name if ended.thread else '?'} has ended", ended.exc_value)
