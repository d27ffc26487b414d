"""Finds cards that no face explains, by their outlines: blur, shade and noise hide what is printed sooner than these.

They are reported as `"?"`, so that nothing that lies there passes for bare table.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane, are_near, are_on
from vision.cards.taught.edges import Corners, Edges
from vision.cards.taught.naming import SAME_CARD
from vision.cards.taught.outline import find_sides
from vision.geometry.homography import mapped

_SAME_LIKELY_CARD = 0.25  # of a card's width, as `SAME_CARD`, where the network alone tells one, not to the pixel
# Of a card's width, and cosine, between sides that are one: strips are 0.2 wide and more, a printed frame 0.1 off
_SAME_SIDE, _PARALLEL = 0.14, 0.97
_MAX_EXPLAINED = 0.6  # share of a side that lies along those of known cards
_MAX_STRETCH = 0.05  # share by which a side may be longer or shorter than a card's: nearer cards are larger
_SQUARE = 0.985  # sine of the angle between a side and those next to it
_MIN_SEEN = 0.7  # share of each side that lies on edges, or on another card, which may hide it
_INSIDE = 0.03  # of a card's width: what is nearer to the side of a card is not hidden by it
_SAMPLES = np.linspace(0.06, 0.94, 24)[:, None]  # of a side, without the rounded corners
_MAX_FOUND = 12  # cards that are found one by one: each may hide the outline of another


@dataclass(frozen=True)
class _Outlines:
    """Cards of which one side is seen, all on the plane."""

    cards: NDArray[np.float64]  # n × 4 × 2
    sides: NDArray[np.float64]  # n × points × 2: points of the side that is seen

    def only(self, which: NDArray[np.bool_]) -> "_Outlines":
        """Those of them."""
        return _Outlines(self.cards[which], self.sides[which])


def find_unexplained(
    edges: Edges, corners: Corners, plane: CardPlane, known: NDArray[np.float64], likely: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Cards (n × 4 × 2 on the plane) that lie elsewhere than the `known` ones (m × 4 × 2), each once.

    A whole side between two corners is seen of each, and what other cards may not hide of the rest; `corners` in px of
    the picture. Then the `likely` ones (k × 4 × 2) that lie apart from all these.
    """
    outlines, found = _with_a_side(edges, corners, plane), known
    for _ in range(_MAX_FOUND):
        outlines = outlines.only(~_explained(outlines, found))
        seen = _seen(edges, plane, outlines.cards, found)
        good = (seen > _MIN_SEEN).all(axis=1)
        if not good.any():
            break
        best = int(np.where(good, seen.mean(axis=1), 0.0).argmax())
        found = np.concatenate([found, outlines.cards[best : best + 1]])
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
    cards, sides = [], []
    for turned, (length, depth) in enumerate(((1.0, plane.proportion), (plane.proportion, 1.0))):
        fits = square & (np.abs(long / length - 1) < _MAX_STRETCH)
        one, other, down = at[start[fits]], at[end[fits]], inwards[fits] * depth
        cards.append(np.roll(np.stack([one, other, other + down, one + down], axis=1), -turned, axis=1))
        sides.append(_points_between(one, other))
    return _Outlines(np.concatenate(cards), np.concatenate(sides))


def _explained(outlines: _Outlines, known: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which outlines are those of known cards, or have but a side of some, as the gap between two cards has."""
    starts, along = known.reshape(-1, 2), (np.roll(known, -1, axis=1) - known).reshape(-1, 2)
    long = np.linalg.norm(along, axis=1)
    unit = along / long[:, None]
    off = outlines.sides[:, :, None] - starts
    far, aside = (off * unit).sum(axis=3), off[..., 0] * unit[:, 1] - off[..., 1] * unit[:, 0]
    beside = (far > -_SAME_SIDE) & (far < long + _SAME_SIDE) & (np.abs(aside) < _SAME_SIDE)
    own = outlines.sides[:, -1] - outlines.sides[:, 0]
    parallel = np.abs(own @ unit.T) > _PARALLEL * np.linalg.norm(own, axis=1)[:, None]
    share = (beside & parallel[:, None]).any(axis=2).mean(axis=1)
    return np.asarray((share > _MAX_EXPLAINED) | are_near(outlines.cards, known, SAME_CARD))


def _seen(
    edges: Edges, plane: CardPlane, cards: NDArray[np.float64], others: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The share of each side of cards (n × 4) that lies on edges, or on other cards."""
    shares = []
    for at in range(4):
        spots = _points_between(cards[:, at], cards[:, (at + 1) % 4])
        px = mapped(spots.reshape(-1, 2), plane.to_picture).reshape(spots.shape)
        hidden = are_on(spots.reshape(-1, 2), others, -_INSIDE).any(axis=1).reshape(spots.shape[:2])
        shares.append((edges.are_on(edges.to_small(px)) | hidden).mean(axis=1))
    return np.stack(shares, axis=1)


def _points_between(starts: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of lines (n × 2 each): n × points × 2."""
    return np.asarray(starts[:, None] + (ends - starts)[:, None] * _SAMPLES)


def _cosines(arms: NDArray[np.float64], units: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((arms * units).sum(axis=1) / np.maximum(np.linalg.norm(arms, axis=1), 1e-12))
