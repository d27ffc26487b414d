"""Estimates how all tiles of a table have moved between two readings, from positions, angles and faces.

Tiles in even lines lie where others lay when the board is turned by half, so that counting decides nothing. But tiles
laid by hand are never quite even. Measured on drawn photographs: between two readings of an untouched table, half of
all tiles differ by less than 0.1 mm and 0.15 degrees; under another lamp, after a bump, or on a board that was turned,
by less than 0.9 mm and 1 degree, since its corners are detected again; and where another tile lies now, also by how
unevenly both were laid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.vocabulary import BACK, UNKNOWN
from vision.places.rigid_motion import ENOUGH, UNMOVED, Motion, agreeing, quarter_turn, refined, voted
from vision.reading import Points

_EXACTLY_MM, _EXACTLY_DEGREES = 0.3, 0.6  # medians: nearer than this, nobody has touched the table
_WELL_MM, _WELL_DEGREES = 1.6, 3.0  # medians: tiles of a board that was turned agree no worse
_MOST = 0.8  # of the tiles are found again on a table that nobody has touched
_SHARE = 0.6  # of the tiles must agree on a turn
# Costs are minus logarithms of likelihoods.
_OFF_MM, _OFF_DEGREES = 1.0, 2.0  # standard deviations of one tile
_BENT = 1.0  # what all tiles may cost, each, since they lie off alike where the board's corners are off: 0.9 at most
_ALIKE = 0.3  # the cost beyond that is scaled by this, since the errors of neighbours are correlated
_FARTHEST = 8.0  # the most that one tile's distance costs: it may as well be another one
_ALONE = 4.0  # a tile that was not there, or is not there any more
_FLIPPED = 2.0  # turned over
_NEW_FACE, _OTHER_FACE = 2.0, 7.0  # a face where none was known; a face other than the known one
_SLID_MM, _SLID_DEGREES = 8.0, 4.0  # standard deviations of the sheet's slide
_TURNED = 1.0  # the board was turned round
_CLEARLY = 5.0  # two motions that differ by less are both open
_TWICE = 2.0  # on a board that is in place, a turn must cost less by this factor


@dataclass(frozen=True, eq=False)
class TilePositions:
    """Tiles of one reading: `middles` (n × 2, mm); `turns` (n, degrees; half a turn is none; NaN where not known).

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


def motion_of_tiles(before: TilePositions, after: TilePositions, in_place: bool = False) -> Motion | None:
    """How tiles have moved all together: `UNMOVED` where they lie as they did, or each has moved by itself.

    None where that is ambiguous: the board may as well have been turned round, or turned by one quarter as by another.
    A board that is `in_place`, where it was in the picture, hardly turned: there the former is never ambiguous.
    """
    if min(len(before), len(after)) < 2:
        return UNMOVED
    unmoved = _Hypothesis(UNMOVED, 0, before, after)
    if in_place and unmoved.is_exact:
        return UNMOVED
    slid = min(_hypotheses(0, before, after), key=lambda hypothesis: hypothesis.cost)
    as_before = slid if slid.cost + _CLEARLY < unmoved.cost else unmoved
    turned = [
        hypothesis for quarter in (1, 2, 3) for hypothesis in _hypotheses(quarter, before, after) if hypothesis.is_well
    ]
    if not turned:
        return as_before.motion
    best = min(turned, key=lambda hypothesis: hypothesis.cost)
    if not best.is_clearly_better(as_before):
        likelier = best if _TWICE * best.cost < as_before.cost else as_before
        return likelier.motion if in_place or as_before.is_clearly_better(best) else None
    others = (hypothesis for hypothesis in turned if hypothesis.quarter != best.quarter)
    return best.motion if all(best.is_clearly_better(hypothesis) for hypothesis in others) else None


def _hypotheses(quarter: int, before: TilePositions, after: TilePositions) -> list["_Hypothesis"]:
    """The board turned by quarters where it lies; and also slid, where there are tiles enough to tell."""
    old, new = before.middles, after.middles
    starts = [quarter_turn(quarter)]
    if min(len(old), len(new)) >= ENOUGH:
        starts.append(voted(old, new, quarter))
    return [_Hypothesis(refined(start, old, new), quarter, before, after) for start in starts]


class _Hypothesis:
    """A motion and its cost."""

    def __init__(self, motion: Motion, quarter: int, before: TilePositions, after: TilePositions) -> None:
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
        """Its whole cost: minus the log likelihood."""
        return self._off + self._else

    @property
    def is_exact(self) -> bool:
        """Whether most tiles agree as those do that nobody has touched, and hardly any was turned over."""
        return self._else < 4 * _FLIPPED and self._agree(_MOST, _EXACTLY_MM, _EXACTLY_DEGREES)

    @property
    def is_well(self) -> bool:
        """Whether most tiles agree as those of one board do."""
        return self._agree(_SHARE, _WELL_MM, _WELL_DEGREES)

    def is_clearly_better(self, other: "_Hypothesis") -> bool:
        """Whether it costs clearly less, apart from an offset common to all tiles."""
        mine, others = (
            _ALIKE * max(0.0, hypothesis._off - hypothesis._bent) + hypothesis._else for hypothesis in (self, other)
        )
        return mine + _CLEARLY < others

    def _agree(self, share: float, far: float, askew: float) -> bool:
        if self._paired < share:
            return False
        return bool(np.median(self._far) < far and np.median(self._askew) < askew)

    def _cost_of_motion(self) -> float:
        slid = float(np.hypot(*self.motion.shift)) / _SLID_MM
        askew = ((self.motion.degrees - 90.0 * self.quarter + 180.0) % 360.0 - 180.0) / _SLID_DEGREES
        return (slid**2 + askew**2) / 2 + _TURNED * (self.quarter > 0)


def _face_cost(before: TilePositions, old: int, after: TilePositions, new: int) -> float:
    """The cost of an old tile being a new one, by their faces."""
    was, shows, known = before.shows[old], after.shows[new], before.faces[old]
    if UNKNOWN in (was, shows):
        return 0.0
    flipped = _FLIPPED if (was == BACK) != (shows == BACK) else 0.0
    if shows in (BACK, known):
        return flipped
    return flipped + (_NEW_FACE if known == UNKNOWN else _OTHER_FACE)
