"""A camera that sends its last picture for ever is found out, and one that watches a quiet table is not."""

import numpy as np
import pytest

from device.hardware.camera import CameraTrouble
from device.hardware.camera.freshness import FROZEN_S, Freshness
from device.hardware.camera.usb import UsbCamera
from device.texts import say

RNG = np.random.default_rng(1)
TABLE = RNG.integers(0, 250, (96, 128, 3), np.uint8)


def with_noise():
    return TABLE + RNG.integers(0, 2, TABLE.shape, np.uint8)


def test_a_quiet_table_is_never_twice_the_same():
    freshness = Freshness()
    assert not any(freshness.is_frozen(with_noise(), float(at_s)) for at_s in range(60))


def test_one_other_pixel_is_enough_to_be_new():
    freshness = Freshness()
    freshness.is_frozen(TABLE, 0.0)
    other = TABLE.copy()
    other[5, 7, 1] += 1
    assert not freshness.is_frozen(other, FROZEN_S)
    assert freshness.is_frozen(other, 2 * FROZEN_S)


def test_the_inside_of_a_lens_cap_is_dark_and_not_frozen():
    freshness, cap = Freshness(), np.zeros_like(TABLE)
    assert not any(freshness.is_frozen(cap, float(at_s)) for at_s in range(60))


def test_a_picture_of_another_size_is_a_new_one():
    freshness = Freshness()
    freshness.is_frozen(TABLE, 0.0)
    assert not freshness.is_frozen(TABLE[:48], FROZEN_S)


def test_a_picture_of_which_a_part_stands_still_is_frozen_too():
    freshness, left_over = Freshness(), with_noise()
    for at in range(30):
        assert not freshness.is_frozen(with_noise(), at / 10)
    torn = [np.concatenate([with_noise()[:40], left_over[40:]]) for _ in range(60)]
    frozen = [freshness.is_frozen(picture, 3.0 + at / 10) for at, picture in enumerate(torn)]
    assert not any(frozen[:40])
    assert frozen[-1]
    assert not freshness.is_frozen(with_noise(), 9.0)


class StuckWebcam:
    """A `cv2.VideoCapture` that has one picture left."""

    def read(self):
        return True, TABLE.copy()

    def get(self, what):
        """It has no controls."""
        return -1.0

    def release(self):
        """Nothing to let go of."""


def test_a_frozen_webcam_is_said_and_opened_again(monkeypatch):
    now, opened = [0.0], []

    def plug(path):
        opened.append(path)
        return StuckWebcam()

    monkeypatch.setattr("device.hardware.camera.reopened.time.monotonic", lambda: now[0])
    with UsbCamera(0, plug) as camera:
        camera.capture()
        now[0] = FROZEN_S
        for count in (1, 2):
            with pytest.raises(CameraTrouble) as trouble:
                camera.capture()
            assert len(opened) == count
            assert "/dev/video0" in say(trouble.value.said, "en")
            assert "/dev/video0" in say(trouble.value.said, "ja")
