"""Fits the outline of a piece to its edges in the picture, to a fraction of a pixel."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.frame.looseness import REACH, Looseness, looseness
from vision.frame.profiles import STEP, across
from vision.frame.shapes import Placed
from vision.frame.view import FrameView
from vision.geometry.robust_fit import Tukey, Vector, weighted_step
from vision.reading import Picture, Points

Rounds = tuple[tuple[float, float, int], ...]

_BLUR = 0.8  # px: how soft an edge is in the picture
_NOISE = 10.0  # of 255: colours of one surface differ as much
_RIDGE_PENALTY = 0.02  # keeps the colours of side and surroundings sane where hardly a sample shows them
# How far an edge is searched for (px), in which steps, and at which of the samples: at each, or at every second one.
_ROUNDS: Rounds = ((4.0, 0.5, 2), (3.0, 0.5, 2), (2.0, 0.25, 1), (1.5, 0.25, 1))
# Before these where needed: a size may be off by so much, but other edges are as near
_FAR_ROUNDS: Rounds = ((6.0, 0.5, 2), (6.0, 0.5, 2))
_BACKGROUND_WIDTH = 2.0  # px of what lies behind that have one colour
_UNKNOWN_COST = 6.0  # squared noise: what lies farther out may have any colour
_NO_EDGE_COST = 30.0  # squared noise: how unlikely an edge is beyond which nothing changes
_PROFILE_MARGIN = 3.0  # px of surroundings beyond what is searched
_MAX_SIDE_WIDTH = 7.0  # px of a piece's side that are searched
_MAX_EDGE_OFFSET = 2.0  # px: an edge farther from the fit to the others is an outlier
_MAX_INFORMATION = 1.0  # of an edge (px to the power of -2): however strong it is, it is no more certain than this
_MIN_CONTRAST = 4.0  # squared noise: how much better an edge explains a profile than most offsets do, where it is seen
_REACH, _REACH_STEP = 6.0, 0.5  # px: how far an outline may be off for its own edges to be seen elsewhere
_MAX_EXCESS_COST = 6.0  # squared noise: an offset within this of the best one explains a profile as well
_CERTAIN_SHARE = 0.9  # the share of an outline on edges from which no other start is tried
_MAX_MISFIT = 20.0  # squared noise: the misfit of a profile at most
_MAX_ON_EDGE_OFFSET = 0.75  # px between an outline and its edge
_WEAK_PRIOR = 1e-3  # keeps parameters that no edge determines
_NO_TURN = 1e6  # however a circle is turned, it lies where it lies
_DERIVATIVE_STEP = 0.1  # mm: a step by which a derivative is measured
_MAX_CHANGE = np.array([3.0, 3.0, 0.2, 0.1])  # of a change in one round: mm, mm, radians, logarithm


@dataclass(frozen=True)
class _Samples:
    """Places of an outline (n × 2 mm), where they are `at` in the picture (px), and which way is outward there (n × 2).

    The `normals` are of length 1.
    """

    points: Points
    at: Points
    normals: Points

    @classmethod
    def of(cls, view: FrameView, placed: Placed, every: int = 1) -> "_Samples":
        points, outward = (one[::every] for one in placed.samples())
        at, beyond = np.split(view.camera.project(np.vstack([points, points + outward * 0.5]), view.front), 2)
        normals = beyond - at
        return cls(points, at, normals / np.hypot(*normals.T)[:, None])

    def outward(self, at: Points) -> Vector:
        """How far (px) other places of the picture, one for each sample, lie outward of it."""
        return np.asarray(((at - self.at) * self.normals).sum(axis=1))


@dataclass(frozen=True)
class Fit:
    """A fitted piece, the share of the samples of its outline whose edge lies where the outline says, and its misfit.

    `misfit`: how much worse the outline explains the profiles across it than other places do (squared noise, a mean).
    `loose`: how far it may be off.
    """

    placed: Placed
    share: float
    misfit: float
    loose: Looseness


def fitted(picture: Picture, view: FrameView, start: Placed, size: tuple[float, float]) -> Fit:
    """The piece whose projected outline lies on the edges of the picture.

    `start`: within 2 mm of it. `size`: what is known of its size before, as mean and standard deviation of its
    logarithm. The front's edge separates its colour from that of its own side, of which is known how wide it appears,
    or from whatever lies behind; all three are distinguished by one model.

    Unless an outline certainly lies on edges, a wider search and another start are tried, and the best fit is taken:
    where front and side are about as light, the far edge of the side is mistaken for that of the front.
    """
    fits: list[Fit] = []
    for begin, rounds in _starts(view, start):
        fits.append(_fitted_from(picture, view, begin, size, rounds))
        if fits[-1].share >= _CERTAIN_SHARE:
            break
    return min(fits, key=lambda fit: fit.misfit)


def _starts(view: FrameView, start: Placed) -> Iterator[tuple[Placed, Rounds]]:
    """Where a fit begins, and its rounds, each only if those before it did not do."""
    yield start, _ROUNDS
    yield start, _FAR_ROUNDS + _ROUNDS
    away = np.subtract(start.middle, view.flattened(np.array([start.middle]), view.back)[0])
    yield replace(start, x=start.x + away[0], y=start.y + away[1]), _ROUNDS


def _fitted_from(picture: Picture, view: FrameView, start: Placed, size: tuple[float, float], rounds: Rounds) -> Fit:
    placed = start
    for reach, step, every in rounds:
        samples = _Samples.of(view, placed, every)
        off, information = _edges_by(*_costs_across(picture, view, placed, samples, reach, step))
        slopes = _slopes(view, placed, samples)
        change = _change(placed, off, information, slopes, size, max(_MAX_EDGE_OFFSET, reach))
        placed = placed.moved(np.clip(change, -_MAX_CHANGE, _MAX_CHANGE))
    return _evaluate(picture, view, placed, size)


def _evaluate(picture: Picture, view: FrameView, placed: Placed, size: tuple[float, float]) -> Fit:
    """How well an outline lies on the edges that are seen, or may be, and how well they hold it."""
    samples = _Samples.of(view, placed)
    offsets, costs = _costs_across(picture, view, placed, samples, _REACH, _REACH_STEP)
    loose = _looseness(view, placed, samples, size, offsets, costs)
    best = costs.min(axis=1)
    visible = np.median(costs, axis=1) - best > _MIN_CONTRAST
    worse = costs[:, np.abs(offsets) < _MAX_ON_EDGE_OFFSET].min(axis=1) - best
    share = float((worse < _MAX_EXCESS_COST)[visible].mean()) if visible.any() else 0.0
    return Fit(placed, share, float(np.minimum(worse, _MAX_MISFIT).mean()), loose)


def _looseness(
    view: FrameView,
    placed: Placed,
    samples: _Samples,
    size: tuple[float, float],
    offsets: Vector,
    costs: NDArray[np.float64],
) -> Looseness:
    """How far an outline may be off, by what each of the offsets (m px) would cost at each of its samples (n × m)."""
    near = np.abs(offsets) <= REACH
    off, information = _edges_by(offsets[near], costs[:, near])
    prior, pull = _prior(placed, size)
    if placed.shape == "circle":
        prior[2] = _NO_TURN
    return looseness(off, information, _slopes(view, placed, samples), prior, pull)


def _change(
    placed: Placed, off: Vector, information: Vector, slopes: NDArray[np.float64], size: tuple[float, float], cut: float
) -> Vector:
    """How x, y (mm), angle and the logarithm of the size must change so that the samples lie on their edges."""
    prior, pull = _prior(placed, size)
    change = np.zeros(4)
    for _ in range(3):  # edges that disagree with the rest lose their weight
        weights = information * Tukey(cut).weights(slopes @ change - off)
        change = weighted_step(slopes, -off, weights, np.diag(prior), pull, damping=0.0)
    return change


def _prior(placed: Placed, size: tuple[float, float]) -> tuple[Vector, Vector]:
    """What is known of x, y, angle and the logarithm of the size without edges: as for `weighted_step`."""
    prior = np.array([_WEAK_PRIOR, _WEAK_PRIOR, 1.0 if placed.shape == "circle" else _WEAK_PRIOR, 1 / size[1] ** 2])
    return prior, prior * (0.0, 0.0, 0.0, np.log(placed.size) - size[0])


def _edges_by(offsets: Vector, costs: NDArray[np.float64]) -> tuple[Vector, Vector]:
    """How far each sample's edge is outside of the outline (px), and the information on it (1 / px²).

    `costs`: of each of the offsets (m px), n × m.
    """
    step = offsets[1] - offsets[0]
    best = np.clip(costs.argmin(axis=1), 1, len(offsets) - 2)
    rows = np.arange(len(costs))
    low, mid, high = (costs[rows, best + one] for one in (-1, 0, 1))
    bend = np.maximum(low - 2 * mid + high, 1e-9)
    off = offsets[best] + np.clip(0.5 * (low - high) / bend, -0.5, 0.5) * step
    contrast = np.median(costs, axis=1) - costs.min(axis=1)
    information = np.where(contrast > _MIN_CONTRAST, np.minimum(bend / step**2, _MAX_INFORMATION), 0.0)
    # Where another offset fits nearly as well, the edge is ambiguous.
    others = np.where(np.abs(offsets[None, :] - off[:, None]) > 1.5, costs, np.inf).min(axis=1)
    information *= np.clip((others - costs.min(axis=1)) / 10.0, 0.0, 1.0)
    return off, information


def _costs_across(
    picture: Picture, view: FrameView, placed: Placed, samples: _Samples, reach: float, step: float
) -> tuple[Vector, NDArray[np.float64]]:
    """How badly each offset (m px) across an outline would explain the picture as its edge: n × m."""
    side = samples.outward(view.camera.project(view.flattened(samples.points, view.back), view.front))
    window = reach + _PROFILE_MARGIN + _MAX_SIDE_WIDTH / 2
    profiles = across(picture, samples.at, samples.normals, window)
    offsets = np.arange(-reach, reach + step / 2, step)
    front = _front_colour(picture, view, placed, samples)
    return offsets, _costs(profiles, np.clip(side, 0.0, None), offsets, window, front)


def _slopes(view: FrameView, placed: Placed, samples: _Samples) -> NDArray[np.float64]:
    """By how many px along its normal each sample moves with x, y, angle and the logarithm of the size."""
    points = samples.points
    beside = view.camera.project(
        np.vstack([points + np.array(step) for step in ((_DERIVATIVE_STEP, 0.0), (0.0, _DERIVATIVE_STEP))]), view.front
    )
    of_x, of_y = (samples.outward(one) / _DERIVATIVE_STEP for one in np.split(beside, 2))
    x, y = (points - placed.middle).T
    return np.column_stack([of_x, of_y, x * of_y - y * of_x, x * of_x + y * of_y])


def _front_colour(picture: Picture, view: FrameView, placed: Placed, samples: _Samples) -> Vector:
    """The colour just inside each sample (n × 3), smoothed along the outline."""
    inner = np.vstack([(samples.points - placed.middle) * share + placed.middle for share in (0.75, 0.82, 0.89)])
    x, y = np.round(view.camera.project(inner, view.front)).astype(int).T
    x, y = np.clip(x, 0, picture.shape[1] - 1), np.clip(y, 0, picture.shape[0] - 1)
    near = picture[y, x].reshape(3, -1, 3).mean(axis=0)
    beside = np.arange(len(near))[:, None] + np.arange(-3, 4)
    return np.asarray(near[beside % len(near)].mean(axis=1))


def _costs(
    profiles: NDArray[np.float32], side: Vector, offsets: Vector, window: float, front: Vector
) -> NDArray[np.float64]:
    """How badly each offset of the edge explains each profile: n × offsets, in units of the noise.

    Each profile is the front's colour, then that of its side for `side` px, then that of what is behind.
    """
    along = np.arange(-window, window + STEP / 2, STEP).astype(np.float32)
    there = along[None, None, :] - offsets.astype(np.float32)[None, :, None]
    first = _soft_step(there)
    second = _soft_step(there - side.astype(np.float32)[:, None, None])
    third = _soft_step(there - side.astype(np.float32)[:, None, None] - np.float32(_BACKGROUND_WIDTH))
    of_side, behind, near = first - second, second - third, 1 - third
    # What the front does not explain is its colour times `first`, and what differs from it.
    colour = front.astype(np.float32)[:, None]
    unlike = profiles - colour
    ones = np.ones(along.shape, np.float32)  # a product with them is a sum, and quicker
    aa, bb = (np.square(part) @ ones + _RIDGE_PENALTY for part in (of_side, behind))
    ab = (of_side * behind) @ ones
    ay, by = ((part * near) @ unlike + colour * ((part * near * first) @ ones)[..., None] for part in (of_side, behind))
    squares = np.square(near)
    yy = squares @ np.square(unlike) + 2 * colour * ((squares * first) @ unlike)
    yy += np.square(colour) * ((squares * np.square(first)) @ ones)[..., None]
    away = np.maximum(aa * bb - ab * ab, 1e-9)[..., None]
    explained = (bb[..., None] * ay**2 - 2 * ab[..., None] * ay * by + aa[..., None] * by**2) / away
    unchanged = _unchanged(
        colour,
        (bb[..., None] * ay - ab[..., None] * by) / away,
        (aa[..., None] * by - ab[..., None] * ay) / away,
        side,
    )
    worst = (yy - explained).sum(axis=2) * (STEP / _NOISE**2) + (third @ ones) * (STEP * _UNKNOWN_COST)
    return np.asarray(worst + _NO_EDGE_COST * unchanged, np.float64)


def _unchanged(
    front: NDArray[np.float32], beside: NDArray[np.float32], behind: NDArray[np.float32], side: Vector
) -> NDArray[np.float32]:
    """How much the colours beyond each offset are still the front's own (n × offsets, 0 to 1): that is no edge."""
    off = np.square(behind - front).sum(axis=2)
    off_side = np.where(side[:, None] > 1.0, np.square(beside - front).sum(axis=2), 0.0)
    return np.asarray(np.exp(-np.maximum(off, off_side) / (8 * _NOISE**2)), np.float32)


def _soft_step(distance: NDArray[np.float32]) -> NDArray[np.float32]:
    """A soft step from 0 to 1."""
    return np.asarray(1 / (1 + np.exp(-np.clip(distance * np.float32(1.7 / _BLUR), -30, 30))), np.float32)
