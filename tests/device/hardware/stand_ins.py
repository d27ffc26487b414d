"""Stand-ins for Picamera2 and for OpenCV's webcams, that behave as the real ones do on good and on bad days."""

import threading
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np

from device.hardware.camera import usb
from device.hardware.camera.pi import USUAL_FRAME_US

CHOSEN = {"ExposureTime": 20_000, "AnalogueGain": 2.0}  # by the camera itself
GREY = 64  # of such a picture
LIMITS = {"ExposureTime": (26, 220_417_486, 20_000), "AnalogueGain": (1.12, 16.0, 1.12)}
# What OpenCV gives for the controls that a webcam has; -1 for others.
CONTROLS = {
    cv2.CAP_PROP_EXPOSURE: 300.0,  # tenths of a millisecond
    cv2.CAP_PROP_AUTO_EXPOSURE: 3,  # by itself
    cv2.CAP_PROP_AUTO_WB: 1,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600,
    cv2.CAP_PROP_AUTOFOCUS: 1,
    cv2.CAP_PROP_FOCUS: 30,
}


class Picamera2:
    """Picamera2 with a Camera Module 3, which sets an exposure after three frames, by whole rows of 19 µs.

    Zeros give exposure back to it. It gives the format `chosen`, whatever was asked for, and `array(high, wide)` or a
    grey as light as it is exposed. `fault` is raised for every picture; one call fails after `calls_left`.
    """

    cameras = ({"Model": "imx708", "Id": "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", "Num": 0},)
    camera_properties = ("ColorFilterArrangement",)
    controls = ("ExposureValue", "AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits")
    sensor_modes = (
        {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
        {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
        {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
        {"format": "not a raw one"},
    )
    chosen, colour_range, array = "RGB888", "Full", None
    heeds, hangs, fault, calls_left = True, None, None, None

    def __init__(self):
        self.opened.append(self)
        self.camera_controls = {name: LIMITS.get(name, (-8.0, 8.0, 0.0)) for name in self.controls}
        self.asked, self.queue, self.requests = {}, [dict(CHOSEN)] * 3, []
        self.is_started = self.is_cancelled = self.is_closed = False

    @classmethod
    def global_camera_info(cls):
        return list(cls.cameras)

    def create_preview_configuration(self, main, buffer_count, **more):
        assert set(more.get("controls", ())) <= set(self.camera_controls)
        colours = SimpleNamespace(range=SimpleNamespace(name=self.colour_range))
        return {"main": {**main, "format": self.chosen}, "colour_space": colours, **more}

    def create_still_configuration(self, main, buffer_count, **more):
        self.full = self.create_preview_configuration(main, buffer_count, **more)
        return self.full

    def configure(self, configuration):
        self.configuration = configuration

    switch_mode = configure

    def camera_configuration(self):
        return self.configuration

    def call(self):
        cls = type(self)
        if cls.calls_left is not None:
            cls.calls_left -= 1
            if cls.calls_left < 0:
                cls.calls_left = None
                raise RuntimeError("camera timed out")

    def set_controls(self, controls):
        self.call()
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.asked |= controls

    @property
    def is_automatic(self):
        return not self.asked.get("ExposureTime") and not self.asked.get("AnalogueGain")

    def start(self):
        self.is_started = True

    def capture_metadata(self):
        return self.capture_request().get_metadata()

    def capture_array(self, name):
        return self.capture_request().make_array(name)

    def capture_request(self):
        assert self.is_started
        self.call()
        if self.hangs:
            self.hangs.wait()
        if self.fault:
            raise self.fault
        wanted = CHOSEN if self.is_automatic or not self.heeds else self.asked
        longest = self.asked.get("FrameDurationLimits", USUAL_FRAME_US)[1]
        time_us = min(wanted["ExposureTime"], longest) // 19 * 19
        self.queue.append({"ExposureTime": time_us, "AnalogueGain": max(1.12, wanted["AnalogueGain"])})
        self.requests.append(Request(self, self.queue.pop(0)))
        return self.requests[-1]

    def cancel_all_and_flush(self):
        self.is_cancelled = True

    def close(self):
        assert self.is_cancelled or not self.hangs, "the real one would wait for ever"
        self.is_closed = True


class Request:
    """A frame of Picamera2 that was exposed as its metadata says."""

    def __init__(self, camera, exposed):
        self.camera, self.exposed, self.is_released = camera, exposed, False

    def get_metadata(self):
        return dict(self.exposed)

    def make_array(self, name):
        assert name == "main"
        wide, high = self.camera.configuration["main"]["size"]
        if self.camera.array:
            return self.camera.array(high, wide)
        light = self.exposed["ExposureTime"] * self.exposed["AnalogueGain"] / 40_000
        return np.full((high, wide, 3), min(255, round(GREY * light)), np.uint8)

    def release(self):
        self.is_released = True


class Webcam:
    """What `cv2.VideoCapture` is; a new exposure is seen after three frames.

    What was set stays so when it is opened again. The call after `calls_left` fails. It `heeds` the exposure that is
    set, or says that it has and does not, or (None) has no such controls.
    """

    def __init__(self, controls=CONTROLS, heeds=True):
        self.chosen, self.heeds = dict(controls), heeds
        self.calls_left = None
        self.own, self.by_itself = self.get(cv2.CAP_PROP_EXPOSURE), self.get(cv2.CAP_PROP_AUTO_EXPOSURE)
        self.coming = [self.own] * 3
        self.flows, self.released = threading.Event(), threading.Event()
        self.flows.set()
        self.plugged_in = True

    @property
    def mode(self):
        return self.chosen[cv2.CAP_PROP_AUTO_EXPOSURE]

    def fails(self):
        if self.calls_left is None:
            return False
        self.calls_left = self.calls_left - 1 if self.calls_left else None
        return self.calls_left is None

    def read(self):
        self.flows.wait()
        if not self.plugged_in or self.fails():
            return False, None
        self.coming.append(self.chosen.get(cv2.CAP_PROP_EXPOSURE, self.own))
        seen = self.coming.pop(0)
        light = 1.0 if seen == self.own else seen / self.own
        return True, np.full((960, 1280, 3), min(255, int(GREY * light)), np.uint8)

    def get(self, what):
        return 0.0 if self.fails() else float(self.chosen.get(what, -1.0))

    def set(self, what, value):
        exposes = what in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE)
        if self.fails() or what not in self.chosen or (exposes and self.heeds is None):
            return False
        if what == cv2.CAP_PROP_AUTO_EXPOSURE:
            if value not in (1, self.by_itself):
                return False
            if value == self.by_itself:
                self.chosen[cv2.CAP_PROP_EXPOSURE] = self.own
        if what != cv2.CAP_PROP_EXPOSURE or self.heeds:
            self.chosen[what] = value
        return True

    def release(self):
        self.released.set()


class Plug:
    """Where webcams are plugged in: gives a new one at every opening, or the only one, set up as the box does it."""

    def __init__(self, controls=CONTROLS, only=None):
        self.webcams, self.controls, self.only, self.paths = [], controls, only, [Path("/dev/video3")]

    def __call__(self, path):
        assert path in self.paths
        self.webcams.append(self.only or Webcam(self.controls))
        usb.prepare(self.webcams[-1])
        return self.webcams[-1]
