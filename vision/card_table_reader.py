"""Reads a table of cards, which lie without a sheet: the cards of one picture, as places of a game."""

from collections.abc import Callable, Sequence

import numpy as np

from vision.cards.reading import DetectedCard
from vision.places.cards.places import CardPlaces
from vision.quality.exposure import too_dark
from vision.reading import Picture, PictureWarning, Points, Reading


class CardTableReader:
    """Reads pictures of one table; `find` gives the cards of a picture, in its own pixels.

    The whole picture is the table's field. Where the camera or the table is pushed, the places move with the cards.

    >>> from vision.places.cards.dealt import dealt_zones
    >>> reader = CardTableReader(lambda picture: [], CardPlaces(dealt_zones))
    >>> reader.read(np.full((90, 120, 3), 128, np.uint8)).places
    {}
    """

    def __init__(self, find: Callable[[Picture], Sequence[DetectedCard]], places: CardPlaces) -> None:
        self.places = places
        self._find = find

    def set_field(self, corners: Points, width: int) -> None:
        """Nothing: no sheet lies on the table."""

    def forget_board(self) -> None:
        """Nothing: no sheet lies on the table."""

    def memory(self) -> object:
        """What its places must remember over a restart, as plain JSON data."""
        return self.places.memory()

    def remember(self, memory: object) -> None:
        """Continues from what `memory` gave."""
        self.places.remember(memory)

    def read(self, picture: Picture, check_board: bool = False) -> Reading:
        """What the picture (height × width × 3, BGR) shows."""
        del check_board  # there is none
        high, wide = picture.shape[:2]
        field = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], np.float64)
        if too_dark(picture, field):
            return Reading(field, (), {}, (PictureWarning("too_dark"),), on_sheet=False)
        cards = self._find(picture)
        placed = self.places.place(cards, wide)
        pieces = tuple(card.as_piece(name) for card, name in zip(cards, placed.names, strict=True))
        return Reading(field, pieces, placed.places, left_open=placed.left_open, on_sheet=False)
