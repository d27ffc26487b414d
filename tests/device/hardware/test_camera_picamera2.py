"""The real Picamera2 on libcamera's virtual camera, which shows JPEG files as if they stood before a lens.

Runs where Debian's `python3-libcamera` is installed and the virtual pipeline is set up: `make test-picamera2` builds
such a place (a Debian 13 root in `build/picamera2`) and runs this file in it. Elsewhere it is skipped.
"""

import importlib.util
import mmap
import os
import sys
import threading
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import pytest

from device.cameras import open_camera
from device.hardware.camera import CameraTrouble
from device.hardware.camera.pi import PiCamera, pi_cameras
from vision.pictures import open_picture

VIRTUAL = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")

if importlib.util.find_spec("libcamera") is None or not VIRTUAL.exists():
    pytest.skip("no libcamera with a virtual camera: run `make test-picamera2`", allow_module_level=True)

# Its preview windows import a library that Debian has not; none is opened here.
sys.modules.setdefault("pykms", MagicMock())

import libcamera  # noqa: E402
import picamera2  # noqa: E402
import picamera2.picamera2 as library  # noqa: E402
from picamera2.allocators.allocator import Allocator  # noqa: E402

FRAMES = Path("/frames")  # made by virtual_frames.py


class Mapped:
    """Both planes of a frame buffer as one stretch of memory."""

    def __init__(self, allocator, buffer, write):
        self._memory = allocator.memory[buffer]

    def __enter__(self):
        return self._memory

    def __exit__(self, *raised):
        pass


