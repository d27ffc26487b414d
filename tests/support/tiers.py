"""Which parameters of a test `make test` tries; `make test-all` tries all."""

from collections.abc import Iterable
from typing import Any

import pytest


def full(*values: Any) -> Any:
    """Arguments that only `make test-all` tries."""
    return pytest.param(*values, marks=pytest.mark.full)


def first(of: Iterable[Any], count: int = 1) -> list[Any]:
    """Parameters of which `make test` tries the first ones; a tuple is several arguments."""
    values = [one if isinstance(one, tuple) else (one,) for one in of]
    return [*(pytest.param(*one) for one in values[:count]), *(full(*one) for one in values[count:])]
