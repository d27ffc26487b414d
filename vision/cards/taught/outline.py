"""Outlines of whole cards: four straight edges with the proportion of a card, on any ground and on other cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.taught.edges import Corners, Edges
from vision.geometry.non_max_suppression import non_max_suppression
from vision.reading import Points

Numbers = NDArray[np.int64]

# How much longer than wide cards are: 63 × 88 mm, 57 × 89 mm, and a few longer ones. Perspective adds to it.
USUAL_PROPORTIONS = (1.35, 1.65)
_FORESHORTENED = 1.12
_SHORTEST, _LONGEST = 26.0, 260.0  # px of an outline's sides
_MAX_OFF_STRAIGHT = 2.0  # px that a side's end may be off the edge that begins at its other end
_ALONG = np.cos(np.radians(7))  # between the two edges of one side
_PARALLEL = np.cos(np.radians(16))  # between opposite sides
_MAX_UNEVENNESS = 0.2  # log ratio of opposite sides at most
_MIN_SIDE_SUPPORT, _MIN_SUPPORT = 0.55, 0.8  # share of one side, and of all, that must lie on edges
_MIN_DISTANCE = 0.3  # of a card's width: outlines whose middles are nearer cannot both be cards'
_BATCH = 256  # corners whose sides are searched for together: a board of squares has millions of pairs
_SAME_CORNER = 1.6  # px between corners of outlines that are the same


@dataclass(frozen=True)
class Outline:
    """The outline of one card."""

    corners: Points  # 4 × 2 px of the given picture, clockwise, the first side short
    support: float  # the share of it that lies on edges

    @property
    def middle(self) -> Points:
        """The mean of its corners."""
        return np.asarray(self.corners.mean(axis=0))

    @property
    def width(self) -> float:
        """The mean of its short sides (px)."""
        sides = np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1)
        return float(sides[0] + sides[2]) / 2


def find_outlines(
    edges: Edges, corners: Corners, proportions: tuple[float, float] = USUAL_PROPORTIONS
) -> list[Outline]:
    """Outlines of cards that nothing covers, those with the most support first.

    `corners`: those of the edges (`find_corners`). `proportions`: the least and the most that a card is longer than
    wide. What is printed on a card may have the proportion of a card, too: outlines within one another are all given.
    """
    if len(corners) < 3:
        return []
    paths = _two_sides(*find_sides(corners, edges))
    whole = _chosen(edges, _of_proportion(_of_four(corners.at, paths), proportions))
    cut = _chosen(edges, _of_proportion(_of_three(corners.at, paths), proportions))
    if not whole:
        return cut
    middles, widths = np.array([one.middle for one in whole]), np.array([one.width for one in whole])
    return whole + [one for one in cut if (np.abs(middles - one.middle).max(axis=1) > _MIN_DISTANCE * widths).all()]


def _chosen(edges: Edges, quads: NDArray[np.float64]) -> list[Outline]:
    """Those of some quadrilaterals whose sides lie on edges, those with the most support first, each once."""
    supports = _supports(edges, quads)
    good = (supports.min(axis=1) >= _MIN_SIDE_SUPPORT) & (supports.mean(axis=1) >= _MIN_SUPPORT)
    quads, shares = quads[good], supports[good].mean(axis=1)
    order = np.argsort(-shares, kind="stable")
    quads, shares = quads[order], shares[order]
    flat = quads.reshape(-1, 8)
    kept = non_max_suppression(len(quads), lambda n: _alike(flat[n], flat))
    return [Outline((quads[n] + 0.5) * edges.scale - 0.5, float(shares[n])) for n in kept]


def _of_proportion(quads: NDArray[np.float64], proportions: tuple[float, float]) -> NDArray[np.float64]:
    """Those of some quadrilaterals that may be cards seen aslant, each from the start of a short side."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    across, down = sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]
    turned = across > down
    quads = np.where(turned[:, None, None], np.roll(quads, -1, axis=1), quads)
    apparent = np.where(turned, across / np.maximum(down, 1e-9), down / np.maximum(across, 1e-9))
    uneven = np.abs(np.log(sides / sides[:, [2, 3, 0, 1]])).max(axis=1)
    fits = (apparent > proportions[0] / _FORESHORTENED) & (apparent < proportions[1] * _FORESHORTENED)
    return np.asarray(quads[fits & (uneven < _MAX_UNEVENNESS)], np.float64)


