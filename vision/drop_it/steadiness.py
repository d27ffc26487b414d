"""Whether a frame still stands where it stood, and whether a photograph of it is sharp."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drop_it.frame_view import FrameView
from vision.reading import Picture, PictureWarning, Points

_POINTS, _APART = 60, 8  # corners that are followed, and px between two of them
_OUTSIDE, _INSIDE = 9.0, 14.0  # mm of bars and of print beside them on which they are looked for
_MOVED = 1.0  # mm: a frame that has moved farther must not be measured by its old place
_AGREE, _ALIKE = 1.0, 0.4  # px that corners may differ, and how many must agree
_SHARP = 0.4  # of the contrast of edges in the empty frame; less is blurred
_SOFT = 1.0  # px by which noise is smoothed before
_WINDOW, _LEVELS = (17, 17), 3

Grey = NDArray[np.uint8]


class Steadiness:
    """Compares photographs with that of the empty frame."""

    def __init__(self, view: FrameView, empty: Picture) -> None:
        bars = view.camera.project(view.outline, 20.0)
        self._px_per_mm = float(np.ptp(bars[:, 0]) / np.ptp(view.outline[:, 0]))
        beside = round(self._px_per_mm * _OUTSIDE)
        low = np.maximum(bars.min(axis=0).astype(int) - beside - 20, 0)
        high = bars.max(axis=0).astype(int) + beside + 20
        self._part = (slice(low[1], high[1]), slice(low[0], high[0]))
        self._empty = self._grey(empty)
        inside = np.zeros(self._empty.shape, np.uint8)
        cv2.fillPoly(inside, [np.round(bars - low).astype(np.int32)], 1)
        deep = round(self._px_per_mm * _INSIDE)
        ring = cv2.dilate(inside, _disc(beside)) - cv2.erode(inside, _disc(deep))
        self._ring = ring > 0
        corners = cv2.goodFeaturesToTrack(self._empty, _POINTS, 0.02, _APART, mask=ring)
        self._corners: Points = np.zeros((0, 2)) if corners is None else np.asarray(corners, np.float64).reshape(-1, 2)
        self._contrast = self._edges(self._empty)

    def trouble(self, picture: Picture) -> PictureWarning | None:
        """`blurred`, or `frame_moved`; None for a photograph that can be measured."""
        now = self._grey(picture)
        if now.shape != self._empty.shape or len(self._corners) < 4:
            return PictureWarning("frame_moved")
        if self._edges(now) < _SHARP * self._contrast:
            return PictureWarning("blurred")
        start = self._corners.astype(np.float32).reshape(-1, 1, 2)
        end, found, _ = cv2.calcOpticalFlowPyrLK(
            self._empty, now, start, start.copy(), winSize=_WINDOW, maxLevel=_LEVELS
        )
        way = (end - start).reshape(-1, 2)[found.ravel() > 0]
        if len(way) < _ALIKE * len(self._corners):
            return PictureWarning("frame_moved")
        middle = np.median(way, axis=0)
        agree = float((np.hypot(*(way - middle).T) < _AGREE).mean())
        if agree < _ALIKE or np.hypot(*middle) > _MOVED * self._px_per_mm:
            return PictureWarning("frame_moved")
        return None

    def _grey(self, picture: Picture) -> Grey:
        grey = cv2.cvtColor(np.ascontiguousarray(picture[self._part]), cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.GaussianBlur(grey, (0, 0), _SOFT), np.uint8)

    def _edges(self, grey: Grey) -> float:
        """How steep the edges of the bars are, for the brightness of the picture."""
        steep = np.abs(cv2.Laplacian(grey, cv2.CV_16S))[self._ring]
        return float(np.percentile(steep, 98) / max(float(grey[self._ring].mean()), 1.0))


def _disc(reach: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)), np.uint8)
