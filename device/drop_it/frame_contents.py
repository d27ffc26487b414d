"""The frame as a camera sees it: what is printed in it, and what lies there."""

from dataclasses import dataclass

from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Polygon


@dataclass(frozen=True)
class LyingPiece:
    """A piece that lies in a frame."""

    piece: str  # its name
    outline: Polygon  # mm


@dataclass(frozen=True)
class FrameContents:
    """A frame and what lies in it."""

    frame: Frame
    pieces: tuple[LyingPiece, ...]  # in the order in which they came
