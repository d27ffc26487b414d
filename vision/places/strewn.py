"""Places of tiles that are strewn without order, as in Character Search: `tile/1`, `tile/2`, …"""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

import msgspec
import numpy as np

from vision.places.base import Placed, TablePiece
from vision.places.tracker import MIN_CONFIDENCE, SpotMemory, Spots, is_up
from vision.reading import Points

TILES = 72
_MAX_TURNED_UP = 2  # tiles that players turn up in a turn
_MAX_CORNER_ERROR = 0.015  # of a side of the field (4 mm): corners that moved by less have not moved


class _Memory(TypedDict):
    spots: list[SpotMemory]
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
        self._field: Points | None = None  # its corners now
        self._field_then: Points | None = None  # its corners when the tiles were followed last
        self._is_oriented = self._was_oriented = False

    def see_field(self, field: Points, is_oriented: bool = False) -> None:
        """Takes the corners of the field in the picture that is read next, see `SeesField`."""
        self._field, self._is_oriented = field, is_oriented

    def place(self, pieces: Sequence[TablePiece]) -> Placed:
        """Assigns the tiles of a picture to places; tiles that fit none, and doubtful places, are left out."""
        if not self._spots.spots:
            self._spots.number(pieces)
        in_place = (self._is_oriented and self._was_oriented) or _is_in_place(self._field, self._field_then)
        found = self._spots.follow(pieces, self._begun, in_place)
        up = sum(is_up(piece) for piece in pieces)
        if not found.fits and (not self._begun or (found.is_another and _is_at_start(pieces, up))):
            self._spots.number(pieces)
            found = self._spots.follow(pieces)
            self._begun = False
        elif 0 < up <= _MAX_TURNED_UP:
            self._begun = True
        if not found.turned_or_not:
            self._field_then, self._was_oriented = self._field, self._is_oriented
        names, places = self._spots.places(pieces, found, "tile")
        return Placed(tuple(names), places, found.turned_or_not)

    def memory(self) -> object:
        """The state that must survive a restart, as plain data: spots in mm, and the corners of the field."""
        field = None if self._field_then is None else self._field_then.round(4).tolist()
        return {"spots": self._spots.to_json(), "begun": self._begun, "field": field}

    def remember(self, memory: object) -> None:
        """Restores the state that `memory` gave."""
        kept = msgspec.convert(memory, _Memory)
        self._spots.from_json(kept["spots"])
        self._begun, field = kept["begun"], kept.get("field")
        self._field_then = None if field is None else np.array(field, np.float64).reshape(4, 2)


def _is_in_place(field: Points | None, before: Points | None) -> bool:
    """Whether a field lies where it was, whichever corner comes first; True where that is unknown."""
    if field is None or before is None:
        return True
    far = min(float(np.linalg.norm(np.roll(field, i, axis=0) - before, axis=1).max()) for i in range(4))
    return far < _MAX_CORNER_ERROR * float(np.linalg.norm(before[1] - before[0]))


def _is_at_start(pieces: Sequence[TablePiece], up: int) -> bool:
    """Whether all tiles lie face down."""
    return up == 0 and sum(piece.confidence >= MIN_CONFIDENCE for piece in pieces) == TILES
