"""Tables that are filmed."""

import pytest

from tests.support.device.filmed_table import FilmedTable


@pytest.fixture
def table(tmp_path, name):
    """A table at which the film of the game `name` has come to its last move."""
    with FilmedTable(tmp_path, name, -2) as table:
        yield table
