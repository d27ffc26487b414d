"""A still table in several exposures: with the Pi's camera, with a webcam, and with those that do not heed."""

import sys
import types
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.hardware.camera import CameraTrouble, reopened, usb
from device.hardware.camera.frame import BRACKET
from device.hardware.camera.pi import USUAL_FRAME_US, PiCamera
from device.hardware.camera.usb import UsbCamera
from device.texts import say
from tests.support.device.settled_camera import settled

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
    """A `Picamera2` whose sensor sets an exposure after three frames, by whole rows of 19 µs.

    Its limits are the Camera Module 3's. Zeros give exposure back to it. It breaks at the call after `calls_left`.
    """

    camera_properties = ("ColorFilterArrangement",)
    sensor_modes = ()
    heeds = True
    controls = ("ExposureValue", "AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits")
    calls_left = None

    def __init__(self):
        type(self).opened = self
        limits = {"ExposureTime": (26, 220_417_486, 20_000), "AnalogueGain": (1.12, 16.0, 1.12)}
        self.camera_controls = {name: limits.get(name, (-8.0, 8.0, 0.0)) for name in self.controls}
        self.asked, self.queue, self.requests = {}, [dict(CHOSEN)] * 3, []

    @classmethod
    def global_camera_info(cls):
        return [{"Model": "imx708", "Id": "/base/i2c/imx708@1a", "Num": 0}]

    def create_preview_configuration(self, main, buffer_count, **more):
        return {"main": main}

    def create_still_configuration(self, main, buffer_count, **more):
        self.full = {"main": main, **more}
        return self.full

    def configure(self, configuration):
        self.configuration = configuration

    switch_mode = configure

    def camera_configuration(self):
        return self.configuration

    def calls(self):
        cls = type(self)
        if cls.calls_left is not None:
            cls.calls_left -= 1
            if cls.calls_left < 0:
                cls.calls_left = None
                raise RuntimeError("camera timed out")

    def set_controls(self, controls):
        self.calls()
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.asked |= controls

    @property
    def is_automatic(self):
        return not self.asked.get("ExposureTime") and not self.asked.get("AnalogueGain")

    def start(self):
        pass

    def capture_metadata(self):
        return self.capture_request().get_metadata()

    def capture_array(self, name):
        return self.capture_request().make_array(name)

    def capture_request(self):
        self.calls()
        wanted = CHOSEN if self.is_automatic or not self.heeds else self.asked
        longest = self.asked.get("FrameDurationLimits", USUAL_FRAME_US)[1]
        time_us = min(wanted["ExposureTime"], longest) // 19 * 19
        self.queue.append({"ExposureTime": time_us, "AnalogueGain": max(1.12, wanted["AnalogueGain"])})
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


def test_the_pis_camera_keeps_what_it_chose_also_after_a_bracket_and_a_full_photograph(sensor, clock):
    sensor.controls = (*sensor.controls, "AwbEnable")
    held = {"ExposureTime": 19_988, "AnalogueGain": 2.0, "AwbEnable": False}  # whole rows of the sensor
    with PiCamera() as camera:
        camera.capture()
        assert sensor.opened.is_automatic
        assert sensor.opened.asked["AwbEnable"] is True
        settled(camera)
        assert held.items() <= sensor.opened.asked.items()
        before = camera.capture().picture.mean()
        assert len(camera.bracket()) == len(BRACKET)
        assert held.items() <= sensor.opened.asked.items()
        assert camera.capture().picture.mean() == pytest.approx(before, abs=1)
        camera.capture(full=True)
        assert sensor.opened.full["controls"] == {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True}
        assert held.items() <= sensor.opened.asked.items()
        camera.expose(-1.0)
        frames = [camera.capture() for _ in range(8)]
        assert frames[-1].picture.mean() == pytest.approx(before / 2, abs=2)
        assert not any(frame.is_settling for frame in frames)
        camera.expose(0.0)
        assert [camera.capture() for _ in range(8)][-1].picture.mean() == pytest.approx(before, abs=1)


def test_a_pis_camera_that_is_started_anew_chooses_again(sensor, clock):
    with PiCamera() as camera:
        settled(camera)
        sensor.calls_left = 0
        with pytest.raises(CameraTrouble):
            camera.capture()
        assert camera.capture().is_settling
        assert sensor.opened.is_automatic
        settled(camera)
        assert not sensor.opened.is_automatic


def test_the_pis_camera_takes_each_exposure_once_it_is_set_and_then_chooses_again(sensor):
    with PiCamera() as camera:
        before = camera.capture().picture.mean()
        greys = [picture.mean() for picture in camera.bracket()]
        assert len(greys) == len(BRACKET)
        assert greys == pytest.approx([min(255, GREY * 2**more) for more in BRACKET], abs=2)
        assert camera.capture().picture.mean() == pytest.approx(before, abs=1)  # no frame is exposed otherwise
        assert sensor.opened.is_automatic
        assert sensor.opened.asked["AeEnable"]
        assert sensor.opened.asked["FrameDurationLimits"] == USUAL_FRAME_US
        assert camera.notices == []
    assert all(one.released for one in sensor.opened.requests[-20:-1])


def test_a_libcamera_that_has_no_control_for_automatic_exposure_is_asked_as_well(sensor):
    sensor.controls = ("ExposureTime", "AnalogueGain", "FrameDurationLimits")
    with PiCamera() as camera:
        assert len(camera.bracket()) == len(BRACKET)
        assert sensor.opened.is_automatic
        assert camera.notices == []


