"""The Pi's camera with a stand-in for Picamera2 that behaves as the real one does on a bad day."""

import sys
import threading

import numpy as np
import pytest

from device.cameras import open_camera
from device.hardware.camera import CameraTrouble
from device.hardware.camera.pi import PiCamera, pi_cameras
from tests.support.device.settled_camera import trouble_of


def pixels(*channels):
    """An array of one colour, channel by channel."""
    return lambda high, wide: np.tile(np.array(channels, np.uint8), (high, wide, 1))


def planes(brightness, *colours, padding=0):
    """Brightness, then colour at half the size, as the YUV 4:2:0 formats have them one below the other."""

    def make(high, wide):
        wide += padding
        below = np.concatenate([np.full(high * wide // 4, colour, np.uint8) for colour in colours])
        return np.concatenate([np.full((high, wide), brightness, np.uint8), below.reshape(-1, wide)])

    return make


def by_turns(brightness, first, second):
    """Brightness, then both colours pixel by pixel."""

    def make(high, wide):
        below = np.tile(np.array([first, second], np.uint8), high * wide // 4)
        return np.concatenate([np.full((high, wide), brightness, np.uint8), below.reshape(-1, wide)])

    return make


def in_line(first, second):
    """Brightness and one colour of the first pixel, brightness and the other colour of the second."""
    return lambda high, wide: np.tile(np.array([first, second], np.uint8), (high, wide // 2, 1))


# Blue (0, 0, 255) in every format that the driver may choose, by its range of brightness where that is not the full
# one. In JPEG's full range it is Y 29, Cb 255, Cr 107.
BLUE = [
    ("RGB888", pixels(255, 0, 0)),
    ("BGR888", pixels(0, 0, 255)),
    ("XBGR8888", pixels(0, 0, 255, 255)),
    ("XRGB8888", pixels(255, 0, 0, 255)),
    ("MJPEG", pixels(0, 0, 255)),
    ("YUV420", planes(29, 255, 107)),
    ("YUV420", planes(29, 255, 107, padding=64)),
    ("YVU420", planes(29, 107, 255)),
    ("NV12", by_turns(29, 255, 107)),
    ("NV12 Limited", by_turns(41, 240, 110)),
    ("NV21", by_turns(29, 107, 255)),
    ("YUYV", in_line((29, 255), (29, 107))),
    ("YVYU", in_line((29, 107), (29, 255))),
    ("UYVY", in_line((255, 29), (107, 29))),
]


@pytest.mark.parametrize(("chosen", "array"), BLUE)
def test_whatever_format_the_driver_chooses_blue_stays_blue(library, chosen, array):
    library.chosen, library.colour_range = [*chosen.split(), "Full"][:2]
    library.array = staticmethod(array)
    with open_camera("pi") as camera:
        picture = camera.capture().picture
    assert (picture.shape, picture.dtype) == ((960, 1280, 3), np.uint8)
    assert np.abs(picture.astype(int) - (255, 0, 0)).max() <= 4


def test_a_format_that_nobody_knows_is_named(library):
    library.chosen = "SRGGB10"
    with PiCamera() as camera:
        assert "SRGGB10" in trouble_of(camera)


def test_watching_and_full_photographs_see_the_whole_table_and_focus_and_expose_by_themselves(library):
    library.controls = ("AfMode", "AfTrigger", "ExposureValue")
    with PiCamera() as camera:
        assert camera.capture().picture.shape == (960, 1280, 3)
        (opened,) = library.opened
        assert opened.configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
        assert camera.capture(full=True).picture.shape == (1920, 2560, 3)
        assert camera.capture().picture.shape == (960, 1280, 3)
        assert opened.asked == {"AfMode": "auto", "AfTrigger": "start"}
        for more in (-0.5, 0.0):
            camera.expose(more)
            camera.capture()
            assert opened.asked["ExposureValue"] == more
        library.fault = RuntimeError("no memory")
        with pytest.raises(CameraTrouble):
            camera.capture(full=True)
        library.fault = None
        assert camera.capture().picture.shape == (960, 1280, 3)
    assert [one.is_closed for one in library.opened] == [True, True]


def test_a_camera_that_hangs_is_said_closed_and_opened_anew(library):
    with PiCamera(capture_s=0.05) as camera:
        camera.capture()
        library.hangs = threading.Event()
        assert "camera.stalled" in trouble_of(camera)
        library.hangs.set()
        library.hangs = None
        assert camera.capture().picture.shape == (960, 1280, 3)
        assert [one.is_closed for one in library.opened] == [True, False]
        assert camera.notices == []


def test_a_camera_that_hangs_while_it_starts_is_closed_when_it_wakes(library, monkeypatch):
    wakes, closed = threading.Event(), threading.Event()
    monkeypatch.setattr(library, "start", lambda self: wakes.wait())
    monkeypatch.setattr(library, "close", lambda self: closed.set())
    with PiCamera(start_s=0.05) as camera:
        assert "camera.stalled" in trouble_of(camera)
        wakes.set()
        assert closed.wait(20)


@pytest.mark.parametrize("fault", [RuntimeError("Failed to start camera"), OSError(16, "busy"), IndexError("none")])
def test_whatever_the_library_raises_is_said_with_its_reason_and_the_camera_restarted(library, fault):
    with PiCamera() as camera:
        library.fault = fault
        assert str(fault) in trouble_of(camera)
        library.fault = None
        assert camera.capture() is not None
        assert len(library.opened) == 2


def test_a_camera_that_cannot_be_closed_is_told(library, monkeypatch):
    def refuse(self):
        raise RuntimeError("still running")

    with PiCamera() as camera:
        camera.capture()
        monkeypatch.setattr(library, "close", refuse)
    assert [(told.key, dict(told.facts)["reason"]) for told in camera.notices] == [
        ("camera.not_closed", "still running")
    ]


def test_a_camera_that_another_program_has_is_said_and_used_once_it_is_free(library, monkeypatch):
    def refuse(self):
        raise RuntimeError("Camera __init__ sequence did not complete.") from RuntimeError("Failed to acquire camera")

    with PiCamera() as camera:
        with monkeypatch.context() as used:
            used.setattr(library, "__init__", refuse)
            assert [trouble_of(camera) for _ in range(2)] == ["camera.pi_busy reason=Failed to acquire camera"] * 2
        assert camera.capture() is not None


def test_without_a_camera_of_its_own_the_pi_says_so_and_webcams_that_picamera2_lists_are_not_its(library):
    webcam = {"Model": "HD Webcam", "Id": "/base/axi/pcie@1000120000/rp1/usb@200000-1:1.0-046d:0825", "Num": 1}
    library.cameras = (*library.cameras, webcam)
    assert pi_cameras() == ["imx708"]
    library.cameras = ()
    assert pi_cameras() == []
    with PiCamera() as camera:
        assert trouble_of(camera) == "camera.pi_missing"


def test_without_picamera2_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.delitem(sys.modules, "picamera2")
    monkeypatch.setattr(sys, "path", [])
    with PiCamera() as camera:
        assert trouble_of(camera) == "camera.no_picamera2"
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
        assert trouble_of(camera).startswith("camera.picamera2_broken reason=")
