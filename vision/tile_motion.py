"""How all tiles of a table have moved between two looks, by how exactly they agree: where, how turned, which faces.

Tiles in even lines lie where others lay when the board is turned by half, so that counting says nothing. But nobody
lays them quite evenly. Measured on drawn photographs: between two looks at a table that nobody has touched, half of all
tiles differ by less than 0.1 mm and 0.15 degrees; under another lamp, after a bump, or on a board that was turned, by
less than 0.9 mm and 1 degree, since the board's corners are seen anew; and where another tile has come to lie, by as
much as hands lay them unevenly besides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.vocabulary import BACK, UNKNOWN
from vision.reading import Points
from vision.rigid_motion import ENOUGH, UNMOVED, Motion, agreeing, quarter_turn, refined, voted

_EXACTLY_MM, _EXACTLY_DEGREES = 0.3, 0.6  # medians: nearer than this, nobody has touched the table
_WELL_MM, _WELL_DEGREES = 1.6, 3.0  # medians: tiles of a board that was turned agree no worse
_MOST = 0.8  # of the tiles are found again on a table that nobody has touched
_SHARE = 0.6  # of the tiles must agree on a turn
# Costs are minus logarithms of likelihoods.
_OFF_MM, _OFF_DEGREES = 1.0, 2.0  # standard deviations of one tile
_BENT = 1.0  # what all tiles may cost, each, since they lie off alike where the board's corners are off: 0.9 at most
_ALIKE = 0.3  # what is beyond counts so much less, since neighbours err alike
_FARTHEST = 8.0  # a tile that lies so far off may as well be another one
_ALONE = 4.0  # a tile that was not there, or is not there any more
_FLIPPED = 2.0  # turned over
_NEW_FACE, _OTHER_FACE = 2.0, 7.0  # one that it was not known to have; another one than it had when it was up last
_SLID_MM, _SLID_DEGREES = 8.0, 4.0  # standard deviations of what the sheet is found to have slid
_TURNED = 1.0  # the board was turned round
_CLEARLY = 5.0  # two motions that differ by less are both open
_TWICE = 2.0  # so much better a turn must agree at least on a board that lies in place, where it did


@dataclass(frozen=True, eq=False)
class LyingTiles:
    """Tiles of one look: `middles` (n × 2, mm); `turns` (n, degrees; half a turn is none; NaN where not known).

    `shows`: a face, `"back"`, or `"unknown"`. `faces`: what each showed when it was face up last, or `"unknown"`.
    """

    middles: Points
    turns: Points
    shows: Sequence[str]
    faces: Sequence[str]

    def __len__(self) -> int:
        return len(self.middles)


def degrees_apart(one: Points | float, other: Points | float) -> Points:
    """By how many degrees, -90 to 90, tiles are turned from each other; a tile turned by half lies as before.

    >>> degrees_apart(np.array([10.0, 80.0]), np.array([191.0, -85.0])).tolist()
    [1.0, 15.0]
    """
    return np.asarray((other - one + 90.0) % 180.0 - 90.0, np.float64)


def motion_of_tiles(before: LyingTiles, after: LyingTiles, in_place: bool = False) -> Motion | None:
    """How tiles have moved all together: `UNMOVED` where they lie as they did, or each has moved by itself.

    None where nothing tells how: they would lie about as well as before had the board been turned round; or it was
    turned by one quarter as well as by another. A board seen `in_place`, where it was in the picture, hardly turned:
    there the first of these is never left open.
    """
    if min(len(before), len(after)) < 2:
        return UNMOVED
    unmoved = _Way(UNMOVED, 0, before, after)
    if in_place and unmoved.is_exact:
        return UNMOVED
    slid = min(_ways(0, before, after), key=lambda way: way.cost)
    as_before = slid if slid.cost + _CLEARLY < unmoved.cost else unmoved
    turned = [way for quarter in (1, 2, 3) for way in _ways(quarter, before, after) if way.is_well]
    if not turned:
        return as_before.motion
    best = min(turned, key=lambda way: way.cost)
    if not best.is_clearly_better(as_before):
        likelier = best if _TWICE * best.cost < as_before.cost else as_before
        return likelier.motion if in_place or as_before.is_clearly_better(best) else None
    others = (way for way in turned if way.quarter != best.quarter)
    return best.motion if all(best.is_clearly_better(way) for way in others) else None


def _ways(quarter: int, before: LyingTiles, after: LyingTiles) -> list["_Way"]:
    """The board turned by quarters where it lies; and also slid, where there are tiles enough to tell."""
    old, new = before.middles, after.middles
    starts = [quarter_turn(quarter)]
    if min(len(old), len(new)) >= ENOUGH:
        starts.append(voted(old, new, quarter))
    return [_Way(refined(start, old, new), quarter, before, after) for start in starts]


class _Way:
    """A motion and what speaks against it."""

    def __init__(self, motion: Motion, quarter: int, before: LyingTiles, after: LyingTiles) -> None:
        self.motion, self.quarter = motion, quarter
        old, new = agreeing(motion, before.middles, after.middles)
        self._paired = len(old) / min(len(before), len(after))
        self._far = np.linalg.norm(motion.of(before.middles[old]) - after.middles[new], axis=1)
        askew = degrees_apart(before.turns[old] + motion.degrees, after.turns[new])
        self._askew = np.abs(np.nan_to_num(askew))
        off = (self._far / _OFF_MM) ** 2 / 2 + (self._askew / _OFF_DEGREES) ** 2 / 2
        self._off = float(np.minimum(off, _FARTHEST).sum())
        self._bent = _BENT * len(old)
        faces = sum(_face_cost(before, i, after, j) for i, j in zip(old, new, strict=True))
        alone = len(before) + len(after) - 2 * len(old)
        self._else = faces + _ALONE * alone + self._cost_of_motion()

    @property
    def cost(self) -> float:
        """All that speaks against it."""
        return self._off + self._else

    @property
    def is_exact(self) -> bool:
        """Whether most tiles agree as those do that nobody has touched, and hardly any was turned over."""
        return self._else < 4 * _FLIPPED and self._agree(_MOST, _EXACTLY_MM, _EXACTLY_DEGREES)

    @property
    def is_well(self) -> bool:
        """Whether most tiles agree as those of one board do."""
        return self._agree(_SHARE, _WELL_MM, _WELL_DEGREES)

    def is_clearly_better(self, other: "_Way") -> bool:
        """Whether less speaks against it, besides that all tiles lie off alike."""
        mine, others = (_ALIKE * max(0.0, way._off - way._bent) + way._else for way in (self, other))
        return mine + _CLEARLY < others

    def _agree(self, share: float, far: float, askew: float) -> bool:
        if self._paired < share:
            return False
        return bool(np.median(self._far) < far and np.median(self._askew) < askew)

    def _cost_of_motion(self) -> float:
        slid = float(np.hypot(*self.motion.shift)) / _SLID_MM
        askew = ((self.motion.degrees - 90.0 * self.quarter + 180.0) % 360.0 - 180.0) / _SLID_DEGREES
        return (slid**2 + askew**2) / 2 + _TURNED * (self.quarter > 0)


def _face_cost(before: LyingTiles, old: int, after: LyingTiles, new: int) -> float:
    """What speaks against that an old tile is a new one, by what they show."""
    was, shows, known = before.shows[old], after.shows[new], before.faces[old]
    if UNKNOWN in (was, shows):
        return 0.0
    flipped = _FLIPPED if (was == BACK) != (shows == BACK) else 0.0
    if shows in (BACK, known):
        return flipped
    return flipped + (_NEW_FACE if known == UNKNOWN else _OTHER_FACE)
