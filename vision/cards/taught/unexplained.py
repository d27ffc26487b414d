"""Finds cards that no face explains, by their outlines: blur, shade and noise hide what is printed sooner than these.

They are reported as `"?"`, so that nothing that lies there passes for bare table.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, are_near, are_on
from vision.cards.common.sampling import PlaneView
from vision.cards.taught.edges import Corners, Edges
from vision.cards.taught.naming import SAME_CARD
from vision.cards.taught.outline import find_sides
from vision.cards.taught.rims import Rims
from vision.geometry.homography import mapped
from vision.reading import Points

_SAME_LIKELY_CARD = 0.25  # of a card's width, as `SAME_CARD`, where the network alone tells one, not to the pixel
# Of a card's width, and cosine, between sides that are one: strips are 0.2 wide and more, a printed frame 0.1 off
_SAME_SIDE, _PARALLEL = 0.14, 0.97
_MAX_EXPLAINED = 0.6  # share of a side that lies along those of known cards
_MAX_STRETCH = 0.05  # share by which a side may be longer or shorter than a card's: nearer cards are larger
_SQUARE = 0.985  # sine of the angle between a side and those next to it
_MIN_SEEN = 0.7  # share of each side that lies on edges, or on another card, which may hide it
_INSIDE = 0.03  # of a card's width: what is nearer to the side of a card is not hidden by it
_STRIP = 0.42  # of a card's width: how far a card of a cascade or fan is shifted, at most
_MIN_LONG = 0.35  # of a card's width: edges that tell a side of a strip
_LAID_ALIKE = 0.993  # cosine between sides of the cards of a cascade
_MIN_RIM = 0.6  # correlation with a side of a taught card, from which an edge beside a card may be one
_SAMPLES = np.linspace(0.06, 0.94, 24)[:, None]  # of a side, without the rounded corners
_MAX_FOUND = 12  # cards that are found one by one: each may hide the outline of another


@dataclass(frozen=True)
class _Outlines:
    """Cards of which one side is seen, all on the plane, and what is known of their sides."""

    cards: NDArray[np.float64]  # n × 4 × 2
    spots: NDArray[np.float64]  # n × 4 × points × 2: of each side
    at: NDArray[np.int64]  # n: which side it is that is seen, 0 the first short one
    seen: NDArray[np.bool_]  # n × 4 × points: which of them lie on edges,
    hidden: NDArray[np.bool_]  # or on other cards, which may hide them
    explained: NDArray[np.bool_]  # n × points: which of the side that is seen lie along those of other cards

    @classmethod
    def of(cls, edges: Edges, plane: CardPlane, cards: NDArray[np.float64], at: NDArray[np.int64]) -> "_Outlines":
        """Those of which a side is seen at least as well as it must be."""
        ends = np.roll(cards, -1, axis=1)
        spots = cards[:, :, None] + (ends - cards)[:, :, None] * _SAMPLES
        seen = _on_edges(edges, plane, spots)
        every = cls(cards, spots, at, seen, np.zeros(seen.shape, bool), np.zeros(seen[:, 0].shape, bool))
        return every.only(every.of_side(seen).mean(axis=1) > _MIN_SEEN)

    def only(self, which: NDArray[np.bool_]) -> "_Outlines":
        """Those of them."""
        return _Outlines(*(getattr(self, name)[which] for name in _Outlines.__annotations__))

    def and_those(self, more: "_Outlines") -> "_Outlines":
        """They, and those."""
        pairs = ((getattr(self, name), getattr(more, name)) for name in _Outlines.__annotations__)
        return _Outlines(*(np.concatenate(pair) for pair in pairs))

    def of_side(self, values: NDArray[np.generic]) -> NDArray[np.generic]:
        """Of values of all sides (n × 4 × …) those of the side that is seen (n × …)."""
        return values[np.arange(len(values)), self.at]

    def elsewhere(self, known: NDArray[np.float64]) -> "_Outlines":
        """Those that lie elsewhere than other cards (m × 4 × 2), and have not but a side of some of them, as the gap
        between two cards has."""
        apart = self.only(~are_near(self.cards, known, SAME_CARD))
        explained = apart.explained | _along_sides(np.asarray(apart.of_side(apart.spots), np.float64), known)
        kept = explained.mean(axis=1) <= _MAX_EXPLAINED
        apart = apart.only(kept)
        on_others = are_on(apart.spots.reshape(-1, 2), known, -_INSIDE).any(axis=1).reshape(apart.hidden.shape)
        return replace(apart, hidden=apart.hidden | on_others, explained=explained[kept])

    def score(self) -> NDArray[np.float64]:
        """The share of their sides that lies on edges, or on other cards, which may hide them (n); 0 of those of which
        some side is seen too little."""
        shares = (self.seen | self.hidden).mean(axis=2)
        return np.where((shares > _MIN_SEEN).all(axis=1), shares.mean(axis=1), 0.0)


def find_unexplained(
    edges: Edges,
    corners: Corners,
    view: PlaneView,
    rims: Rims,
    known: NDArray[np.float64],
    likely: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Cards (n × 4 × 2 on the plane) that lie elsewhere than the `known` ones (m × 4 × 2), each once.

    A whole side between two corners is seen of each, and what other cards may not hide of the rest; `corners` in px of
    the picture. Or that side is an edge along another card, as in cascades, and looks like one of the `rims`. Then the
    `likely` ones (k × 4 × 2) that lie apart from all these.
    """
    plane = view.plane
    outlines, found, new = _with_a_side(edges, corners, plane).elsewhere(known), known, known
    lines = _long_edges(edges, plane)
    for _ in range(_MAX_FOUND):
        strips = _Outlines.of(edges, plane, *_beside(lines, plane, new)).elsewhere(found)
        strips = strips.only(rims.alike(view, strips.cards, strips.at) > _MIN_RIM)
        outlines = outlines.and_those(strips)
        score = outlines.score()
        if not score.any():
            break
        new = outlines.cards[[score.argmax()]]
        found = np.concatenate([found, new])
        outlines = outlines.elsewhere(new)
    for card in likely:
        if not are_near(card[None], found, _SAME_LIKELY_CARD).any():
            found = np.concatenate([found, card[None]])
    return found[len(known) :]


