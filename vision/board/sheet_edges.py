"""Finds the edges of an empty sheet to a fraction of a pixel, near corners that are known roughly.

Beside each side lie lines that resemble its edge: of the print, of a gap, and of the rails of a tray. The candidates
are lines along which the colour changes. The likelihood that a line is the edge depends on the share of the side along
which it does, how far out the line is, whether it is darker outside, and how much the colours differ. Of all choices
for the four sides, the most likely one that forms a square is taken.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.square_fit import as_square
from vision.dimensions import SHEET
from vision.geometry.homography import homography, inverse, mapped
from vision.geometry.robust_fit import Cauchy, weighted_step
from vision.reading import Picture, Points

_STEP = 0.25  # mm between samples across a side, and between the lines that are tried
_BAND = 7.0  # mm inside and outside a side that are sampled
_MAX_INSIDE, _MAX_OUTSIDE = 4.0, 5.5  # mm that an edge may lie inside and outside the rough side
_SAMPLES = np.linspace(0.04, 0.96, 200)  # along a side; other things may lie at the corners
_OFFSETS = np.arange(-_MAX_INSIDE, _MAX_OUTSIDE + _STEP / 2, _STEP)
_MAX_SLANT = 2.6  # mm between the ends of an edge
_BLUR = 0.6  # mm
_HALF_STRENGTH = 8.0  # grey levels per mm: slope of an edge that counts half
_MIN_SHARE = 0.2  # of a side, along which the colour changes
_MAX_LINES = 4  # lines of a side, besides none
_USUAL_INSET = 0.7  # mm that the finder's corners lie inside the sheet
# Fitted by logistic regression on 120 lessons of sheets of seed 8700.
_WEIGHTS, _NO_EDGE_SCORE = np.array([3.4, 0.149, 1.124, 1.157]), 2.235
_LINE_SIGMA, _PRIOR_SIGMA, _SQUARE_SIGMA = 0.3, 2.0, 0.4  # mm, of lines, the rough corners and the square
_FITTED_LINE_SIGMA, _LENS_SQUARE_SIGMA = 0.1, 0.3  # mm, of fitted lines, and of a square through a real lens
_FIT_ROUNDS = 4  # of the line fit
_WINDOW_SIGMA, _OUTLIER_SCALE = 0.6, 0.3  # mm, of its window and of an outlier
_SLOPE_NOISE = 3.0  # grey levels per mm

Values = NDArray[np.float64]


@dataclass(frozen=True)
class SheetEdges:
    """A sheet by its edges."""

    corners: Points  # 4 × 2 px
    clear: tuple[bool, ...]  # which sides, from the first corner on, have a clear edge


@dataclass(frozen=True)
class _Side:
    """The surroundings of a side, and the lines that may be its edge."""

    colours: NDArray[np.float32]  # samples along × across × 3
    slopes: NDArray[np.float32]  # grey levels per mm across (along × across)
    lines: Values  # n × 2: how far out both ends of each line are (mm)
    log_likelihoods: Values  # n + 1: the log likelihood that each is the edge; last, that none is


def sheet_edges(picture: Picture, near: Points) -> SheetEdges:
    """Finds the edges of an empty sheet in a picture (height × width × 3, BGR) with corners near `near` (4 × 2 px).

    Where no edge is clear the corners are those given.
    """
    sides = [_find_lines(_sample_strip(picture, np.roll(near, -turn, axis=0))) for turn in range(4)]
    stiff = _stiffness(near, (picture.shape[1], picture.shape[0]))
    choice = _choose_edges(sides, stiff)
    clear = tuple(at < len(side.lines) for at, side in zip(choice, sides, strict=True))
    if not any(clear):
        return SheetEdges(near, clear)
    fitted = np.zeros((4, 2))
    for turn in np.flatnonzero(clear):
        fitted[turn] = _fit_line(sides[turn], sides[turn].lines[choice[turn]])
    ends, _ = _solve_edges(fitted[None], np.array([clear]), _FITTED_LINE_SIGMA, stiff / _LENS_SQUARE_SIGMA**2)
    return SheetEdges(_corners_from_edges(ends[0], near), clear)


def _to_side(near: Points) -> Values:
    """The homography (3×3) from a picture to a sheet (mm) whose first side is level and on top."""
    return homography(near, np.array([[0, 0], [SHEET, 0], [SHEET, SHEET], [0, SHEET]]))


def _sample_strip(picture: Picture, near: Points) -> NDArray[np.float32]:
    """The colours along the first side: samples along × from _BAND mm inside to as far outside × 3."""
    along, out = np.meshgrid(_SAMPLES * SHEET, np.arange(-_BAND, _BAND + _STEP / 2, _STEP), indexing="ij")
    at = mapped(np.stack([along, -out], axis=-1).reshape(-1, 2), inverse(_to_side(near)))
    x, y = at.astype(np.float32).reshape(*along.shape, 2).transpose(2, 0, 1)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _find_lines(colours: NDArray[np.float32]) -> _Side:
    """The lines along a side that may be its edge."""
    soft = cv2.GaussianBlur(colours, (0, 0), sigmaX=_BLUR / _STEP, sigmaY=1.0)
    slopes = np.linalg.norm(np.gradient(soft, _STEP, axis=1), axis=2).astype(np.float32)
    first, last = np.meshgrid(_OFFSETS, _OFFSETS, indexing="ij")
    ends = np.stack([first, last], axis=-1).reshape(-1, 2)
    share = _sample_lines(slopes / (slopes + _HALF_STRENGTH), ends).mean(axis=1).reshape(first.shape)
    is_peak = (share == cv2.dilate(share, np.ones((5, 5)))) & (share > _MIN_SHARE)
    peaks = np.flatnonzero(is_peak & (abs(first - last) < _MAX_SLANT))
    peaks = peaks[np.argsort(-share.ravel()[peaks])][: 2 * _MAX_LINES]
    features = np.array([_features(colours, ends[at], float(share.ravel()[at])) for at in peaks]).reshape(
        -1, len(_WEIGHTS)
    )
    scores = np.append(features @ _WEIGHTS, _NO_EDGE_SCORE)
    log_likelihoods = scores - np.logaddexp.reduce(scores)
    best = np.argsort(-log_likelihoods[:-1])[:_MAX_LINES]
    return _Side(colours, slopes, ends[peaks[best]], np.append(log_likelihoods[best], log_likelihoods[-1]))


def _sample_lines(values: NDArray[np.float32], ends: Values, out: float = 0.0) -> NDArray[np.float32]:
    """Values (along × across, any more) on lines (n × 2 mm), or `out` mm outside them: n × along, any more."""
    columns = (_offsets(ends) + out + _BAND) / _STEP
    low = np.clip(np.floor(columns).astype(int), 0, values.shape[1] - 2)
    rows, part = np.arange(len(_SAMPLES)), columns - low
    part = part.reshape(*part.shape, *[1] * (values.ndim - 2))
    return np.asarray(values[rows, low] * (1 - part) + values[rows, low + 1] * part, np.float32)


def _offsets(ends: Values) -> Values:
    """The outward offsets of lines (n × 2 mm) at each of the samples (n × along)."""
    return np.asarray(ends[:, :1] * (1 - _SAMPLES) + ends[:, 1:] * _SAMPLES)


def _features(colours: NDArray[np.float32], ends: Values, share: float) -> Values:
    """The features of a line: its share of the side, how usual its place is, how much darker it is outside, and how
    much the colours differ."""
    inside, outside = (
        np.mean([_sample_lines(colours, ends[None], side * out)[0].mean(axis=0) for out in (0.6, 0.9, 1.2)], axis=0)
        for side in (-1, 1)
    )
    darker = np.log((inside.mean() + 8) / (outside.mean() + 8))
    return np.array(
        [share, -((ends.mean() - _USUAL_INSET) ** 2), darker, np.linalg.norm(np.log((inside + 8) / (outside + 8)))]
    )


def _corners_from_edges(ends: Values, near: Points) -> Points:
    """The corners (4 × 2 px) of a sheet whose edges lie so far outside (4 × 2 mm) the sides between `near`."""
    lines = []
    for turn, (first, last) in enumerate(ends):
        back = inverse(_to_side(np.roll(near, -turn, axis=0)))
        start, end = mapped(np.array([[0.0, -first], [SHEET, -last]]), back)
        lines.append(np.cross([*start, 1.0], [*end, 1.0]))
    met = np.array([np.cross(lines[turn - 1], lines[turn]) for turn in range(4)])
    return np.asarray(met[:, :2] / met[:, 2:])


def _edges_from_corners(corners: Points, near: Points) -> Values:
    """The outward offsets of the sides between `corners` from those between `near`, at their ends (4 × 2 mm)."""
    ends = []
    for turn in range(4):
        (x, y), (to_x, to_y) = mapped(np.roll(corners, -turn, axis=0)[:2], _to_side(np.roll(near, -turn, axis=0)))
        slope = (to_y - y) / (to_x - x)
        ends.append((slope * x - y, slope * (x - SHEET) - y))
    return np.array(ends)


def _stiffness(near: Points, size: tuple[int, int]) -> Values:
    """A quadratic form (8×8) that penalises edges (mm) which are not those of a square in perspective."""
    base, step = _edges_from_corners(as_square(near, size), near).ravel(), 0.5
    moved = [
        _edges_from_corners(as_square(_corners_from_edges(ends.reshape(4, 2), near), size), near).ravel() - base
        for ends in step * np.eye(8)
    ]
    off = np.eye(8) - np.array(moved).T / step
    return np.asarray(off.T @ off)


def _solve_edges(lines: Values, known: NDArray[np.bool_], off: float, stiff: Values) -> tuple[Values, Values]:
    """The most likely edges (n × 4 × 2 mm) given some lines (`known`: n × 4), and their log likelihoods."""
    weights = np.repeat(known / off**2, 2, axis=1)
    usual = np.full(8, _USUAL_INSET)
    normal = stiff + np.eye(8) / _PRIOR_SIGMA**2 + weights[:, :, None] * np.eye(8)
    lines = lines.reshape(-1, 8)
    right = weights * lines + usual / _PRIOR_SIGMA**2
    ends = np.linalg.solve(normal, right[..., None])[..., 0]
    cost = (weights * (ends - lines) ** 2).sum(axis=1) + np.einsum("ni,ij,nj->n", ends, stiff, ends)
    return np.asarray(ends.reshape(-1, 4, 2), np.float64), np.asarray(-cost / 2, np.float64)


def _choose_edges(sides: list[_Side], stiff: Values) -> tuple[int, ...]:
    """The index of the edge among the lines of each side; the number of its lines where none is."""
    choices = list(product(*(range(len(side.lines) + 1) for side in sides)))
    lines, known, log_likelihoods = (
        np.zeros((len(choices), 4, 2)),
        np.zeros((len(choices), 4), bool),
        np.zeros(len(choices)),
    )
    for turn, side in enumerate(sides):
        at = np.array(choices)[:, turn]
        known[:, turn] = at < len(side.lines)
        lines[:, turn] = np.vstack([side.lines, np.zeros((1, 2))])[at]
        log_likelihoods += side.log_likelihoods[at]
    _, fits = _solve_edges(lines, known, _LINE_SIGMA, stiff / _SQUARE_SIGMA**2)
    return choices[int(np.argmax(log_likelihoods + fits))]


def _fit_line(side: _Side, line: Values) -> Values:
    """A line (2, mm) fitted to where the colours change most along it, by robust least squares."""
    across = np.arange(-_BAND, _BAND + _STEP / 2, _STEP)
    shares = np.stack([1 - _SAMPLES, _SAMPLES], axis=1)
    fitted = line
    for _ in range(_FIT_ROUNDS):
        at = _offsets(fitted[None])[0]
        strong = (
            np.exp(-(((across - at[:, None]) / _WINDOW_SIGMA) ** 2) / 2)
            * np.maximum(side.slopes - _SLOPE_NOISE, 0) ** 2
        )
        whole = strong.sum(axis=1)
        off = (strong @ across) / np.maximum(whole, 1e-6) - at
        fitted = fitted + weighted_step(shares, -off, np.sqrt(whole) * Cauchy(_OUTLIER_SCALE).weights(off))
    return fitted if abs(fitted - line).max() < 2 * _OUTLIER_SCALE + _STEP else line
