"""The camera before a frame of which only the inner width and height are known, from points in one picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.frame.camera import SCALES, FrameCamera, usual_lens
from vision.frame.profiles import across, line_strengths, peaks
from vision.frame.shapes import segment_points
from vision.geometry.camera_pose import solve_pose
from vision.geometry.robust_fit import Vector, robust_fit
from vision.reading import Picture, Points

# What a lens is like before anything is measured: the field of view by a tenth, and hardly distorted.
_SPREAD = np.array([0.08, 0.04, 8.0, 8.0])
_MARK_DEVIATION = 0.7  # px: standard deviation of a point that people place
_LINE_DEVIATION = 0.1  # px: standard deviation of the middle of a printed line
_SYMMETRY_DEVIATION = 0.5  # mm that the two sides of a frame may differ
_ROUNDS = 40
_REACH = 4.0  # px that a printed line is searched for beside the line between its ends, where the picture is 1280 wide
_SAMPLES = 40  # along a line
_MIN_CHANGE = 12.0  # a change of colour below this is noise
_PARALLEL = 1e-6  # lines that hardly meet
_MAX_OFF_CURVE = 0.8  # px that a sample may lie beside the curve of all


@dataclass(frozen=True)
class Ring:
    """Which points of an outline are which: the first ends of the left side, the base, and the right side."""

    left: int
    base: int
    right: int

    @classmethod
    def of(cls, outline: Points) -> "Ring":
        """The parts of an outline (n × 2 px, from the left end of its top round to the right end).

        The base is the lowest level part, the sides are the longest on both sides of it.
        """
        steps = np.diff(outline, axis=0)
        lengths, low = np.hypot(*steps.T), (outline[:-1, 1] + outline[1:, 1]) / 2
        low[np.abs(steps[:, 0]) < np.abs(steps[:, 1])] = -np.inf
        base = 1 + int(low[1:-1].argmax())
        return cls(int(lengths[:base].argmax()), base, base + 1 + int(lengths[base + 1 :].argmax()))

    def off(self, outline: Points, width: float, height: float) -> Vector:
        """How far an outline (n × 2 mm) is from one of this width and height (8 mm)."""
        return np.concatenate(
            [
                outline[[self.left, self.left + 1], 0] + width / 2,
                outline[[self.right, self.right + 1], 0] - width / 2,
                outline[[self.base, self.base + 1], 1],
                outline[[0, -1], 1] - height,
            ]
        )

    def straightened(self, outline: Points, width: float, height: float) -> Points:
        """An outline (n × 2 mm) with upright sides, a level base and a level top of this width and height."""
        out = outline.copy()
        out[[self.left, self.left + 1], 0], out[[self.right, self.right + 1], 0] = -width / 2, width / 2
        out[[self.base, self.base + 1], 1], out[[0, -1], 1] = 0.0, height
        return out


def ruled_camera(
    picture: Picture, outline: Points, lines: Sequence[Points], width: float, height: float, depth: float
) -> FrameCamera | None:
    """The camera that sees a frame `width` mm wide between its sides and `height` mm high from its base to its top.

    None where sides, base and top are no rectangle before any camera.

    `outline`: n × 2 px on the fronts of the bars, `depth` mm before the print, from the left end of the top round to
    the right one; `lines`: the ends (2 × 2 px each) of straight printed lines, which show how the lens bends.
    """
    ring = Ring.of(outline)
    usual = usual_lens(picture)
    body = _body(outline, ring)
    if body is None:
        return None
    start = np.concatenate([_pose(body, (width, height, depth), usual), usual])
    straight = [points for ends in lines if len(points := points_along(picture, ends))]
    px = float(np.hypot(*(outline[ring.base + 1] - outline[ring.base])) / width)  # of a mm

    def residuals(tried: Vector) -> Vector:
        camera = FrameCamera.of(tried)
        flat = camera.on_plane(outline, depth)
        return np.concatenate(
            [
                ring.off(flat, width, height) * px / _MARK_DEVIATION,
                _unlike(flat) / np.hypot(_SYMMETRY_DEVIATION, _MARK_DEVIATION * np.sqrt(2) / px),
                *(_off_straight(camera, points) for points in straight),
                (tried[6:] - usual) / _SPREAD,
            ]
        )

    return FrameCamera.of(robust_fit(residuals, start, SCALES, _ROUNDS))


def points_along(picture: Picture, ends: Points) -> Points:
    """The middle of a printed line where it is seen between its ends (n × 2 px); none where it is hardly seen."""
    reach = _REACH * max(1.0, picture.shape[1] / 1280)
    shares = np.linspace(0.02, 0.98, _SAMPLES)
    at, normals = segment_points(ends[0], ends[1], shares)
    off, strength = peaks(line_strengths(across(picture, at, normals, reach)), reach)
    visible = strength > _MIN_CHANGE
    for _ in range(4):
        if visible.sum() < _SAMPLES // 2:
            return np.zeros((0, 2))
        curve = np.polynomial.Polynomial.fit(shares[visible], off[visible], 2)
        visible = (strength > _MIN_CHANGE) & (np.abs(off - curve(shares)) < _MAX_OFF_CURVE)
    return np.asarray((at + off[:, None] * normals)[visible])


def _body(outline: Points, ring: Ring) -> Points | None:
    """Where sides, base and top meet (4 × 2 px, from the top left one to the right); None where they do not."""
    left, right, base = (_line(outline[at], outline[at + 1]) for at in (ring.left, ring.right, ring.base))
    top = _line(outline[0], outline[-1])
    meets = np.array([np.cross(one, other) for one, other in ((left, top), (right, top), (right, base), (left, base))])
    if np.abs(meets[:, 2]).min() < _PARALLEL * np.abs(meets[:, :2]).max():
        return None
    return np.asarray(meets[:, :2] / meets[:, 2:])


def _line(start: Points, end: Points) -> Vector:
    return np.asarray(np.cross([*start, 1.0], [*end, 1.0]))


def _pose(body: Points, size: tuple[float, float, float], usual: Vector) -> Vector:
    """Turn and shift (6) of the usual camera that sees a body (4 × 2 px) of this width, height and depth (mm)."""
    half, height, depth = size[0] / 2, size[1], size[2]
    flat = np.array([[-half, height, depth], [half, height, depth], [half, 0, depth], [-half, 0, depth]])
    lens = np.array([[np.exp(usual[0]), 0, usual[2]], [0, np.exp(usual[0]), usual[3]], [0, 0, 1]])
    return solve_pose(flat, body, lens)


def _unlike(outline: Points) -> Vector:
    """How far the left half of an outline (mm) is from the right half's image; nothing where they cannot be paired."""
    half = len(outline) // 2 if len(outline) % 2 == 0 else 0
    return np.asarray((outline - outline[::-1] * (-1, 1))[:half].ravel())


def _off_straight(camera: FrameCamera, points: Points) -> Vector:
    """How far points of one line lie from a straight one once the lens is undone, in standard deviations."""
    flat = camera.undistorted(points) * camera.focal
    flat = flat - flat.mean(axis=0)
    axes = np.asarray(np.linalg.svd(flat, full_matrices=False)[2])
    return np.asarray(flat @ axes[1] / (_LINE_DEVIATION * np.sqrt(len(points))))
