"""One observation of the table: everything that one picture shows."""

from dataclasses import dataclass

from vision.reading import Picture, Reading


@dataclass(frozen=True)
class Observation:
    """The reading of a still table."""

    # Increases with each observation. The same serial means the same observation, judged again.
    serial: int
    # When the picture was taken (s, by the camera's clock).
    at_s: float
    # The picture that was read, fused where several exposures were taken; None where none is to be kept.
    picture: Picture | None
    reading: Reading
    # Direction from which an arm has reached over the board since the previous observation (degrees,
    # `vision.quality.reach`).
    reached: float | None = None
    # Whether no picture before it was still for so long that several turns may have been made.
    is_unwatched: bool = False
