"""Estimates the common motion of all tiles between two readings, from positions, angles and faces.

Tiles in even lines lie where others lay when the board is turned by half, so that the number of inliers decides
nothing. But tiles laid by hand are never quite even. Measured on drawn photographs: between two readings of an
untouched table, half of all tiles differ by less than 0.1 mm and 0.15 degrees; under another lamp, after a bump, or on
a board that was turned, by less than 0.9 mm and 1 degree, since its corners are detected anew; and where another tile
lies now, also by how unevenly both were laid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.vocabulary import BACK, UNKNOWN
from vision.places.rigid_motion import MIN_INLIERS, UNMOVED, Motion, agreeing, quarter_turn, refined, voted
from vision.reading import Points

_MAX_UNTOUCHED_MM, _MAX_UNTOUCHED_DEGREES = 0.3, 0.6  # median residuals on a table that nobody has touched
_MAX_TURNED_MM, _MAX_TURNED_DEGREES = 1.6, 3.0  # median residuals on a board that was turned
_MIN_UNTOUCHED_SHARE = 0.8  # of the tiles that are matched on a table that nobody has touched
_MIN_TURNED_SHARE = 0.6  # of the tiles that must agree on a turn
# Costs are negative log likelihoods.
_SIGMA_MM, _SIGMA_DEGREES = 1.0, 2.0  # standard deviations of one tile
_COMMON_COST = 1.0  # per tile, of a common error where the board's corners are off: 0.9 at most
_CORRELATION = 0.3  # scales the cost beyond that, since the errors of neighbours are correlated
_MAX_TILE_COST = 8.0  # of one tile's residual: it may be another tile
_UNMATCHED_COST = 4.0  # a tile that came or is gone
_FLIPPED_COST = 2.0  # a tile that was turned over
_NEW_FACE_COST, _OTHER_FACE_COST = 2.0, 7.0  # a face where none was known; a face other than the known one
_SLIDE_SIGMA_MM, _SLIDE_SIGMA_DEGREES = 8.0, 4.0  # standard deviations of the sheet's slide
_TURN_COST = 1.0  # a turn by quarters
_MIN_MARGIN = 5.0  # between the costs of two motions, for the worse one to be ruled out
_MIN_RATIO = 2.0  # between the costs of no turn and of a turn, on a board that is in place


@dataclass(frozen=True, eq=False)
class TilePositions:
    """The tiles of one reading."""

    middles: Points  # n × 2, mm
    turns: Points  # n, degrees up to half a turn; NaN where not known
    shows: Sequence[str]  # a face, `"back"`, or `"unknown"`
    faces: Sequence[str]  # what each showed when it was face up last, or `"unknown"`

    def __len__(self) -> int:
        return len(self.middles)


def degrees_apart(before: Points | float, after: Points | float) -> Points:
    """The angle from one turn to another (degrees, -90 to 90), up to half turns.

    >>> degrees_apart(np.array([10.0, 80.0]), np.array([191.0, -85.0])).tolist()
    [1.0, 15.0]
    """
    return np.asarray((after - before + 90.0) % 180.0 - 90.0, np.float64)


def motion_of_tiles(before: TilePositions, after: TilePositions, in_place: bool = False) -> Motion | None:
    """The common motion of all tiles: `UNMOVED` where they lie as they did, or each has moved by itself.

    None where it is ambiguous whether the board was turned by quarters, or by how many. Whether it was turned is never
    ambiguous for a board that is `in_place` in the picture, where a turn is unlikely.
    """
    if min(len(before), len(after)) < 2:
        return UNMOVED
    unmoved = _Hypothesis(UNMOVED, 0, before, after)
    if in_place and unmoved.is_exact:
        return UNMOVED
    slid = min(_hypotheses(0, before, after), key=lambda hypothesis: hypothesis.cost)
    as_before = slid if slid.cost + _MIN_MARGIN < unmoved.cost else unmoved
    turned = [
        hypothesis for quarter in (1, 2, 3) for hypothesis in _hypotheses(quarter, before, after) if hypothesis.is_good
    ]
    if not turned:
        return as_before.motion
    best = min(turned, key=lambda hypothesis: hypothesis.cost)
    if not best.is_clearly_better(as_before):
        likelier = best if _MIN_RATIO * best.cost < as_before.cost else as_before
        return likelier.motion if in_place or as_before.is_clearly_better(best) else None
    others = (hypothesis for hypothesis in turned if hypothesis.quarter != best.quarter)
    return best.motion if all(best.is_clearly_better(hypothesis) for hypothesis in others) else None


def _hypotheses(quarter: int, before: TilePositions, after: TilePositions) -> list["_Hypothesis"]:
    """The board turned by quarters where it lies, and also slid where there are enough tiles to show that."""
    old, new = before.middles, after.middles
    starts = [quarter_turn(quarter)]
    if min(len(old), len(new)) >= MIN_INLIERS:
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
        off = (self._far / _SIGMA_MM) ** 2 / 2 + (self._askew / _SIGMA_DEGREES) ** 2 / 2
        self._off = float(np.minimum(off, _MAX_TILE_COST).sum())
        self._common = _COMMON_COST * len(old)
        faces = sum(_face_cost(before, i, after, j) for i, j in zip(old, new, strict=True))
        unmatched = len(before) + len(after) - 2 * len(old)
        self._rest = faces + _UNMATCHED_COST * unmatched + self._cost_of_motion()

    @property
    def cost(self) -> float:
        """Its negative log likelihood."""
        return self._off + self._rest

    @property
    def is_exact(self) -> bool:
        """Whether most tiles agree as those of an untouched table do, and hardly any was turned over."""
        return self._rest < 4 * _FLIPPED_COST and self._agree(
            _MIN_UNTOUCHED_SHARE, _MAX_UNTOUCHED_MM, _MAX_UNTOUCHED_DEGREES
        )

    @property
    def is_good(self) -> bool:
        """Whether most tiles agree as those of one board do."""
        return self._agree(_MIN_TURNED_SHARE, _MAX_TURNED_MM, _MAX_TURNED_DEGREES)

    def is_clearly_better(self, other: "_Hypothesis") -> bool:
        """Whether it costs clearly less, apart from an offset common to all tiles."""
        mine, others = (
            _CORRELATION * max(0.0, hypothesis._off - hypothesis._common) + hypothesis._rest
            for hypothesis in (self, other)
        )
        return mine + _MIN_MARGIN < others

    def _agree(self, share: float, far: float, askew: float) -> bool:
        if self._paired < share:
            return False
        return bool(np.median(self._far) < far and np.median(self._askew) < askew)

    def _cost_of_motion(self) -> float:
        slid = float(np.hypot(*self.motion.shift)) / _SLIDE_SIGMA_MM
        askew = ((self.motion.degrees - 90.0 * self.quarter + 180.0) % 360.0 - 180.0) / _SLIDE_SIGMA_DEGREES
        return (slid**2 + askew**2) / 2 + _TURN_COST * (self.quarter > 0)


def _face_cost(before: TilePositions, old: int, after: TilePositions, new: int) -> float:
    """The cost of matching an old tile with a new one, by their faces."""
    showed, shows, known = before.shows[old], after.shows[new], before.faces[old]
    if UNKNOWN in (showed, shows):
        return 0.0
    flipped = _FLIPPED_COST if (showed == BACK) != (shows == BACK) else 0.0
    if shows in (BACK, known):
        return flipped
    return flipped + (_NEW_FACE_COST if known == UNKNOWN else _OTHER_FACE_COST)
