"""A still table in several exposures: with the Pi's camera, with a webcam, and with those that do not heed."""

import cv2
import pytest

from device.hardware.camera import CameraTrouble, reopened
from device.hardware.camera.frame import BRACKET
from device.hardware.camera.pi import USUAL_FRAME_US, PiCamera
from device.hardware.camera.usb import UsbCamera
from engines.messages import message
from tests.device.hardware.stand_ins import CHOSEN, CONTROLS, GREY, Plug, Webcam
from tests.support.device.settled_camera import settled, trouble_of

EXPOSED = pytest.approx([min(255, GREY * 2**more) for more in BRACKET], abs=2)


def greys(pictures):
    return [picture.mean() for picture in pictures]


def later(camera, count=8):
    """How light the picture is after some more."""
    return greys(camera.capture().picture for _ in range(count))[-1]


def test_the_pis_camera_keeps_what_it_chose_also_after_a_bracket_and_a_full_photograph(library, clock):
    library.controls = (*library.controls, "AwbEnable")
    held = {"ExposureTime": 19_988, "AnalogueGain": 2.0, "AwbEnable": False}  # whole rows of the sensor
    with PiCamera() as camera:
        camera.capture()
        (opened,) = library.opened
        assert opened.is_automatic
        assert opened.asked["AwbEnable"] is True
        before = settled(camera).picture.mean()
        assert held.items() <= opened.asked.items()
        assert len(camera.bracket()) == len(BRACKET)
        assert held.items() <= opened.asked.items()
        assert later(camera, 1) == pytest.approx(before, abs=1)
        camera.capture(full=True)
        assert opened.full["controls"] == {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True}
        assert held.items() <= opened.asked.items()
        for more, light in ((-1.0, before / 2), (0.0, before)):
            camera.expose(more)
            assert not camera.capture().is_settling
            assert later(camera) == pytest.approx(light, abs=2)


def test_a_pis_camera_that_is_started_anew_chooses_again(library, clock):
    with PiCamera() as camera:
        settled(camera)
        library.calls_left = 0
        trouble_of(camera)
        assert camera.capture().is_settling
        assert library.opened[-1].is_automatic
        settled(camera)
        assert not library.opened[-1].is_automatic


# Those that libcamera has for exposure; the second one's are those of a libcamera without its own for automatics.
@pytest.mark.parametrize("without", [(), ("ExposureValue", "AeEnable")])
def test_the_pis_camera_takes_each_exposure_once_it_is_set_and_then_chooses_again(library, without):
    library.controls = tuple(name for name in library.controls if name not in without)
    with PiCamera() as camera:
        before = later(camera, 1)
        assert greys(camera.bracket()) == EXPOSED
        assert later(camera, 1) == pytest.approx(before, abs=1)  # no frame is exposed otherwise
        (opened,) = library.opened
        assert opened.is_automatic
        assert opened.asked["FrameDurationLimits"] == USUAL_FRAME_US
        assert without or opened.asked["AeEnable"]
        assert camera.notices == []
    assert all(request.is_released for request in opened.requests[-20:-1])


def test_a_sunny_table_is_exposed_as_shortly_as_the_sensor_can(library, monkeypatch):
    monkeypatch.setitem(CHOSEN, "ExposureTime", 400)
    monkeypatch.setitem(CHOSEN, "AnalogueGain", 1.12)
    with PiCamera() as camera:
        assert len(camera.bracket()) == len(BRACKET)
        assert min(request.exposed["ExposureTime"] for request in library.opened[0].requests) >= 19
        assert camera.notices == []


def test_a_camera_of_the_pi_without_such_controls_is_not_asked(library):
    library.controls = ("ExposureValue",)
    with PiCamera() as camera:
        assert camera.bracket() == []
        assert camera.notices == []
        assert camera.capture() is not None


def test_whichever_call_of_the_bracket_fails_is_said_and_the_next_picture_is_exposed_as_before(library):
    for passed in range(1000):
        with PiCamera() as camera:
            before = later(camera, 1)
            first, library.calls_left = library.opened[-1], passed
            try:
                assert len(camera.bracket()) == len(BRACKET)
                break
            except CameraTrouble as trouble:
                assert "timed out" in str(trouble)
            assert first.is_closed
            assert later(camera, 1) == pytest.approx(before, abs=1)
            assert library.opened[-1].is_automatic
    assert passed > 4 * len(BRACKET)


@pytest.mark.parametrize("by_itself", [3, 0])
def test_a_webcam_takes_each_exposure_and_then_chooses_again(by_itself):
    webcam = Webcam({**CONTROLS, cv2.CAP_PROP_AUTO_EXPOSURE: by_itself})
    with UsbCamera(3, Plug(only=webcam)) as camera:
        camera.capture()
        assert greys(camera.bracket()) == EXPOSED
        assert webcam.mode == by_itself
        assert later(camera, 1) == GREY


def test_a_webcam_that_was_exposed_for_the_table_is_exposed_so_again(clock):
    webcam = Webcam()
    with UsbCamera(3, Plug(only=webcam)) as camera:
        camera.expose(-1.0)
        before = settled(camera).picture.mean()
        assert len(camera.bracket()) == len(BRACKET)
        assert webcam.mode == 1
        assert later(camera, 5) == before == GREY / 2


@pytest.mark.parametrize(("time", "heeds"), [(300.0, None), (0.0, True), (-1.0, True)])
def test_a_webcam_whose_exposure_cannot_be_chosen_goes_on_by_itself(time, heeds):
    webcam = Webcam({**CONTROLS, cv2.CAP_PROP_EXPOSURE: time}, heeds)
    with UsbCamera(3, Plug(only=webcam)) as camera:
        assert len(camera.bracket()) == len(camera.bracket()) == 0
        assert camera.notices == []
        assert webcam.mode == webcam.by_itself
        assert camera.capture() is not None


@pytest.mark.parametrize(("of", "reason"), [("pi", "ExposureTime 19988 ≠ 558"), (3, "exposure_time_absolute 300 ≠ 5")])
def test_a_camera_that_does_not_heed_is_told_once_and_goes_on_by_itself(library, of, reason):
    library.heeds, webcam = False, Webcam(heeds=False)
    with PiCamera() if of == "pi" else UsbCamera(3, Plug(only=webcam)) as camera:
        assert len(camera.bracket()) == len(camera.bracket()) == 0
        name = "pi" if of == "pi" else "/dev/video3"
        assert camera.notices == [message("camera.exposure_ignored", camera=name, reason=reason)]
        assert camera.capture() is not None
    assert all(opened.is_automatic for opened in library.opened)
    assert webcam.mode == webcam.by_itself


@pytest.mark.full
def test_whichever_call_to_a_webcam_fails_in_the_bracket_the_next_picture_is_exposed_as_before(monkeypatch):
    monkeypatch.setattr(reopened.time, "monotonic", lambda: 0.0)  # however slow the machine, no light is held meanwhile
    troubles = 0
    for passed in range(1000):
        webcam = Webcam()
        with UsbCamera(3, Plug(only=webcam)) as camera:
            camera.capture()
            webcam.calls_left = passed
            try:
                camera.bracket()
            except CameraTrouble as trouble:
                troubles += 1
                assert "/dev/video3" in str(trouble)
            if webcam.calls_left is not None:
                break
            assert later(camera, 5) == GREY
            assert webcam.mode == webcam.by_itself
    assert troubles > len(BRACKET)
