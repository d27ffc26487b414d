"""The real OpenCV on a webcam that a small library stands in for, between it and the kernel: faults and controls.

The library (`tests/support/device/v4l2_device.c`) must be there before OpenCV is loaded: so these tests run in a
process of their own. Without a C compiler they are skipped.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from device.hardware.camera import reopened, usb
from device.hardware.camera.frame import BRACKET
from device.hardware.camera.usb import UsbCamera
from tests.support.device.settled_camera import settled, trouble_of
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.waiting import eventually

# In the order of the library: what is wrong, how light the table is, pictures so far, then the controls.
FAULT, GREY, PICTURES, AUTO_EXPOSURE, EXPOSURE, AUTO_COLOURS, COLOURS, AUTOFOCUS, MAINS = range(9)
WELL, PULLED_OUT, HANGS, BUSY = range(4)
HAS_ALL = {AUTO_EXPOSURE: 3, EXPOSURE: 300, AUTO_COLOURS: 1, COLOURS: 4600, AUTOFOCUS: 0, MAINS: 0}
PICTURE_BYTES, BUFFERS = 1280 * 960 * 2, 8

if "V4L2_STATE" not in os.environ:

    @pytest.mark.full
    @needs("gcc", "/usr/include/stdio.h")
    def test_a_webcam_over_the_real_opencv(tmp_path):
        library, device, state = (tmp_path / name for name in ("v4l2.so", "video0", "state"))
        source = ROOT / "tests" / "support" / "device" / "v4l2_device.c"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        with device.open("wb") as file:
            file.truncate(PICTURE_BYTES * BUFFERS)
        np.zeros(1024, np.int32).tofile(state)
        told = {"LD_PRELOAD": str(library), "V4L2_DEVICE": str(device), "V4L2_STATE": str(state)}
        command = [sys.executable, "-m", "pytest", "-qp", "no:cacheprovider", "-m", "", "--numprocesses=0", __file__]
        ran = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **told}, capture_output=True, text=True, timeout=300, check=False
        )
        assert ran.returncode == 0, ran.stdout[-5000:]
        assert " passed" in ran.stdout

else:

    @pytest.fixture
    def driver(monkeypatch):
        """The state of the device, which is well and has every control."""
        state = np.memmap(os.environ["V4L2_STATE"], np.int32, "r+", shape=(1024,))
        state[FAULT], state[GREY] = WELL, 90
        for control, value in HAS_ALL.items():
            state[control] = value
        monkeypatch.setattr(usb, "_path", lambda number: Path(os.environ["V4L2_DEVICE"]))
        yield state
        state[FAULT] = WELL

    @pytest.fixture
    def clock(monkeypatch):
        """Pictures come as fast as they can, and a tenth of a second apart."""
        now = [0.0]

        def later():
            now[0] += 0.1
            return now[0]

        monkeypatch.setattr(reopened.time, "monotonic", later)

    def devices_open():
        """How often this process has the device open."""
        files = [entry.readlink() for entry in Path("/proc/self/fd").iterdir() if entry.exists()]
        return files.count(Path(os.environ["V4L2_DEVICE"]))

    def test_it_is_pulled_out_and_put_in_again(driver):
        with UsbCamera(0) as camera:
            assert camera.capture().picture.shape == (960, 1280, 3)
            driver[FAULT] = PULLED_OUT
            assert [trouble_of(camera).split()[0] for _ in range(2)] == ["camera.stalled", "camera.usb_busy"]
            driver[FAULT] = WELL
            assert camera.capture().picture.shape == (960, 1280, 3)
            assert devices_open() == 1
        assert devices_open() == 0

    def test_another_program_has_it_and_lets_go(driver):
        driver[FAULT] = BUSY
        with UsbCamera(0) as camera:
            assert [trouble_of(camera).split()[0] for _ in range(2)] == ["camera.usb_busy"] * 2
            assert devices_open() == 0
            driver[FAULT] = WELL
            assert camera.capture().picture.shape == (960, 1280, 3)

    def test_its_driver_hangs_and_wakes(driver):
        with UsbCamera(0) as camera:
            camera.capture()
            driver[FAULT], camera._read_s = HANGS, 0.1
            assert trouble_of(camera).startswith("camera.stalled")
            driver[FAULT], camera._read_s = WELL, usb.READ_S
            eventually(lambda: not devices_open())  # whoever hung has closed it
            assert camera.capture().picture.shape == (960, 1280, 3)

    def test_it_settles_and_keeps_what_it_has(driver, clock):
        with UsbCamera(0) as camera:
            assert camera.capture().is_settling
            automatic = {AUTO_EXPOSURE: 3, AUTO_COLOURS: 1, AUTOFOCUS: 1, MAINS: 1}
            assert {control: driver[control] for control in automatic} == automatic
            settled(camera)
            held = {AUTO_EXPOSURE: 1, EXPOSURE: 300, AUTO_COLOURS: 0, COLOURS: 4600, AUTOFOCUS: 0, MAINS: 1}
            assert {control: driver[control] for control in held} == held
            assert len(camera.bracket()) == len(BRACKET)
            assert {control: driver[control] for control in held} == held
            driver[GREY] = 160
            assert (True, 3) in [(camera.capture().is_settling, int(driver[AUTO_EXPOSURE])) for _ in range(35)]
            assert driver[AUTOFOCUS] == 0  # the light alone has changed
            settled(camera)

    def test_a_control_that_it_has_not_is_not_set(driver, clock):
        for control in HAS_ALL:
            driver[control] = -1
        with UsbCamera(0) as camera:
            assert not camera.capture().is_settling
            assert len(camera.bracket()) == 0
            settled(camera)
            assert camera.notices == []
        assert all(driver[control] == -1 for control in HAS_ALL)
