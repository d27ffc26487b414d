"""Places of tiles that are strewn without order, as in Character Search: `tile/1`, `tile/2`, …"""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

import msgspec
import numpy as np

from vision.places.base import FieldPose, Placed, TablePiece
from vision.places.tracker import MIN_CONFIDENCE, Spot, Spots, is_up

TILES = 72
_MAX_TURNED_UP = 2  # tiles that players turn up in a turn
_MAX_CORNER_ERROR = 0.015  # of a side of the field (4 mm): corners that moved by less have not moved


class _Memory(TypedDict):
    spots: list[Spot]
    begun: bool
    field: NotRequired[list[list[float]] | None]  # earlier versions did not write it


class StrewnPlaces:
    """Numbers tiles in reading order and follows each of them.

    Before the first tile is turned up all are equal, so that they are numbered anew whenever they were strewn anew.

    >>> import numpy as np
    >>> back, face = {"back": 1.0}, {"back": 0.0, "5": 1.0}
    >>> tile = np.array([[-11.0, 15.0], [11.0, 15.0], [11.0, -15.0], [-11.0, -15.0]])
    >>> reader = StrewnPlaces()
    >>> reader.place([TablePiece(tile, back, 1.0), TablePiece(tile + [0, 60], back, 1.0)]).names
    ('tile/2', 'tile/1')
    >>> reader.place([TablePiece(tile + [5, 2], face, 1.0)]).places
    {'tile/1': {'empty': 1.0}, 'tile/2': {'empty': 0.0, 'back': 0.0, '5': 1.0}}
    """

    def __init__(self) -> None:
        self._spots = Spots(TILES)
        self._begun = False
        self._field: FieldPose | None = None  # when the tiles were followed last

    def place(self, pieces: Sequence[TablePiece], field: FieldPose | None = None, /) -> Placed:
        """Assigns the tiles of a picture to places; tiles that fit none, and doubtful places, are left out."""
        if not self._spots.spots:
            self._spots.number(pieces)
        found = self._spots.follow(pieces, self._begun, _is_in_place(field, self._field))
        up = sum(is_up(piece) for piece in pieces)
        if not found.fits and (not self._begun or (found.is_another and _is_at_start(pieces, up))):
            self._spots.number(pieces)
            found = self._spots.follow(pieces)
            self._begun = False
        elif 0 < up <= _MAX_TURNED_UP:
            self._begun = True
        if not found.turned_or_not:
            self._field = field
        names, places = self._spots.places(pieces, found, "tile")
        return Placed(tuple(names), places, found.turned_or_not)

    @property
    def memory(self) -> object:
        """The state that must survive a restart, as plain data: spots in mm, and the corners of the field."""
        field = None if self._field is None else self._field.corners.round(4).tolist()
        return {"spots": self._spots.to_json(), "begun": self._begun, "field": field}

    @memory.setter
    def memory(self, memory: object) -> None:
        kept = msgspec.convert(memory, _Memory)
        self._spots.restore(kept["spots"])
        self._begun, field = kept["begun"], kept.get("field")
        self._field = None if field is None else FieldPose(np.array(field, np.float64).reshape(4, 2))


def _is_in_place(field: FieldPose | None, before: FieldPose | None) -> bool:
    """Whether a field lies where it was, whichever corner comes first; True where that is unknown.

    Where both go by the sheet's print, the tiles have moved with their field.
    """
    if field is None or before is None or (field.is_oriented and before.is_oriented):
        return True
    now, then = field.corners, before.corners
    far = min(float(np.linalg.norm(np.roll(now, i, axis=0) - then, axis=1).max()) for i in range(4))
    return far < _MAX_CORNER_ERROR * float(np.linalg.norm(then[1] - then[0]))


def _is_at_start(pieces: Sequence[TablePiece], up: int) -> bool:
    """Whether all tiles lie face down."""
    return up == 0 and sum(piece.confidence >= MIN_CONFIDENCE for piece in pieces) == TILES
