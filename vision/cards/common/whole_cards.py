"""Finds cards that nothing covers, faces and backs, by their outline, since some have no index.

One small network runs over the picture, scaled so that cards have the size on which the network was trained.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.common.plane import CardPlane
from vision.cards.common.sampling import STRAIGHT, halved, made_smaller, straightened
from vision.geometry.homography import homography, inverse, mapped
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.networks import Maps, peaks_of, run_on_any_size
from vision.reading import Picture, Points

_NETWORK_SIDE = 21.0  # px of a card's shorter side as the network meets it
_CELL, _UNIT, _MULTIPLE = 4, 12.0, 16  # px, see `tools.lab.training.index_networks.WholeCardNet`
_MIN_HEAT = -0.7  # logit
# Probabilities of a back: up to which a card lies face up, and from which face down
_MAX_BACK_OF_FACE, _MIN_BACK = 0.1, 0.8
_BAND = (4, 8)  # px of a card seen straight: the band along its sides that is printed on backs
# Share of that band which is printed, of a face at most and of a back at least
_MAX_PRINTED_OF_FACE, _MIN_PRINTED_OF_BACK = 0.22, 0.34
_MIN_DISTANCE = 0.5  # of a card's shorter side, between the middles of two
_MAX_CARDS = 80  # cards in one picture
_ALIGNED_SIDE = 60.0  # px of a card's shorter side in the picture in which its sides are aligned
_MAX_MOVE = 9  # px by which an end of a side may be moved there
_OFFSETS = np.arange(-_MAX_MOVE, _MAX_MOVE + 1.0)
_SAMPLES = np.linspace(0.1, 0.9, 16)  # of a side, without the rounded corners
_HALF_STEEPNESS = 12.0  # levels a px: an edge as steep as that counts by half
# Right and down (px) and clockwise (radians), by which a card is moved as one.
_MOVES = (np.arange(-7.0, 8.0), np.arange(-7.0, 8.0), np.linspace(-0.07, 0.07, 7))
_MOVE_COST = 0.008  # per px by which an end of a side is moved
# Of a card's shorter side, from its sides to where it is compared with what is around
_INNER_OFFSET, _OUTER_OFFSET = 0.16, 0.1
# How much of the picture around a card is blurred for that: of its shorter side, and px
_ROOM, _ROOM_PX = 0.2, 6.0
_MIN_DIFFERENCE, _DARK_LEVEL = 0.12, 8.0  # between those, as a share of the brighter one and so many levels
_MIN_CONTRAST = 0.2  # contrast of what is printed on a face at least


@dataclass(frozen=True)
class WholeCard:
    """A card of which at least half is visible."""

    corners: Points  # 4 × 2 px, clockwise, a short side first
    confidence: float  # probability that it is one
    back: float  # probability that it lies face down
    whole: float  # probability that nothing covers it

    @property
    def middle(self) -> NDArray[np.float64]:
        """Its middle (2, px)."""
        return np.asarray(self.corners.mean(axis=0))


def find_whole_cards(picture: Picture, sizes: Sequence[float], least: float = _MIN_HEAT) -> list[WholeCard]:
    """The cards of a picture (height × width × 3, BGR) whose shorter side is about one of these `sizes` (px): those of
    each size, the most confident first.

    `least`: the logit of their probability.
    """
    found: list[WholeCard] = []
    coarse = halved(picture, round(picture.shape[1] * _NETWORK_SIDE / min(sizes)))  # for all sizes at once
    for short in sizes:
        scale = _NETWORK_SIDE / short
        high, wide = (max(_MULTIPLE, round(side * scale)) for side in picture.shape[:2])
        if scale < 1:
            sized = made_smaller(coarse, wide, high)
        else:
            sized = np.asarray(cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)
        grow = np.array([picture.shape[1] / wide, picture.shape[0] / high])
        peaks = _peaks(run_on_any_size("whole_cards", sized), grow, least)
        middles = np.array([card.middle for card in peaks]).reshape(-1, 2)
        found += [peaks[n] for n in suppress_overlaps(middles, _MIN_DISTANCE * short, most=_MAX_CARDS)]
    return found


def _peaks(maps: Maps, grow: NDArray[np.float64], least: float) -> list[WholeCard]:
    """The cards in the network's maps, the most confident first; `grow`: px of the picture a px of what it saw (2)."""
    rows, columns = peaks_of(maps[0], least)
    values = np.asarray(maps[:, rows, columns], np.float64)
    middles = (np.stack([columns, rows], axis=1) + values[1:3].T) * _CELL
    turns = np.arctan2(values[4], values[3]) / 2
    long, short = np.exp(values[5:7]) * _UNIT
    down = np.stack([np.cos(turns), np.sin(turns)], axis=1) * long[:, None]
    right = np.stack([np.sin(turns), -np.cos(turns)], axis=1) * short[:, None]
    rings = middles[:, None] + np.stack([-down - right, right - down, down + right, down - right], axis=1)
    shares = 1 / (1 + np.exp(-values[[0, 7, 8]]))
    return [
        WholeCard((ring + 0.5) * grow - 0.5, float(share), float(back), float(whole))
        for ring, share, back, whole in zip(rings, *shares, strict=True)
    ]


