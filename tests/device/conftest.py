"""What the tests of the device share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An evening before the first move of a game between Aya and Ben."""
    with Evening(tmp_path) as evening:
        yield evening