class MemoryAllocator(Allocator):
    """Gives libcamera ordinary memory for its NV12 frames, since only a Pi has the kernel's DMA heaps."""

    def __init__(self):
        super().__init__()
        self.memory = {}
        self.sync = Mapped

    def allocate(self, libcamera_config, use_case):
        self._buffers = {
            stream.stream: [self._buffer(stream) for _ in range(stream.buffer_count)] for stream in libcamera_config
        }

    def buffers(self, stream):
        return self._buffers[stream]

    def _buffer(self, stream):
        fd = os.memfd_create("frame")
        os.ftruncate(fd, stream.frame_size)
        brightness = stream.stride * stream.size.height
        planes = []
        for offset, length in ((0, brightness), (brightness, stream.frame_size - brightness)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = fd, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        self.memory[buffer] = mmap.mmap(fd, stream.frame_size)
        os.close(fd)  # libcamera and the mapping have their own
        return buffer


@pytest.fixture(autouse=True)
def virtual(monkeypatch):
    monkeypatch.setattr(library, "DmaAllocator", MemoryAllocator)
    # The virtual camera has no sensor, and so no raw modes.
    monkeypatch.setattr(picamera2.Picamera2, "_get_raw_modes", lambda self: [{"format": "NV12", "size": (1280, 960)}])


def photographs():
    return [open_picture(path).astype(int) for path in sorted(FRAMES.glob("*.jpg"))]


def difference(picture, photograph):
    return np.abs(picture.astype(int) - photograph).mean()


def test_the_camera_is_listed():
    assert pi_cameras() == ["Virtual table"]


def captured(camera, full=False):
    """A picture, asked for anew after a trouble, as the box does: the virtual camera hangs now and then."""
    for _ in range(4):
        try:
            return camera.capture(full=full).picture
        except CameraTrouble as trouble:
            assert trouble.said.key == "camera.stalled"
    pytest.fail("four times in a row no picture came")


def test_it_shows_the_photographs_in_their_colours():
    with open_camera("pi") as camera:
        shown = [captured(camera) for _ in range(6)]
    for picture in shown:
        assert picture.shape == (960, 1280, 3)
        assert min(difference(picture, photograph) for photograph in photographs()) < 3


def test_a_full_photograph_is_larger_and_watching_goes_on():
    with PiCamera() as camera:
        assert captured(camera).shape == (960, 1280, 3)
        assert captured(camera, full=True).shape == (1920, 2560, 3)
        assert captured(camera).shape == (960, 1280, 3)


def test_a_camera_that_hangs_is_restarted(monkeypatch):
    with PiCamera(capture_s=2) as camera:
        captured(camera)
        never = threading.Event()
        with monkeypatch.context() as hanging:
            hanging.setattr(picamera2.Picamera2, "capture_array", lambda self, name: never.wait())
            with pytest.raises(CameraTrouble) as trouble:
                camera.capture()
        assert trouble.value.said.key == "camera.stalled"
        assert captured(camera).shape == (960, 1280, 3)
    never.set()


def test_a_camera_that_has_none_of_the_box_s_controls_is_read_at_once():
    with PiCamera() as camera:
        assert captured(camera).shape == (960, 1280, 3)
        assert not camera.capture().is_settling
        camera.expose(-1.0)
        assert captured(camera).shape == (960, 1280, 3)
        assert camera.notices == []


CONTROLS = {
    "AeEnable": (False, True, True),
    "ExposureTime": (26, 220_417_486, 20_000),
    "AnalogueGain": (1.12, 16.0, 1.12),
    "ExposureValue": (-8.0, 8.0, 0.0),
    "AwbEnable": (False, True, True),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
    "AfMode": (0, 2, 0),
    "AfTrigger": (0, 1, 0),
    "LensPosition": (0.0, 32.0, 1.0),
}


@pytest.fixture
def sensor(monkeypatch):
    """The virtual camera with the controls of a Camera Module 3: what reaches libcamera, request by request.

    Picamera2 and libcamera's binding check names and types as ever; only the pipeline, which has no sensor, is not
    told.
    """
    told = []
    has = picamera2.Picamera2.camera_controls.fget
    monkeypatch.setattr(picamera2.Picamera2, "camera_controls", property(lambda self: {**has(self), **CONTROLS}))
    set_controls = picamera2.Picamera2.set_controls

    def passes(self, controls):
        has_itself, self.camera_ctrl_info = self.camera_ctrl_info, dict(self.camera_ctrl_info)
        self.camera_ctrl_info |= {name: (getattr(libcamera.controls, name), None) for name in CONTROLS}
        set_controls(self, controls)
        request = self.camera.create_request(0)
        for control, value in self.controls.get_libcamera_controls().items():
            request.set_control(control, value)  # raises where the type is wrong
        told.append(dict(controls))
        self.camera_ctrl_info = has_itself
        self.controls = library.Controls(self)

    monkeypatch.setattr(picamera2.Picamera2, "set_controls", passes)
    monkeypatch.setattr(
        picamera2.Picamera2, "capture_metadata", lambda self: {"ExposureTime": 20_000, "AnalogueGain": 2.0}
    )
    monkeypatch.setattr(picamera2.Picamera2, "create_still_configuration", still(told))
    return told


def still(told):
    create = picamera2.Picamera2.create_still_configuration

    def made(self, *args, controls=(), **more):
        told.extend([dict(controls)] if controls else [])  # Picamera2 makes one without any when it is opened
        return create(self, *args, **more)

    return made


def test_every_control_that_the_box_sets_is_one_of_libcamera_s(sensor):
    enums = libcamera.controls
    with PiCamera() as camera:
        captured(camera)
        assert sensor[0] == {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True}
        chosen = {name: value for controls in sensor[1:] for name, value in controls.items()}
        assert chosen["AeFlickerMode"] == enums.AeFlickerModeEnum.Manual
        assert chosen["AeFlickerPeriod"] == 10_000
        assert (chosen["AfMode"], chosen["AfTrigger"]) == (enums.AfModeEnum.Auto, enums.AfTriggerEnum.Start)
        assert chosen["AwbEnable"] is True
        camera._lock.step = "hold"
        captured(camera)
        assert sensor[-1]["AwbEnable"] is False
        assert (sensor[-1]["ExposureTime"], sensor[-1]["AnalogueGain"]) == (20_000, 2.0)
        camera.expose(-1.0)
        captured(camera)
        assert {"ExposureValue": -1.0} in sensor
        assert (sensor[-1]["ExposureTime"], sensor[-1]["AnalogueGain"]) == (17_857, 1.12)


def test_the_lens_goes_where_it_was_sharp(sensor, tmp_path):
    (tmp_path / "focus.json").write_text('{"Virtual table": 1.7}')
    with PiCamera() as camera:
        camera.remember_focus(tmp_path / "focus.json")
        captured(camera)
    chosen = {name: value for controls in sensor for name, value in controls.items()}
    assert (chosen["AfMode"], chosen["LensPosition"]) == (libcamera.controls.AfModeEnum.Manual, 1.7)
    assert "AfTrigger" not in chosen


def test_a_camera_that_another_program_has_is_said_and_used_once_that_has_closed_it():
    other = picamera2.Picamera2()
    with PiCamera() as camera:
        with pytest.raises(CameraTrouble) as trouble:
            camera.capture()
        assert trouble.value.said.key == "camera.pi_busy"
        assert "acquire" in dict(trouble.value.said.facts)["reason"]
        other.close()
        assert captured(camera).shape == (960, 1280, 3)
