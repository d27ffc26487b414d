"""The camera's pose before a frame, refined on all that is printed on its back."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera, usual_lens
from vision.frame.print_finder import Discs, print_poses
from vision.frame.profiles import STEP, Profiles, across, peaks, slopes
from vision.frame.shapes import circle_points
from vision.geometry.robust_fit import Tukey, Vector, robust_fit
from vision.reading import Picture, Points

Segment = tuple[tuple[float, float], tuple[float, float]]

_ON_A_RIM, _ON_A_LINE = 24, 40  # samples
# How far a sample is searched for and counts (px); and whether the bars are searched too, which print beside them could
# be mistaken for as long as the camera is not known well.
_ROUNDS = ((6.0, 3.0, False), (5.0, 1.5, False), (4.0, 0.8, False), (4.0, 0.6, True), (4.0, 0.6, True))
_BESIDE_A_BAR = 1.5  # px that the edge of a bar is searched for
_ROUNDED = 0.3  # mm that the visible edge of a bar lies behind its inside, since it is rounded
_MAX_OFFSET = 1.5  # px: a sample that is farther off is no print
_ALONG = 5  # samples of a straight edge that are averaged
_MIN_CHANGE = 12.0  # a change of colour below this is noise
_SCALES = np.array([0.05, 0.05, 0.05, 20, 20, 50, 0.1, 0.1, 10, 10])
# What a lens is like before anything is measured: the field of view by a tenth, and hardly distorted.
_SPREAD = np.array([0.08, 0.05, 8.0, 8.0])
_NOISE = 0.2  # px: standard deviation of a sample
_MAX_MEAN_OFFSET = 1.0  # px: a print that is farther off in the mean is of another frame
_MIN_SAMPLES, _MIN_SEEN = 60, 0.4  # samples, and their share, that must be seen


@dataclass(frozen=True)
class _Samples:
    """Points of print and bars (n × 2 mm) and their depths (n mm), a direction across each (n × 2 mm), and its mark.

    Where a mark is a circle its rim may be printed thicker or thinner than said: only where its centre is counts.
    """

    points: Points
    depths: Vector
    normals: Points
    marks: NDArray[np.int64]
    is_rim: NDArray[np.bool_]
    is_line: NDArray[np.bool_]
    is_bar: NDArray[np.bool_]


def camera_before(
    picture: Picture,
    circles: Discs,
    lines: Sequence[Segment],
    outline: Sequence[tuple[float, float]],
    depth: float,
) -> FrameCamera | None:
    """The camera that sees a frame with printed circles and lines (mm); None where it is not this frame.

    `depth`: mm that the fronts of its bars lie before the print.
    """
    samples, lens = _samples(circles, lines, outline, depth), usual_lens(picture)
    for pose in print_poses(picture, circles, lens):
        unknowns, off = np.concatenate([pose, lens]), np.full(len(samples.points), np.inf)
        for reach, cut, bars in _ROUNDS:
            unknowns, off = _refined(picture, samples, unknowns, reach, cut, bars)
        near = np.abs(off) < _MAX_OFFSET
        if near.sum() >= _MIN_SAMPLES and near.mean() >= _MIN_SEEN and np.abs(off[near]).mean() <= _MAX_MEAN_OFFSET:
            return FrameCamera.of(unknowns)
    return None


def bars_seen(
    picture: Picture, camera: FrameCamera, outline: Sequence[tuple[float, float]], depth: float
) -> NDArray[np.float64]:
    """The share of the edge of each bar (0 to 1) that a picture shows where a camera has it.

    `outline` and `depth`: as for `camera_before`.
    """
    samples = _samples(np.zeros((0, 3)), (), outline, depth)
    at, normals = _across_marks(samples, camera)
    _, visible = _at_bars(slopes(_averaged(across(picture, at, normals, _BESIDE_A_BAR))))
    return np.array([visible[samples.marks == mark].mean() for mark in np.unique(samples.marks)])


def _samples(
    circles: Discs, lines: Sequence[Segment], outline: Sequence[tuple[float, float]], depth: float
) -> _Samples:
    around = circle_points(_ON_A_RIM)
    marks = [(around * radius + (x, y), around, 0.0, "rim") for x, y, radius in circles]
    marks += [(*_along(left, right), 0.0, "line") for left, right in lines]
    for start, end in pairwise(outline):
        points, outward = _along(end, start)
        marks.append((points + outward * _ROUNDED, outward, depth, "bar"))
    counts = [len(points) for points, *_ in marks]
    kinds = np.repeat([kind for *_, kind in marks], counts)
    return _Samples(
        points=np.vstack([points for points, *_ in marks]),
        depths=np.repeat([z for *_, z, _ in marks], counts),
        normals=np.vstack([normals for _, normals, *_ in marks]),
        marks=np.repeat(np.arange(len(marks)), counts),
        is_rim=kinds == "rim",
        is_line=kinds == "line",
        is_bar=kinds == "bar",
    )


def _along(start: tuple[float, float], end: tuple[float, float]) -> tuple[Points, Points]:
    """Samples of a segment (n × 2), and the direction across it for each (n × 2)."""
    along = np.subtract(end, start) / np.hypot(*np.subtract(end, start))
    shares = np.linspace(0.03, 0.97, _ON_A_LINE)[:, None]
    points = np.array(start) * (1 - shares) + np.array(end) * shares
    return points, np.tile([-along[1], along[0]], (_ON_A_LINE, 1))


def _refined(
    picture: Picture, samples: _Samples, unknowns: Vector, reach: float, cut: float, bars: bool
) -> tuple[Vector, Vector]:
    """The camera that fits the print within `reach` px best, and how far each sample is off (px; inf: not seen)."""
    camera = FrameCamera.of(unknowns)
    at, normals = _across_marks(samples, camera)
    profiles = across(picture, at, normals, reach)
    profiles = np.where(samples.is_rim[:, None, None], profiles, _averaged(profiles))  # lines and bars are straight
    edges = np.where(samples.is_line[:, None], _lines_in(profiles), slopes(profiles))
    off, strength = peaks(edges, reach)
    visible = strength > _MIN_CHANGE
    if bars:
        narrow = slice(*(int(k / STEP) for k in (reach - _BESIDE_A_BAR, reach + _BESIDE_A_BAR + 2 * STEP)))
        off[samples.is_bar], visible[samples.is_bar] = _at_bars(edges[samples.is_bar, narrow])
    else:
        visible &= ~samples.is_bar
    target, usual = at + off[:, None] * normals, usual_lens(picture)

    def residuals(tried: Vector) -> Vector:
        away = ((FrameCamera.of(tried).project(samples.points, samples.depths) - target) * normals).sum(axis=1)
        away = _but_thickness(away, samples, visible)
        prior = (tried[6:] - usual) / _SPREAD
        return np.concatenate([away[visible], prior * _NOISE])

    fitted = robust_fit(residuals, unknowns, _SCALES, 30, Tukey(cut))
    away = ((FrameCamera.of(fitted).project(samples.points, samples.depths) - target) * normals).sum(axis=1)
    return fitted, np.where(visible, _but_thickness(away, samples, visible), np.inf)


def _across_marks(samples: _Samples, camera: FrameCamera) -> tuple[Points, Points]:
    """Where a camera sees the samples (n × 2 px), and the direction across the mark at each (n × 2, of length 1)."""
    at = camera.project(samples.points, samples.depths)
    normals = camera.project(samples.points + samples.normals * 0.1, samples.depths) - at
    return at, normals / np.hypot(*normals.T)[:, None]


def _at_bars(edges: NDArray[np.float32]) -> tuple[Vector, NDArray[np.bool_]]:
    """How far off the edge of a bar is in each row of `edges` (px), and whether it is seen."""
    off, strength = peaks(edges, _BESIDE_A_BAR)
    return off, (strength > _MIN_CHANGE) & (np.abs(off) < _BESIDE_A_BAR - STEP)


def _averaged(profiles: Profiles) -> Profiles:
    """Profiles across a straight mark, each with its neighbours."""
    return np.asarray(cv2.blur(profiles, (1, _ALONG)), np.float32).reshape(profiles.shape)


def _lines_in(profiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each sample differs from its own profile's usual colour, smoothed: highest in the middle of a line."""
    usual = np.median(profiles, axis=1, keepdims=True)
    off = np.asarray(np.sqrt(np.square(profiles - usual).sum(axis=2)), np.float32)
    return np.asarray(cv2.GaussianBlur(off, (7, 1), 1.2), np.float32)


def _but_thickness(away: Vector, samples: _Samples, visible: NDArray[np.bool_]) -> Vector:
    """Without what all samples of one rim have in common."""
    out = away.copy()
    for number in np.unique(samples.marks[samples.is_rim]):
        of_it = samples.marks == number
        if (of_it & visible).any():
            out[of_it] -= np.median(away[of_it & visible])
    return out
