"""What other programs take of this machine while something is measured."""

import multiprocessing
import os
import time
from collections.abc import Sequence
from pathlib import Path

from tools.bench.phones import processor_s

QUIET_PERCENT = 15.0  # of a core
_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK_S = 5.0


class OtherLoad:
    """The processor time of all programs but this one, its children, and further processes."""

    def __init__(self, own: Sequence[int] = ()) -> None:
        self._own, self._begun_s = own, time.monotonic()
        self._before_s = self._taken_s()

    @property
    def percent(self) -> float:
        """What they have taken since the start, in per cent of a core."""
        return (self._taken_s() - self._before_s) / (time.monotonic() - self._begun_s) * 100

    def _taken_s(self) -> float:
        children = (child.pid for child in multiprocessing.active_children())
        own = sum(processor_s(pid) for pid in (*self._own, *children, os.getpid()) if pid)
        return _busy_s() - own


def wait_until_quiet(within_s: float) -> None:
    """Wait until other programs take little, for so long at most."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        other = OtherLoad()
        time.sleep(_LOOK_S)
        if other.percent < QUIET_PERCENT:
            return


def _busy_s() -> float:
    """The seconds of a core that this machine has been busy."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    return (user + nice + system + sum(interrupts)) / _TICKS
