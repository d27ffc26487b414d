"""Finds the six 5s of Kylo Ren Siege and the side from which its rows are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.places.base import TablePiece
from vision.places.tracker import MIN_CONFIDENCE, is_back
from vision.reading import Points

ROWS, MIDDLE = 6, 5
_MIN_FIVE = 0.5  # probability of a 5
_MAX_OUT_OF_LINE = 11.0  # mm between a 5 and the column's line
_GAP_RANGE = (25.0, 80.0)  # mm from one 5 to the next
_MAX_UNEVEN = 0.25  # of the usual gap by which gaps may differ where one 5 is missing between two
_MAX_OFFSET = 12.0  # mm between a 5 and where it lay
_MAX_ASIDE = 150.0  # mm between the column and a tile of a row
_MIN_LOG_ODDS = 2.5  # between the two half turns that decide
_MAX_TILE_LOG_ODDS = 3.0  # that one tile contributes
_LAST_LOG_ODDS = 2.0  # that the last picture contributes
_MIN_FACING = 0.8  # cosine between a face and the direction up, for it to count
_MIN_FACES = 4  # by which upright faces must outnumber those upside down, or the reverse


@dataclass(frozen=True, eq=False)
class RowFrame:
    """The frame of the rows, seen from the side of the table from which numbers grow to the right."""

    fives: Points  # the middle of the 5 of each row, from the top (6 × 2 mm)
    up: Points  # the unit vector to the top (2)

    @property
    def middle(self) -> Points:
        """The middle of the column of 5s (2, mm)."""
        return np.asarray(self.fives.mean(axis=0), np.float64)

    def aside(self, apart: Points) -> float:
        """The component of an offset (2, mm) to the right."""
        return float(apart[0] * self.up[1] - apart[1] * self.up[0])

    def along(self, apart: Points) -> float:
        """The component of an offset (2, mm) upwards."""
        return float(apart @ self.up)

    def half_gap(self, row: int) -> float:
        """How far a row reaches up and down from its 5 (mm)."""
        gaps = np.abs(np.diff(self.fives @ self.up))
        return float(gaps[max(0, row - 1) : row + 1].min()) / 2

    def turned(self) -> "RowFrame":
        """The same 5s from the other side of the table."""
        return RowFrame(self.fives[::-1], -self.up)


class RowFrames:
    """Finds the 5s in each picture, and remembers where they were and which direction was up."""

    def __init__(self) -> None:
        self._last: RowFrame | None = None

    def find(self, pieces: Sequence[TablePiece]) -> RowFrame | None:
        """The 5s and the direction up; None where the picture and the last one leave these open."""
        up = [
            piece for piece in pieces if piece.confidence >= MIN_CONFIDENCE and not piece.upright and not is_back(piece)
        ]
        fives = _six_fives(up)
        fives = fives if fives is not None else self._as_before(up)
        if fives is None:
            return None
        frame = RowFrame(fives, _direction(fives))
        evidence, numbers = self._evidence(frame, up)
        if abs(evidence) < _MIN_LOG_ODDS:
            # With nothing but the 5s the table is the same from either side, and neither is remembered.
            return None if numbers else frame
        self._last = frame if evidence > 0 else frame.turned()
        return self._last

    def to_json(self) -> list[list[float]] | None:
        """The 5s from the top as plain data (mm), or None."""
        return None if self._last is None else self._last.fives.round(2).tolist()

    def from_json(self, data: list[list[float]] | None) -> None:
        """Takes what `to_json` gave."""
        fives = None if data is None else np.array(data, np.float64)
        self._last = None if fives is None else RowFrame(fives, _direction(fives))

    def _as_before(self, up: Sequence[TablePiece]) -> Points | None:
        """The 5s as they were, moved like those that are detected; None where too few are."""
        if self._last is None:
            return None
        middles = [piece.middle for piece in up if _is_five(piece)]
        nearest = [min(middles, key=lambda m: float(np.hypot(*(m - five))), default=None) for five in self._last.fives]
        apart = [
            m - five
            for m, five in zip(nearest, self._last.fives, strict=True)
            if m is not None and np.hypot(*(m - five)) < _MAX_OFFSET
        ]
        if len(apart) < 3:
            return None
        return np.asarray(self._last.fives + np.median(apart, axis=0), np.float64)

    def _evidence(self, frame: RowFrame, up: Sequence[TablePiece]) -> tuple[float, bool]:
        """Log odds that `up` is up; and whether anything but the 5s lies in the rows."""
        laid = [piece for piece in up if _beside(frame, piece)]
        evidence = sum(np.sign(frame.aside(piece.middle - frame.middle)) * _height(piece) for piece in laid)
        if laid and self._last is not None:
            evidence += _LAST_LOG_ODDS * float(np.sign(frame.along(self._last.up)))
        if abs(evidence) >= _MIN_LOG_ODDS:
            return float(evidence), bool(laid)
        facing = _facing(frame, up)
        if abs(facing) >= _MIN_FACES:
            return _MIN_LOG_ODDS * float(np.sign(facing)), bool(laid)
        return 0.0, bool(laid)


def _six_fives(up: Sequence[TablePiece]) -> Points | None:
    """The middles of six tiles in a line, most of them 5s (6 × 2 mm, from one end to the other)."""
    fives = [piece for piece in up if _is_five(piece)]
    best: list[TablePiece] = []
    for start_piece, end_piece in combinations(fives, 2):
        line = _in_line(fives, start_piece.middle, end_piece.middle)
        if len(line) > len(best):
            best = line
    if len(best) < ROWS - 2:
        return None
    start, end = _fitted(np.array([piece.middle for piece in best]))
    for pieces in (_in_line(fives, start, end), _in_line(up, start, end)):
        middles = _sorted_along(np.array([piece.middle for piece in pieces]), end - start)
        if len(middles) == ROWS and _are_apart(middles):
            return middles
    return _with_missing_five(_sorted_along(np.array([p.middle for p in _in_line(fives, start, end)]), end - start))


def _with_missing_five(five: Points) -> Points | None:
    """Six 5s from five, with the missing one between two others, if the others are even; else None."""
    gaps = np.linalg.norm(np.diff(five, axis=0), axis=1)
    steps = gaps / np.median(gaps) if len(five) == ROWS - 1 else np.zeros(1)
    wide = int(steps.argmax())
    if np.abs(np.delete(steps, wide) - 1).max(initial=0) > _MAX_UNEVEN or abs(steps[wide] - 2) > _MAX_UNEVEN:
        return None
    return np.insert(five, wide + 1, (five[wide] + five[wide + 1]) / 2, axis=0)


def _in_line(pieces: Sequence[TablePiece], start: Points, end: Points) -> list[TablePiece]:
    along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
    across = np.array([-along[1], along[0]])
    return [piece for piece in pieces if abs(float((piece.middle - start) @ across)) < _MAX_OUT_OF_LINE]


def _fitted(points: Points) -> tuple[Points, Points]:
    """Two points of the line that fits points best."""
    middle = points.mean(axis=0)
    along = np.linalg.svd(points - middle)[2][0]
    return middle, middle + 100 * along


def _sorted_along(points: Points, direction: Points) -> Points:
    return np.asarray(points[np.argsort(points @ direction)], np.float64)


def _are_apart(fives: Points) -> bool:
    gaps = np.linalg.norm(np.diff(fives, axis=0), axis=1)
    return bool((gaps > _GAP_RANGE[0]).all() and (gaps < _GAP_RANGE[1]).all())


def _direction(fives: Points) -> Points:
    """The direction (2) from the last of some points in a line to the first."""
    middle, ahead = _fitted(fives)
    direction = (ahead - middle) / np.linalg.norm(ahead - middle)
    return np.asarray(direction * np.sign((fives[0] - fives[-1]) @ direction), np.float64)


def _is_five(piece: TablePiece) -> bool:
    return piece.probabilities.get(str(MIDDLE), 0.0) >= _MIN_FIVE


def _beside(frame: RowFrame, piece: TablePiece) -> bool:
    """Whether a tile may lie in a row, beside its 5."""
    apart = piece.middle - frame.middle
    tall = float(np.ptp(frame.fives @ frame.up)) / 2 + frame.half_gap(0)
    return 2 * _MAX_OUT_OF_LINE < abs(frame.aside(apart)) < _MAX_ASIDE and abs(frame.along(apart)) < tall


def _height(piece: TablePiece) -> float:
    """Log odds that a tile's number is higher than 5 rather than lower."""
    high, low = (sum(piece.probabilities.get(face, 0.0) for face in faces) for faces in ("6789", "1234"))
    return float(np.clip(np.log((high + 0.05) / (low + 0.05)), -_MAX_TILE_LOG_ODDS, _MAX_TILE_LOG_ODDS))


def _facing(frame: RowFrame, up: Sequence[TablePiece]) -> int:
    """By how many the upright faces of the rows outnumber those upside down."""
    rows = [piece for piece in up if abs(frame.aside(piece.middle - frame.middle)) < _MAX_ASIDE]
    directions = [piece.ring[0] - piece.ring[3] for piece in rows]
    cosines = [frame.along(direction) / max(1e-6, float(np.linalg.norm(direction))) for direction in directions]
    return sum(int(np.sign(cosine)) for cosine in cosines if abs(cosine) > _MIN_FACING)
