"""A camera that sends its last picture for ever is found out, and one that watches a quiet table is not."""

from unittest.mock import Mock

import numpy as np
import pytest

from device.hardware.camera.reopened import FROZEN_S, Freshness
from device.hardware.camera.usb import UsbCamera
from tests.support.device.settled_camera import trouble_of

RNG = np.random.default_rng(1)
TABLE = RNG.integers(0, 250, (96, 128, 3), np.uint8)


def with_noise():
    return TABLE + RNG.integers(0, 2, TABLE.shape, np.uint8)


@pytest.mark.parametrize("picture", [with_noise, lambda: np.zeros_like(TABLE)], ids=["quiet table", "lens cap"])
def test_neither_a_quiet_table_nor_the_inside_of_a_lens_cap_is_frozen(picture):
    freshness = Freshness()
    assert not any(freshness.is_frozen(picture(), float(at_s)) for at_s in range(60))


def test_one_other_pixel_or_another_size_is_enough_to_be_new():
    freshness = Freshness()
    freshness.is_frozen(TABLE, 0.0)
    other = TABLE.copy()
    other[5, 7, 1] += 1
    assert not freshness.is_frozen(other, FROZEN_S)
    assert not freshness.is_frozen(other[:48], 2 * FROZEN_S)
    assert freshness.is_frozen(other[:48], 3 * FROZEN_S)


def test_a_picture_of_which_a_part_stands_still_is_frozen_too():
    freshness, left_over = Freshness(), with_noise()
    for at in range(30):
        assert not freshness.is_frozen(with_noise(), at / 10)
    torn = [np.concatenate([with_noise()[:40], left_over[40:]]) for _ in range(60)]
    frozen = [freshness.is_frozen(picture, 3.0 + at / 10) for at, picture in enumerate(torn)]
    assert not any(frozen[:40])
    assert frozen[-1]
    assert not freshness.is_frozen(with_noise(), 9.0)


def test_a_frozen_webcam_is_said_and_opened_again(monkeypatch):
    now, opened = [0.0], []
    stuck = Mock(**{"read.side_effect": lambda: (True, TABLE.copy()), "get.return_value": -1.0})
    monkeypatch.setattr("device.hardware.camera.reopened.time.monotonic", lambda: now[0])
    with UsbCamera(0, lambda path: opened.append(path) or stuck) as camera:
        camera.capture()
        now[0] = FROZEN_S
        for count in (1, 2):
            assert trouble_of(camera) == "camera.frozen camera=/dev/video0"
            assert len(opened) == count
