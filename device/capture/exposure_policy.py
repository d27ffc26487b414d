"""Decides how the next picture is taken: how it is exposed, in which size, and whether in several exposures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.quality.exposure import lacking_exposure
from vision.reading import Picture, Points

# EV by which pictures of cards are exposed less or more than the camera would choose for the whole table.
MIN_EXPOSURE, MAX_EXPOSURE = -3.0, 1.0
# s within which other exposures are not tried twice, whatever moves.
MIN_BRACKET_INTERVAL_S = 4.0

CloserLook = Literal["bracket", "full"]


@dataclass(frozen=True)
class NextCapture:
    """What the camera does next."""

    pause_s: float  # before the next picture
    full: bool = False  # take it in full size
    bracket: bool = False  # take other exposures before it; a camera that has none takes it in full size instead
    exposure: float = 0.0  # EV more than the camera would choose
    again: bool = False  # read the last picture once more: a folder has but one of each table


class ExposurePolicy:
    """Keeps cards well exposed, and has a doubtful table taken with more care, once while it lies still.

    >>> policy = ExposurePolicy()
    >>> [policy.closer_look(at_s, is_read=True, is_open=True, is_unsettled=True, is_sheet=True) for at_s in (1.0, 2.0)]
    ['bracket', 'full']
    """

    def __init__(self) -> None:
        self.exposure = 0.0  # EV more than the camera would choose
        self._is_full_taken = False  # since something has moved
        self._is_bracketed = False  # while something is open
        self._bracketed_at: float | None = None  # s

    def expose_for(self, picture: Picture, face_up: Sequence[Points]) -> None:
        """Expose the next picture for these pieces (n × 2 px each): by more than the camera chooses only for some."""
        most = MAX_EXPOSURE if face_up else 0.0
        self.exposure = min(max(self.exposure + lacking_exposure(picture, face_up), MIN_EXPOSURE), most)

    def leave_to_camera(self) -> None:
        """Expose the next picture as the camera chooses."""
        self.exposure = 0.0

    def restart(self) -> None:
        """Something has moved: a closer look may help again."""
        self._is_full_taken = self._is_bracketed = False

    def note_full(self) -> None:
        """Take note that a picture in full size is being read."""
        self._is_full_taken = True

    def closer_look(
        self, at_s: float, is_read: bool, is_open: bool, is_unsettled: bool, is_sheet: bool
    ) -> CloserLook | None:
        """How the still table of `at_s` is to be taken with more care, if it is.

        `is_read`: it was read just now. `is_open`: its field was not found, or something on it is open.
        `is_unsettled`: the game waits for another reading. `is_sheet`: other exposures help, as on a sheet.
        """
        self._is_bracketed &= is_open
        if is_read and is_open and is_sheet and not self._is_bracketed and not self._is_bracketed_lately(at_s):
            self._is_bracketed, self._bracketed_at = True, at_s
            return "bracket"
        return "full" if is_read and is_unsettled and not self._is_full_taken else None

    def _is_bracketed_lately(self, at_s: float) -> bool:
        """Where a camera takes long to expose as before, that looks like something that moves."""
        return self._bracketed_at is not None and at_s - self._bracketed_at < MIN_BRACKET_INTERVAL_S
