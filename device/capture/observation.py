"""One observation of the table: everything that one picture says of it."""

from dataclasses import dataclass

from vision.reading import Picture, Reading


@dataclass(frozen=True)
class Observation:
    """The reading of a still table."""

    # Greater for each later one. Two with the same serial are the same observation, which is judged again.
    serial: int
    # When the picture was taken (s, of the camera's clock).
    at_s: float
    # The picture that was read, fused where several exposures were taken; None where none is to be kept.
    picture: Picture | None
    reading: Reading
    # From where an arm has reached over the board since the observation before (degrees, `vision.quality.reach`).
    reached: float | None = None
    # Before it no picture was still for so long that several turns may have been made.
    is_unwatched: bool = False
