"""What every camera of the box gives, wherever its pictures come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engines.messages import Message, Refusal
from vision.reading import Picture

# What is asked for while watching: a tile is then about 35 × 48 pixels, and a picture is read in a few hundredths of
# a second.
WATCHING_SIZE = (1280, 960)
# EV by which a doubtful table is exposed less and more than the camera chose. Lamps that are mirrored in plastic are
# read from 2 to 6 EV less on, rooms that are too dark to read from 2 to 4 EV more.
BRACKET = (-6.0, -4.0, -2.0, 2.0, 4.0)


class CameraTrouble(Refusal):
    """A camera that gives no picture; the sentence says why and what to do. The next `capture` tries anew."""


@dataclass(frozen=True)
class Frame:
    """One picture of a camera."""

    picture: Picture
    at_s: float  # when it was taken, by a clock that never goes back
    # The file that it was read from; None for a live camera and a film, whose pictures follow each other without a gap.
    name: str | None = None
    is_settling: bool = False  # the camera sets focus, exposure and colours: the picture may be shown, but not read


class Camera:
    """A source of pictures, used by one thread at a time and closed by leaving its `with` block.

    `notices` grows by a message for everything that was skipped; whoever tells them takes them out.
    """

    def __init__(self) -> None:
        self.notices: list[Message] = []

    def capture(self, full: bool = False) -> Frame | None:
        """The table now, or None when the pictures are used up; raises `CameraTrouble`.

        With `full` a camera that can take a larger picture does so, which may take a second.
        """
        raise NotImplementedError

    def expose(self, more: float) -> None:
        """Expose from now on by so many EV more than the camera would choose, where that is possible."""

    def remember_focus(self, file: Path) -> None:
        """Keep in a file where its lens is sharp, and begin there at the next start, where it has a motor for that."""

    def bracket(self) -> Sequence[Picture]:
        """The table now, once for each exposure of `BRACKET`, in the size for watching; raises `CameraTrouble`.

        None of it where the camera cannot choose them, which a notice says if it should be able to. Afterwards it is
        exposed as before.
        """
        return ()

    def anew(self) -> "Camera":
        """Another camera that goes on after what this one has shown, to be used when this one fails or hangs."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close what is open."""
