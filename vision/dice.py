"""Finds dice that lie on the table, and reads the pips of their upper sides.

The table is rectified at the height of a die's upper side. Pips are round spots, darker or lighter than what is round
them. Two of them as far apart as a die's corner pips propose a die, and so does one alone. It is one where nine spots
show or lack a pip as one of the six numbers has them, all between is plain, and its surroundings differ. What fails any
of this is not reported: a die under glare or a hand, or one that stands on an edge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dimensions import DIE
from vision.geometry.camera_pose import CameraView
from vision.geometry.homography import Matrix, inverse, mapped
from vision.geometry.non_max_suppression import suppress_overlaps
from vision.reading import Picture, Points

Values = NDArray[np.float32]
Grey = NDArray[np.uint8]

NUMBERS = tuple("123456")
_PX_PER_MM, _SIZE = 1.6, 640  # px a millimetre and px of the rectified picture: the sheet and what its tray covers
_TO_FLAT = np.array([[_PX_PER_MM, 0.0, _SIZE / 2], [0.0, -_PX_PER_MM, _SIZE / 2], [0.0, 0.0, 1.0]])
_PIP_OFFSET = 4.0  # mm from a side's middle to its corner pips, along each edge
_DIAGONAL = 2 * _PIP_OFFSET * 2**0.5
_MIN_CONTRAST = 34  # grey levels between a pip and its die
_MIN_CONTRAST_RATIO = 0.6  # contrast of the fainter of two corner pips, as a share of the other's
_DISTANCE_RANGE = (0.88, 1.14)  # how far apart two corner pips are, as a share of the usual distance
_ANY_TURN = (np.arange(12) * np.pi / 24).astype(np.float32)
_MIN_DISTANCE = 8.0  # mm between two dice
_PIP_SIGMA = 0.2  # standard deviation of a spot's likeness to a pip
_MIN_GAP_DIFFERENCE = 0.07  # by which the gaps in the rows of a 6 are less like pips than the pips
# Px round a die's middle, and mean change in grey levels by which something came there
_SURROUNDINGS, _MIN_CHANGE = 26, 10.0
_MAX_SAMPLES = 30_000  # rows of points that OpenCV samples at once
_BORDER = 20  # px round the rectified picture: pips of a die are no farther apart
_MAX_FALSE_PIPS = 3  # spots that other things may have, too
_MIN_CONTRAST_OF_FEW = 64  # grey levels between so few pips and their die
# Differences of the surroundings at the four sides, in ascending order
_MIN_SIDE_DIFFERENCES = (0.04, 0.15, 0.28, 0.35)


def _ring(radius: float, count: int) -> Points:
    turns = np.arange(count) * 2 * np.pi / count
    return np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius


def _on_sides(out: float, along: Sequence[float]) -> Points:
    """Points at `out` mm from a die's middle, `along` each of its four sides."""
    flat = [(side * out, at) for side in (-1, 1) for at in along]
    return np.array([*flat, *((y, x) for x, y in flat)])


# Where a die is sampled, in mm from its middle.
_SPOTS = np.array([(x, y) for y in (-_PIP_OFFSET, 0.0, _PIP_OFFSET) for x in (-_PIP_OFFSET, 0.0, _PIP_OFFSET)])
_PLAIN = np.concatenate([_on_sides(6.1, (-2.0, 2.0)), [(x, y) for x in (-2.0, 2.0) for y in (-2.0, 2.0)]])
_ROUND_ONE = _ring(5.6, 16)  # its pip may be large
_PLAIN_OF_ONE = np.concatenate([_ROUND_ONE, _on_sides(6.0, (-3.0, 0.0, 3.0))])
_HALF_ROUND = _ring(_DIAGONAL, 64)[:32] * _PX_PER_MM  # px from a corner pip to where the opposite one may be
# Between neighbouring pips in the rows of a 6
_BETWEEN = np.array([(x, y) for x in (-_PIP_OFFSET, _PIP_OFFSET) for y in (-_PIP_OFFSET / 2, _PIP_OFFSET / 2)])
_INSIDE, _OUTSIDE = _on_sides(6.6, (-4.0, 0.0, 4.0)), _on_sides(9.7, (-5.0, -2.5, 0.0, 2.5, 5.0))

