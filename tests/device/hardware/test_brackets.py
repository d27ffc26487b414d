"""A still table in several exposures: with the Pi's camera, with a webcam, and with those that do not heed."""

import sys
import types
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.hardware.camera import CameraTrouble
from device.hardware.camera.frame import BRACKET
from device.hardware.camera.pi import USUAL_FRAME_US, PiCamera
from device.hardware.camera.usb import UsbCamera
from device.texts import say

CHOSEN = {"ExposureTime": 20_000, "AnalogueGain": 2.0}  # by the camera itself
GREY = 64  # of such a picture


class Request:
    """A frame of Picamera2 that was exposed as its metadata says."""

    def __init__(self, exposed):
        self.exposed, self.released = exposed, False

    def get_metadata(self):
        return dict(self.exposed)

    def make_array(self, name):
        light = self.exposed["ExposureTime"] * self.exposed["AnalogueGain"] / 40_000
        return np.full((960, 1280, 3), min(255, round(GREY * light)), np.uint8)

    def release(self):
        self.released = True


class Sensor:
    """A `Picamera2` whose sensor sets an exposure after three frames, by whole rows of 19 µs."""

    camera_properties = ("ColorFilterArrangement",)
    sensor_modes = ()
    heeds = True
    controls = ("ExposureValue", "AeEnable", "ExposureTime", "AnalogueGain")
    fails_at = None

    def __init__(self):
        type(self).opened = self
        self.camera_controls = dict.fromkeys(self.controls, (60, 500_000, 20_000))
        self.asked, self.queue, self.requests = {"AeEnable": True}, [dict(CHOSEN)] * 3, []

    @classmethod
    def global_camera_info(cls):
        return [{"Model": "imx708", "Id": "/base/i2c/imx708@1a", "Num": 0}]

    def create_preview_configuration(self, main, buffer_count, **more):
        return {"main": main}

    create_still_configuration = create_preview_configuration

    def configure(self, configuration):
        self.configuration = configuration

    def camera_configuration(self):
        return self.configuration

    def set_controls(self, controls):
        self.asked |= controls

    def start(self):
        pass

    def capture_metadata(self):
        return self.capture_request().get_metadata()

    def capture_array(self, name):
        return self.capture_request().make_array(name)

    def capture_request(self):
        if self.fails_at is not None and len(self.requests) >= self.fails_at:
            raise RuntimeError("camera timed out")
        wanted = CHOSEN if self.asked["AeEnable"] or not self.heeds else self.asked
        longest = self.asked.get("FrameDurationLimits", USUAL_FRAME_US)[1]
        time_us = min(wanted["ExposureTime"], longest) // 19 * 19
        self.queue.append({"ExposureTime": time_us, "AnalogueGain": wanted["AnalogueGain"]})
        self.requests.append(Request(self.queue.pop(0)))
        return self.requests[-1]

    def close(self):
        self.closed = True


@pytest.fixture
def sensor(monkeypatch):
    fresh = type("Picamera2", (Sensor,), {})
    module = types.ModuleType("picamera2")
    module.Picamera2 = fresh
    module.__spec__ = types.SimpleNamespace(name="picamera2")
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return fresh


def test_the_pis_camera_takes_each_exposure_once_it_is_set_and_then_chooses_again(sensor):
    with PiCamera() as camera:
        before = camera.capture().picture.mean()
        greys = [picture.mean() for picture in camera.bracket()]
        assert len(greys) == len(BRACKET)
        assert greys == pytest.approx([min(255, GREY * 2**more) for more in BRACKET], abs=2)
        assert camera.capture().picture.mean() == pytest.approx(before, abs=1)  # no frame is exposed otherwise
        asked = sensor.opened.asked
        assert (asked["AeEnable"], asked["FrameDurationLimits"]) == (True, USUAL_FRAME_US)
        assert camera.notices == []
    assert all(one.released for one in sensor.opened.requests[-20:-1])


def test_a_camera_of_the_pi_without_such_controls_is_not_asked(sensor):
    sensor.controls = ("ExposureValue",)
    with PiCamera() as camera:
        assert camera.bracket() == []
        assert camera.notices == []
        assert camera.capture() is not None


def test_a_camera_that_does_not_heed_is_told_once_and_not_asked_again(sensor):
    sensor.heeds = False
    with PiCamera() as camera:
        assert camera.bracket() == ()
        assert camera.bracket() == ()
        (told,) = camera.notices
        assert "2500" in say(told, "en")
        assert say(told, "ja")
        assert sensor.opened.asked["AeEnable"]
        assert camera.capture() is not None


def test_a_camera_that_fails_amid_the_bracket_is_said_and_opened_anew(sensor):
    with PiCamera() as camera:
        camera.capture()
        sensor.fails_at = 6
        with pytest.raises(CameraTrouble) as trouble:
            camera.bracket()
        assert "timed out" in say(trouble.value.said, "en")
        assert sensor.opened.asked["AeEnable"]
        assert sensor.opened.closed
        sensor.fails_at = None
        assert camera.capture() is not None


class Webcam:
    """What `cv2.VideoCapture` is; a new exposure is seen after three frames."""

    def __init__(self, heeds=True, time=80.0, breaks_at=None):
        self.heeds, self.time, self.breaks_at = heeds, time, breaks_at
        self.automatic, self.reads, self.coming = True, 0, [time] * 3

    def read(self):
        self.reads += 1
        if self.breaks_at is not None and self.reads >= self.breaks_at:
            return False, None
        self.coming.append(self.time)
        return True, np.full((960, 1280, 3), int(np.clip(GREY * self.coming.pop(0) / 80, 0, 255)), np.uint8)

    def get(self, what):
        return self.time if what == cv2.CAP_PROP_EXPOSURE else 0.0

    def set(self, what, value):
        if what == cv2.CAP_PROP_AUTO_EXPOSURE:
            self.automatic = value == 3
        elif what == cv2.CAP_PROP_EXPOSURE and self.heeds:
            self.time = value
        return self.heeds

    def release(self):
        pass


def test_a_webcam_takes_each_exposure_and_then_chooses_again():
    webcam = Webcam()
    with UsbCamera(3, lambda path: webcam) as camera:
        camera.capture()
        greys = [picture.mean() for picture in camera.bracket()]
        assert greys == pytest.approx([min(255, GREY * 2**more) for more in BRACKET], abs=2)
        assert webcam.automatic
        assert camera.capture().picture.mean() == GREY


@pytest.mark.parametrize("webcam", [Webcam(heeds=False), Webcam(time=0.0), Webcam(time=-1.0)])
def test_a_webcam_whose_exposure_cannot_be_chosen_goes_on_by_itself(webcam):
    with UsbCamera(3, lambda path: webcam) as camera:
        assert camera.bracket() == []
        assert camera.bracket() == ()
        assert webcam.automatic
        assert camera.capture() is not None


def test_a_webcam_that_is_pulled_out_amid_the_bracket_is_said():
    webcams = [Webcam(), Webcam(breaks_at=8)]
    with UsbCamera(3, lambda path: webcams.pop()) as camera:
        camera.capture()
        with pytest.raises(CameraTrouble) as trouble:
            camera.bracket()
        assert str(Path("/dev/video3")) in say(trouble.value.said, "en")
        assert camera.capture() is not None
