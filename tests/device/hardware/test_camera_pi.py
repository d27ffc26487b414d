"""The Pi's camera with a stand-in for Picamera2 that behaves as the real one does on a bad day."""

import sys
import threading
import types

import numpy as np
import pytest

from device.cameras import open_camera
from device.hardware.camera import CameraTrouble
from device.hardware.camera.pi import PiCamera, pi_cameras
from device.texts import say


class Range:
    def __init__(self, name):
        self.name = name


class ColourSpace:
    def __init__(self, name):
        self.range = Range(name)


class FakeCamera:
    """A `Picamera2`: gives a blue table in the format that it chose, whatever was asked for."""

    chosen = "RGB888"
    colour_range = "Full"
    cameras = ({"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", "Num": 0},)
    opened: list
    fault = None
    hangs = None
    camera_properties = ("ColorFilterArrangement",)
    camera_controls = ("AfMode", "AfTrigger", "ExposureValue")
    sensor_modes = (
        {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
        {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
        {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
        {"format": "not a raw one"},
    )

    def __init__(self):
        type(self).opened.append(self)
        self.configuration = None
        self.controls = {}
        self.started = False
        self.closed = False
        self.cancelled = False

    @classmethod
    def global_camera_info(cls):
        return list(cls.cameras)

    def create_preview_configuration(self, main, buffer_count, sensor, controls=None):
        assert set(controls or ()) <= set(self.camera_controls)
        return {"main": main, "sensor": sensor, "colour_space": ColourSpace(self.colour_range)}

    create_still_configuration = create_preview_configuration

    def configure(self, configuration):
        given = {**configuration["main"], "format": self.chosen}
        self.configuration = {**configuration, "main": given}

    switch_mode = configure

    def camera_configuration(self):
        return self.configuration

    def set_controls(self, controls):
        assert set(controls) <= set(self.camera_controls)
        self.controls |= controls

    def start(self):
        self.started = True

    def capture_array(self, name):
        assert self.started and name == "main"
        if self.hangs:
            self.hangs.wait()
        if self.fault:
            raise self.fault
        width, height = self.configuration["main"]["size"]
        return ARRAYS[self.chosen](height, width)

    def cancel_all_and_flush(self):
        self.cancelled = True

    def close(self):
        assert self.cancelled or not self.hangs, "the real one would wait for ever"
        self.closed = True


def pixels(*channels):
    """An array of one colour, channel by channel."""
    return lambda height, width: np.tile(np.array(channels, np.uint8), (height, width, 1))


def planes(brightness, *colours):
    """Brightness, then colour at half the size, as the YUV 4:2:0 formats have them one below the other."""

    def make(height, width):
        below = np.concatenate([np.full(height * width // 4, colour, np.uint8) for colour in colours])
        return np.concatenate([np.full((height, width), brightness, np.uint8), below.reshape(-1, width)])

    return make


def by_turns(brightness, first, second):
    """Brightness, then both colours pixel by pixel."""

    def make(height, width):
        below = np.tile(np.array([first, second], np.uint8), height * width // 4)
        return np.concatenate([np.full((height, width), brightness, np.uint8), below.reshape(-1, width)])

    return make


# Blue (0, 0, 255) in every format that the driver may choose. In JPEG's full range it is Y 29, Cb 255, Cr 107.
BLUE = (29, 255, 107)
ARRAYS = {
    "RGB888": pixels(255, 0, 0),
    "BGR888": pixels(0, 0, 255),
    "XBGR8888": pixels(0, 0, 255, 255),
    "XRGB8888": pixels(255, 0, 0, 255),
    "MJPEG": pixels(0, 0, 255),
    "YUV420": planes(*BLUE),
    "YVU420": planes(29, 107, 255),
    "NV12": by_turns(*BLUE),
    "NV21": by_turns(29, 107, 255),
    "YUYV": lambda height, width: np.tile(np.array([[29, 255], [29, 107]], np.uint8), (height, width // 2, 1)),
    "YVYU": lambda height, width: np.tile(np.array([[29, 107], [29, 255]], np.uint8), (height, width // 2, 1)),
    "UYVY": lambda height, width: np.tile(np.array([[255, 29], [107, 29]], np.uint8), (height, width // 2, 1)),
    "SRGGB10": pixels(1, 2),
}


@pytest.fixture
def library(monkeypatch):
    """Picamera2 as far as the box uses it; every attribute may be changed for one test."""
    fresh = type("Picamera2", (FakeCamera,), {"opened": []})
    module = types.ModuleType("picamera2")
    module.Picamera2 = fresh
    module.__spec__ = types.SimpleNamespace(name="picamera2")
    libcamera = types.ModuleType("libcamera")
    libcamera.controls = types.SimpleNamespace(
        AfModeEnum=types.SimpleNamespace(Auto="auto"), AfTriggerEnum=types.SimpleNamespace(Start="start")
    )
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return fresh


def said(camera):
    with pytest.raises(CameraTrouble) as trouble:
        camera.capture()
    assert say(trouble.value.said, "ja")
    return say(trouble.value.said, "en")


@pytest.mark.parametrize("chosen", [name for name in ARRAYS if name != "SRGGB10"])
def test_whatever_format_the_driver_chooses_blue_stays_blue(library, chosen):
    library.chosen = chosen
    with open_camera("pi") as camera:
        picture = camera.capture().picture
    assert picture.shape == (960, 1280, 3)
    assert picture.dtype == np.uint8
    assert np.abs(picture.astype(int) - (255, 0, 0)).max() <= 4


def test_a_narrow_range_of_brightness_is_widened(library):
    library.chosen, library.colour_range = "NV12", "Limited"
    white = by_turns(235, 128, 128)
    library.capture_array = lambda self, name: white(960, 1280)
    with PiCamera() as camera:
        assert camera.capture().picture.min() >= 254


def test_rows_that_are_padded_are_cut(library):
    library.chosen = "YUV420"
    library.capture_array = lambda self, name: planes(*BLUE)(960, 1344)
    with PiCamera() as camera:
        assert camera.capture().picture.shape == (960, 1280, 3)


def test_a_format_that_nobody_knows_is_named(library):
    library.chosen = "SRGGB10"
    with PiCamera() as camera:
        assert "SRGGB10" in said(camera)


def test_watching_and_full_photographs_see_the_whole_table_and_focus_by_themselves(library):
    with PiCamera() as camera:
        assert camera.capture().picture.shape == (960, 1280, 3)
        assert library.opened[0].configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
        assert camera.capture(full=True).picture.shape == (1920, 2560, 3)
        assert camera.capture().picture.shape == (960, 1280, 3)
        assert library.opened[0].controls == {"AfMode": "auto", "AfTrigger": "start"}
    assert library.opened[0].closed


def test_it_is_exposed_as_the_table_needs(library):
    with PiCamera() as camera:
        camera.expose(-0.5)
        camera.capture()
        assert library.opened[0].controls["ExposureValue"] == -0.5
        camera.expose(0.0)
        camera.capture()
        assert library.opened[0].controls["ExposureValue"] == 0.0


def test_after_a_full_photograph_that_fails_the_next_one_watches(library):
    with PiCamera() as camera:
        camera.capture()
        library.fault = RuntimeError("no memory")
        with pytest.raises(CameraTrouble):
            camera.capture(full=True)
        library.fault = None
        assert camera.capture().picture.shape == (960, 1280, 3)


def test_a_camera_that_hangs_is_said_closed_and_opened_anew(library):
    with PiCamera(capture_s=0.05) as camera:
        camera.capture()
        library.hangs = threading.Event()
        assert "pi" in said(camera)
        library.hangs.set()
        library.hangs = None
        assert camera.capture().picture.shape == (960, 1280, 3)
        assert [one.closed for one in library.opened] == [True, False]
        assert camera.notices == []


def test_a_camera_that_hangs_while_it_starts_is_closed_when_it_wakes(library, monkeypatch):
    wakes, closed = threading.Event(), threading.Event()
    monkeypatch.setattr(library, "start", lambda self: wakes.wait())
    monkeypatch.setattr(library, "close", lambda self: closed.set())
    with PiCamera(start_s=0.05) as camera:
        assert said(camera)
        wakes.set()
        assert closed.wait(20)


@pytest.mark.parametrize("fault", [RuntimeError("Failed to start camera"), OSError(16, "busy"), IndexError("none")])
def test_whatever_the_library_raises_is_said_with_its_reason_and_the_camera_restarted(library, fault):
    with PiCamera() as camera:
        library.fault = fault
        assert str(fault) in said(camera)
        library.fault = None
        assert camera.capture() is not None
        assert len(library.opened) == 2


def test_a_camera_that_cannot_be_closed_is_told(library, monkeypatch):
    def refuse(self):
        raise RuntimeError("still running")

    with PiCamera() as camera:
        camera.capture()
        monkeypatch.setattr(library, "close", refuse)
    assert ["still running" in say(notice, "en") for notice in camera.notices] == [True]


def test_a_camera_that_another_program_has_is_said_and_used_once_it_is_free(library, monkeypatch):
    def refuse(self):
        raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError("Failed to acquire camera")

    with PiCamera() as camera:
        with monkeypatch.context() as used:
            used.setattr(library, "__init__", refuse)
            for _ in range(2):
                told = said(camera)
                assert "Another program" in told
                assert "Failed to acquire camera" in told
        assert camera.capture() is not None


def test_without_a_camera_the_flat_cable_is_named(library):
    library.cameras = ()
    with PiCamera() as camera:
        assert "cable" in said(camera)
    assert pi_cameras() == []


def test_webcams_that_picamera2_lists_are_not_the_pis(library):
    webcam = {"Model": "HD Webcam", "Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:0825", "Num": 1}
    library.cameras = (*library.cameras, webcam)
    assert pi_cameras() == ["imx708"]


def test_without_picamera2_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.delitem(sys.modules, "picamera2")
    monkeypatch.setattr(sys, "path", [])
    with PiCamera() as camera:
        assert "python3-picamera2" in said(camera)
    assert pi_cameras() == []


@pytest.mark.parametrize(
    "line",
    [
        "import libcamera_that_is_missing",
        "raise ImportError('numpy.core.multiarray failed to import')",
        "raise ValueError('numpy.dtype size changed')",
    ],
)
def test_a_picamera2_that_does_not_fit_the_rest_is_said_with_the_reason(monkeypatch, tmp_path, line):
    (tmp_path / "picamera2.py").write_text(line + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with PiCamera() as camera:
        assert "does not fit" in said(camera)