# What lies at the nine spots of each number, both ways round: n × 9, and the numbers.
_SHOWN = {
    1: ("....x....",),
    2: ("x.......x", "..x...x.."),
    3: ("x...x...x", "..x.x.x.."),
    4: ("x.x...x.x",),
    5: ("x.x.x.x.x",),
    6: ("x.xx.xx.x", "xxx...xxx"),
}
_PATTERNS = np.array([[spot == "x" for spot in shown] for turns in _SHOWN.values() for shown in turns])
_NUMBER_OF = np.array([number for number, turns in _SHOWN.items() for _ in turns])
_UPRIGHT_SIX = np.array([number == 6 and pattern[3] for number, pattern in zip(_NUMBER_OF, _PATTERNS, strict=True)])


@dataclass(frozen=True)
class Die:
    """A die that lies on the table."""

    middle: tuple[float, float]  # of its upper side (mm of the table)
    probabilities: Mapping[str, float]  # of the numbers `"1"` … `"6"`; they sum to 1

    @property
    def number(self) -> str:
        """The most probable number."""
        return max(self.probabilities, key=lambda number: self.probabilities[number])

    def distance(self, point: Sequence[float]) -> float:
        """How far a point of the table is from its middle (mm)."""
        return float(np.hypot(self.middle[0] - point[0], self.middle[1] - point[1]))


class DetectedDice(NamedTuple):
    """The dice in a picture."""

    dice: Sequence[Die]
    table: Grey  # rectified at the height of their upper sides (square)

    def is_new_at(self, die: Die, before: Grey) -> bool:
        """Whether the table has changed there since `before`, apart from the light all round."""
        x, y = (round(_SIZE / 2 + sign * at * _PX_PER_MM) for sign, at in zip((1, -1), die.middle, strict=True))
        part = slice(max(0, y - _SURROUNDINGS), y + _SURROUNDINGS), slice(max(0, x - _SURROUNDINGS), x + _SURROUNDINGS)
        change = self.table[part].astype(np.float32) - before[part]
        inner = (change - np.median(change))[
            _SURROUNDINGS // 2 : -(_SURROUNDINGS // 2), _SURROUNDINGS // 2 : -(_SURROUNDINGS // 2)
        ]
        return bool(inner.size and np.abs(inner).mean() > _MIN_CHANGE)


class _Proposed(NamedTuple):
    """Where n dice may lie."""

    middle: Values  # n × 2 px of the rectified picture
    turn: Values  # n, radians
    scale: Values  # n
    pips: Values  # n, their grey
    sign: Values  # n: -1 where the pips are darker than the die, else 1

    def of(self, chosen: NDArray[np.bool_]) -> "_Proposed":
        """Those that are chosen."""
        return _Proposed(*(part[chosen] for part in self))

    def at(self, points: Points) -> Values:
        """Points of each die (mm from its middle) as n × k × 2 px of the rectified picture."""
        turned = np.exp(1j * self.turn) * self.scale * _PX_PER_MM  # as complex numbers, which are turned by a product
        middle, off = (part[:, 0] + 1j * part[:, 1] for part in (self.middle, points))
        there = (middle[:, None] + turned[:, None] * off).astype(np.complex64)
        return np.asarray(there.view(np.float32).reshape(*there.shape, 2), np.float32)


class _Flat(NamedTuple):
    """The table rectified in the plane of dice's upper sides."""

    picture: Picture
    from_flat: Matrix  # the homography (3×3) to `picture`
    sharp: Grey
    smooth: Grey
    framed: Grey  # the smooth one with its edge repeated round it

    def colours(self, points: Values) -> Values:
        """The colours (n × k × 3) at points (n × k × 2), from the picture itself."""
        there = mapped(points.reshape(-1, 2).astype(np.float64), self.from_flat)
        return _sampled(self.picture, there.reshape(points.shape).astype(np.float32))


