"""Fits the lens of a camera before a frame, which the print does not determine, by pieces that touch sides and base."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera
from vision.frame.pose import bars_seen
from vision.frame.view import FrameView
from vision.geometry.camera_pose import rotation_vector
from vision.geometry.robust_fit import Tukey, Vector, robust_fit, weighted_step
from vision.reading import Picture, Points

# Standard deviations of the lens as the picture of the empty frame gives it: of the logarithm of its focal length, and
# of its centre (px).
_LENS_SIGMA = np.array([0.06, 8.0, 8.0])
_GAP_SIGMA = 0.25  # mm: standard deviation of a gap
_EDGE_SIGMA = 0.2  # mm: standard deviation of a visible edge of a bar from its inside
_MAX_TOUCHING_GAP = 1.2  # mm: what is farther from a side does not touch it
_ROUNDS = 12
_SCALES = np.array([0.05, 0.05, 0.05, 20.0, 20.0, 50.0, 0.1])
_POINTS = 5  # of the print, across and up, that stay where they appear


class Lenses:
    """Cameras with other lenses and poses that see the print of a frame alike.

    A lens is three numbers: offsets of the logarithm of the focal length and of the centre (x, y), in standard
    deviations of each.
    """

    def __init__(self, view: FrameView, empty: Picture) -> None:
        self._view = view
        low, size = view.outline.min(axis=0), np.ptp(view.outline, axis=0)
        shares = np.stack(np.meshgrid(*(np.linspace(0, 1, _POINTS),) * 2), axis=-1).reshape(-1, 2)
        self._print = low + shares * size  # points of it (n × 2 mm)
        self._print_px = view.camera.project(self._print, 0.0)  # px
        self._others = [self.camera(other) for other in np.eye(3)]
        self._known = np.eye(3) + self._precision_by_bars(empty)

    def _precision_by_bars(self, empty: Picture) -> NDArray[np.float64]:
        """The precision of the lens (3 × 3) by the edges of the bars, each weighted by its visible share."""
        view, outline = self._view, self._view.outline
        shares = bars_seen(empty, view.camera, view.frame)
        along = np.diff(outline, axis=0)
        across = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
        middles = (outline[1:] + outline[:-1]) / 2
        at = view.camera.project(middles, view.depth)
        moved = [((other.on_plane(at, view.depth) - middles) * across).sum(axis=1) for other in self._others]
        slopes = np.column_stack(moved)
        return np.asarray(slopes.T @ ((shares / _EDGE_SIGMA**2)[:, None] * slopes))

    def camera(self, lens: Vector) -> FrameCamera:
        """The camera with a lens (3) that sees the print as that of the view does."""
        known = self._view.camera
        step, x, y = lens * _LENS_SIGMA
        focal, centre = np.log(known.focal) + step, (known.centre[0] + x, known.centre[1] + y)

        def tried(numbers: Vector) -> FrameCamera:
            return FrameCamera.of(np.array([*numbers[:6], focal, numbers[6], *centre]))

        def residuals(numbers: Vector) -> Vector:
            return (tried(numbers).project(self._print, 0.0) - self._print_px).ravel()

        start = np.array([*rotation_vector(known.rotation), *known.shift, known.radial])
        start[5] *= np.exp(step)
        return tried(robust_fit(residuals, start, _SCALES, 20))

    def lens(self, outlines: Sequence[Points]) -> Vector:
        """The lens (3) with which what rests at sides and base touches them best.

        `outlines`: of the pieces in a picture of the view (n × 2 px each).
        """
        gaps, slopes = [np.zeros(0)], [np.zeros((0, 3))]
        for outline in outlines:
            now, *others = (
                _gaps(camera.on_plane(outline, self._view.front), self._view.outline)
                for camera in (self._view.camera, *self._others)
            )
            near = now < 2 * _MAX_TOUCHING_GAP
            gaps.append(now[near])
            slopes.append(np.column_stack([other[near] - now[near] for other in others]))
        off, by = np.concatenate(gaps), np.vstack(slopes)
        lens: Vector = np.zeros(3)
        for _ in range(_ROUNDS):
            gap = off + by @ lens
            # Pieces cannot overlap a side; the wider a gap, the less likely they touch it.
            weights = np.where(gap < 0, 1.0, Tukey(_MAX_TOUCHING_GAP).weights(gap)) / _GAP_SIGMA**2
            lens = weighted_step(by, off, weights, precision=self._known)
        return lens


def _gaps(piece: Points, outline: Points) -> Vector:
    """How far (mm) a piece (n × 2 mm) is from each side of a frame's inside; far where it does not lie before it."""
    gaps = []
    for start, end in pairwise(outline):
        length = float(np.hypot(*(end - start)))
        along = (end - start) / length
        at, away = (piece - start) @ along, (piece - start) @ np.array([-along[1], along[0]])
        before = (at > 0) & (at < length)
        gaps.append(float(away[before].min()) if before.any() else 1e3)
    return np.array(gaps)
