"""Reads the pictures of one game's table, and gives the other parts of such a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from device.drop_it.frame_table import FrameTable
from engines.messages import Fact
from vision.card_table_reader import CardTableReader
from vision.places.cards.places import CardPlaces
from vision.reading import Picture, Points, Reading
from vision.table_reader import TableReader


class Remembering(Protocol):
    """A part with memory of a table that must survive a restart."""

    def memory(self) -> object:
        """Its memory, as plain JSON data."""

    def remember(self, memory: object) -> None:
        """Continue from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""


class Board(Protocol):
    """A sheet whose position in the pictures a reader keeps."""

    def set_field(self, corners: Points, width: int) -> None:
        """Set the field's corners (4 × 2 px of a picture of `width` px) as people tapped them."""

    def forget_board(self) -> None:
        """Forget where the board lies, and find it again."""


@dataclass(frozen=True)
class GameReader:
    """Reads the pictures of one table; parts that a kind of table lacks are None.

    >>> import numpy as np
    >>> blind = GameReader(lambda picture: Reading(None, ()))
    >>> blind.read(np.zeros((96, 128, 3), np.uint8)).pieces, blind.board
    ((), None)
    """

    read: Callable[[Picture], Reading]
    memory: Remembering | None = None  # memory of the table that must survive a restart
    board: Board | None = None  # the sheet that tiles lie on
    zones: CardPlaces | None = None  # positions of piles of cards
    frame: FrameTable | None = None  # the frame of Drop It


# Makes a new reader by a game's name, seats and options; None as long as something must be taught first.
ReaderOf = Callable[[str, int, Mapping[str, Fact]], GameReader | None]


def reader_of_tiles(reader: TableReader) -> GameReader:
    """Read tiles on a sheet; looks for the board and hands in each picture."""
    return GameReader(lambda picture: reader.read(picture, check_board=True), memory=reader, board=reader)


def reader_of_cards(reader: CardTableReader) -> GameReader:
    """Read cards on a table without a sheet."""
    return GameReader(reader.read, memory=reader.places, zones=reader.places)


def reader_of_frame(reader: FrameTable) -> GameReader:
    """Read pieces in a frame."""
    return GameReader(reader.read, memory=reader, frame=reader)
