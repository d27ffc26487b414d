"""The webcam: what happens when it is missing, hangs, is pulled out and comes back."""

import threading
from errno import EACCES
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import best_camera, open_camera
from device.hardware.camera import CameraTrouble, usb
from device.hardware.camera.usb import UsbCamera, usb_cameras
from device.texts import say
from tests.support.device.settled_camera import settled

PICTURE = np.full((960, 1280, 3), 90, np.uint8)
# What OpenCV gives for those that a webcam has; -1 for others.
CONTROLS = {
    cv2.CAP_PROP_EXPOSURE: 300.0,  # tenths of a millisecond
    cv2.CAP_PROP_AUTO_EXPOSURE: 3,  # by itself
    cv2.CAP_PROP_AUTO_WB: 1,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600,
    cv2.CAP_PROP_AUTOFOCUS: 1,
    cv2.CAP_PROP_FOCUS: 30,
}


class Webcam:
    """What `cv2.VideoCapture` is while it works."""

    def __init__(self, controls=CONTROLS):
        self.flows = threading.Event()
        self.flows.set()
        self.plugged_in = True
        self.released = threading.Event()
        self.chosen = dict(controls)

    def read(self):
        self.flows.wait()
        return (True, PICTURE) if self.plugged_in else (False, None)

    def get(self, what):
        return self.chosen.get(what, -1.0)

    def set(self, what, value):
        if what in self.chosen:
            self.chosen[what] = value
        return what in self.chosen

    def release(self):
        self.released.set()


class Plug:
    """Where webcams are plugged in: gives a new one at every opening."""

    def __init__(self, controls=CONTROLS):
        self.webcams, self.controls, self.paths = [], controls, [Path("/dev/video3")]

    def __call__(self, path):
        assert path in self.paths
        self.webcams.append(Webcam(self.controls))
        return self.webcams[-1]


def said(camera):
    with pytest.raises(CameraTrouble) as trouble:
        camera.capture()
    assert say(trouble.value.said, "ja")
    return say(trouble.value.said, "en")


def test_it_gives_the_table_now():
    with UsbCamera(3, Plug()) as camera:
        first, second = camera.capture(), camera.capture(full=True)
        assert first.picture.shape == (960, 1280, 3)
        assert first.name is None
        assert second.at_s >= first.at_s


def test_its_lens_goes_where_it_was_sharp_also_after_the_camera_was_given_up(clock, monkeypatch, tmp_path):
    monkeypatch.setattr(usb, "usb_cameras", lambda: {3: "HD Pro Webcam C920"})
    (tmp_path / "focus.json").write_text('{"HD Pro Webcam C920": 45}')
    plug = Plug()
    first = UsbCamera(3, plug)
    first.remember_focus(tmp_path / "focus.json")
    for camera in (first, first.anew()):
        with camera:
            camera.capture()
            assert {cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_FOCUS: 45}.items() <= plug.webcams[-1].chosen.items()
    assert len(plug.webcams) == 2


def test_it_keeps_what_it_chose_and_is_exposed_less_than_that(clock):
    plug = Plug()
    with UsbCamera(3, plug) as camera:
        camera.capture()
        (webcam,) = plug.webcams
        automatic = {cv2.CAP_PROP_AUTO_EXPOSURE: 3, cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_AUTOFOCUS: 1}
        assert automatic.items() <= webcam.chosen.items()
        settled(camera)
        by_hand = {cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0, cv2.CAP_PROP_AUTOFOCUS: 0}
        assert by_hand.items() <= webcam.chosen.items()
        assert webcam.chosen[cv2.CAP_PROP_EXPOSURE] == 300.0
        assert webcam.chosen[cv2.CAP_PROP_WB_TEMPERATURE] == 4600
        for more, time in ((-1.0, 150.0), (-2.0, 75.0), (0.0, 300.0)):
            camera.expose(more)
            camera.capture()
            assert webcam.chosen[cv2.CAP_PROP_EXPOSURE] == time
            assert by_hand.items() <= webcam.chosen.items()


def test_a_webcam_without_controls_is_told_nothing(clock):
    plug = Plug({})
    with UsbCamera(3, plug) as camera:
        settled(camera)
        camera.expose(-1.0)
        assert not camera.capture().is_settling
        assert plug.webcams[0].chosen == {}


def test_a_webcam_that_is_pulled_out_is_said_and_found_again():
    plug = Plug()
    with UsbCamera(3, plug) as camera:
        camera.capture()
        plug.webcams[0].plugged_in = False
        assert "/dev/video3" in said(camera)
        assert plug.webcams[0].released.is_set()
        assert camera.capture().picture is PICTURE
        assert len(plug.webcams) == 2