def find_dice(picture: Picture, view: CameraView, tiles: Sequence[Points] = ()) -> DetectedDice:
    """The dice in a picture (BGR) of a camera.

    `tiles`: the upper sides (4 × 2 mm) of those that are there for certain; a few spots within them are artwork.
    """
    to_flat = _TO_FLAT @ inverse(view.plane(DIE))
    sharp = np.asarray(
        cv2.warpPerspective(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), to_flat, (_SIZE, _SIZE)), np.uint8
    )
    smooth, *fields = (np.asarray(cv2.blur(sharp, (size, size)), np.uint8) for size in (3, 5, 11, 7, 19))
    framed = np.asarray(cv2.copyMakeBorder(smooth, _BORDER, _BORDER, _BORDER, _BORDER, cv2.BORDER_REPLICATE), np.uint8)
    flat = _Flat(picture, inverse(to_flat), sharp, smooth, framed)
    pairs, alone = [], []
    for sign in (-1, 1):  # dark pips and light ones
        pips, contrast = _spots(flat, fields[0], fields[1], sign, 2.8)
        large, _ = _spots(flat, fields[2], fields[3], sign, 4.6)
        pairs.append(_pairs(flat, pips, contrast, sign))
        alone.append(_level(flat, np.concatenate([pips, large]), sign))
    found = [*_examined(flat, _joined(pairs), _PLAIN), *_examined(flat, _turned(flat, _joined(alone)), _PLAIN_OF_ONE)]
    return DetectedDice(
        _suppress_overlaps([scored for scored in found if not any(_is_artwork(scored[1], tile) for tile in tiles)]),
        sharp,
    )


def _joined(parts: Sequence[_Proposed]) -> _Proposed:
    return _Proposed(*(np.concatenate(some) for some in zip(*parts, strict=True)))


