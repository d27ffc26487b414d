"""The interface of every camera of the box."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engines.messages import Message, Refusal
from vision.reading import Picture

# Requested while watching: a tile is then about 35 × 48 pixels, and reading a picture takes a few hundredths of a
# second.
WATCHING_SIZE = (1280, 960)
# Exposures (EV) relative to the camera's choice in which a doubtful table is taken. Lamps mirrored in plastic are
# readable from 2 to 6 EV less, rooms that are too dark from 2 to 4 EV more.
BRACKET = (-6.0, -4.0, -2.0, 2.0, 4.0)


class CameraTrouble(Refusal):
    """A camera gives no picture; the message says why and what to do. The next `capture` tries again."""


@dataclass(frozen=True)
class Frame:
    """One picture of a camera."""

    picture: Picture
    at_s: float  # when it was taken, by a monotonic clock
    # The file that it was read from; None for a live camera and for a film, whose pictures follow without gaps.
    name: str | None = None
    is_settling: bool = False  # the camera adjusts focus, exposure and colours: the picture may be shown, but not read
    is_of_game: bool = True  # otherwise it shows a lesson at the demo table, which the table does not read


class Camera:
    """A source of pictures, used by one thread at a time and closed by leaving its `with` block.

    `notices` grows by a message for everything that was skipped; the caller reports and removes them.
    """

    def __init__(self) -> None:
        self.notices: list[Message] = []

    def capture(self, full: bool = False) -> Frame | None:
        """The table now, or None when the pictures are used up; raises `CameraTrouble`.

        With `full`, a camera that can take a larger picture does so, which may take a second.
        """
        raise NotImplementedError

    def expose(self, more: float) -> None:
        """Expose from now on by `more` EV relative to the camera's choice, where possible."""

    def remember_focus(self, file: Path) -> None:
        """Keep its sharp lens position in a file, and start there next time, if it has a focus motor."""

    def bracket(self) -> Sequence[Picture]:
        """The table now, once for each exposure of `BRACKET`, in the watching size; raises `CameraTrouble`.

        Empty if the camera cannot choose exposures, with a notice if it should be able to. Afterwards the exposure is
        restored.
        """
        return ()

    def anew(self) -> "Camera":
        """Another camera that continues after what this one has shown, for when this one fails or hangs."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close what is open."""
