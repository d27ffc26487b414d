"""One observation of the table: everything that the referee is given of one picture."""

from dataclasses import dataclass

from device.record.pictures import Photo
from vision.reading import Reading


@dataclass(frozen=True)
class Observation:
    """A reading of a still table, and the picture that it was made of."""

    # Greater for each later one. Two with the same serial are the same observation, which is judged again.
    serial: int
    # When the picture was taken (s, of the camera's clock).
    at_s: float
    # What the picture shows, and what moved before it (`Reading.reached`, `Reading.unwatched`).
    reading: Reading
    # The picture, to be kept with the moves that it shows; None where none is kept.
    picture: Photo | None = None
