"""The table is still when nothing but noise and light changes, and no part of a picture is left from earlier ones."""

import cv2
import numpy as np

from vision.quality.stillness import Stillness
from vision.quality.torn_frames import StaleRows

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


FINE = RNG.integers(30, 220, (240, 320, 3), np.uint8)


def grainy():
    return FINE + RNG.integers(0, 3, FINE.shape, np.uint8)


def torn(upper, left_over, row=130):
    return np.concatenate([upper[:row], left_over[row:]])


def known():
    """A table that 30 pictures have shown."""
    rows = StaleRows()
    assert not any(rows.is_torn(grainy()) for _ in range(30))
    return rows


def test_a_part_that_is_left_over_is_found_in_the_third_picture_and_until_it_is_gone():
    rows, old = known(), grainy()
    assert [rows.is_torn(torn(grainy(), old)) for _ in range(6)] == [False, False, True, True, True, True]
    assert not rows.is_torn(grainy())


def test_neither_a_whole_picture_that_comes_again_is_torn_nor_what_is_burnt_out_or_black_and_has_no_noise():
    same = grainy()
    pictures = [same, *(torn(same, np.full_like(FINE, light)) for light in (0, 255))]
    for picture in pictures:
        rows = known()
        assert not any(rows.is_torn(picture) for _ in range(9))


def test_a_camera_that_smooths_its_pictures_is_not_found_out_by_its_quiet_parts():
    """The lower half changes in every tenth picture alone: that it does not change is no news."""
    rows, quiet = StaleRows(), grainy()
    for at in range(60):
        quiet = grainy() if at % 10 == 0 else quiet
        assert not rows.is_torn(torn(grainy(), quiet))


def test_pictures_of_another_size_tell_nothing():
    rows = StaleRows()
    assert not any(rows.is_torn(grainy()[: 240 - 8 * (at % 2)]) for at in range(60))


def test_a_torn_picture_never_counts_as_a_table_that_is_still():
    watch, old = Stillness(), grainy()
    assert [watch.is_still(grainy(), at / 10) for at in range(30)][-1]
    seen = [watch.is_still(torn(grainy(), old), 3.0 + at / 10) for at in range(9)]
    assert seen[2:] == [False] * 7
    assert [watch.is_still(grainy(), 4.0 + at / 10) for at in range(5)][-1]
