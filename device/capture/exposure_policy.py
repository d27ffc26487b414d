"""Decides how to take the next picture: its exposure, its size, and whether to bracket exposures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from vision.quality.exposure import lacking_exposure
from vision.reading import Picture, Points

# Limits (EV) of the exposure of cards, relative to what the camera would choose for the whole table.
MIN_EXPOSURE, MAX_EXPOSURE = -3.0, 1.0
# Minimum time (s) between two brackets, whatever moves.
MIN_BRACKET_INTERVAL_S = 4.0

RetakeKind = Literal["bracket", "full"]


@dataclass(frozen=True)
class NextCapture:
    """What the camera does next."""

    pause_s: float  # before the next picture
    full: bool = False  # take the next picture in full size
    bracket: bool = False  # bracket exposures before it; a camera that cannot takes it in full size instead
    exposure: float = 0.0  # EV more than the camera would choose
    again: bool = False  # read the last picture again: a folder has only one of each table


class ExposurePolicy:
    """Keeps cards well exposed, and has a doubtful table retaken with more care, once while it lies still.

    >>> policy = ExposurePolicy()
    >>> [policy.retake(at_s, is_read=True, is_open=True, is_unsettled=True, is_sheet=True) for at_s in (1.0, 2.0)]
    ['bracket', 'full']
    """

    def __init__(self) -> None:
        self.exposure = 0.0  # EV more than the camera would choose
        self._is_full_taken = False  # since something has moved
        self._is_bracketed = False  # while something is open
        self._bracketed_at: float | None = None  # s

    def expose_for(self, picture: Picture, face_up: Sequence[Points]) -> None:
        """Expose the next picture for these pieces (n × 2 px each); brighter than the camera's choice only if there are
        some.
        """
        limit = MAX_EXPOSURE if face_up else 0.0
        self.exposure = min(max(self.exposure + lacking_exposure(picture, face_up), MIN_EXPOSURE), limit)

    def leave_to_camera(self) -> None:
        """Expose the next picture as the camera chooses."""
        self.exposure = 0.0

    def restart(self) -> None:
        """Allow another retake, since something has moved."""
        self._is_full_taken = self._is_bracketed = False

    def note_full(self) -> None:
        """Note that a full-size picture is being read."""
        self._is_full_taken = True

    def retake(
        self, at_s: float, is_read: bool, is_open: bool, is_unsettled: bool, is_sheet: bool
    ) -> RetakeKind | None:
        """How to retake the still table of `at_s`, if at all.

        `is_read`: it was read just now. `is_open`: its field was not found, or something on it is open. `is_unsettled`:
        the game waits for another reading. `is_sheet`: bracketing helps, as on a sheet.
        """
        self._is_bracketed &= is_open
        if is_read and is_open and is_sheet and not self._is_bracketed and not self._is_bracketed_lately(at_s):
            self._is_bracketed, self._bracketed_at = True, at_s
            return "bracket"
        return "full" if is_read and is_unsettled and not self._is_full_taken else None

    def _is_bracketed_lately(self, at_s: float) -> bool:
        """Whether exposures were bracketed recently; a camera slow to return to normal looks like movement."""
        return self._bracketed_at is not None and at_s - self._bracketed_at < MIN_BRACKET_INTERVAL_S
