"""Finds the printed lines between the levels of a frame of which nothing is known: long, thin, and nearly level."""

from dataclasses import dataclass
from itertools import combinations, permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Points

Ridges = NDArray[np.int16]

# All px are of a picture 1280 px wide.
_HALF_A_LINE = 4  # px: what is printed beside a line begins here at the latest
_PLAIN = 8.0  # a change of colour below this is noise
_STEEPEST = 0.47  # rise per px: a slanted line before a tilted camera
_SHORTEST = 60  # px that are seen without a gap
_LEANING = 0.15  # px per px that the sides of a frame lean
_GAP = 75  # px: a printed circle before a line
_COVERED = 0.6  # of its length that is seen
_OF_THE_USUAL = 0.4  # of the usual line's length: a shorter one is something else
_BESIDE = 2.5  # px that a line may be bent by the lens
_MIN_RUNGS, _MIN_RUNGS_AMONG_MANY = 3, 5  # rungs of a frame, among few other lines and among many
_MANY_SEGMENTS = 200  # segments: where there are more, the picture shows something else
_BREAK = 8  # px without the line: a circle, or its end
_AGAIN = 25  # px: what is seen behind a break is the line again when it is so long
_ASIDE = 8  # px that the ends of lines lie from a common edge
_BEYOND = 0.12  # of its length that a line may seem to run on into print beside it
_MIN_CONTRAST = 0.5  # of the usual contrast: less is no print
# As shares of a line's length, and of the distance between two lines.
_DISTANCES = (0.09, 0.6)  # between two lines of a frame
_CLOSE, _HIGH = 0.14, 0.9  # closer lines are those of a board, unless they reach about as high as they are long
_TO_A_SIDE = 0.1  # that a line ends beside the sides that the others lead to
_UNEVEN = 0.13  # that a line lies off where the distance between two others puts it; half of it more for each farther
_HIDDEN = 0.6  # that a piece hides of a line at most
_MISSING = 2  # lines in a row that are not seen


@dataclass(frozen=True)
class _Found:
    """A line: its ends (2 × 2 px, left first), and how its colour differs from what is beside it (3)."""

    ends: Points
    print: NDArray[np.float64]

    @property
    def length(self) -> float:
        return float(self.ends[1, 0] - self.ends[0, 0])


def printed_lines(picture: Picture) -> list[Points]:
    """The ends (2 × 2 px, left first) of the lines, from the lowest to the highest."""
    scale = picture.shape[1] / 1280
    light, ridge = _ridges(picture, scale)
    ridges = np.asarray(ridge > _PLAIN, np.uint8)
    segments = cv2.HoughLinesP(
        ridges, 1, np.pi / 720, round(40 * scale), None, round(_SHORTEST * scale), round(6 * scale)
    )
    rest = (
        []
        if segments is None
        else sorted(segments.reshape(-1, 2, 2).astype(float), key=_width, reverse=True)[:_MANY_SEGMENTS]
    )
    found: list[_Found] = []
    for segment in rest:
        ends = segment[segment[:, 0].argsort()]
        if abs(ends[1, 1] - ends[0, 1]) > _STEEPEST * (ends[1, 0] - ends[0, 0]):
            continue
        if any(_on(ends, other.ends, 2 * _BESIDE * scale) for other in found):
            continue
        line = _followed(light, ridge, ends, scale)
        if line is not None and not any(_on(line.ends, other.ends, 2 * _BESIDE * scale) for other in found):
            found.append(line)
    between = _between_sides(_of_one_print(found), scale)
    if len(between) < _MIN_RUNGS:
        return []
    return [line.ends for line in sorted(between, key=lambda line: -line.ends[:, 1].mean())]


def _ridges(picture: Picture, scale: float) -> tuple[Ridges, Ridges]:
    """How each pixel differs from what is above and below it (h × w × 3), and how strongly (h × w)."""
    reach = max(2, round(_HALF_A_LINE * scale))
    both = np.zeros(picture.shape, np.int16)
    smooth = cv2.blur(cv2.GaussianBlur(picture, (0, 0), 0.8 * scale), (5, 1))
    for channel in range(3):
        plane = smooth[..., channel].astype(np.int16)
        above, below = plane[reach:-reach] - plane[: -2 * reach], plane[reach:-reach] - plane[2 * reach :]
        least = np.where(np.abs(above) < np.abs(below), above, below)
        both[reach:-reach, :, channel] = np.where((above > 0) == (below > 0), least, 0)
    return both, np.abs(both).max(axis=2)


