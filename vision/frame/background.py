"""Keeps a picture of the frame without pieces, as the camera sees it from its present pose."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.colours import balance, changed
from vision.frame.view import Flat, FrameView, Mask, wider
from vision.reading import Picture

_DEPTHS = 6  # of the inner sides of the bars that are distinguished
# Readings in which something foreign must stay, and how much of it must be the same
_MIN_READINGS_STAYED, _MIN_SAME_SHARE = 3, 0.8
_SOFT_RIM = 5  # px: its soft rim
_MAX_HIDDEN_DEPTH = 6.0  # mm: what lies farther behind the visible surface was hidden


class Background:
    """A picture of the frame without pieces in the plane of the fronts of a view (`flat`), and where it is `known`.

    Foreign things that stay become part of it.
    """

    def __init__(self, view: FrameView, picture: Picture) -> None:
        self._view, self._picture = view, picture
        flat = view.rectified(picture)
        self._balance, self._depths = balance(flat, view.circles, picture), _depths(view)
        self.flat: Flat = flat * self._balance
        self.known: Mask = np.ones(flat.shape[:2], np.bool_)
        self._foreign: list[tuple[Flat, Mask]] = []

    def has_stayed(self, now: Flat, foreign: Mask) -> bool:
        """Whether what is foreign has been there, and the same, in the last few readings: then it is background."""
        if self._foreign and not _is_same(self._foreign[-1], (now, foreign)):
            self._foreign = []
        self._foreign.append((now, foreign))
        if len(self._foreign) < _MIN_READINGS_STAYED:
            return False
        there = wider(foreign, _SOFT_RIM)
        self.flat = np.where(there[..., None], now, self.flat)
        self._foreign = []
        return True

    def nothing_foreign(self) -> None:
        """What was foreign has gone."""
        self._foreign = []

    def seen_from(self, view: FrameView) -> None:
        """The frame or the camera has been moved.

        The print lies behind the plane of the fronts and the bars before it, so that both shift against the fronts.
        """
        self._foreign = []
        depths = _depths(view)
        points = view.camera.along_rays(view.grid, view.front, depths.ravel())
        at = self._view.camera.project(points, depths.ravel()).astype(np.float32).reshape(view.rows, view.columns, 2)
        soft = cv2.blur(self._picture, (3, 3))
        flat = cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self.flat, self.known = flat.astype(np.float32) * self._balance, self._was_seen(points, depths)

    def _was_seen(self, points: NDArray[np.float64], depths: NDArray[np.float64]) -> Mask:
        """Which points (n × 2 mm) of a picture's `depths` nothing hid in the picture without pieces."""
        before = self._view
        where = before.flattened(points, depths.ravel())
        columns, rows = (
            np.round(one).astype(np.float32).reshape(depths.shape)
            for one in (where[:, 0] - before.left, before.top - where[:, 1])
        )
        nearest = cv2.remap(self._depths, columns, rows, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(nearest < depths + _MAX_HIDDEN_DEPTH)


def _is_same(before: tuple[Flat, Mask], now: tuple[Flat, Mask]) -> bool:
    both, either = before[1] & now[1], before[1] | now[1]
    unlike = changed(before[0], now[0]) & both
    return bool(both.sum() - unlike.sum() > _MIN_SAME_SHARE * either.sum())


def _depths(view: FrameView) -> NDArray[np.float64]:
    """How far before the print lies what is seen at each place of an empty frame (rows × columns, mm)."""
    depths = np.full((view.rows, view.columns), view.depth)
    inside = np.ones(depths.shape, np.bool_)
    for z in np.linspace(view.depth, 0.0, _DEPTHS):
        inside &= view.mask([view.flattened(view.outline, z)])
        depths[inside] = z
    return depths