def side_of(picture: Picture, card: WholeCard, corners: Points, paper: NDArray[np.float64]) -> bool | None:
    """Whether a card lies face down; None where that is not clear. `corners`: its outline, `paper`: the deck's (BGR).

    Where the network is uncertain the band along the sides decides: backs are printed there up to a thin rim, faces
    hardly. A face has a print; a blank card may be a plain back or an overexposed face.
    """
    if card.back >= _MIN_BACK:
        return True
    view = straightened(picture, corners) / paper
    printed = _printed(view)
    if printed < (_MIN_PRINTED_OF_BACK if card.back <= _MAX_BACK_OF_FACE else _MAX_PRINTED_OF_FACE):
        return False if _contrast(view) > _MIN_CONTRAST else None
    return True if printed > _MIN_PRINTED_OF_BACK and card.back > _MAX_BACK_OF_FACE else None


def _contrast(view: NDArray[np.float64]) -> float:
    """By how much the twentieth part of a card that differs most does so from the rest, as a share of its light."""
    inner = view[_BAND[0] : -_BAND[0], _BAND[0] : -_BAND[0]]
    usual = np.median(inner, axis=(0, 1))
    return float(np.percentile(np.abs(inner - usual).max(axis=2), 95) / max(float(usual.max()), 0.01))


def _printed(view: NDArray[np.float64]) -> float:
    """The share of the band along a card's sides where no paper shows, in light or shade."""
    wide, high = STRAIGHT
    bright = view.max(axis=2)
    grey = bright - view.min(axis=2) < 0.2 * bright + 0.02  # of the paper's own tint
    is_paper = grey & (bright > 0.75 * np.percentile(bright, 95))
    band = np.zeros((high, wide), bool)
    band[_BAND[0] : -_BAND[0], _BAND[0] : -_BAND[0]] = True
    band[_BAND[1] : -_BAND[1], _BAND[1] : -_BAND[1]] = False
    return float(1 - is_paper[band].mean())


def aligned(picture: Picture, corners: Points) -> tuple[Points, float]:
    """The outline of a card (4 × 2 px, nearly right) with each side on the edge nearest to it, and how clear (0 to 1)
    three of them are at least: something may cover the fourth, or it lies outside the picture.

    The network gives rectangles; in perspective cards are none.
    """
    short = float(np.hypot(*(corners[1] - corners[0])))
    scale, low = _ALIGNED_SIDE / short, corners.min(axis=0) - short / 3
    size = np.ceil((corners.max(axis=0) + short / 3 - low) * scale).astype(int)
    matrix = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]]])
    small = cv2.warpAffine(picture, matrix, size.tolist(), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    ring = (corners - low) * scale
    edges = _edges(np.asarray(small, np.uint8), ring)
    sides, clear = zip(*(_on_edge(ring, at, edge) for at, edge in enumerate(edges)), strict=True)
    found = [_crossing(sides[at - 1], sides[at]) for at in range(4)]
    return np.asarray(np.array(found) / scale + low), sorted(clear)[1]


def fitted(picture: Picture, plane: CardPlane, corners: Points) -> tuple[Points, NDArray[np.float64]]:
    """The card of the plane's size (4 × 2 px) nearest to an outline, moved and turned as one onto the edges beside it,
    and how clear each of its sides is (4, 0 to 1)."""
    start = mapped(plane.cards_at(plane.on_plane(corners)[None])[0], plane.to_picture)
    half = np.array([1, plane.proportion]) * _ALIGNED_SIDE / 2
    middle, ring = half + 2 * _MAX_MOVE, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    straight = homography(start, middle + ring)
    size = np.ceil(2 * middle).astype(int).tolist()
    view = cv2.warpPerspective(picture, straight, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    right, down, turn = (part.ravel() for part in np.meshgrid(*_MOVES, indexing="ij"))
    edges, inwards, reach = _edges(np.asarray(view, np.uint8), middle + ring), (down, -right, -down, right), [*half] * 2
    clear = np.array(
        [
            edge[_steps(by - far * turn), _steps(by + far * turn)]  # what a turn moves the start and the end of a side
            for edge, by, far in zip(edges, inwards, reach, strict=True)
        ]
    )
    best = int((clear.sum(axis=0) - _MOVE_COST * (np.abs(right) + np.abs(down))).argmax())
    moved = ring + (right[best], down[best]) + turn[best] * ring[:, ::-1] * (-1, 1)
    return mapped(middle + moved, inverse(straight)), clear[:, best]


def stands_out(picture: Picture, corners: Points) -> bool:
    """Whether a card differs from what is beside three of its sides: within an outline that is printed on felt or
    on a mat, the ground goes on."""
    short = float(np.hypot(*(corners[1] - corners[0])))
    low = np.maximum(corners.min(axis=0) - _ROOM * short - _ROOM_PX, 0).astype(int)
    right, bottom = (corners.max(axis=0) + _ROOM * short + _ROOM_PX).astype(int)
    picture, corners = picture[low[1] : max(bottom, 0), low[0] : max(right, 0)], corners - low
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.6, short / 60)), np.uint8)
    differences = []
    for at in range(4):
        start, end = corners[at], corners[(at + 1) % 4]
        inwards = _inwards(start, end)
        spots = start + _SAMPLES[:, None] * (end - start)
        inside, outside = spots + inwards * _INNER_OFFSET * short, spots - inwards * _OUTER_OFFSET * short
        is_inside = ((outside >= 0) & (outside < np.array(picture.shape[1::-1]) - 1)).all(axis=1)
        own, others = (_levels(soft, points[is_inside]) for points in (inside, outside))
        apart = np.abs(own - others).max(axis=1) / (np.maximum(own, others).max(axis=1) + _DARK_LEVEL)
        differences.append(float(np.median(apart)) if len(apart) else np.inf)
    return sorted(differences)[1] > _MIN_DIFFERENCE