def test_a_webcam_that_comes_back_under_another_number_is_followed(monkeypatch):
    plug, plugged_in = Plug(), {0: "Other", 3: "HD Webcam"}
    monkeypatch.setattr(usb, "usb_cameras", lambda: plugged_in)
    with UsbCamera(3, plug) as camera:
        camera.capture()
        plug.webcams[0].plugged_in = False
        plug.paths = [Path("/dev/video5")]
        plugged_in.pop(3)
        plugged_in[5] = "HD Webcam"
        assert "/dev/video3" in said(camera)
        assert camera.capture().picture is PICTURE
        plug.webcams[1].plugged_in = False
        assert "/dev/video5" in said(camera)
    # So does a camera that is started anew, and where another webcam has taken its number.
    with camera.anew() as again:
        plugged_in.clear()
        plugged_in.update({5: "Other", 3: "HD Webcam"})
        plug.paths = [Path("/dev/video3")]
        assert again.capture().picture is PICTURE


@pytest.mark.parametrize("plugged_in", [{5: "Other"}, {4: "HD Webcam", 5: "HD Webcam"}, {}])
def test_another_webcam_or_one_of_two_alike_is_never_taken_for_it(monkeypatch, plugged_in):
    plug = Plug()
    monkeypatch.setattr(usb, "usb_cameras", lambda: {3: "HD Webcam"})
    with UsbCamera(3, plug) as camera:
        camera.capture()
        plug.webcams[0].plugged_in = False
        said(camera)
        monkeypatch.setattr(usb, "usb_cameras", lambda: plugged_in)
        monkeypatch.setattr(camera, "_open_device", usb.open_v4l2)
        assert "/dev/video3" in said(camera)


def test_a_webcam_that_hangs_is_said_and_closed_once_it_wakes():
    plug = Plug()
    with UsbCamera(3, plug, read_s=0.05) as camera:
        camera.capture()
        stuck = plug.webcams[0]
        stuck.flows.clear()
        assert "/dev/video3" in said(camera)
        assert not stuck.released.is_set()
        assert camera.capture().picture is PICTURE
        stuck.flows.set()
        assert stuck.released.wait(20)


def test_it_is_closed_at_the_end():
    plug = Plug()
    with UsbCamera(3, plug) as camera:
        camera.capture()
    assert plug.webcams[0].released.is_set()


def test_a_missing_webcam_is_said_with_those_that_are_there(monkeypatch):
    with open_camera("usb:97") as camera:
        assert "/dev/video97" in said(camera)
        monkeypatch.setattr(usb, "usb_cameras", lambda: {0: "HD Webcam", 2: "Other"})
        assert "usb:0 and usb:2" in said(camera)


def test_a_device_that_is_no_webcam_is_said(monkeypatch, tmp_path):
    (tmp_path / "video0").write_bytes(b"")
    with UsbCamera(0, lambda path: usb.open_v4l2(tmp_path / "video0")) as camera:
        assert "video0" in said(camera)


def test_a_device_that_is_closed_to_us_names_the_group(monkeypatch, tmp_path):
    (tmp_path / "video0").write_bytes(b"")
    monkeypatch.setattr(usb.os, "access", lambda path, mode: False)
    with UsbCamera(0, lambda path: usb.open_v4l2(tmp_path / "video0")) as camera:
        assert "-aG video" in said(camera)


def test_an_error_of_the_system_is_not_hidden():
    def refuse(path):
        raise PermissionError(EACCES, "Permission denied")

    with UsbCamera(3, refuse) as camera:
        assert "Permission denied" in said(camera)


def listed(folder, number, name, device, index="0"):
    target = folder / device
    target.mkdir(parents=True)
    entry = folder / "class" / f"video{number}"
    entry.mkdir(parents=True)
    (entry / "device").symlink_to(target)
    (entry / "name").write_text(name + "\n")
    (entry / "index").write_text(index + "\n")


def test_only_webcams_count_as_webcams(tmp_path):
    listed(tmp_path, 0, "HD Webcam", "usb1/1-1")
    listed(tmp_path, 1, "HD Webcam", "usb1/1-1a", index="1")
    listed(tmp_path, 10, "bcm2835-codec-decode", "platform/codec")
    listed(tmp_path, 11, "Other", "usb2/2-1")
    assert usb_cameras(tmp_path / "class") == {0: "HD Webcam", 11: "Other"}


def test_without_any_camera_the_demo_table_is_chosen(monkeypatch):
    monkeypatch.setattr("device.hardware.camera.pi.pi_cameras", list)
    monkeypatch.setattr("device.hardware.camera.usb.usb_cameras", dict)
    assert best_camera() == "demo"
    monkeypatch.setattr("device.hardware.camera.usb.usb_cameras", lambda: {4: "b", 2: "a"})
    assert best_camera() == "usb:2"
    monkeypatch.setattr("device.hardware.camera.pi.pi_cameras", lambda: ["imx708"])
    assert best_camera() == "pi"
