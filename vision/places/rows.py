"""Places of Kylo Ren Siege: `row/1/1` to `row/6/9` round the six 5s, and the stock's `stock/1`, `stock/2`, …

Rows are numbered from the top and columns from the left, seen from the side of the table from which numbers grow to the
right. A tile's column is counted outward from its row's 5, whatever its face: a wrong tile is reported where it lies.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

import msgspec
import numpy as np

from engines.vocabulary import BACK, EMPTY
from vision.facts import Probabilities
from vision.places.base import FieldPose, Placed, TablePiece, most_confident_at
from vision.places.row_frame import MIDDLE, ROWS, RowFrame, RowFrames
from vision.places.tracker import MAX_FAINT_OFFSET, MIN_CONFIDENCE, Spot, Spots, is_back
from vision.reading import Points

COLUMNS = 9
_MAX_STOCK = 55  # all tiles of the game, so that a surplus tile in the stock is reported, too
_USUAL_PITCH = 27.0  # mm from column to column, where the table does not show it
_MIN_TILES = 4  # for measuring the pitch
_NEIGHBOUR_STEP_RANGE = (19.0, 38.0)  # mm between the middles of neighbours in a row
_MAX_OFF_NEXT, _MAX_OFF_BEYOND = 0.36, 0.25  # of a column: of a tile that continues a row, and of one beyond a gap
_MIN_ROW_MARGIN = 6.0  # mm by which a tile must be nearer to one row than to the next
_MAX_OFF_SPOT = 11.0  # mm from the spot of a row's 5, or of a tile of the stock
_BACK_LIKELIHOOD_RATIO = 30.0  # likelihood that a tile of the stock shows its back, over that of any one face
_MAX_BACK_ASIDE = 9.0  # mm out of line of a face-down tile in a row: farther off it is in the stock


class _Memory(TypedDict):
    rows: list[list[float]] | None
    pitch: float | None
    stock: list[Spot]
    begun: bool


class RowPlaces:
    """Finds the rows in every picture and remembers them, in case one of the 5s is hidden in the next.

    >>> tile = np.array([[-11.0, 15.0], [11.0, 15.0], [11.0, -15.0], [-11.0, -15.0]])
    >>> fives = [TablePiece(tile + [0, 90 - 36 * row], {"5": 1.0}, 1.0) for row in range(6)]
    >>> placed = RowPlaces().place([*fives, TablePiece(tile + [25, 54], {"7": 1.0}, 1.0)])
    >>> placed.names[1], placed.names[-1], placed.places["row/2/6"], placed.places["row/2/7"]
    ('row/2/5', 'row/2/6', {'empty': 0.0, '7': 1.0}, {'empty': 1.0})
    """

    def __init__(self) -> None:
        self._frames = RowFrames()
        self._pitch: float | None = None  # mm from column to column
        self._stock = Spots(_MAX_STOCK)
        self._begun = False

    def place(self, pieces: Sequence[TablePiece], _field: FieldPose | None = None, /) -> Placed:
        """Assigns the tiles of a picture to places; without clear rows all are left out."""
        frame = self._frames.find(pieces)
        if frame is None:
            return Placed((None,) * len(pieces), {})
        pitch = self._pitch or _pitch(frame, pieces)
        laid = _Rows(frame, pitch, [spot.at for spot in self._stock.spots if spot.lying]).laid(pieces)
        self._pitch = laid.pitch(pieces, frame) or self._pitch
        known = [f"row/{row}/{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
        rows = most_confident_at(pieces, laid.names, [name for name in known if name not in laid.unsure])
        stock_names, stock = self._stock_places(pieces, laid)
        names = tuple(row or stocked for row, stocked in zip(laid.names, stock_names, strict=True))
        return Placed(names, {**rows, **stock})

    @property
    def memory(self) -> object:
        """The state that must survive a restart, as plain data (mm)."""
        return {
            "rows": self._frames.to_json(),
            "pitch": self._pitch,
            "stock": self._stock.to_json(),
            "begun": self._begun,
        }

    @memory.setter
    def memory(self, memory: object) -> None:
        kept = msgspec.convert(memory, _Memory)
        self._frames.from_json(kept["rows"])
        self._pitch, self._begun = kept["pitch"], kept["begun"]
        self._stock.restore(kept["stock"])

    def _stock_places(
        self, pieces: Sequence[TablePiece], laid: "_Laid"
    ) -> tuple[list[str | None], dict[str, Probabilities]]:
        """The stock: face-down tiles in no row, numbered anew in each picture until the first tile is laid.

        Later, a new back must be detected in two pictures: under a hand detections are unreliable. A tile that is faint
        or whose face is unknown, as under a specular highlight, may be of the stock and leaves its place open.
        """
        index = [i for i, piece in enumerate(pieces) if laid.names[i] is None and self._is_stock(piece)]
        backs = [pieces[i] for i in index]
        found = self._stock.follow(backs)
        if not self._begun and (found.is_another or not any(spot.lying for spot in self._stock.spots)):
            self._stock.number(backs)
            found = self._stock.follow(backs)
        self._begun = self._begun or laid.beside_fives
        named, shown = self._stock.places(backs, found, "stock")
        places = {place: _stock_shares(shares) for place, shares in shown.items()}
        names: list[str | None] = [None] * len(pieces)
        for i, name in zip(index, named, strict=True):
            names[i] = name
        unclear = [
            piece.middle
            for piece, own, row in zip(pieces, names, laid.names, strict=True)
            if piece.confidence < MIN_CONFIDENCE or (own is None and row is None)
        ]
        for at, spot in enumerate(self._stock.spots, start=1):
            if any(np.hypot(*(middle - spot.at)) < MAX_FAINT_OFFSET for middle in unclear):
                places.pop(f"stock/{at}", None)
        return names, places

    def _is_stock(self, piece: TablePiece) -> bool:
        """Whether a piece that is in no row lies face down, or where a tile of the stock lies."""
        return is_back(piece) or any(
            s.lying and np.hypot(*(piece.middle - s.at)) < _MAX_OFF_SPOT for s in self._stock.spots
        )


def _stock_shares(shares: Probabilities) -> Probabilities:
    """What a place of the stock shows, given that its tiles lie face down: a highlight may hide that it is a back.

    >>> _stock_shares({"empty": 0.0, "back": 0.2, "5": 0.5, "6": 0.3})
    {'empty': 0.0, 'back': 0.882353, '5': 0.073529, '6': 0.044118}
    >>> _stock_shares({"empty": 0.0, "back": 0.0, "5": 1.0})
    {'empty': 0.0, 'back': 0.0, '5': 1.0}
    """
    weights = {
        face: share * (_BACK_LIKELIHOOD_RATIO if face == BACK else 1.0)
        for face, share in shares.items()
        if face != EMPTY
    }
    lying, whole = 1 - shares.get(EMPTY, 0.0), sum(weights.values())
    if not whole:
        return shares
    return {EMPTY: shares.get(EMPTY, 0.0)} | {face: round(lying * w / whole, 6) for face, w in weights.items()}


@dataclass(frozen=True)
class _Laid:
    """Where the pieces of a picture lie in the rows."""

    names: list[str | None]  # the place in a row of each piece
    unsure: set[str]  # places that the picture leaves open

    def pitch(self, pieces: Sequence[TablePiece], frame: RowFrame) -> float | None:
        """The distance between columns (mm) by all confident tiles in rows; None where these are few."""
        steps, distances = [], []
        for piece, name in zip(pieces, self.names, strict=True):
            if name is not None and piece.confidence >= MIN_CONFIDENCE:
                row, column = (int(part) for part in name.split("/")[1:])
                steps.append(column - MIDDLE)
                distances.append(frame.aside(piece.middle - frame.fives[row - 1]))
        beside = np.count_nonzero(steps)
        return float(np.dot(steps, distances) / np.dot(steps, steps)) if beside >= _MIN_TILES else None

    @property
    def beside_fives(self) -> bool:
        """Whether anything but the 5s has been laid."""
        return any(name is not None and not name.endswith(f"/{MIDDLE}") for name in self.names)


class _Rows:
    """Counts the tiles of each row from its 5 outward."""

    def __init__(self, frame: RowFrame, pitch: float, stock: Sequence[Points]) -> None:
        self._frame, self._pitch, self._stock = frame, pitch, stock
        # Where each row ends by now on its left (-1) and right (1): its outermost tile and that one's column.
        self._ends = {(row, side): (frame.fives[row], MIDDLE) for row in range(ROWS) for side in (-1, 1)}

    def laid(self, pieces: Sequence[TablePiece]) -> _Laid:
        """Assigns each piece to a row and column, from the 5s outward."""
        laid = _Laid([None] * len(pieces), set())
        for i in sorted(range(len(pieces)), key=lambda i: abs(self._aside(pieces[i]))):
            if not pieces[i].upright:
                self._lay(pieces[i], i, laid)
        laid.unsure.difference_update({name for name in laid.names if name is not None})
        return laid

    def _lay(self, piece: TablePiece, i: int, laid: _Laid) -> None:
        row = self._five_at(piece)
        if row is not None:
            laid.names[i] = f"row/{row + 1}/{MIDDLE}"
            return
        side = 1 if self._aside(piece) > 0 else -1
        rows, in_line = self._nearest_rows(piece, side)
        if not rows or (is_back(piece) and not self._ends_row(piece, rows[0], side)):
            return
        columns = self._columns(piece, rows[0], side)
        if in_line and len(rows) == len(columns) == 1:
            if 1 <= columns[0] <= COLUMNS:
                laid.names[i] = f"row/{rows[0] + 1}/{columns[0]}"
            if piece.confidence >= MIN_CONFIDENCE:
                self._ends[rows[0], side] = (piece.middle, columns[0])
        elif piece.confidence >= MIN_CONFIDENCE:
            laid.unsure.update(f"row/{row + 1}/{at}" for row in rows for at in self._columns(piece, row, side))

    def _aside(self, piece: TablePiece) -> float:
        """How far to the right of the column of 5s a piece lies (mm)."""
        return self._frame.aside(piece.middle - self._frame.middle)

    def _five_at(self, piece: TablePiece) -> int | None:
        far = np.linalg.norm(self._frame.fives - piece.middle, axis=1)
        return int(far.argmin()) if far.min() < _MAX_OFF_SPOT else None

    def _nearest_rows(self, piece: TablePiece, side: int) -> tuple[list[int], bool]:
        """The row in which a piece may lie, or several that are about as near; and whether the first is in line."""
        off = [abs(self._frame.along(piece.middle - self._ends[row, side][0])) for row in range(ROWS)]
        best = int(np.argmin(off))
        half = self._frame.half_gap(best)
        if off[best] > half + _MIN_ROW_MARGIN:
            return [], False
        others = (row for row in range(ROWS) if row != best and off[row] < off[best] + _MIN_ROW_MARGIN)
        return [best, *others], off[best] <= half

    def _columns(self, piece: TablePiece, row: int, side: int) -> list[int]:
        """The column in which a piece lies; two where it lies between them."""
        end, column = self._ends[row, side]
        steps = abs(self._frame.aside(piece.middle - end)) / self._pitch
        nearest = max(1, round(steps))
        clear = steps < 1 or abs(steps - nearest) < (_MAX_OFF_NEXT if nearest == 1 else _MAX_OFF_BEYOND)
        if nearest > 1 and clear:
            # Over a gap the distance from the 5 must agree.
            whole = abs(self._frame.aside(piece.middle - self._frame.fives[row])) / self._pitch
            clear = abs(whole - abs(column - MIDDLE) - nearest) < 0.5
        counts = [nearest] if clear else sorted({max(1, int(steps)), int(steps) + 1, nearest})
        return [column + side * count for count in counts]

    def _ends_row(self, piece: TablePiece, row: int, side: int) -> bool:
        """Whether a face-down tile lies right where a row goes on, and is not known to be of the stock."""
        if any(np.hypot(*(piece.middle - spot)) < _MAX_OFF_SPOT for spot in self._stock):
            return False
        apart = piece.middle - self._ends[row, side][0]
        return (
            abs(self._frame.along(apart)) < _MAX_BACK_ASIDE and abs(self._frame.aside(apart)) < _NEIGHBOUR_STEP_RANGE[1]
        )


def _pitch(frame: RowFrame, pieces: Sequence[TablePiece]) -> float:
    """An estimate of the distance between columns (mm): the median gap of neighbours, or what is usual."""
    gaps = list(
        _gaps(frame, [piece.middle for piece in pieces if piece.confidence >= MIN_CONFIDENCE and not is_back(piece)])
    )
    return float(np.median(gaps)) if len(gaps) >= 3 else _USUAL_PITCH


def _gaps(frame: RowFrame, middles: Sequence[Points]) -> Iterator[float]:
    """The distance of each tile from its neighbour towards the 5s (mm)."""
    for middle in middles:
        outside = frame.aside(middle - frame.middle)
        in_line = [middle - spot for spot in middles if abs(frame.along(middle - spot)) < _MAX_BACK_ASIDE]
        inward = [frame.aside(apart) * float(np.sign(outside)) for apart in in_line]
        near = [gap for gap in inward if _NEIGHBOUR_STEP_RANGE[0] < gap < _NEIGHBOUR_STEP_RANGE[1]]
        if abs(outside) > _MAX_OFF_SPOT and near:
            yield min(near)
