"""What tests of several cameras need."""

import sys
from itertools import count
from types import ModuleType, SimpleNamespace

import pytest

from device.hardware.camera import reopened
from tests.device.hardware import stand_ins


@pytest.fixture
def clock(monkeypatch):
    """Each look at the clock is a fifth of a second after the one before."""
    now = count(0.0, 0.2)
    monkeypatch.setattr(reopened.time, "monotonic", lambda: next(now))


@pytest.fixture
def library(monkeypatch):
    """Picamera2 as far as the box uses it; every attribute may be changed for one test, `opened` lists its objects."""
    fresh = type("Picamera2", (stand_ins.Picamera2,), {"opened": []})
    module, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    module.Picamera2, module.__spec__ = fresh, SimpleNamespace(name="picamera2")
    libcamera.controls = SimpleNamespace(
        AfModeEnum=SimpleNamespace(Auto="auto"), AfTriggerEnum=SimpleNamespace(Start="start")
    )
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return fresh
