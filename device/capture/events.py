"""Events that the camera's thread puts on the table's queue."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.hardware.camera import Frame
from engines.messages import Message
from vision.reading import Picture


@dataclass(frozen=True)
class FrameTaken:
    """The camera has taken a picture."""

    frame: Frame
    full: bool = False  # in the camera's full size, since the last picture left something open
    bracket: Sequence[Picture] = ()  # the same table in other exposures, taken just before


@dataclass(frozen=True)
class CameraLost:
    """The camera gives no pictures."""

    said: Message  # why


@dataclass(frozen=True)
class CameraBack:
    """The camera gives pictures again."""


@dataclass(frozen=True)
class Noticed:
    """A message to announce once; other parts of the box post it too."""

    said: Message