def _with_a_side(edges: Edges, corners: Corners, plane: CardPlane) -> _Outlines:
    """Cards that have a side between two corners, short or long."""
    start, end = find_sides(Corners(edges.to_small(corners.at), *corners.arms), edges)
    ends = np.concatenate([corners.at, corners.at + corners.first, corners.at + corners.second])
    at, first, second = plane.on_plane(ends).reshape(3, -1, 2)
    along = at[end] - at[start]
    long = np.linalg.norm(along, axis=1)
    inwards = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(long, 1e-9)[:, None]
    square = _cosines((second - at)[start], inwards) > _SQUARE
    square &= _cosines((first - at)[end], inwards) > _SQUARE
    cards = []
    for turned, (length, depth) in enumerate(((1.0, plane.proportion), (plane.proportion, 1.0))):
        fits = square & (np.abs(long / length - 1) < _MAX_STRETCH)
        cards.append(_with_side(at[start[fits]], at[end[fits]], inwards[fits] * depth, turned))
    return _Outlines.of(edges, plane, np.concatenate(cards), np.repeat([0, 1], [len(some) for some in cards]))


def _long_edges(edges: Edges, plane: CardPlane) -> tuple[Points, Points]:
    """Edges that tell a side of a strip: their middles on the plane, and unit vectors along them (n × 2 each)."""
    ends = plane.on_plane((edges.ends.reshape(-1, 2) + 0.5) * edges.scale - 0.5).reshape(-1, 2, 2)
    along = ends[:, 1] - ends[:, 0]
    long = np.linalg.norm(along, axis=1)
    kept = long > _MIN_LONG
    return np.asarray(ends[kept].mean(axis=1)), np.asarray(along[kept] / long[kept, None])


def _beside(
    lines: tuple[Points, Points], plane: CardPlane, cards: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Cards (n × 4 × 2) that lie as one of these (m × 4 × 2) does, but shifted to an edge beside it, so that a strip is
    seen; and which side of each the edge is (n): of a card under it, or of one on it."""
    middles, along = lines
    found = []
    for turned, (length, depth) in enumerate(((1.0, plane.proportion), (plane.proportion, 1.0)) * 2):
        start, unit = cards[:, turned], (cards[:, (turned + 1) % 4] - cards[:, turned]) / length
        off = middles[:, None] - start  # edges × cards
        far, aside = (off * unit).sum(axis=2), np.abs(off[..., 0] * unit[:, 1] - off[..., 1] * unit[:, 0])
        cosine = along @ unit.T
        near = (np.abs(cosine) > _LAID_ALIKE) & (far > 0) & (far < length) & (aside > _SAME_SIDE) & (aside < _STRIP)
        edge, card = np.nonzero(near)
        way = along[edge] * np.sign(cosine[near])[:, None]
        back = ((start + unit * length / 2)[card] - middles[edge]) * way
        middle, half = middles[edge] + way * back.sum(axis=1)[:, None], way * length / 2
        down = np.stack([-way[:, 1], way[:, 0]], axis=1) * depth
        found.append(_with_side(middle - half, middle + half, down, turned))
    return np.concatenate(found), np.repeat(range(4), [len(some) for some in found])


def _with_side(start: Points, end: Points, down: Points, turned: int) -> NDArray[np.float64]:
    """Cards (n × 4 × 2) whose side number `turned` lies from `start` to `end`, the others `down` from it (n × 2)."""
    return np.roll(np.stack([start, end, end + down, start + down], axis=1), turned, axis=1)


def _along_sides(spots: NDArray[np.float64], known: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points of straight lines (n × points × 2) lie along sides of known cards (m × 4 × 2)."""
    ends = np.roll(known, -1, axis=1)
    along, middles = (ends - known).reshape(-1, 2), (ends + known).reshape(-1, 2) / 2
    long = np.linalg.norm(along, axis=1)
    unit = along / long[:, None]
    beside = np.ones((*spots.shape[:2], len(unit)), bool)
    for axis, reach in ((unit, long / 2), (unit[:, ::-1] * (1, -1), 0.0)):
        beside &= np.abs(spots @ axis.T - (middles * axis).sum(axis=1)) < reach + _SAME_SIDE
    own = spots[:, -1] - spots[:, 0]
    parallel = np.abs(own @ unit.T) > _PARALLEL * np.linalg.norm(own, axis=1)[:, None]
    return np.asarray((beside & parallel[:, None]).any(axis=2))


def _on_edges(edges: Edges, plane: CardPlane, lines: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points of straight lines on the plane (… × points × 2) lie on edges (… × points)."""
    px = edges.to_small(mapped(lines.reshape(-1, 2), plane.to_picture))
    return edges.are_on(px.reshape(-1, *lines.shape[-2:])).reshape(lines.shape[:-1])


def _cosines(arms: NDArray[np.float64], units: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((arms * units).sum(axis=1) / np.maximum(np.linalg.norm(arms, axis=1), 1e-12))
