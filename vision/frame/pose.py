"""The camera's pose before a frame, refined on all that is printed on its back."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import SCALES, FrameCamera, usual_lens
from vision.frame.print_finder import print_poses
from vision.frame.profiles import STEP, Profiles, across, line_strengths, peaks, slopes
from vision.frame.shapes import circle_points, segment_points
from vision.geometry.robust_fit import Tukey, Vector, robust_fit
from vision.reading import Picture, Points

if TYPE_CHECKING:
    from engines.drop_it.frame import Frame

_ON_A_RIM, _ON_A_LINE = 24, 40  # samples
# How far a sample is searched for and counts (px); and whether the bars are searched too, which print beside them could
# be mistaken for as long as the camera is not known well.
_ROUNDS = ((6.0, 3.0, False), (5.0, 1.5, False), (4.0, 0.8, False), (4.0, 0.6, True), (4.0, 0.6, True))
_BESIDE_A_BAR = 1.5  # px that the edge of a bar is searched for
_ROUNDED = 0.3  # mm that the visible edge of a bar lies behind its inside, since it is rounded
_MAX_OFFSET = 1.5  # px: a sample that is farther off is no print
_ALONG = 5  # samples of a straight edge that are averaged
_MIN_CHANGE = 12.0  # a change of colour below this is noise
# What a lens is like before anything is measured: the field of view by a tenth, and hardly distorted.
_SPREAD = np.array([0.08, 0.05, 8.0, 8.0])
_NOISE = 0.2  # px: standard deviation of a sample
_MAX_MEAN_OFFSET = 1.0  # px: a print that is farther off in the mean is of another frame
_MIN_SAMPLES, _MIN_SEEN = 60, 0.4  # samples, and their share, that must be seen


@dataclass(frozen=True)
class _Samples:
    """Points of print and bars, n of them.

    The rim of a printed circle may be thicker or thinner than the frame file has it: only where its centre is counts.
    """

    points: Points  # n × 2 mm
    depths: Vector  # n mm before the print
    normals: Points  # n × 2: a direction across the mark
    marks: NDArray[np.int64]  # the number of the circle, line or bar
    is_rim: NDArray[np.bool_]
    is_line: NDArray[np.bool_]
    is_bar: NDArray[np.bool_]


def camera_before(picture: Picture, frame: "Frame") -> FrameCamera | None:
    """The camera that sees an empty frame in a picture; None where the picture shows another frame or none."""
    circles = np.array([(*circle.centre, circle.radius) for circle in frame.circles], np.float64).reshape(-1, 3)
    samples, lens = _samples(frame), usual_lens(picture)
    for pose in print_poses(picture, circles, lens):
        unknowns, off = np.concatenate([pose, lens]), np.full(len(samples.points), np.inf)
        for reach, cut, bars in _ROUNDS:
            unknowns, off = _refined(picture, samples, unknowns, reach, cut, bars)
        near = np.abs(off) < _MAX_OFFSET
        if near.sum() >= _MIN_SAMPLES and near.mean() >= _MIN_SEEN and np.abs(off[near]).mean() <= _MAX_MEAN_OFFSET:
            return FrameCamera.of(unknowns)
    return None


def bars_seen(picture: Picture, camera: FrameCamera, frame: "Frame") -> NDArray[np.float64]:
    """The share of the edge of each bar (0 to 1) that a picture shows where a camera has it."""
    samples = _samples(frame)
    bars = samples.is_bar
    at, normals = camera.project_normals(samples.points[bars], samples.normals[bars], samples.depths[bars])
    _, visible = _at_bars(slopes(_averaged(across(picture, at, normals, _BESIDE_A_BAR))))
    marks = samples.marks[bars]
    return np.array([visible[marks == mark].mean() for mark in np.unique(marks)])


def _samples(frame: "Frame") -> _Samples:
    around = circle_points(_ON_A_RIM)
    marks = [(around * circle.radius + circle.centre, around, 0.0, "rim") for circle in frame.circles]
    marks += [(*_along(line.left, line.right), 0.0, "line") for line in frame.lines]
    for start, end in pairwise(frame.outline):
        points, outward = _along(end, start)
        marks.append((points + outward * _ROUNDED, outward, frame.depth, "bar"))
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
    return segment_points(np.array(start), np.array(end), np.linspace(0.03, 0.97, _ON_A_LINE))


def _refined(
    picture: Picture, samples: _Samples, unknowns: Vector, reach: float, cut: float, bars: bool
) -> tuple[Vector, Vector]:
    """The camera that fits the print within `reach` px best, and how far each sample is off (px; inf: not seen)."""
    camera = FrameCamera.of(unknowns)
    at, normals = camera.project_normals(samples.points, samples.normals, samples.depths)
    profiles = across(picture, at, normals, reach)
    profiles = np.where(samples.is_rim[:, None, None], profiles, _averaged(profiles))  # lines and bars are straight
    edges = np.where(samples.is_line[:, None], line_strengths(profiles), slopes(profiles))
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

    fitted = robust_fit(residuals, unknowns, SCALES, 30, Tukey(cut))
    away = ((FrameCamera.of(fitted).project(samples.points, samples.depths) - target) * normals).sum(axis=1)
    return fitted, np.where(visible, _but_thickness(away, samples, visible), np.inf)


def _at_bars(edges: NDArray[np.float32]) -> tuple[Vector, NDArray[np.bool_]]:
    """How far off the edge of a bar is in each row of `edges` (px), and whether it is seen."""
    off, strength = peaks(edges, _BESIDE_A_BAR)
    return off, (strength > _MIN_CHANGE) & (np.abs(off) < _BESIDE_A_BAR - STEP)


def _averaged(profiles: Profiles) -> Profiles:
    """Profiles across a straight mark, each with its neighbours."""
    return np.asarray(cv2.blur(profiles, (1, _ALONG)), np.float32).reshape(profiles.shape)


def _but_thickness(away: Vector, samples: _Samples, visible: NDArray[np.bool_]) -> Vector:
    """Without what all samples of one rim have in common."""
    out = away.copy()
    for number in np.unique(samples.marks[samples.is_rim]):
        of_it = samples.marks == number
        if (of_it & visible).any():
            out[of_it] -= np.median(away[of_it & visible])
    return out
