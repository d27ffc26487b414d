"""Safe mode, as somebody at the box wants it: the program ends, and another one takes its place in the same process."""

from pathlib import Path

import pytest

from device.texts import say
from engines.messages import message
from tests.support.service_manager import ServiceManager
from tests.support.trust.real_box import RealBox, nothing_to_see
from tests.support.waiting import eventually

# What the menu's “Yes” does, as soon as the box is up.
WANTED = """
from device.box import Box
from device.system.notify import Notifier
enter, ready = Box.__enter__, Notifier.ready
boxes = []
def entered(box):
    boxes.append(box)
    return enter(box)
def said(notifier, status):
    ready(notifier, status)
    boxes[0].front.safe_mode_wanted.set()
Box.__enter__, Notifier.ready = entered, said if "--safe-mode" not in __import__("sys").orig_argv else ready
"""


@pytest.mark.parametrize("is_service", [True, pytest.param(False, marks=pytest.mark.full)])
def test_the_box_comes_back_in_safe_mode_and_the_service_manager_sees_no_end(tmp_path: Path, is_service: bool) -> None:
    with ServiceManager(tmp_path) as systemd:
        environment = systemd.environment if is_service else {}
        camera = nothing_to_see(tmp_path / "pictures")
        with RealBox(tmp_path / "data", camera, before=WANTED, environment=environment, wait=False) as box:
            eventually(lambda: say(message("safe_mode.asked"), "en") in box.said())
            if is_service:
                systemd.wait_for("READY=1", times=2)
                assert '"failed": 0' in (tmp_path / "data" / "starts.json").read_text()
            assert systemd.count("STOPPING") == 0
            assert box.process.poll() is None
            assert box.stop() == 0
