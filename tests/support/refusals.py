"""What is refused, by the key of what is said."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.messages import Refusal


@contextmanager
def refused(key: str, kind: type[Refusal] = Refusal) -> Iterator[None]:
    """The block is refused with just this message: `with refused("journal.in_use"): ...`."""
    with pytest.raises(kind) as refusal:
        yield
    assert refusal.value.said.key == key
