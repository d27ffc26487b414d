"""Waiting for what another thread is about to do."""

import time
from collections.abc import Callable

PATIENCE_S = 60.0  # only a failing test waits as long: a busy machine must not fail one


def eventually(condition: Callable[[], object]) -> None:
    """Returns as soon as the condition holds; the limit is only there so that a failing test ends."""
    limit = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < limit, "it never happened"
        time.sleep(0.002)
