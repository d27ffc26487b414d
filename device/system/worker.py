"""Does heavy work for phones in one child process, so that the table's thread never waits for it.

The process starts on demand and ends when it was idle for a while. It gets only decoded pictures, so its answers are
trusted.
"""

import logging
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Lock
from typing import ParamSpec, Self, TypeVar

import cv2
import numpy as np

from device.system.child import NICENESS, Busy, Linger, confine, end, in_turn, killed_after, start
from engines.messages import Refusal, message

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")
# Beyond what the idle process has mapped; the largest pictures, 2600 × 2600 px, take 150 MB of it.
MEMORY_BYTES = 224 << 20
WORK_S = 60.0  # for one task, with the start of the process, which takes seconds on the slowest Pi
WAIT_S = 20.0  # for the tasks of others
IDLE_S = 60.0

_log = logging.getLogger(__name__)


class WorkEnded(Refusal):
    """Work that was stopped, took too long or needed too much memory."""


class Worker:
    """Runs functions in a child process, one at a time; leaving the `with` block ends it.

    >>> with Worker() as worker:
    ...     worker.do(divmod, 17, 5)
    (3, 2)
    """

    def __init__(
        self, idle_s: float = IDLE_S, work_s: float = WORK_S, wait_s: float = WAIT_S, niceness: int = NICENESS
    ) -> None:
        self._work_s, self._wait_s, self._niceness = work_s, wait_s, niceness
        self._turn = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._linger = Linger(idle_s, self._turn, self._end)

    def do(self, work: Callable[Parameters, Answer], *args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        """Run a module-level function; raises what it raises if that is a `Refusal`, else `RuntimeError`.

        Raises `WorkEnded` where the process ended instead, and `Busy` where others take too long.
        """
        with in_turn(self._turn, self._wait_s, Busy(message("work.busy"))):
            return self._done(work, args, kwargs)

    def stop(self) -> None:
        """Abort the current task, if any."""
        process = self._process
        if process is not None and self._turn.locked():
            process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        with self._turn:
            self._end()

    def _done(self, work: Callable[..., Answer], args: object, kwargs: object) -> Answer:
        self._linger.stop()
        process, connection = self._running()
        try:
            with killed_after(process, self._work_s):
                connection.send((work, args, kwargs))
                kind, value = connection.recv()
        except (EOFError, OSError) as error:
            _log.warning("the worker ended with %s while it did %s", self._end(), work.__name__)
            raise WorkEnded(message("work.ended")) from error
        self._linger.begin()
        if kind == "failed":
            raise RuntimeError(value)
        if kind == "refused":
            refusal, said = value
            raise refusal(said)
        answer: Answer = value
        return answer

    def _running(self) -> tuple[subprocess.Popen[bytes], Connection]:
        if self._process is None or self._connection is None or self._process.poll() is not None:
            self._end()
            ours, theirs = socket.socketpair()
            with theirs:
                self._process = start(__name__, str(theirs.fileno()), str(self._niceness), fds=(theirs.fileno(),))
            self._connection = Connection(ours.detach())
        return self._process, self._connection

    def _end(self) -> int | None:
        self._linger.stop()
        status = None if self._process is None else end(self._process)
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
        return status


def main() -> None:
    """Run tasks from the connection in `argv` until it is closed."""
    import vision.faces.teaching  # noqa: F401 — what most work needs is loaded before the memory is bounded

    cv2.setNumThreads(1)
    _take_buffers()
    confine(MEMORY_BYTES, int(sys.argv[2]))
    connection = Connection(int(sys.argv[1]))
    while True:
        try:
            work, args, kwargs = connection.recv()
        except EOFError:
            return
        try:
            answer = ("done", work(*args, **kwargs))
        except Refusal as refusal:
            answer = ("refused", (type(refusal), refusal.said))
        except Exception as fault:  # noqa: BLE001 — whatever it was, whoever asked gets it, and logs it
            if _lacks_memory(fault):
                # Earlier tasks may still fill the memory: the next process starts empty.
                traceback.print_exc()
                return
            answer = ("failed", traceback.format_exc())
        connection.send(answer)


def _lacks_memory(fault: Exception) -> bool:
    return isinstance(fault, MemoryError) or (isinstance(fault, cv2.error) and fault.code == cv2.Error.STS_NO_MEM)


def _take_buffers() -> None:
    """Have NumPy and OpenCV map their linear algebra buffers (32 and 128 MB, hardly touched) before the limit."""
    np.linalg.lstsq(np.eye(2), np.ones(2), rcond=None)
    cv2.fitEllipse(np.array([[2, 0], [0, 1], [-2, 0], [0, -1], [1, 1]], np.int32))


if __name__ == "__main__":
    main()
