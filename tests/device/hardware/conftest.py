"""What tests of several cameras need."""

from itertools import count

import pytest

from device.hardware.camera import reopened


@pytest.fixture
def clock(monkeypatch):
    """Each look at the clock is a fifth of a second after the one before."""
    now = count(0.0, 0.2)
    monkeypatch.setattr(reopened.time, "monotonic", lambda: next(now))
