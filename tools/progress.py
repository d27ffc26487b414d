"""Reports on standard error how far a long measurement has come."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

Step = TypeVar("Step")


def with_progress(steps: Sequence[Step], what: str, every_s: float = 10.0) -> Iterator[Step]:
    """Yield the steps, with a line on standard error every so many seconds: how many are done of `what`.

    >>> list(with_progress("ab", "skip_bo 305", every_s=60.0))
    ['a', 'b']
    """
    reported_at = time.monotonic()
    for number, step in enumerate(steps):
        if time.monotonic() - reported_at >= every_s:
            reported_at = time.monotonic()
            sys.stderr.write(f"{what}: {number} of {len(steps)}\n")
            sys.stderr.flush()
        yield step