def _alike(one: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether outlines (n × 8) are the same as `one` but for a px or two; either may begin at either end."""
    alike = np.zeros(len(others), bool)
    for turned in (one, np.concatenate([one[4:], one[:4]])):
        near = np.flatnonzero(np.abs(others[:, 0] - turned[0]) < _SAME_CORNER)
        alike[near] |= np.abs(others[near] - turned).max(axis=1) < _SAME_CORNER
    return alike


def find_sides(corners: Corners, edges: Edges) -> tuple[Numbers, Numbers]:
    """The pairs of corners (n, n) that are the ends of one side; the outline is to the right of it, seen along it."""
    parts = [
        _sides_of(np.arange(n, min(n + _BATCH, len(corners))), corners, edges)
        for n in range(0, max(1, len(corners)), _BATCH)
    ]
    return np.concatenate([i for i, _ in parts]), np.concatenate([j for _, j in parts])


def _sides_of(some: Numbers, corners: Corners, edges: Edges) -> tuple[Numbers, Numbers]:
    # a side leaves a corner along `first` and arrives at another one along its `second`, turned round
    aligned = (corners.first[some] @ corners.second.T < -_ALONG) & (corners.second[some] @ corners.first.T > _PARALLEL)
    i, j = np.nonzero(aligned)
    i = some[i]
    off = corners.at[j] - corners.at[i]
    long = np.linalg.norm(off, axis=1)
    straight = (off * corners.first[i]).sum(axis=1) > _ALONG * np.maximum(long, 1e-9)
    for unit in (corners.first[i], corners.second[j]):  # not from a card's edge to a line printed beside it
        straight &= np.abs(off[:, 0] * unit[:, 1] - off[:, 1] * unit[:, 0]) < _MAX_OFF_STRAIGHT
    kept = straight & (long > _SHORTEST) & (long < _LONGEST)
    i, j = i[kept], j[kept]
    supported = edges.support(corners.at[i], corners.at[j]) >= _MIN_SIDE_SUPPORT
    return i[supported], j[supported]


def _two_sides(start: Numbers, stop: Numbers) -> Numbers:
    """All paths (n × 3 corners) along two sides."""
    order = np.argsort(start, kind="stable")
    start, stop = start[order], stop[order]
    first, last = np.searchsorted(start, stop, "left"), np.searchsorted(start, stop, "right")
    one = np.repeat(np.arange(len(start)), last - first)
    other = np.arange(len(one)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
    other = other + np.repeat(first, last - first)
    return np.stack([start[one], stop[one], stop[other]], axis=1)


def _of_four(at: Points, paths: Numbers) -> NDArray[np.float64]:
    """Quadrilaterals (n × 4 × 2) of four sides: two paths along two sides that close."""
    there, back = paths[:, 0] * len(at) + paths[:, 2], paths[:, 2] * len(at) + paths[:, 0]
    order = np.argsort(back, kind="stable")
    first, last = (np.searchsorted(back[order], there, side) for side in ("left", "right"))
    one = np.repeat(np.arange(len(paths)), last - first)
    other = np.arange(len(one)) - np.repeat(np.cumsum(last - first) - last + first, last - first)
    other = order[other + np.repeat(first, last - first)] if len(one) else one
    rings = np.column_stack([paths[one], paths[other, 1]])
    return at[rings[rings[:, 0] == rings.min(axis=1)]] if len(rings) else np.zeros((0, 4, 2))


def _of_three(at: Points, paths: Numbers) -> NDArray[np.float64]:
    """Quadrilaterals (n × 4 × 2) of two sides whose fourth corner is not seen, as glare hides it."""
    a, b, c = (at[paths[:, n]] for n in range(3))
    return np.stack([a, b, c, a + c - b], axis=1)


def _supports(edges: Edges, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of each side (n × 4) that lies on edges."""
    return np.stack([edges.support(quads[:, n], quads[:, (n + 1) % 4], 20) for n in range(4)], axis=1)
