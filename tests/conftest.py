"""What all tests share."""

from collections.abc import Iterator

import pytest

from engines.jarapon import sheets


@pytest.fixture(autouse=True, scope="module")
def no_sheets_of_other_tests() -> Iterator[None]:
    """Score sheets are known to the whole program: those of one module's boxes must not reach another's tests."""
    before = dict(sheets._registered)
    yield
    sheets._registered.clear()
    sheets._registered.update(before)