def test_a_sunny_table_is_exposed_as_shortly_as_the_sensor_can(sensor, monkeypatch):
    monkeypatch.setitem(CHOSEN, "ExposureTime", 400)
    monkeypatch.setitem(CHOSEN, "AnalogueGain", 1.12)
    with PiCamera() as camera:
        assert len(camera.bracket()) == len(BRACKET)
        assert min(request.exposed["ExposureTime"] for request in sensor.opened.requests) >= 19
        assert camera.notices == []


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
        assert "558" in say(told, "en")
        assert say(told, "ja")
        assert sensor.opened.is_automatic
        assert camera.capture() is not None


def test_whichever_call_of_the_bracket_fails_is_said_and_the_next_picture_is_exposed_as_before(sensor):
    for passed in range(1000):
        with PiCamera() as camera:
            before = camera.capture().picture.mean()
            first, sensor.calls_left = sensor.opened, passed
            try:
                assert len(camera.bracket()) == len(BRACKET)
                break
            except CameraTrouble as trouble:
                assert "timed out" in say(trouble.said, "en")
            assert first.closed
            assert camera.capture().picture.mean() == pytest.approx(before, abs=1)
            assert sensor.opened.is_automatic
    assert passed > 4 * len(BRACKET)


class Webcam:
    """What `cv2.VideoCapture` is; a new exposure is seen after three frames.

    What was set stays so when it is opened again. It breaks at the call after `calls_left`. `by_itself` is its number
    of automatic exposure; it `heeds` what is set, or says that it has and does not, or (None) has no such controls.
    """

    def __init__(self, heeds=True, time=80.0, by_itself=3):
        self.heeds, self.time, self.own, self.by_itself = heeds, time, time, by_itself
        self.mode, self.coming, self.calls_left, self.calls = by_itself, [time] * 3, None, 0

    def called(self):
        self.calls += 1
        if self.calls_left is not None:
            self.calls_left -= 1
            if self.calls_left < 0:
                self.calls_left = None
                return False
        return True

    def read(self):
        if not self.called():
            return False, None
        self.coming.append(self.own if self.mode == self.by_itself else self.time)
        return True, np.full((960, 1280, 3), int(np.clip(GREY * self.coming.pop(0) / 80, 0, 255)), np.uint8)

    def get(self, what):
        if not self.called():
            return 0.0
        if what == cv2.CAP_PROP_EXPOSURE:
            return self.time
        return float(self.mode) if what == cv2.CAP_PROP_AUTO_EXPOSURE else -1.0

    def set(self, what, value):
        if not self.called() or self.heeds is None:
            return False
        if what == cv2.CAP_PROP_AUTO_EXPOSURE:
            if value not in (1, self.by_itself):
                return False
            self.mode = value
            self.time = self.own if value == self.by_itself else self.time
        elif what == cv2.CAP_PROP_EXPOSURE and self.heeds:
            self.time = value
        return what in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE)

    def release(self):
        pass


def opened(webcam):
    """Opens it as the box does."""

    def prepare(path):
        usb.prepare(webcam)
        return webcam

    return prepare


@pytest.mark.parametrize("by_itself", [3, 0])
def test_a_webcam_takes_each_exposure_and_then_chooses_again(by_itself):
    webcam = Webcam(by_itself=by_itself)
    with UsbCamera(3, opened(webcam)) as camera:
        camera.capture()
        greys = [picture.mean() for picture in camera.bracket()]
        assert greys == pytest.approx([min(255, GREY * 2**more) for more in BRACKET], abs=2)
        assert webcam.mode == by_itself
        assert camera.capture().picture.mean() == GREY


def test_a_webcam_that_was_exposed_for_the_table_is_exposed_so_again(clock):
    webcam = Webcam()
    with UsbCamera(3, opened(webcam)) as camera:
        camera.expose(-1.0)
        before = settled(camera).picture.mean()
        assert len(camera.bracket()) == len(BRACKET)
        assert webcam.mode == 1
        assert [camera.capture().picture.mean() for _ in range(5)][-1] == before == GREY / 2


@pytest.mark.parametrize("webcam", [Webcam(heeds=None), Webcam(time=0.0), Webcam(time=-1.0)])
def test_a_webcam_whose_exposure_cannot_be_chosen_goes_on_by_itself(webcam):
    with UsbCamera(3, lambda path: webcam) as camera:
        assert len(camera.bracket()) == len(camera.bracket()) == 0
        assert camera.notices == []
        assert webcam.mode == webcam.by_itself
        assert camera.capture() is not None


def test_a_webcam_that_does_not_heed_is_told_once_and_goes_on_by_itself():
    webcam = Webcam(heeds=False)
    with UsbCamera(3, opened(webcam)) as camera:
        assert len(camera.bracket()) == len(camera.bracket()) == 0
        (told,) = camera.notices
        assert "80 ≠ 1" in say(told, "en")
        assert webcam.mode == webcam.by_itself
        assert camera.capture() is not None


@pytest.mark.full
def test_whichever_call_to_a_webcam_fails_in_the_bracket_the_next_picture_is_exposed_as_before(monkeypatch):
    monkeypatch.setattr(reopened.time, "monotonic", lambda: 0.0)  # however slow the machine, no light is held meanwhile
    troubles = 0
    for passed in range(1000):
        webcam = Webcam()
        with UsbCamera(3, opened(webcam)) as camera:
            camera.capture()
            webcam.calls_left = passed
            try:
                camera.bracket()
            except CameraTrouble as trouble:
                troubles += 1
                assert str(Path("/dev/video3")) in say(trouble.said, "en")
            if webcam.calls_left is not None:
                break
            assert [camera.capture().picture.mean() for _ in range(5)][-1] == GREY
            assert webcam.mode == webcam.by_itself
    assert troubles > len(BRACKET)
