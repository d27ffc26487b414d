"""The frame as a camera sees it: what is printed in it, and what lies there."""

from dataclasses import dataclass

from engines.drop_it.frame import Frame
from engines.drop_it.geometry import Polygon


@dataclass(frozen=True)
class Lying:
    """A piece that lies in a frame, and its outline (mm)."""

    piece: str
    outline: Polygon


@dataclass(frozen=True)
class FrameSeen:
    """A frame and its pieces, in the order in which they came."""

    frame: Frame
    pieces: tuple[Lying, ...]
