"""Work that is done in a forked process, which may end as a power cut would end it."""

import os
import signal
import traceback
from collections.abc import Callable
from threading import Timer

from tests.support.waiting import PATIENCE_S


def forked(work: Callable[[], object]) -> int:
    """Do something in a process of its own; gives its exit status, as `subprocess` does: 0, 1 where it raised.

    Whatever happens, the child ends here: one that failed and went on as a second copy of pytest would take the tests
    that wait from its parent, which waits for its end. Nor is one waited for that hangs, as a child may that was forked
    while another thread held a lock.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:  # noqa: BLE001 — told, and in the status
            traceback.print_exc()
        finally:
            os._exit(status)
    too_late = Timer(PATIENCE_S, os.kill, (child, signal.SIGABRT))
    too_late.start()
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        too_late.cancel()
