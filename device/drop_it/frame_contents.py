"""The frame as a camera sees it: its print, and the pieces in it."""

from dataclasses import dataclass

from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Polygon


@dataclass(frozen=True)
class LyingPiece:
    """A piece in a frame."""

    piece: str  # its name
    outline: Polygon  # mm


@dataclass(frozen=True)
class FrameContents:
    """A frame and the pieces in it."""

    frame: Frame
    pieces: tuple[LyingPiece, ...]  # in the order in which they came
