"""Finds the printed circles of a known frame in a picture of it."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.camera import FrameCamera
from vision.geometry.camera_pose import rotation_vector
from vision.geometry.non_max_suppression import non_max_suppression
from vision.geometry.robust_fit import Tukey, Vector, robust_fit
from vision.reading import Picture, Points

_THRESHOLDS = range(24, 240, 12)
_WITHOUT_LINES = 9  # px at a width of 1280 across a disc that fits in no printed line
_MAX_UNROUNDNESS = 0.06  # of its radius: how far the rim of a circle may lie from an ellipse, at most
_MAX_LENGTHENING = 1.35  # how much longer than wide a circle appears when a camera is tilted by 40 degrees
_SMALLEST, _LARGEST = 5.0, 80.0  # px of radius at a width of 1280
_MAX_ROLL = np.radians(25)  # how far a camera may be rolled
_MAX_DIFFERENCE = 0.45  # of a circle's radius and of its size, in the search by a similarity
_MIN_CIRCLES = 5  # circles that fix a camera
_MAX_TRIALS = 8  # ways to lay the circles on spots
_LIMITS = (1.4, 1.0, 0.6, 0.35, 0.35)  # of the median radius: how far a circle is from its spot, in each round
_SCALES, _STEPS = np.array([0.05, 0.05, 0.05, 20.0, 20.0, 50.0]), 20  # of a pose: radians, mm

Spot = tuple[float, float, float]  # x, y and radius
Discs = NDArray[np.float64]  # n × 3: x, y and radius


def print_poses(picture: Picture, circles: Discs, lens: Vector) -> Iterator[Vector]:
    """Poses (6: turn, shift in mm) of a camera that may see the frame's circles printed, the likeliest first.

    `circles`: n × 3: x, y, radius in mm, y up. `lens` (4): as the last four numbers of `FrameCamera.of`; as it is only
    guessed the poses are rough.
    """
    detected = round_spots(picture)
    for times, plus in _similarities(detected, circles) if len(detected) >= _MIN_CIRCLES else ():
        if (pose := _pose(_frontal(times, plus, lens), detected, circles, lens)) is not None:
            yield pose


def round_spots(picture: Picture) -> Discs:
    """Everything that may be a round spot, though lines may run into it: n × 3 px, x, y and radius."""
    scale = picture.shape[1] / 1280
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_WITHOUT_LINES * scale) | 1,) * 2)
    found: list[Spot] = []
    for channel in cv2.split(picture):
        smooth = np.asarray(cv2.GaussianBlur(channel, (0, 0), 1.0), np.uint8)
        found += _spots(smooth, _SMALLEST * scale, _LARGEST * scale)
        # A line that runs into a spot is no part of it, be it lighter or darker than what it lies on.
        for operation in (cv2.MORPH_OPEN, cv2.MORPH_CLOSE):
            without = np.asarray(cv2.morphologyEx(smooth, operation, disc), np.uint8)
            found += _spots(without, _WITHOUT_LINES * scale, _LARGEST * scale)
    return largest_of_each(np.array(found).reshape(-1, 3))


def _spots(channel: NDArray[np.uint8], smallest: float, largest: float) -> list[Spot]:
    """The round spots of one channel whose radius (px) is between these two, some of them many times."""
    found = []
    fewest, most = 2 * np.pi * smallest * 0.8, 2 * np.pi * largest * 1.3  # px of a rim
    for threshold in _THRESHOLDS:
        _, light = cv2.threshold(channel, threshold, 255, cv2.THRESH_BINARY)
        rims, _ = cv2.findContours(light, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        whole = (np.asarray(rim, np.int32) for rim in rims if fewest <= len(rim) <= most)
        found += [spot for rim in whole if (spot := _round_spot(rim, smallest, largest))]
    return found


def _round_spot(rim: NDArray[np.int32], smallest: float, largest: float) -> Spot | None:
    (x, y), axes, turn = cv2.fitEllipse(rim)
    short, long = min(axes) / 2, max(axes) / 2
    if not smallest < short < largest or long > _MAX_LENGTHENING * short:
        return None
    angle = np.radians(turn)
    along = (rim.reshape(-1, 2) - (x, y)) @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    reach = np.hypot(along[:, 0] * 2 / axes[0], along[:, 1] * 2 / axes[1])
    return (x, y, (short + long) / 2) if np.abs(reach - 1).max() < max(_MAX_UNROUNDNESS, 1.0 / short) else None


def largest_of_each(spots: Discs) -> Discs:
    """The largest one of the spots that have nearly the same middle, as many thresholds find it."""
    ranked = spots[np.argsort(-spots[:, 2], kind="stable")]
    return ranked[
        non_max_suppression(
            len(ranked), lambda kept: np.hypot(*(ranked[:, :2] - ranked[kept, :2]).T) <= 0.5 * ranked[kept, 2]
        )
    ]


def _similarities(detected: Discs, circles: Discs) -> list[tuple[complex, complex]]:
    """The similarities (times and plus, of complex numbers; y turned over) by which most circles lie on spots of their
    sizes, the best first; of those that lay the circles on the same places the best one."""
    found: list[tuple[float, complex, NDArray[np.complex128]]] = []
    spots = detected[:, 0] + 1j * detected[:, 1]
    printed = circles[:, 0] - 1j * circles[:, 1]
    for a in range(len(printed)):
        for b in range(a + 1, len(printed)):
            times = (spots[None, :] - spots[:, None]) / (printed[b] - printed[a])
            size = np.abs(times)
            fits = (np.abs(np.angle(times)) < _MAX_ROLL) & (size > 0)
            for at, of in ((a, detected[:, None, 2]), (b, detected[None, :, 2])):
                fits &= np.abs(of / np.maximum(size, 1e-9) - circles[at, 2]) < _MAX_DIFFERENCE * circles[at, 2]
            for i, j in np.argwhere(fits):
                where = spots[i] + (printed - printed[a]) * times[i, j]
                value = _matched(where, circles[:, 2] * size[i, j], spots, detected[:, 2])
                if value >= _MIN_CIRCLES - 1:
                    found.append((value, times[i, j], where))
    kept: list[tuple[float, complex, NDArray[np.complex128]]] = []
    for one in sorted(found, key=lambda one: -one[0]):
        near = float(np.median(circles[:, 2])) * abs(one[1])
        if len(kept) < _MAX_TRIALS and all(np.abs(one[2] - other).max() > near for *_, other in kept):
            kept.append(one)
    return [(times, where[0] - printed[0] * times) for _, times, where in kept]


def _matched(
    where: NDArray[np.complex128], reach: NDArray[np.float64], spots: NDArray[np.complex128], sizes: NDArray[np.float64]
) -> float:
    """How many circles have a spot of their size near, nearer ones counting more."""
    away = np.abs(where[:, None] - spots[None, :])
    limit = 1.2 * np.median(reach)
    away = np.where(np.abs(sizes[None, :] - reach[:, None]) < _MAX_DIFFERENCE * reach[:, None], away, np.inf)
    return float(
        np.clip(1 - away.min(axis=1) / limit, 0, None).astype(bool).sum()
        - away.min(axis=1).clip(0, limit).sum() / limit / 99
    )


def _frontal(times: complex, plus: complex, lens: Vector) -> Vector:
    """The pose of a camera straight before the print that sees it by a similarity."""
    focal, along = float(np.exp(lens[0])), times / abs(times)
    turn = np.array([[along.real, along.imag, 0], [along.imag, -along.real, 0], [0, 0, -1]])
    away = focal / abs(times)
    shift = [(plus.real - lens[2]) * away / focal, (plus.imag - lens[3]) * away / focal, away]
    return np.concatenate([rotation_vector(turn), shift])


def _pose(pose: Vector, detected: Discs, circles: Discs, lens: Vector) -> Vector | None:
    """The pose by which the circles lie on spots; each is matched with the nearest of its size, ever nearer ones."""
    for limit in _LIMITS:
        where, reach = _projected(pose, circles, lens)
        farthest = limit * float(np.median(reach))
        found, nearest = _nearest(where, reach, detected, farthest)
        if found.sum() < _MIN_CIRCLES:
            return None
        known, target = circles[found], detected[nearest[found], :2]

        def residuals(tried: Vector, known: Discs = known, target: Points = target) -> Vector:
            return (_projected(tried, known, lens)[0] - target).ravel()

        pose = robust_fit(residuals, pose, _SCALES, _STEPS, Tukey(farthest))
    return pose


def _nearest(
    where: Points, reach: Vector, detected: Discs, farthest: float
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """For each circle (middle and radius, px) whether a spot of its size is near enough, and which is nearest."""
    away = np.hypot(*(where[:, None] - detected[None, :, :2]).transpose(2, 0, 1))
    away = np.where(np.abs(detected[None, :, 2] - reach[:, None]) < _MAX_DIFFERENCE * reach[:, None], away, np.inf)
    return away.min(axis=1) < farthest, away.argmin(axis=1)


def _projected(pose: Vector, circles: Discs, lens: Vector) -> tuple[Points, Vector]:
    """Where a camera sees circles (n × 2 px), and their radii (n px)."""
    camera = FrameCamera.of(np.concatenate([pose, lens]))
    at = camera.project(circles[:, :2], 0.0)
    beside = camera.project(circles[:, :2] + np.column_stack([circles[:, 2], np.zeros(len(circles))]), 0.0)
    return at, np.hypot(*(beside - at).T)
