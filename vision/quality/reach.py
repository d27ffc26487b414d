"""Detects from which side an arm reaches over the board between two readings.

Pictures are compared with the last one in which nobody reached over. The changes on the sheet and those outside it are
two parts of an arm: the line through both leads to its owner.
"""

import cv2
import numpy as np

from vision.dimensions import SHEET
from vision.geometry.homography import homography
from vision.quality.stillness import shrunk_colours
from vision.reading import Picture, Points

_MIN_CHANGE = 24.0  # of 255, in any colour: a sleeve may be as light as what lies under it
# mm from the middle: beyond the first only arms move, beyond the second anything may
_MAX_SHEET_DISTANCE, _MAX_DISTANCE = 152.0, 215.0
_MIN_ARM = 600.0  # mm² of an arm outside the sheet, and on it: more than a tile
_MAX_ASIDE = 60.0  # mm from an arm's middle line
_MIN_ARM_SHARE = 0.8  # of the changes outside the sheet
_MIN_CONCENTRATION = 0.8  # length of the mean of the directions (unit vectors) of one arm


class Reach:
    """Watches the pictures between two readings.

    >>> table = np.full((240, 320, 3), 200, np.uint8)
    >>> field = np.array([[100.0, 60.0], [220.0, 60.0], [220.0, 180.0], [100.0, 180.0]])
    >>> reach, with_arm = Reach(), table.copy()
    >>> with_arm[:120, 150:170] = 40
    >>> reach.rest(table, field)
    >>> reach.see(with_arm)
    >>> bool(abs(reach.direction - 90) < 2)
    True
    """

    def __init__(self) -> None:
        self._rest: _Rest | None = None
        self._directions: list[complex] = []  # unit vectors; 0 where one was unclear

    def rest(self, picture: Picture, field: Points) -> None:
        """Begins anew with a picture of the table without arms, its sheet at `field` (4 × 2 px)."""
        self._rest, self._directions = _Rest(picture, field), []

    def see(self, picture: Picture) -> None:
        """Takes another picture, in which somebody may reach over the table."""
        if self._rest is not None:
            direction = self._rest.direction_of_arm(shrunk_colours(picture))
            self._directions += [] if direction is None else [direction]

    @property
    def direction(self) -> float | None:
        """The direction from which the arm came: degrees, 0 to the right in the picture, counter-clockwise.

        None without an arm; NaN where there were arms of several people, or something unclear.
        """
        mean = np.mean(self._directions) if self._directions else None
        if mean is None:
            return None
        return float(np.degrees(np.angle(mean))) if abs(mean) > _MIN_CONCENTRATION else np.nan


class _Rest:
    """A picture of the table without arms."""

    def __init__(self, picture: Picture, field: Points) -> None:
        self._colours = np.asarray(shrunk_colours(picture), np.float32)
        shape = self._colours.shape[:2]
        scale = np.array(shape[::-1]) / np.array(picture.shape[1::-1])
        corners = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float32) * SHEET / 2
        to_table = homography(field * scale, corners)
        rows, columns = np.indices(shape)
        self._pixels = np.dstack([columns + 0.5, rows + 0.5])
        self._away = np.abs(cv2.perspectiveTransform(self._pixels, to_table)).max(axis=-1)  # mm
        self._mm = SHEET / np.sqrt(max(1.0, cv2.contourArea(np.asarray(field * scale, np.float32))))  # a pixel

    def direction_of_arm(self, now: Picture) -> complex | None:
        """The direction of an arm as a unit vector; 0 where it is unclear, None where there is no arm."""
        gain = np.median((self._colours + 1) / (now + np.float32(1)), axis=(0, 1))
        changed = (np.abs(now * gain - self._colours) > _MIN_CHANGE).any(axis=-1)
        inside = self._pixels[changed & (self._away <= _MAX_SHEET_DISTANCE)]
        outside = self._pixels[changed & (self._away > _MAX_SHEET_DISTANCE) & (self._away < _MAX_DISTANCE)]
        if min(len(outside), len(inside)) * self._mm**2 < _MIN_ARM:
            return None
        start, end = np.median(inside, axis=0), np.median(outside, axis=0)
        along = _direction(start, end, np.vstack([inside, outside]))
        aside = np.abs((outside - end) @ np.array([-along[1], along[0]])) * self._mm
        is_of_arm = (aside < _MAX_ASIDE) & ((outside - start) @ along > 0)
        return complex(along[0], -along[1]) if is_of_arm.mean() >= _MIN_ARM_SHARE else 0j


def _direction(start: Points, end: Points, arm: Points) -> Points:
    """The direction of an arm's pixels (n × 2) as a unit vector: from `start` to `end`, and along the line through all.

    The first is off for arms along an edge of the sheet, the second for those that show little more than a hand; their
    mean is less than 40 degrees off for either.
    """
    ends = _unit(end - start)
    line = np.asarray(cv2.fitLine(arm.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()[:2], np.float64)
    return _unit(ends + line * np.sign(line @ ends))


def _unit(vector: Points) -> Points:
    return vector / max(1e-9, float(np.linalg.norm(vector)))
