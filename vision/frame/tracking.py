"""Where the frame stands in each photograph, followed from the picture of it without pieces.

What is followed are steep places of its bars and print.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera
from vision.frame.view import FrameView
from vision.geometry.robust_fit import Tukey, Vector, robust_fit, weighted_step
from vision.reading import Picture, PictureWarning, Points

Grey = NDArray[np.float32]

LEVELS = 4  # of the pyramid; each halves the picture
_ROUNDS = 8
_MIN_MOVE = 0.15  # px: a smaller move is noise
_MIN_STEP = 0.02  # px: a smaller step is the last
_CUT, _MIN_CUT = 4.0, 6.0  # of the median residual, and of 255: what differs more is hidden
_MIN_SAMPLES = 12  # samples, of a part or of all
_MIN_CORRELATION = 0.7  # how well a part must correlate with the empty picture
# Shares of the parts that settle a place at once, and that any place must show; pieces hide the rest
_MIN_CERTAIN_PARTS, _MIN_PARTS = 0.5, 0.3
_MIN_SHARPNESS = 0.4  # of the contrast of edges in the empty frame; less is blurred
_TURNS, _SIZES = (0.0, -3.0, 3.0, -6.0, 6.0, -9.0, 9.0), (1.0, 0.94, 1.06)  # of a frame that is lost: degrees, times
_MAX_TRIALS = 3  # of its likeliest places
_SMALLEST = 2 ** (LEVELS - 1)
_COARSE, _STRONG = 2, 99  # the level of the pyramid whose edges blur leaves; and the percentile of strong ones
_MAX_STEP = np.array([30.0, 30.0, 60.0, 0.15, 0.15, 0.15])  # of a move in one round: mm, radians
# A tilt hardly shows in a small picture: there the frame is shifted and turned in its plane only.
_FREE_DAMPING, _STIFF_DAMPING = np.full(7, 1e-6), np.array([1e-6, 1e-6, 1e-6, 1e3, 1e3, 1e-6, 1e-6])
_AXES = np.diag([0.1, 0.1, 0.1, 1e-3, 1e-3, 1e-3])  # small moves: mm, radians
_BAR_PARTS, _PRINT_PART = 28, 45.0  # of the bars; and mm of print: parts that are seen or hidden, each by itself
_SURROUNDINGS = 13  # px of a level whose mean is taken off: what is left are edges, in any light
_BAR_WIDTH = 9.0  # mm of the bars that are searched
_PRINT_WIDTH = 5  # px across a printed rim or line
_CELL_PX, _MAX_OF_A_CELL = 14, 7  # px; and how many samples of it are taken, the steepest ones
_MIN_STEEPNESS = 3.0  # of 255 for each px: a flatter place says nothing


class FrameTracker:
    """Finds the camera of each photograph by laying bars and print of the empty frame over it."""

    def __init__(self, view: FrameView, empty: Picture) -> None:
        self._view, self._size = view, empty.shape
        self._camera = view.camera
        levels = pyramid(empty)
        self._samples = Samples.of(view, levels[0])
        at = self._samples.seen_by(view.camera)
        parts = [np.nonzero(self._samples.parts == one)[0] for one in range(self._samples.parts.max() + 1)]
        self._parts = [part for part in parts if len(part) >= _MIN_SAMPLES]
        self._then = [sampled(level, at / 2**k) for k, level in enumerate(levels)]
        self._sharpness, self._sharpness_of_all = _sharpness(levels, at), _sharpness(levels, None)
        self._small, self._ring = levels[-1], bars_of(view, empty.shape)[::_SMALLEST, ::_SMALLEST]

    def seen_from(self, view: FrameView) -> None:
        """Another camera has taken the picture of the empty frame."""
        self._samples = self._samples.again(self._view.camera, view.camera)
        self._view, self._camera = view, view.camera

    def camera_of(self, picture: Picture) -> FrameCamera | PictureWarning:
        """The camera of a photograph: the same object as before where nothing has moved.

        `blurred`; or `frame_moved` where the frame is not found, or not whole in the picture.
        """
        if picture.shape != self._size:
            return PictureWarning("frame_moved")
        levels = pyramid(picture)
        found = self._find_camera(levels)
        now = _sharpness(levels, None if found is None else self._samples.seen_by(found))
        if now < _MIN_SHARPNESS * (self._sharpness if found else self._sharpness_of_all):
            return PictureWarning("blurred")
        if found is None or not self._is_whole(found):
            return PictureWarning("frame_moved")
        self._camera = found
        return found

    def _find_camera(self, levels: Sequence[Grey]) -> FrameCamera | None:
        """The camera that sees the frame: the one before where it needs no change; None where none does."""
        near = self._refined(self._camera, levels, 0, rounds=1)
        if (
            self._mean_shift(self._camera, near) < _MIN_MOVE
            and self._visible_share(self._camera, levels[0]) >= _MIN_PARTS
        ):
            return self._camera
        best, most = None, _MIN_PARTS
        for camera in self._candidates(levels):
            if (share := self._visible_share(camera, levels[0])) >= most:
                best, most = camera, share
            if most >= _MIN_CERTAIN_PARTS:
                break
        return best

    def _candidates(self, levels: Sequence[Grey]) -> Iterator[FrameCamera]:
        """Cameras that may be the right one, the likeliest first."""
        yield self._refine_through_levels(self._camera, levels)
        for start in self._likely(levels[-1]):
            yield self._refine_through_levels(start, levels)

    def _refine_through_levels(self, camera: FrameCamera, levels: Sequence[Grey]) -> FrameCamera:
        for level in range(LEVELS - 1, -1, -1):
            camera = self._refined(camera, levels, level)
        return camera

    def _refined(self, camera: FrameCamera, levels: Sequence[Grey], level: int, rounds: int = _ROUNDS) -> FrameCamera:
        """The camera by which the samples are most as in the empty picture, by Gauss and Newton."""
        now, then, scale = levels[level], self._then[level], 2**level
        for _ in range(rounds):
            at = self._samples.seen_by(camera)
            values, (left, right), (above, below) = _beside(now, at / scale)
            dx, dy = (right - left) / 2, (below - above) / 2
            slopes = self._slopes(camera, at) / scale
            steep = slopes[..., 0] * dx + slopes[..., 1] * dy
            moved = camera.moved(
                _step(values, then, steep, _STIFF_DAMPING if level >= _COARSE else _FREE_DAMPING), self._view.middle
            )
            way = self._mean_shift(camera, moved)
            camera = moved
            if way < _MIN_STEP * scale:
                break
        return camera

    def _slopes(self, camera: FrameCamera, at: Points) -> NDArray[np.float64]:
        """By how many px each sample moves with each of the six numbers of a move: 6 × n × 2."""
        moved = [self._samples.seen_by(camera.moved(step, self._view.middle)) for step in _AXES]
        return np.stack([(there - at) / step.max() for there, step in zip(moved, _AXES, strict=True)])

    def _mean_shift(self, one: FrameCamera, other: FrameCamera) -> float:
        """How far apart two cameras see the samples (px, the mean)."""
        return float(np.hypot(*(self._samples.seen_by(one) - self._samples.seen_by(other)).T).mean())

    def _visible_share(self, camera: FrameCamera, now: Grey) -> float:
        """The share of the parts of bars and print that are as in the empty picture."""
        values = sampled(now, self._samples.seen_by(camera))
        return float(
            np.mean([_correlation(values[part], self._then[0][part]) > _MIN_CORRELATION for part in self._parts])
        )

    def _is_whole(self, camera: FrameCamera) -> bool:
        at, (high, wide) = camera.project(self._view.outline, self._view.depth), self._size[:2]
        return bool((at > 3).all() and (at < (wide - 4, high - 4)).all())

    def _likely(self, now: Grey) -> list[FrameCamera]:
        """Where the bars may be, by their samples in the smallest picture, the likeliest first."""
        matches = [_match(now, self._small, self._ring, turn, size) for turn in _TURNS for size in _SIZES]
        best = sorted(matches, key=lambda match: -match[0])[:_MAX_TRIALS]
        return [self._carried(matrix) for _, matrix in best]

    def _carried(self, matrix: NDArray[np.float64]) -> FrameCamera:
        """The camera that sees the bars where a map of the picture (2 × 3) carries them."""
        points, middle, camera = self._view.outline, self._view.middle, self._view.camera
        start = camera.project(points, self._view.depth)
        end = start @ matrix[:, :2].T + matrix[:, 2]

        def residuals(by: Vector) -> Vector:
            return (camera.moved(by, middle).project(points, self._view.depth) - end).ravel()

        return camera.moved(robust_fit(residuals, np.zeros(6), _MAX_STEP, 20), middle)


def _step(now: Vector, then: Vector, steep: NDArray[np.float64], stiff: Vector) -> Vector:
    """The move (6) that makes the samples as before but for their contrast; what differs much is left out.

    `stiff` (7): how much each of its numbers and the contrast are held back.
    """
    visible = np.isfinite(now) & np.isfinite(then) & np.isfinite(steep).all(axis=0)
    if visible.sum() < _MIN_SAMPLES:
        return np.zeros(6)
    now, then, steep = now[visible], then[visible], steep[:, visible]
    slopes = np.vstack([steep, now]).T
    change, off = np.zeros(7), now - then
    for _ in range(4):
        left = off + slopes @ change
        loss = Tukey(max(_CUT * float(np.median(np.abs(left))), _MIN_CUT))
        change = weighted_step(slopes, off, loss.weights(left), damping=stiff)
    return np.asarray(np.clip(change[:6], -_MAX_STEP, _MAX_STEP))


def _beside(level: Grey, at: Points) -> tuple[Vector, tuple[Vector, Vector], tuple[Vector, Vector]]:
    """The values at points (n × 2 px), one px left and right of them, and one px above and below."""
    steps = ((0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
    here, left, right, above, below = (sampled(level, at + step) for step in steps)
    return here, (left, right), (above, below)


def _sharpness(levels: Sequence[Grey], at: Points | None) -> float:
    """How strong fine edges are at points (n × 2 px) or in the whole picture, for the strength of coarse ones."""
    if at is None:
        fine, coarse = np.asarray(cv2.Laplacian(levels[0], cv2.CV_32F), np.float64), levels[_COARSE].astype(np.float64)
    else:
        here, across, down = _beside(levels[0], at)
        fine, coarse = sum((*across, *down), -4 * here), sampled(levels[_COARSE], at / 2**_COARSE)
    strengths = [float(np.nanpercentile(np.abs(one), _STRONG)) for one in (fine, coarse)]
    return strengths[0] / max(strengths[1], 1.0)


def _correlation(one: Vector, other: Vector) -> float:
    visible = np.isfinite(one) & np.isfinite(other)
    if visible.sum() < _MIN_SAMPLES:
        return 0.0
    one, other = one[visible] - one[visible].mean(), other[visible] - other[visible].mean()
    return float(one @ other / max(float(np.sqrt((one @ one) * (other @ other))), 1e-6))


def _match(
    now: Grey, empty: Grey, bars: NDArray[np.uint8], turn: float, size: float
) -> tuple[float, NDArray[np.float64]]:
    """How well the bars of the empty picture, turned and enlarged, match somewhere, and the map there (2 × 3, px)."""
    rows, columns = np.nonzero(bars)
    middle = (float(columns.mean()), float(rows.mean()))
    matrix = cv2.getRotationMatrix2D(middle, turn, size)
    turned, mask = (cv2.warpAffine(one, matrix, empty.shape[::-1]) for one in (empty, bars.astype(np.float32)))
    rows, columns = np.nonzero(mask > 0.5)
    part = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    scores = cv2.matchTemplate(now, turned[part], cv2.TM_CCORR_NORMED, mask=(mask[part] > 0.5).astype(np.float32))
    _, best, _, (x, y) = cv2.minMaxLoc(np.nan_to_num(scores, nan=0.0, posinf=0.0, neginf=0.0))
    matrix[:, 2] += (x - columns.min(), y - rows.min())
    matrix[:, 2] *= _SMALLEST
    return float(best), np.asarray(matrix, np.float64)


@dataclass(frozen=True)
class Samples:
    """Points of the frame (n × 2 mm), their depths (n mm before the print), and the number of the part each is of."""

    points: Points
    depths: Vector
    parts: NDArray[np.int64]

    @classmethod
    def of(cls, view: FrameView, empty: Grey) -> "Samples":
        """Where a picture of the empty frame is steep."""
        steep = np.asarray(np.hypot(*(cv2.Scharr(empty, cv2.CV_32F, x, 1 - x) for x in (1, 0))) / 32, np.float32)
        bars = view.camera.on_plane(_steepest(steep, bars_of(view, empty.shape)), view.depth)
        print_ = view.camera.on_plane(_steepest(steep, print_of(view, empty.shape)), 0.0)
        return cls(
            np.vstack([bars, print_]),
            np.repeat([view.depth, 0.0], [len(bars), len(print_)]),
            np.concatenate([_segments(view.outline, bars), _print_parts(print_)]),
        )

    def seen_by(self, camera: FrameCamera) -> Points:
        """Where they are in a picture (n × 2 px)."""
        return camera.project(self.points, self.depths)

    def again(self, old: FrameCamera, new: FrameCamera) -> "Samples":
        """The same ones of a picture that another camera has taken."""
        return replace(self, points=new.on_plane(self.seen_by(old), self.depths))


def pyramid(picture: Picture) -> list[Grey]:
    """The edges of a picture, the same in any light, in ever smaller sizes."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    levels = [np.asarray(grey)]
    for _ in range(LEVELS - 1):
        levels.append(np.asarray(cv2.pyrDown(levels[-1])))
    flat = [level.astype(np.float32) for level in levels]
    return [np.asarray(level - cv2.blur(level, (_SURROUNDINGS, _SURROUNDINGS)), np.float32) for level in flat]