def _levels(picture: Picture, points: Points) -> NDArray[np.float64]:
    """The colours at points (n × 2 px) of a picture (n × 3)."""
    x, y = np.clip(np.rint(points).astype(int), 0, np.array(picture.shape[1::-1]) - 1).T
    return np.asarray(picture[y, x], np.float64)


def _edges(picture: Picture, ring: Points) -> list[NDArray[np.float64]]:
    """How clear (0 to 1) an edge is along each side of an outline (4 × 2 px), for every displacement: by so much
    inwards at its start (rows, see `_OFFSETS`) and at its end (columns)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    slopes = [
        np.asarray(cv2.Sobel(grey, cv2.CV_32F, *order, ksize=3, scale=1 / 8), np.float32) for order in ((1, 0), (0, 1))
    ]
    return [_edge(slopes, ring[at], ring[(at + 1) % 4]) for at in range(4)]


def _edge(slopes: Sequence[NDArray[np.float32]], start: Points, end: Points) -> NDArray[np.float64]:
    across = _inwards(start, end)
    spots = start + _SAMPLES[:, None, None] * (end - start) + _OFFSETS[None, :, None] * across
    x, y = (np.asarray(spots[..., k], np.float32) for k in (0, 1))
    steep = sum(
        cv2.remap(slope, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) * part
        for slope, part in zip(slopes, across, strict=True)
    )
    edge = np.abs(steep) / (np.abs(steep) + _HALF_STEEPNESS)
    return np.asarray(edge[np.arange(len(_SAMPLES)), _STEPS_BETWEEN].mean(axis=2))


def _steps(offsets: NDArray[np.float64]) -> NDArray[np.int64]:
    """The numbers of offsets in `_OFFSETS`, at most the last one."""
    return np.asarray(np.clip(np.rint(offsets + _MAX_MOVE), 0, len(_OFFSETS) - 1), np.int64)


# How far each spot of a side is moved, by how far its start and its end are (starts × ends × spots)
_STEPS_BETWEEN = _steps(_OFFSETS[:, None, None] * (1 - _SAMPLES) + _OFFSETS[:, None] * _SAMPLES)


def _inwards(start: Points, end: Points) -> NDArray[np.float64]:
    """Across a side, one px to within the outline."""
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    return np.array([-along[1], along[0]])


def _on_edge(ring: Points, at: int, clear: NDArray[np.float64]) -> tuple[tuple[Points, Points], float]:
    """A side (its ends, px) moved to where the picture changes most across it, and how much it does (0 to 1)."""
    start, end = ring[at], ring[(at + 1) % 4]
    score = clear - _MOVE_COST * (np.abs(_OFFSETS[:, None]) + np.abs(_OFFSETS))
    one, other = np.unravel_index(int(score.argmax()), score.shape)
    across = _inwards(start, end)
    return (start + _OFFSETS[one] * across, end + _OFFSETS[other] * across), float(clear[one, other])


def _crossing(one: tuple[Points, Points], other: tuple[Points, Points]) -> Points:
    """Where two sides meet."""
    along, beside = one[1] - one[0], other[1] - other[0]
    off = other[0] - one[0]
    cross = along[0] * beside[1] - along[1] * beside[0]
    return np.asarray(one[0] + along * (off[0] * beside[1] - off[1] * beside[0]) / cross)
