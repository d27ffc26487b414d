"""Finds the printed circles of a known frame in a picture of it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera_pose import Matrix, mapped
from vision.reading import Picture, Points

_THRESHOLDS = range(24, 240, 12)
_ROUND = 0.06  # of its radius: how far the rim of a circle may lie from an ellipse, at most
_LENGTHENED = 1.35  # how much longer than wide a circle looks when a camera is tilted by 40 degrees
_SMALLEST, _LARGEST = 5.0, 80.0  # px of radius at a width of 1280
_TILT = np.radians(25)  # how far a camera may be rolled
_NEAR = 0.45  # of a circle's radius and of its size, in the search by a similarity
_FEWEST = 5  # circles that fix a camera

Discs = NDArray[np.float64]  # n × 3: x, y and radius


def print_homography(picture: Picture, circles: Discs) -> Matrix | None:
    """The homography (3×3) from mm to px under which the frame's circles (n × 3: x, y, radius in mm, y up) are printed;
    None where they cannot be found."""
    seen = round_spots(picture)
    if len(seen) < _FEWEST:
        return None
    start = _similarity(seen, circles)
    return None if start is None else _homography(start, seen, circles)


def round_spots(picture: Picture) -> Discs:
    """Everything that looks like a round spot: n × 3 px, x, y and radius."""
    scale = picture.shape[1] / 1280
    found: list[tuple[float, float, float]] = []
    for channel in cv2.split(picture):
        smooth = cv2.GaussianBlur(channel, (0, 0), 1.0)
        for threshold in _THRESHOLDS:
            _, light = cv2.threshold(smooth, threshold, 255, cv2.THRESH_BINARY)
            rims, _ = cv2.findContours(light, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            found += [spot for rim in rims if (spot := _round_spot(np.asarray(rim, np.int32), scale))]
    return _without_twins(np.array(found).reshape(-1, 3))


def _round_spot(rim: NDArray[np.int32], scale: float) -> tuple[float, float, float] | None:
    if len(rim) < 2 * np.pi * _SMALLEST * scale * 0.8 or len(rim) > 2 * np.pi * _LARGEST * scale * 1.3:
        return None
    (x, y), axes, turn = cv2.fitEllipse(rim)
    short, long = min(axes) / 2, max(axes) / 2
    if not _SMALLEST * scale < short < _LARGEST * scale or long > _LENGTHENED * short:
        return None
    angle = np.radians(turn)
    along = (rim.reshape(-1, 2) - (x, y)) @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    reach = np.hypot(along[:, 0] * 2 / axes[0], along[:, 1] * 2 / axes[1])
    return (x, y, (short + long) / 2) if np.abs(reach - 1).max() < max(_ROUND, 1.0 / short) else None


def _without_twins(spots: Discs) -> Discs:
    """One spot, the largest, where many thresholds find the same."""
    kept: list[NDArray[np.float64]] = []
    for spot in spots[np.argsort(-spots[:, 2], kind="stable")]:
        if all(np.hypot(*(spot[:2] - other[:2])) > 0.5 * other[2] for other in kept):
            kept.append(spot)
    return np.array(kept).reshape(-1, 3)


def _similarity(seen: Discs, circles: Discs) -> Matrix | None:
    """The similarity (2×3, y turned over) under which most circles lie on spots of their sizes."""
    best, most = None, 0.0
    spots = seen[:, 0] + 1j * seen[:, 1]
    printed = circles[:, 0] - 1j * circles[:, 1]
    for a in range(len(printed)):
        for b in range(a + 1, len(printed)):
            times = (spots[None, :] - spots[:, None]) / (printed[b] - printed[a])
            size = np.abs(times)
            fits = (np.abs(np.angle(times)) < _TILT) & (size > 0)
            for at, of in ((a, seen[:, None, 2]), (b, seen[None, :, 2])):
                fits &= np.abs(of / np.maximum(size, 1e-9) - circles[at, 2]) < _NEAR * circles[at, 2]
            for i, j in np.argwhere(fits):
                where = spots[i] + (printed - printed[a]) * times[i, j]
                value = _matched(where, circles[:, 2] * size[i, j], spots, seen[:, 2])
                if value > most:
                    best, most = (times[i, j], spots[i] - printed[a] * times[i, j]), value
    if best is None or most < _FEWEST - 1:
        return None
    (turn, shift) = best
    return np.array([[turn.real, turn.imag, shift.real], [turn.imag, -turn.real, shift.imag], [0, 0, 1]])


def _matched(
    where: NDArray[np.complex128], reach: NDArray[np.float64], spots: NDArray[np.complex128], sizes: NDArray[np.float64]
) -> float:
    """How many circles have a spot of their size near, nearer ones counting more."""
    away = np.abs(where[:, None] - spots[None, :])
    limit = 1.2 * np.median(reach)
    away = np.where(np.abs(sizes[None, :] - reach[:, None]) < _NEAR * reach[:, None], away, np.inf)
    return float(
        np.clip(1 - away.min(axis=1) / limit, 0, None).astype(bool).sum()
        - away.min(axis=1).clip(0, limit).sum() / limit / 99
    )


def _homography(start: Matrix, seen: Discs, circles: Discs) -> Matrix | None:
    matrix = start
    for limit in (1.4, 1.0, 0.6, 0.35, 0.35):  # of the median radius
        where = mapped(circles[:, :2], matrix)
        side = mapped(circles[:, :2] + np.column_stack([circles[:, 2], np.zeros(len(circles))]), matrix)
        reach = np.hypot(*(side - where).T)
        away = np.hypot(*(where[:, None] - seen[None, :, :2]).transpose(2, 0, 1))
        away = np.where(np.abs(seen[None, :, 2] - reach[:, None]) < _NEAR * reach[:, None], away, np.inf)
        nearest = away.argmin(axis=1)
        found = away.min(axis=1) < limit * np.median(reach)
        if found.sum() < _FEWEST:
            return None
        affine = found.sum() < _FEWEST + 1 or limit > 1
        fitted = _fitted(circles[found, :2], seen[nearest[found], :2], affine)
        if fitted is None:
            return None
        matrix = fitted
    return matrix


def _fitted(printed: Points, seen: Points, affine: bool) -> Matrix | None:
    if not affine:
        matrix, _ = cv2.findHomography(printed, seen, cv2.LMEDS)
        return None if matrix is None else np.asarray(matrix, np.float64)
    flat, _ = cv2.estimateAffine2D(printed, seen, method=cv2.LMEDS)
    return None if flat is None else np.vstack([flat, [0, 0, 1]])


def discs_of(circles: Sequence[tuple[tuple[float, float], float]]) -> Discs:
    """Circles given by centre and radius as n × 3 numbers."""
    return np.array([(x, y, radius) for (x, y), radius in circles], np.float64).reshape(-1, 3)
