"""What the camera shows of the table now, as the table's thread publishes it."""

from dataclasses import dataclass, replace
from typing import Literal

from engines.messages import Message, message
from engines.vocabulary import UNSURE
from vision.reading import Picture, Reading

# A still table may have been read only in other exposures or in a larger picture. While a camera is settling after a
# change of light, nothing is read.
Seeing = Literal["still", "exposures", "larger", "moving", "settling", "closer", "no_board", "no_camera", "by_hand"]
# Warnings that make a picture unusable: board turned or not, two decks mixed, an unknown deck.
UNUSABLE = ("turned_or_not", "twice", "untaught")


@dataclass(frozen=True)
class TableView:
    """The last picture, its reading, or why there is none."""

    seeing: Seeing = "moving"
    trouble: Message | None = None  # why there is no reading
    picture: Picture | None = None  # the last picture to be read; fused where exposures were bracketed
    reading: Reading | None = None  # of that picture
    measured: tuple[Picture, Reading] | None = None  # the last reading with marks, as long as what they show lies there
    closer_by: Seeing | None = None  # how the last reading was retaken, if it was
    is_looking_closer: bool = False  # the next picture is taken with more care, since the last left something open
    has_reader: bool = False  # False while something must be taught first, and where people enter the moves

    @property
    def warnings(self) -> list[Message]:
        """What people can correct in the last picture, each once; hands go away by themselves."""
        warned = () if self.reading is None else self.reading.warnings
        return list(dict.fromkeys(one.said() for one in warned if one.kind != "hand"))

    @property
    def has_unnamed(self) -> bool:
        """Whether the last picture shows pieces whose faces are unknown."""
        pieces = () if self.reading is None else self.reading.pieces
        return any(one.shown == UNSURE and one.pose != "upright" for one in pieces)

    @property
    def is_repeated(self) -> bool:
        """Whether tables like this one are read several times: cards, and pieces in a frame."""
        return self.reading is not None and self.reading.laid != "sheet"

    @property
    def may_be_sheet(self) -> bool:
        """Whether nothing known contradicts a table with a sheet."""
        return self.has_reader and not self.is_repeated

    def without_reading(self, picture: Picture, seeing: Seeing, trouble: Message) -> "TableView":
        """The view of an unreadable picture, so that what is not visible does not count as gone."""
        return replace(self, seeing=seeing, trouble=trouble, picture=picture, reading=None)

    def with_reading(self, picture: Picture, reading: Reading, is_elsewhere: bool) -> "TableView":
        """The view after a reading; `is_elsewhere`: the board seems to have moved from where it was read."""
        if reading.unreadable:
            return self.without_reading(picture, "no_board", reading.unreadable.said())
        view = replace(self, seeing="still", trouble=None, picture=picture, reading=reading)
        if reading.field is None:
            return replace(view, seeing="no_board", trouble=next(iter(view.warnings), message("table.no_board")))
        if reading.shows_hand or is_elsewhere:
            return replace(view, seeing="moving")
        if reading.marks or not reading.left_open:  # a new piece is measured in the next picture
            view = replace(view, measured=(picture, reading) if reading.marks else None)
        unusable = next((warned for warned in reading.warnings if warned.kind in UNUSABLE), None)
        return view if unusable is None else replace(view, trouble=unusable.said())
