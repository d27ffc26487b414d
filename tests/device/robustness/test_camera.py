"""A camera that stalls, stays black, or sends old, torn or ever the same pictures, and one that comes back."""

from threading import Event

import cv2
import numpy as np
import pytest

from device.capture.capture_loop import CaptureLimits, CaptureLoop
from device.hardware.camera.usb import UsbCamera
from tests.support.device.filmed_table import FINE, FIXED_AND_TRACKED
from tests.support.device.spoilt_pictures import bumped, torn
from tests.support.tiers import first
from tests.support.waiting import PATIENCE_S

CABLE_OUT = None


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_old_and_torn_pictures_among_good_ones_are_never_read(table):
    now, old = table.film.picture(-2), table.film.picture(-3)
    for spoilt in (old, torn(old, now), torn(now, old, 0.3), torn(bumped(now, 40, 25), now)):
        table.glance(spoilt)
        table.glance(now)
        assert (table.now.problem, table.recorded()) == (None, True)
    table.still(now)
    for spoilt in (torn(now, bumped(now, 40, 25)), table.film.hand):  # nor taken for the closer look that is asked for
        table.glance(spoilt, full=True)
        assert table.says() == FINE
    assert table.go_on() == FINE


NOISE = np.random.default_rng(1).integers(-2, 3, (1300, 1280, 3), np.int8)


def with_noise(picture, number):
    """As a sensor sends it, with other noise in each of the first pictures."""
    return np.asarray(cv2.add(picture, NOISE[number : number + len(picture)], dtype=cv2.CV_8U), np.uint8)


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_a_torn_picture_that_lies_still_is_not_read(table):
    """The camera is bumped, and what it sends is new above and left over below, as long as that lasts."""
    for number in range(22):
        table.glance(left_over := with_noise(table.film.picture(-2), number))
    read = table.table.view.reading
    for number in range(22, 30):
        table.glance(torn(with_noise(bumped(table.film.picture(-2), 40, 25), number), left_over))
    assert table.says() == ("moving", [])
    assert table.table.view.reading is read
    assert table.go_on(bumped(table.film.picture(-1), 40, 25)) == FINE


class Webcam:
    """What `cv2.VideoCapture` is: sends a list of pictures, over all openings of the device, the last one for ever.

    Each picture takes a tenth of a second by its `clock` and has the noise of a sensor, but for the first so many that
    are `stuck`. `CABLE_OUT`: the read fails.
    """

    def __init__(self, sent, stuck=0):
        self.sent, self.stuck, self.clock, self.used_up = list(sent), stuck, 100.0, Event()

    def __call__(self, path):
        return self

    def get(self, what):
        return -1.0

    def read(self):
        self.clock += 0.1
        picture = self.sent[0]
        if len(self.sent) == 1:
            self.used_up.set()
        else:
            self.sent.pop(0)
        self.stuck -= 1
        if picture is CABLE_OUT or self.stuck >= 0:
            return picture is not CABLE_OUT, picture
        return True, with_noise(picture, round(self.clock * 10) % 97)

    def release(self):
        """Nothing to let go of."""


def filmed(table, webcam):
    """A table is watched by a webcam until it has sent everything; what was told meanwhile, in order."""
    told, camera = [], UsbCamera(0, webcam, clock=lambda: webcam.clock)
    with table.table.subscribe() as listening:
        with CaptureLoop(camera, table.table.post, limits=CaptureLimits(again_s=0.0, pause_s=0.0)):
            assert webcam.used_up.wait(PATIENCE_S)
        while (now := listening.next(0.2)) is not None:
            told += [
                f"{now.seeing}: {said.key}" for said in (*now.notices, *([now.problem.message] if now.problem else []))
            ]
    table.clock = webcam.clock
    return list(dict.fromkeys(told))


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_a_camera_that_stalls_in_mid_game_is_said_and_goes_on_when_it_is_back(table):
    before, after = table.film.picture(-2), table.film.picture(-1)
    told = filmed(table, Webcam([*[before] * 4, CABLE_OUT, CABLE_OUT, *[after] * 6]))
    assert told == ["no_camera: camera.stalled"]
    assert (table.now.seeing, table.tells()) == FINE
    assert table.go_on() == FINE


def test_a_camera_that_sends_one_picture_for_ever_is_said_within_seconds_and_lost_until_it_sends_another(table):
    before, after = table.film.picture(-2), table.film.picture(-1)
    assert filmed(table, Webcam([*[before] * 49, *[before] * 3], stuck=49)) == []
    assert filmed(table, Webcam([before] * 70, stuck=1000)) == ["no_camera: camera.frozen"]
    assert table.says() == ("no_camera", ["camera.frozen"])
    assert filmed(table, Webcam([*[before] * 60, *[after] * 6], stuck=60)) == ["no_camera: camera.frozen"]
    assert (table.now.seeing, table.tells()) == FINE
    table.next += 1
    assert table.recorded()
