"""What reads the pictures of one game's tables, and what else that kind of table has."""

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
    """What knows something of a table that must survive a restart."""

    def memory(self) -> object:
        """What it knows, as plain JSON data."""

    def remember(self, memory: object) -> None:
        """Continue from what `memory` gave; raises `KeyError`, `TypeError` or `ValueError` for other data."""


class Board(Protocol):
    """A sheet whose place in the pictures a reader keeps."""

    def set_field(self, corners: Points, width: int) -> None:
        """Take the field's corners (4 × 2 px of a picture of `width` px) from people."""

    def forget_board(self) -> None:
        """Find the board again."""


@dataclass(frozen=True)
class GameReader:
    """Reads the pictures of one table; each part that a kind of table may have is None where it has none.

    >>> import numpy as np
    >>> blind = GameReader(lambda picture: Reading(None, ()))
    >>> blind.read(np.zeros((96, 128, 3), np.uint8)).pieces, blind.board
    ((), None)
    """

    read: Callable[[Picture], Reading]
    memory: Remembering | None = None  # what it knows of the table and must survive a restart
    board: Board | None = None  # the sheet that tiles lie on
    zones: CardPlaces | None = None  # where piles of cards lie
    frame: FrameTable | None = None  # the frame of Drop It


# A new reader of the tables of a game, by its name, seats and options; None as long as something must be taught first.
ReaderOf = Callable[[str, int, Mapping[str, Fact]], GameReader | None]


def reader_of_tiles(reader: TableReader) -> GameReader:
    """Read tiles on a sheet, whose board and any hands are looked for in each picture."""
    return GameReader(lambda picture: reader.read(picture, check_board=True), memory=reader, board=reader)


def reader_of_cards(reader: CardTableReader) -> GameReader:
    """Read cards on a table without a sheet."""
    return GameReader(reader.read, memory=reader.places, zones=reader.places)


def reader_of_frame(reader: FrameTable) -> GameReader:
    """Read pieces in a frame."""
    return GameReader(reader.read, memory=reader, frame=reader)
