"""A signal to end is noted wherever it interrupts the program."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S

HAMMERED = """
import signal
from cli.stop_request import StopRequest

stop = StopRequest()
signal.signal(signal.SIGALRM, signal.getsignal(signal.SIGTERM))
signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
for _ in range(100_000):
    stop.wait(0.0)
    stop.has_come = False
signal.setitimer(signal.ITIMER_REAL, 0)
signal.raise_signal(signal.SIGINT)
print(stop.wait(0.0))
"""


@pytest.mark.full
def test_a_signal_at_any_moment_of_the_wait_ends_it() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", HAMMERED], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "True\n"), ended.stderr
