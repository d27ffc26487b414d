"""Torn pictures that lie still: a part is left from earlier ones, the rest is new."""

import numpy as np

from vision.quality.stillness import Stillness
from vision.quality.torn_frames import StaleRows

RNG = np.random.default_rng(5)
TABLE = RNG.integers(30, 220, (240, 320, 3), np.uint8)


def noisy(picture):
    return picture + RNG.integers(0, 3, picture.shape, np.uint8)


def torn(upper, left_over, row=130):
    return np.concatenate([upper[:row], left_over[row:]])


def known():
    """A table that 30 pictures have shown."""
    rows = StaleRows()
    assert not any(rows.is_torn(noisy(TABLE)) for _ in range(30))
    return rows


def test_a_part_that_is_left_over_is_found_in_the_third_picture_and_until_it_is_gone():
    rows, old = known(), noisy(TABLE)
    assert [rows.is_torn(torn(noisy(TABLE), old)) for _ in range(6)] == [False, False, True, True, True, True]
    assert not rows.is_torn(noisy(TABLE))


def test_neither_a_whole_picture_that_comes_again_is_torn_nor_what_is_burnt_out_or_black_and_has_no_noise():
    same = noisy(TABLE)
    pictures = [same, *(torn(same, np.full_like(TABLE, light)) for light in (0, 255))]
    for picture in pictures:
        rows = known()
        assert not any(rows.is_torn(picture) for _ in range(9))


def test_a_camera_that_smooths_its_pictures_is_not_found_out_by_its_quiet_parts():
    """The lower half changes in every tenth picture alone: that it does not change is no news."""
    rows, quiet = StaleRows(), noisy(TABLE)
    for at in range(60):
        quiet = noisy(TABLE) if at % 10 == 0 else quiet
        assert not rows.is_torn(torn(noisy(TABLE), quiet))


def test_pictures_of_another_size_tell_nothing():
    rows = StaleRows()
    assert not any(rows.is_torn(noisy(TABLE)[: 240 - 8 * (at % 2)]) for at in range(60))


def test_a_torn_picture_never_counts_as_a_table_that_is_still():
    watch, old = Stillness(), noisy(TABLE)
    assert [watch.is_still(noisy(TABLE), at / 10) for at in range(30)][-1]
    seen = [watch.is_still(torn(noisy(TABLE), old), 3.0 + at / 10) for at in range(9)]
    assert seen[2:] == [False] * 7
    assert [watch.is_still(noisy(TABLE), 4.0 + at / 10) for at in range(5)][-1]
