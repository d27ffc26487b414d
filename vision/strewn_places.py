"""Places of tiles that are strewn anyhow, as in Character Search: `tile/1`, `tile/2`, … wherever each of them lies."""

from collections.abc import Sequence
from typing import Any

from vision.place_reader import Lying, Placed
from vision.spots import SURE, Spots, is_up

TILES = 72
_AT_ONCE = 2  # tiles that players turn up in a turn


class StrewnPlaces:
    """Numbers tiles in reading order and follows each of them.

    Before the first tile is turned up one is as good as another: they are numbered anew whenever they were strewn anew.

    >>> import numpy as np
    >>> back, face = {"back": 1.0}, {"back": 0.0, "5": 1.0}
    >>> tile = np.array([[-11.0, 15.0], [11.0, 15.0], [11.0, -15.0], [-11.0, -15.0]])
    >>> reader = StrewnPlaces()
    >>> reader.place([Lying(tile, back, 1.0), Lying(tile + [0, 60], back, 1.0)]).names
    ('tile/2', 'tile/1')
    >>> reader.place([Lying(tile + [5, 2], face, 1.0)]).places
    {'tile/1': {'empty': 1.0}, 'tile/2': {'empty': 0.0, 'back': 0.0, '5': 1.0}}
    """

    def __init__(self) -> None:
        self._spots = Spots(TILES)
        self._begun = False

    def place(self, pieces: Sequence[Lying]) -> Placed:
        """Where each tile lies; one that fits no place, and places that are in doubt, are left out."""
        if not self._spots.spots:
            self._spots.number(pieces)
        found = self._spots.follow(pieces, new=self._begun)
        up = sum(is_up(piece) for piece in pieces)
        if not found.fits and (not self._begun or (found.is_another and _as_at_start(pieces, up))):
            self._spots.number(pieces)
            found = self._spots.follow(pieces)
            self._begun = False
        elif 0 < up <= _AT_ONCE:
            self._begun = True
        names, places = self._spots.places(pieces, found, "tile")
        return Placed(tuple(names), places)

    def memory(self) -> Any:
        """What must be kept to go on after a restart, as plain data: spots in mm and whether a tile lies there."""
        return {"spots": self._spots.to_json(), "begun": self._begun}

    def remember(self, memory: Any) -> None:
        """Goes on from what `memory` gave."""
        self._spots.from_json(memory["spots"])
        self._begun = bool(memory["begun"])


def _as_at_start(pieces: Sequence[Lying], up: int) -> bool:
    """Whether all tiles lie face down."""
    return up == 0 and sum(piece.sure >= SURE for piece in pieces) == TILES
