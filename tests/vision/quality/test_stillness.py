"""The table is still when nothing but noise and light changes."""

import cv2
import numpy as np

from vision.quality.stillness import Stillness

RNG = np.random.default_rng(5)
TABLE = cv2.resize(RNG.integers(30, 220, (12, 16, 3), np.uint8), (640, 480), interpolation=cv2.INTER_CUBIC)


def noisy(picture, gain=1.0):
    return np.clip(picture * gain + RNG.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def with_hand(picture, x):
    drawn = picture.copy()
    cv2.ellipse(drawn, (x, 200), (45, 75), 20, 0, 360, (120, 150, 210), -1)
    return drawn


def still() -> Stillness:
    """A table that nobody has touched for 0.6 s."""
    watch = Stillness()
    assert [watch.is_still(noisy(TABLE), t / 10) for t in range(6)] == [False] * 3 + [True] * 3
    return watch


def test_a_hand_that_moves_over_the_table():
    watch = still()
    assert not any(watch.is_still(noisy(with_hand(TABLE, 100 + 30 * t)), 0.6 + t / 10) for t in range(6))
    assert not watch.is_still(noisy(TABLE), 1.3)
    assert watch.is_still(noisy(TABLE), 1.7)


def test_one_tile_that_is_turned_over():
    turned = TABLE.copy()
    turned[200:224, 300:318] = 255 - turned[200:224, 300:318]
    assert not still().is_still(noisy(turned), 0.6)


def test_a_lamp_that_dims_is_no_hand_but_one_that_goes_off_or_on_is_a_change_however_dark_it_was():
    watch = still()
    assert all(watch.is_still(noisy(TABLE, 1 - 0.03 * t), 0.6 + t / 10) for t in range(4))
    watch, black = still(), np.zeros_like(TABLE)
    seen = [watch.is_still(black, 0.6), watch.is_still(black, 0.9)]
    seen += [watch.is_still(noisy(TABLE), 1.0), watch.is_still(noisy(TABLE), 1.3)]
    assert seen == [False, True, False, True]


def larger(picture, beside=0):
    """The same table in twice the size, as a sensor mode shows it that begins a little beside."""
    return cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)[beside:, beside:]


def test_a_closer_look_fits_when_it_shows_the_same_table():
    watch = Stillness()
    assert not watch.fits(TABLE), "nothing has been looked at yet"
    watch.is_still(noisy(TABLE), 0.0)
    assert watch.fits(larger(noisy(TABLE, 0.9), beside=8))
    assert not watch.fits(larger(noisy(with_hand(TABLE, 300))))
    half = TABLE.shape[0] // 2
    torn = np.concatenate([TABLE[:half], np.roll(TABLE, 40, axis=1)[half:]])
    assert not watch.fits(larger(noisy(torn)))
