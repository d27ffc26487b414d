"""Small, short-lived processes at low priority, for work that may fail or take long.

A child begins with an empty environment, at a low priority, and with bounds that it sets itself before it sees any of
its work; its parent ends it when its time is up.
"""

import logging
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Semaphore, Timer
from typing import IO

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
    """Others are being served for too long; trying again may help."""


@contextmanager
def in_turn(turn: "Lock | Semaphore", wait_s: float, late: Exception) -> Iterator[None]:
    """Take what only one thread may have at a time; raises `late` where others have it for longer than `wait_s`."""
    if not turn.acquire(timeout=wait_s):
        raise late
    try:
        yield
    finally:
        turn.release()


def start(
    module: str, *arguments: str, stdin: int | None = None, stdout: int | None = None, fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Run one of our modules in a process of its own, with our search path; `fds` stay open in it."""
    path = os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=stdin, stdout=stdout, pass_fds=fds, cwd="/", env=_ENVIRONMENT | {"PYTHONPATH": path},
    )  # fmt: skip


def confine(memory_bytes: int, niceness: int = NICENESS) -> None:
    """Confine this process: low priority, no files, no core dump, and only so much more memory than it has now.

    What it may map is bounded, not what it has touched: so nothing is too much for it, private or shared.
    """
    # Ctrl-C in a terminal reaches all processes of it; ours end with their parent.
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
    """Kill the process unless the block ends in time, whatever either of them waits for."""
    timer = Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def end(process: subprocess.Popen[bytes]) -> int:
    """Kill the process if it has not ended by itself, and release it; gives its exit status."""
    process.kill()
    status = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            _close(pipe)
    return status


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:  # what was not read any more
        return