def _followed(light: Ridges, ridge: Ridges, ends: Points, scale: float) -> _Found | None:
    """A line as far as it is seen, on both sides of a part of it."""
    bend = np.polynomial.Polynomial.fit(ends[:, 0], ends[:, 1], 1)
    left, right = int(ends[0, 0]), int(ends[1, 0])
    columns = np.arange(ridge.shape[1])
    reach = int(np.ceil(_BESIDE * scale))
    for degree in (1, 1, 2, 2):
        rows = np.clip(np.round(bend(columns)).astype(int), reach, ridge.shape[0] - reach - 1)
        around = np.stack([ridge[rows + step, columns] for step in range(-reach, reach + 1)])
        hit = around.max(axis=0) > _PLAIN
        left, right = _run(hit, (left + right) // 2, scale)
        if right - left < _SHORTEST * scale:
            return None
        inside = columns[left : right + 1][hit[left : right + 1]]
        weights = np.clip(around[:, inside] - _PLAIN / 2, 0, None)
        middle = (weights * np.arange(-reach, reach + 1)[:, None]).sum(axis=0) / weights.sum(axis=0)
        bend = np.polynomial.Polynomial.fit(inside, rows[inside] + middle, degree)
    if len(inside) < _COVERED * (right - left):
        return None
    colours = light[np.round(bend(inside)).astype(int).clip(0, len(light) - 1), inside]
    printed = np.median(colours, axis=0).astype(np.float64)
    at = np.array([left, right], np.float64)
    return _Found(np.column_stack([at, bend(at)]), printed) if np.abs(printed).max() > _PLAIN else None


def _run(hit: NDArray[np.bool_], start: int, scale: float) -> tuple[int, int]:
    """The first and the last column of the stretch of the line round `start`."""
    at = np.flatnonzero(hit)
    if not len(at):
        return start, start
    parts = np.split(at, np.flatnonzero(np.diff(at) > _GAP * scale) + 1)
    best = min(parts, key=lambda part: max(part[0] - start, start - part[-1], 0))
    pieces = np.split(best, np.flatnonzero(np.diff(best) > _BREAK * scale) + 1)
    long = [piece for piece in pieces if piece[-1] - piece[0] >= _AGAIN * scale] or pieces
    return int(long[0][0]), int(long[-1][-1])


def _of_one_print(found: list[_Found]) -> list[_Found]:
    """The lines of a frame: those that differ from what is beside them in the same way, and are not much shorter.

    None where few of these are rungs: then it is no frame. Many rungs are one all the same, before grained wood.
    """
    if len(found) < _MIN_RUNGS:
        return []
    colours = np.array([line.print for line in found])
    contrasts = np.linalg.norm(colours, axis=1)
    alike = colours @ colours.T / np.outer(contrasts, contrasts) > 0.8
    is_even = np.abs(np.log(np.outer(contrasts, 1 / contrasts))) < -np.log(_MIN_CONTRAST)
    rungs = _rungs(found, alike & is_even)
    if len(rungs) < _MIN_RUNGS:
        return []
    lengths = np.array([line.length for line in found])
    group = alike[int((alike * lengths).sum(axis=1).argmax())]
    group &= (lengths > _OF_THE_USUAL * np.median(lengths[group])) & (
        contrasts > _MIN_CONTRAST * np.median(contrasts[group])
    )
    if 2 * group[rungs].sum() > group.sum():
        return [line for line, one in zip(found, group, strict=True) if one]
    return [found[one] for one in rungs] if len(rungs) >= _MIN_RUNGS_AMONG_MANY else []


def _rungs(found: list[_Found], alike: NDArray[np.bool_]) -> list[int]:
    """The most lines, by their numbers, that lie as only a frame has them: evenly, one above the other, between sides.

    The edges of tiles and cards are as long and as straight, but not as even.
    """
    ends = np.array([line.ends for line in found]).reshape(-1, 2, 2)
    slopes = np.array([(line.ends[1, 1] - line.ends[0, 1]) / line.length for line in found])
    best: list[int] = []
    for one, other in permutations(range(len(found)), 2):
        heights = ends[:, 0, 1] + slopes * (ends[one, :, 0].mean() - ends[:, 0, 0])
        distance, length = heights[one] - heights[other], found[one].length
        lean = ends[other, :, 0] - ends[one, :, 0]
        if not _DISTANCES[0] * length < distance < _DISTANCES[1] * length:
            continue
        steps = (heights[one] - heights) / distance
        whole = np.round(steps)
        sides = ends[one, :, 0] + lean * steps[:, None]
        off = (ends[:, :, 0] - sides) * (1, -1)  # towards the middle, where a piece may hide an end
        fits = alike[one] & (np.abs(off.min(axis=1)) < _TO_A_SIDE * length) & (off.max(axis=1) < _HIDDEN * length)
        uneven = np.abs(steps - whole)
        rungs = _without_gaps(whole, np.flatnonzero(fits & (uneven < _UNEVEN * np.maximum(1, np.abs(whole) / 2))), one)
        is_board = distance < _CLOSE * length and np.ptp(whole[rungs]) * distance < _HIGH * length
        # Where as many lie half-way between, there is another distance.
        if not is_board and 2 * np.count_nonzero(fits & (uneven > 0.5 - _UNEVEN)) < len(rungs):
            best = max(best, rungs, key=len)
    return best


def _without_gaps(whole: NDArray[np.float64], rungs: NDArray[np.int64], one: int) -> list[int]:
    """The rungs, one for each whole number of steps, that lead to the rung `one` with few missing between them."""
    numbers, first = np.unique(whole[rungs], return_index=True)
    parts = np.split(rungs[first], np.flatnonzero(np.diff(numbers) > _MISSING + 1) + 1)
    return next((part.tolist() for part in parts if whole[one] in whole[part]), [])


def _between_sides(found: list[_Found], scale: float) -> list[_Found]:
    """Those that end at the two edges where most end, or between them; none runs beyond."""
    if not found:
        return []
    ends = np.array([line.ends for line in found])
    inside = [(common_edge(ends[:, side], scale), sign) for side, sign in ((0, 1), (1, -1))]
    kept = []
    for line in found:
        beyond = [
            max(0.0, sign * float(edge(line.ends[side, 1]) - line.ends[side, 0]))
            for side, (edge, sign) in enumerate(inside)
        ]
        if max(beyond) < _BEYOND * np.median(ends[:, 1, 0] - ends[:, 0, 0]):
            slope = np.subtract(*line.ends) / -line.length
            cut = [far if far > _ASIDE * scale else 0.0 for far in beyond]
            kept.append(_Found(line.ends + np.array([[cut[0]], [-cut[1]]]) * slope, line.print))
    return kept


def common_edge(points: Points, scale: float) -> np.polynomial.Polynomial:
    """The steep straight line x(y) on which most of the points (n × 2 px) lie, nearer ones counting more."""
    best, most = np.polynomial.Polynomial([float(np.median(points[:, 0]))]), 0.0
    for one, other in combinations(points, 2):
        if abs(one[1] - other[1]) < _SHORTEST * scale:
            continue
        lean = (one[0] - other[0]) / (one[1] - other[1])
        edge = np.polynomial.Polynomial([one[0] - lean * one[1], lean])
        near = 1 - np.abs(points[:, 0] - edge(points[:, 1])) / (_ASIDE * scale)
        value = float(near.clip(0).sum())
        if value > most and abs(lean) < _LEANING:
            best, most = np.polynomial.Polynomial.fit(points[near > 0, 1], points[near > 0, 0], 1), value
    return best


def _on(line: Points, other: Points, reach: float) -> bool:
    """Whether a line lies on another one."""
    bend = np.polynomial.Polynomial.fit(other[:, 0], other[:, 1], 1)
    return bool(np.abs(line[:, 1] - bend(line[:, 0])).max() < reach)


def _width(segment: Points) -> float:
    return float(abs(segment[1, 0] - segment[0, 0]))