def _spots(flat: _Flat, near: Grey, far: Grey, sign: int, radius: float) -> tuple[Values, Values]:
    """Round spots darker (`sign` -1) or lighter than what is round them at `radius` mm: n × 2 px, and their contrast.

    `near` is smoothed over a spot, `far` over its surroundings.
    """
    apart = cv2.subtract(far, near) if sign < 0 else cv2.subtract(near, far)
    _, is_strong = cv2.threshold(apart, _MIN_CONTRAST // 2, 1, cv2.THRESH_BINARY)
    is_peak = cv2.bitwise_and(cv2.compare(apart, cv2.dilate(apart, np.ones((5, 5), np.uint8)), cv2.CMP_EQ), is_strong)
    at = np.flatnonzero(is_peak.view(np.bool_))
    middle = near.ravel()[at].astype(np.int16)
    around = (_beside(flat.framed, *np.divmod(at, _SIZE), _ring(radius, 8) * _PX_PER_MM) - middle[:, None]) * -sign
    kept = (around >= _MIN_CONTRAST).sum(axis=1) >= 6  # two of eight may meet other pips
    rows, columns = np.divmod(at[kept], _SIZE)
    contrast = np.sort(around[kept], axis=1)[:, 4]
    return np.column_stack([columns, rows]).astype(np.float32), contrast.astype(np.float32)


def _pairs(flat: _Flat, pips: Values, contrast: Values, sign: int) -> _Proposed:
    """Dice of which two pips are opposite corners."""
    columns, rows = pips.astype(np.int64).T
    ids = np.zeros(flat.framed.shape, np.float32)
    ids[rows + _BORDER, columns + _BORDER] = np.arange(1, len(pips) + 1)
    ids = np.asarray(cv2.dilate(ids, np.ones((5, 5), np.uint8)), np.float32)
    others = _beside(ids, rows, columns, _HALF_ROUND).astype(np.int64)
    first, bearing = np.nonzero(others)
    first, second = np.divmod(np.unique(first * len(pips) + others[first, bearing] - 1), max(1, len(pips)))
    off = pips[second] - pips[first]
    scale = np.hypot(off[:, 0], off[:, 1]) / (_DIAGONAL * _PX_PER_MM)
    less, more = (pick(contrast[first], contrast[second]) for pick in (np.minimum, np.maximum))
    grey = (_near(flat.smooth, pips[first]) + _near(flat.smooth, pips[second])) / 2
    turn = np.arctan2(off[:, 1], off[:, 0]) - np.pi / 4
    middle = np.asarray((pips[first] + pips[second]) / 2, np.float32)
    proposed = _Proposed(middle, turn, scale, grey.astype(np.float32), np.full(len(turn), sign, np.float32))
    return proposed.of(
        (less > _MIN_CONTRAST_RATIO * more) & (scale > _DISTANCE_RANGE[0]) & (scale < _DISTANCE_RANGE[1])
    )


def _level(flat: _Flat, pips: Values, sign: int) -> _Proposed:
    """Dice of which one pip is the middle, as if they lay straight."""
    none, usual = np.zeros(len(pips), np.float32), np.ones(len(pips), np.float32)
    return _Proposed(pips, none, usual, _near(flat.smooth, pips), usual * sign)


def _turned(flat: _Flat, proposed: _Proposed) -> _Proposed:
    """Those that may be dice, so turned that their outline fits best."""
    body, contrast, spread = _plain(flat, proposed, _ROUND_ONE)
    kept = (contrast >= _MIN_CONTRAST) & (spread < 0.3)
    proposed, body, contrast = proposed.of(kept), body[kept], contrast[kept]
    turned = _Proposed(*(part.repeat(len(_ANY_TURN), axis=0) for part in proposed))
    turned = turned._replace(turn=np.tile(_ANY_TURN, len(body)))
    inside, outside = (
        np.abs(_sampled(flat.smooth, turned.at(points)) - body.repeat(len(_ANY_TURN))[:, None])
        for points in (_INSIDE, _OUTSIDE)
    )
    most = 0.3 * contrast.repeat(len(_ANY_TURN))[:, None]
    fit = np.minimum(outside / most, 1).mean(axis=1) - np.minimum(inside / most, 1).mean(axis=1)
    return proposed._replace(turn=_ANY_TURN[fit.reshape(-1, len(_ANY_TURN)).argmax(axis=1)])


def _plain(flat: _Flat, proposed: _Proposed, points: Points) -> tuple[Values, Values, Values]:
    """How light each die is where it is plain, its pips' contrast, and how much these places differ (share of it)."""
    plain = _sampled(flat.smooth, proposed.at(points))
    body = np.median(plain, axis=1)
    contrast = (proposed.pips - body) * proposed.sign
    spread = np.sort(np.abs(plain - body[:, None]), axis=1)[:, -2] / np.maximum(contrast, 1)
    return body, contrast, spread


def _examined(flat: _Flat, proposed: _Proposed, plain: Points) -> list[tuple[float, Die]]:
    """Those that are dice, plain at these points, each with its score."""
    body, contrast, spread = _plain(flat, proposed, plain)
    kept = (contrast >= _MIN_CONTRAST) & (spread < 0.5)
    proposed, body, contrast = proposed.of(kept), body[kept], contrast[kept]
    if not len(body):
        return []
    shown = _like_pips(flat.smooth, proposed, _SPOTS, body, contrast)
    misfits = ((shown[:, None] - _PATTERNS) ** 2).sum(axis=-1)
    best = misfits.argmin(axis=1)
    has = _PATTERNS[best]
    least, most = np.where(has, shown, 9.0).min(axis=1), np.where(has, -9.0, shown).max(axis=1)
    is_glare = most - np.where(has, 9.0, shown).min(axis=1) > 0.5
    kept = (least > 0.6) & (most < 0.4) & ~is_glare
    kept[kept] = ~_is_merged(flat.sharp, proposed.of(kept), best[kept], body[kept], contrast[kept])
    kept[kept] = _stands_out(flat, proposed.of(kept), contrast[kept], _NUMBER_OF[best[kept]])
    dice = (
        Die(_in_mm(middle), dict(zip(NUMBERS, likely, strict=True)))
        for middle, likely in zip(proposed.middle[kept], _likelihoods(misfits[kept]).tolist(), strict=True)
    )
    return list(zip((least - most)[kept].tolist(), dice, strict=True))


def _is_merged(
    sharp: Grey, proposed: _Proposed, best: NDArray[np.int64], body: Values, contrast: Values
) -> NDArray[np.bool_]:
    """Whether each is a 6 of whose rows the gaps look like pips; `best`: the indices of the patterns that fit best."""
    has = _PATTERNS[best]
    pip = (_like_pips(sharp, proposed, _SPOTS, body, contrast) * has).sum(axis=1) / has.sum(axis=1)
    down, across = (
        _like_pips(sharp, proposed, points, body, contrast).mean(axis=1) for points in (_BETWEEN, _BETWEEN[:, ::-1])
    )
    return np.asarray(
        (_NUMBER_OF[best] == 6) & (np.where(_UPRIGHT_SIX[best], down, across) > pip - _MIN_GAP_DIFFERENCE)
    )


def _like_pips(image: Grey, proposed: _Proposed, points: Points, body: Values, contrast: Values) -> Values:
    """How much points of each look like a pip: 0 as the die, 1 as its pips."""
    off = (_sampled(image, proposed.at(points)) - body[:, None]) * proposed.sign[:, None]
    return np.asarray(off / contrast[:, None])


def _stands_out(flat: _Flat, proposed: _Proposed, contrast: Values, number: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each is a square of one colour in surroundings of others; the fewer its pips, the clearer."""
    if not len(contrast):
        return np.zeros(0, np.bool_)
    inside = flat.colours(proposed.at(_INSIDE))
    body = np.median(inside, axis=1)[:, None]
    uneven = np.sort(np.abs(inside - body).max(axis=2), axis=1)[:, -3] / contrast
    outside = np.abs(flat.colours(proposed.at(_OUTSIDE)) - body).max(axis=2) / contrast[:, None]
    sides = np.sort(np.median(outside.reshape(len(contrast), 4, -1), axis=2), axis=1)
    many = number > _MAX_FALSE_PIPS
    stands_out = np.minimum(outside / 0.2, 1).mean(axis=1) > np.where(many, 0.55, 0.75)
    all_round = (
        (sides > _MIN_SIDE_DIFFERENCES).all(axis=1) & (sides[:, 1] > uneven * 1.4) & (contrast > _MIN_CONTRAST_OF_FEW)
    )
    return np.asarray(stands_out & (uneven < 0.6) & (many | all_round))


def _likelihoods(misfits: Values) -> Values:
    """The probabilities of the six numbers (n × 6), given how far the spots are from each pattern."""
    by_number = np.stack([misfits[:, number == _NUMBER_OF].min(axis=1) for number in range(1, 7)], axis=1)
    odds = np.exp(-(by_number - by_number.min(axis=1, keepdims=True)) / (2 * _PIP_SIGMA**2))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _in_mm(middle: Values) -> tuple[float, float]:
    x, y = (middle - _SIZE / 2) / _PX_PER_MM
    return float(x), -float(y)


def _suppress_overlaps(found: Sequence[tuple[float, Die]]) -> list[Die]:
    """The die with the highest score at each place."""
    dice = [die for _, die in sorted(found, key=lambda scored: -scored[0])]
    return [dice[n] for n in suppress_overlaps(np.array([die.middle for die in dice]).reshape(-1, 2), _MIN_DISTANCE)]


def _is_artwork(die: Die, tile: Points) -> bool:
    """Whether so few spots lie within the upper side of a tile (4 × 2 mm) that its picture may have them."""
    middle = tile.mean(axis=0)
    return int(die.number) <= _MAX_FALSE_PIPS and all(
        abs(float((np.array(die.middle) - middle) @ half)) < float(half @ half)
        for half in ((tile[1] - tile[0]) / 2, (tile[3] - tile[0]) / 2)
    )


def _beside(framed: NDArray[Any], rows: NDArray[np.integer], columns: NDArray[np.integer], off: Points) -> NDArray[Any]:
    """The nearest pixels (n × k) of a framed image to points `off` (k × 2 px) each of n pixels."""
    x, y = np.rint(off).astype(np.int64).T
    wide = framed.shape[1]
    at = (rows + _BORDER) * wide + columns + _BORDER
    return np.asarray(framed.ravel()[at[:, None] + y * wide + x])


def _near(image: NDArray[np.generic], points: NDArray[np.generic]) -> Values:
    """The nearest pixels to points (… × 2)."""
    at = np.rint(points).astype(np.int32).clip(0, _SIZE - 1)
    return np.asarray(image[at[..., 1], at[..., 0]], np.float32)


def _sampled(image: NDArray[np.uint8], points: Values) -> Values:
    """The image between pixels, at points (n × k × 2)."""
    if not len(points):
        return np.zeros((*points.shape[:2], *image.shape[2:]), np.float32)
    parts = [points[at : at + _MAX_SAMPLES] for at in range(0, len(points), _MAX_SAMPLES)]
    sampled = [
        cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in parts
    ]
    return np.concatenate(sampled).astype(np.float32)
