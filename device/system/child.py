"""Short-lived child processes for work that may fail or take long.

A child starts with a minimal environment and limits itself before it gets any work; its parent kills it in time.
"""

import logging
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Semaphore, Timer

from engines.messages import Refusal

NICENESS = 10
# One thread each: numerical libraries would start one for each core, and every one of them takes memory.
_ENVIRONMENT = {
    "MALLOC_ARENA_MAX": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
_log = logging.getLogger(__name__)


class Busy(Refusal):
    """A resource was in use by others for too long; trying again may help."""


@contextmanager
def in_turn(turn: "Lock | Semaphore", wait_s: float, late: Exception) -> Iterator[None]:
    """Hold a lock within the block; raises `late` where others hold it for longer than `wait_s`."""
    if not turn.acquire(timeout=wait_s):
        raise late
    try:
        yield
    finally:
        turn.release()


def start(
    module: str, *arguments: str, stdin: int | None = None, stdout: int | None = None, fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Run a module in a child process, with the search path of this one; `fds` stay open in it."""
    path = os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=stdin, stdout=stdout, pass_fds=fds, cwd="/", env=_ENVIRONMENT | {"PYTHONPATH": path},
    )  # fmt: skip


def confine(memory_bytes: int, niceness: int = NICENESS) -> None:
    """Limit this process: low priority, no writing of files, no core dump, `memory_bytes` more than are mapped now."""
    # Ctrl-C in a terminal reaches all its processes; children end with their parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        os.nice(niceness)
    except PermissionError:  # the service's unit allows nobody to change a priority, not even to lower it
        _log.info("process %d keeps its usual priority", os.getpid())
    mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    for limit, value in (
        (resource.RLIMIT_AS, mapped + memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(limit, (value, value))


@contextmanager
def killed_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    """Kill the process unless the block ends within so many seconds."""
    timer = Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Linger:
    """Calls `end` for a resource that was idle for some seconds; whoever uses the resource holds the lock `turn`."""

    def __init__(self, seconds: float, turn: Lock, end: Callable[[], object]) -> None:
        self._seconds, self._turn, self._end = seconds, turn, end
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Start the idle time: the resource has just been used."""
        self.stop()
        self._timer = Timer(self._seconds, self._end_unless_used)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """Stop the idle time: the resource is in use again, or has ended."""
        if self._timer is not None:
            self._timer.cancel()

    def _end_unless_used(self) -> None:
        if self._turn.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._turn.release()


def end(process: subprocess.Popen[bytes]) -> int:
    """Kill the process if it has not ended by itself, and release it; gives its exit status."""
    process.kill()
    status = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):  # the child did not read the rest
                pipe.close()
    return status