def sampled(level: Grey, at: Points) -> Vector:
    """Its values at points (n × 2 px); nan outside of it."""
    x, y = at.astype(np.float32).T
    return cv2.remap(level, x, y, cv2.INTER_LINEAR, borderValue=np.nan).ravel().astype(np.float64)


def bars_of(view: FrameView, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The fronts of the bars in the picture of a view, with the edges of their insides."""
    at = view.camera.project(view.outline, view.depth)
    corners = np.round(at * 16).astype(np.int32)
    mask = np.zeros(shape[:2], np.uint8)
    thick = 2 * round(_BAR_WIDTH * float(np.ptp(at[:, 0]) / np.ptp(view.outline[:, 0])))
    cv2.polylines(mask, [corners], False, 1, thick, shift=4)
    inside = np.zeros_like(mask)
    cv2.fillPoly(inside, [corners], 1, shift=4)
    mask[cv2.erode(inside, np.ones((_PRINT_WIDTH, _PRINT_WIDTH), np.uint8)) > 0] = 0
    return mask


def print_of(view: FrameView, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Rims and lines where the bars do not hide them, in the picture of a view."""
    mask = np.zeros(shape[:2], np.uint8)
    lines = [(np.array([line.left, line.right]), False) for line in view.frame.lines]
    for mark, closed in [*((rim, True) for rim in view.rims()), *lines]:
        corners = np.round(view.camera.project(mark, 0.0) * 16).astype(np.int32)
        cv2.polylines(mask, [corners], closed, 1, _PRINT_WIDTH, shift=4)
    opening = np.zeros_like(mask)
    cv2.fillPoly(opening, [np.round(view.camera.project(view.outline, view.depth) * 16).astype(np.int32)], 1, shift=4)
    mask[cv2.erode(opening, np.ones((9, 9), np.uint8)) == 0] = 0
    return mask


def _steepest(steep: Grey, where: NDArray[np.uint8]) -> Points:
    """The steepest places of each cell of the picture (n × 2 px)."""
    rows, columns = np.nonzero((where > 0) & (steep > _MIN_STEEPNESS))
    cells = rows // _CELL_PX * 10000 + columns // _CELL_PX
    order = np.lexsort((-steep[rows, columns], cells))
    _, first, counts = np.unique(cells[order], return_index=True, return_counts=True)
    rank = np.arange(len(order)) - np.repeat(first, counts)
    kept = order[rank < _MAX_OF_A_CELL]
    return np.column_stack([columns[kept], rows[kept]]).astype(np.float64)


def _segments(outline: Points, points: Points) -> NDArray[np.int64]:
    """The segment of the bars that each point (n × 2 mm) is nearest to."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(outline, axis=0).T))])
    along = (np.arange(4 * _BAR_PARTS) + 0.5) / (4 * _BAR_PARTS) * lengths[-1]
    on_it = np.column_stack([np.interp(along, lengths, outline[:, axis]) for axis in (0, 1)])
    away = np.hypot(*(points[:, None] - on_it[None]).transpose(2, 0, 1))
    return np.asarray(away.argmin(axis=1) // 4, np.int64)


def _print_parts(points: Points) -> NDArray[np.int64]:
    """The square of the print in which each point (n × 2 mm) lies."""
    columns, rows = np.floor(points / _PRINT_PART).astype(np.int64).T
    return np.asarray(_BAR_PARTS + np.unique(rows * 1000 + columns, return_inverse=True)[1], np.int64)
