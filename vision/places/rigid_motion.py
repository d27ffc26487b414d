"""Estimates the rigid motion of a whole table between two pictures: pushed, turned a little or by quarters."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.reading import Points

_MAX_RESIDUAL = 6.0  # mm between a point and the image of its partner under the motion
_MAX_SLIDE = 45.0  # mm of the middle of the table
_MAX_TURN = 9  # degrees, besides quarter turns
_BIN = 4.0  # mm, of the histogram of shifts
MIN_INLIERS = 6  # points that agree on a motion
_MIN_INLIER_SHARE = 0.6  # of all points
_MIN_UNMOVED_SHARE = 0.8  # of all points that lie where they did, for nothing to have moved
_MIN_GAIN = 0.25  # of all points that a motion must explain more than the next one
_MAX_STRETCH = 5.0  # mm by which the distance of two points may differ from what it was


@dataclass(frozen=True, eq=False)
class Motion:
    """A rotation and then a translation."""

    turn: Points  # 2×2
    shift: Points  # 2, mm

    def of(self, points: Points) -> Points:
        """Points (n × 2, mm) after the motion."""
        return np.asarray(points @ self.turn.T + self.shift, np.float64)

    @property
    def degrees(self) -> float:
        """The turn in degrees, counter-clockwise, -180 to 180."""
        return float(np.degrees(np.arctan2(self.turn[1, 0], self.turn[0, 0])))


UNMOVED = Motion(np.eye(2), np.zeros(2))


def quarter_turn(quarters: int) -> Motion:
    """A turn by quarters about the middle of the table, counter-clockwise."""
    return Motion(_turn(np.radians(90.0 * quarters)), np.zeros(2))


def best_motion(before: Points, after: Points) -> Motion:
    """The least-squares motion of points (n × 2, mm) to their partners (Kabsch 1976).

    >>> square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    >>> best_motion(square, square[:, ::-1] * [1, -1] + [3, 4]).turn.round(3).tolist()
    [[0.0, 1.0], [-1.0, 0.0]]
    """
    centroid, centroid_after = before.mean(axis=0), after.mean(axis=0)
    left, _, right = np.linalg.svd((after - centroid_after).T @ (before - centroid))
    turn = left @ np.diag([1.0, np.linalg.det(left) * np.linalg.det(right)]) @ right
    return Motion(turn, centroid_after - turn @ centroid)


def common_motion(before: Sequence[Points], after: Sequence[Points]) -> Motion:
    """The rigid motion of most points between two pictures, without known partners (each n × 2, mm).

    All pairs vote on the motion. `UNMOVED` where most points lie still, and where no motion has clearly more inliers.
    """
    if min(len(before), len(after)) < MIN_INLIERS:
        return UNMOVED
    old, new = np.array(before), np.array(after)
    most = min(len(old), len(new))
    stayed = agreeing(UNMOVED, old, new)[0].size
    if stayed >= _MIN_UNMOVED_SHARE * most:
        return UNMOVED
    motions = [refined(voted(old, new, quarter), old, new) for quarter in range(4)]
    agreed = [agreeing(motion, old, new)[0].size for motion in motions]
    best = int(np.argmax(agreed))
    others = max(stayed, *(count for quarter, count in enumerate(agreed) if quarter != best))
    return (
        motions[best]
        if agreed[best] >= max(MIN_INLIERS, _MIN_INLIER_SHARE * most, others + _MIN_GAIN * most)
        else UNMOVED
    )


def named_motion(before: Sequence[Points], after: Sequence[Points]) -> Motion | None:
    """The rigid motion of most points, given in pairs (each n × 2, mm); None where too few agree."""
    old, new = np.array(before), np.array(after)
    best, agreeing = None, 0
    for pair in combinations(range(len(old)), 2):
        chosen = list(pair)
        far_before, far_after = (np.linalg.norm(points[pair[0]] - points[pair[1]]) for points in (old, new))
        if abs(far_before - far_after) > _MAX_STRETCH:
            continue
        motion = best_motion(old[chosen], new[chosen])
        near = np.linalg.norm(motion.of(old) - new, axis=1) < 2 * _MAX_RESIDUAL
        if near.sum() > agreeing:
            best, agreeing = best_motion(old[near], new[near]), int(near.sum())
    return best if agreeing >= max(3, _MIN_INLIER_SHARE * len(old)) else None


def voted(old: Points, new: Points, quarter: int) -> Motion:
    """The motion near a quarter turn on which most pairs of an old and a new point agree (a Hough transform)."""
    best, votes = UNMOVED, -1.0
    bins = np.arange(-_MAX_SLIDE, _MAX_SLIDE + _BIN, _BIN)
    for degrees in sorted(range(-_MAX_TURN, _MAX_TURN + 1), key=abs):
        turn = _turn(np.radians(degrees + 90 * quarter))
        apart = (new[None] - (old @ turn.T)[:, None]).reshape(-1, 2)
        counts = np.histogram2d(apart[:, 0], apart[:, 1], bins=(bins, bins))[0]
        wide = np.pad(counts, 1)
        size = len(counts)
        around = np.sum([wide[i : i + size, j : j + size] for i in range(3) for j in range(3)], axis=0)
        row, column = np.unravel_index(int(np.argmax(around + counts)), counts.shape)
        if around[row, column] > votes:
            votes = float(around[row, column])
            best = Motion(turn, np.array([bins[row], bins[column]]) + _BIN / 2)
    return best


def refined(motion: Motion, old: Points, new: Points) -> Motion:
    """The motion, refined by least squares over its inliers (iterative closest point)."""
    for reach in (2 * _MAX_RESIDUAL, _MAX_RESIDUAL, _MAX_RESIDUAL):
        before, after = agreeing(motion, old, new, reach)
        if before.size < 2:
            break
        motion = best_motion(old[before], new[after])
    return motion


def agreeing(motion: Motion, old: Points, new: Points, reach: float = _MAX_RESIDUAL) -> tuple[Points, Points]:
    """The inliers: indices of old and new points that are each other's nearest under the motion, within reach (mm)."""
    far = np.linalg.norm(motion.of(old)[:, None] - new[None], axis=2)
    nearest = far.argmin(axis=1)
    index = np.arange(len(old))
    mutual = (far.argmin(axis=0)[nearest] == index) & (far[index, nearest] < reach)
    return index[mutual], nearest[mutual]


def _turn(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
