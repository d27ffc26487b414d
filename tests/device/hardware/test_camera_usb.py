"""The webcam: what happens when it is missing, hangs, is pulled out and comes back."""

from errno import EACCES
from pathlib import Path

import cv2
import pytest

from device.cameras import best_camera, open_camera
from device.hardware.camera import usb
from device.hardware.camera.usb import UsbCamera, usb_cameras
from tests.device.hardware.stand_ins import GREY, Plug
from tests.support.device.settled_camera import settled, trouble_of
from tests.support.waiting import PATIENCE_S


def test_it_gives_the_table_now_until_it_is_closed():
    plug = Plug()
    with UsbCamera(3, plug) as camera:
        first, second = camera.capture(), camera.capture(full=True)
        assert (first.picture.shape, first.picture.mean(), first.name) == ((960, 1280, 3), GREY, None)
        assert second.at_s >= first.at_s
    assert plug.webcams[0].released.is_set()


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
        by_hand |= {cv2.CAP_PROP_WB_TEMPERATURE: 4600}
        for more, time in ((None, 300.0), (-1.0, 150.0), (-2.0, 75.0), (0.0, 300.0)):
            if more is not None:
                camera.expose(more)
                camera.capture()
            assert (by_hand | {cv2.CAP_PROP_EXPOSURE: time}).items() <= webcam.chosen.items()


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
        assert trouble_of(camera) == "camera.stalled camera=/dev/video3"
        assert plug.webcams[0].released.is_set()
        assert camera.capture().picture.mean() == GREY
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
        assert trouble_of(camera) == "camera.stalled camera=/dev/video3"
        assert camera.capture().picture.mean() == GREY
        plug.webcams[1].plugged_in = False
        assert trouble_of(camera) == "camera.stalled camera=/dev/video5"
    # So does a camera that is started anew, and where another webcam has taken its number.
    with camera.anew() as again:
        plugged_in.clear()
        plugged_in.update({5: "Other", 3: "HD Webcam"})
        plug.paths = [Path("/dev/video3")]
        assert again.capture().picture.mean() == GREY


@pytest.mark.parametrize("plugged_in", [{5: "Other"}, {4: "HD Webcam", 5: "HD Webcam"}, {}])
def test_another_webcam_or_one_of_two_alike_is_never_taken_for_it(monkeypatch, plugged_in):
    plug = Plug()
    monkeypatch.setattr(usb, "usb_cameras", lambda: {3: "HD Webcam"})
    with UsbCamera(3, plug) as camera:
        camera.capture()
        plug.webcams[0].plugged_in = False
        trouble_of(camera)
        monkeypatch.setattr(usb, "usb_cameras", lambda: plugged_in)
        monkeypatch.setattr(camera, "_open_device", usb.open_v4l2)
        assert "camera=/dev/video3" in trouble_of(camera)


def test_a_webcam_that_hangs_is_said_and_closed_once_it_wakes():
    plug = Plug()
    with UsbCamera(3, plug, read_s=0.05) as camera:
        camera.capture()
        stuck = plug.webcams[0]
        stuck.flows.clear()
        assert trouble_of(camera) == "camera.stalled camera=/dev/video3"
        assert not stuck.released.is_set()
        assert camera.capture().picture.mean() == GREY
        stuck.flows.set()
        assert stuck.released.wait(PATIENCE_S)


def test_what_is_missing_no_webcam_or_closed_to_us_is_said(monkeypatch, tmp_path):
    with open_camera("usb:97") as camera:
        assert "camera=/dev/video97" in trouble_of(camera)
        monkeypatch.setattr(usb, "usb_cameras", lambda: {0: "HD Webcam", 2: "Other"})
        assert trouble_of(camera) == "camera.usb_missing camera=/dev/video97 found=usb:0 usb:2"
    (tmp_path / "video0").write_bytes(b"")
    with UsbCamera(0, lambda path: usb.open_v4l2(tmp_path / "video0")) as camera:
        assert trouble_of(camera) == f"camera.usb_busy camera={tmp_path / 'video0'}"
        monkeypatch.setattr(usb.os, "access", lambda path, mode: False)
        assert trouble_of(camera) == f"camera.usb_closed camera={tmp_path / 'video0'}"


def test_an_error_of_the_system_is_not_hidden():
    def refuse(path):
        raise PermissionError(EACCES, "Permission denied")

    with UsbCamera(3, refuse) as camera:
        assert trouble_of(camera) == "camera.failed camera=/dev/video3 reason=[Errno 13] Permission denied"


def test_only_webcams_count_as_webcams(tmp_path):
    for number, name, device, index in (
        (0, "HD Webcam", "usb1/1-1", 0),
        (1, "HD Webcam", "usb1/1-1a", 1),
        (10, "bcm2835-codec-decode", "platform/codec", 0),
        (11, "Other", "usb2/2-1", 0),
    ):
        (tmp_path / device).mkdir(parents=True)
        entry = tmp_path / "class" / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "device").symlink_to(tmp_path / device)
        (entry / "name").write_text(f"{name}\n")
        (entry / "index").write_text(f"{index}\n")
    assert usb_cameras(tmp_path / "class") == {0: "HD Webcam", 11: "Other"}


def test_without_any_camera_the_demo_table_is_chosen(monkeypatch):
    monkeypatch.setattr("device.hardware.camera.pi.pi_cameras", list)
    monkeypatch.setattr("device.hardware.camera.usb.usb_cameras", dict)
    assert best_camera() == "demo"
    monkeypatch.setattr("device.hardware.camera.usb.usb_cameras", lambda: {4: "b", 2: "a"})
    assert best_camera() == "usb:2"
    monkeypatch.setattr("device.hardware.camera.pi.pi_cameras", lambda: ["imx708"])
    assert best_camera() == "pi"
