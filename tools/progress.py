"""Says on the error output how far something long has come."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

Step = TypeVar("Step")


def with_progress(steps: Sequence[Step], what: str, every_s: float = 10.0) -> Iterator[Step]:
    """The same steps, with a line on the error output of how many of `what` are done every so many seconds.

    >>> list(with_progress("ab", "skip_bo 305", every_s=60.0))
    ['a', 'b']
    """
    said_at = time.monotonic()
    for number, step in enumerate(steps):
        if time.monotonic() - said_at >= every_s:
            said_at = time.monotonic()
            sys.stderr.write(f"{what}: {number} of {len(steps)}\n")
            sys.stderr.flush()
        yield step
