"""Runs pytest once for each line of its standard input, each time in a new process that has the slow imports behind it.

A line is a JSON object with `arguments`, `output` (a file), `seconds` and `cpu_seconds` (limits). The answer is a line
with the exit status, or `null` where a limit was reached. It runs in the tree that is measured, which may be an older
one: so it imports nothing of ours.
"""

import json
import os
import resource
import signal
import sys
import time
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import hypothesis
import pytest

SLOW_IMPORTS = ("cv2", "hypothesis.internal.conjecture.engine", "numpy", "onnxruntime", "PIL.Image", "PIL.ImageDraw")
MOST_MEMORY = 6 << 30  # a fault may ask for endless memory
POLL_SECONDS = 0.02


def run_tests(arguments: list[str], output: str, cpu_seconds: int) -> None:
    """Run pytest in this process, which ends with it."""
    os.setsid()
    log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    # soft limits only, as the processes that the program starts set their own
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.RLIM_INFINITY))
    hypothesis.settings.register_profile("mutation", deadline=None, derandomize=True, database=None)
    hypothesis.settings.load_profile("mutation")
    status = pytest.main(arguments)
    sys.stdout.flush()
    os._exit(status)


def wait_for(child: int, seconds: float) -> int | None:
    """The exit status of a process, or `None` where it took too long and was killed."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            out_of_time = os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL}
            return None if out_of_time else os.waitstatus_to_exitcode(status)
        time.sleep(POLL_SECONDS)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


if __name__ == "__main__":
    sys.path[0] = str(Path.cwd())  # not this file's folder
    sys.dont_write_bytecode = True
    for plugin in entry_points(group="pytest11"):
        plugin.load()
    for module in SLOW_IMPORTS:
        import_module(module)
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if not child:
            run_tests(order["arguments"], order["output"], order["cpu_seconds"])
        sys.stdout.write(json.dumps(wait_for(child, order["seconds"])) + "\n")
        sys.stdout.flush()
