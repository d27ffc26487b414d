"""Decides from movement on the table whether a picture is due to be read.

While nothing moves, pictures are only compared with each other, which is cheap.
"""

from collections.abc import Callable
from typing import Literal, Protocol

from device.hardware.camera import Frame
from vision.quality.reach import Reach
from vision.quality.stillness import Stillness
from vision.reading import Picture, Points

# Intervals (s) at which a still table is read again: while something is open, and otherwise in case a move went
# unnoticed.
OPEN_INTERVAL_S, IDLE_INTERVAL_S = 2.0, 30.0
# One picture of cards in twenty misses a card: after each movement, this many are read at this interval. A folder has
# one picture of each table, which is read as often, or up to `MAX_OPEN_READINGS` times while something is open.
CARD_READINGS, CARD_INTERVAL_S = 3, 0.7
# Minimum time (s) for two turns: a longer time without a still picture may hide several.
MIN_TURNS_S = 6.0
MOVING_PAUSE_S = 0.05
STILL_PAUSE_S = 0.1
IDLE_PAUSE_S, IDLE_AFTER_S = 0.4, 5.0
REST_PAUSE_S, REST_AFTER_S = 0.8, 15.0  # a hand stays over the table for longer, so that a move in progress is noticed

Motion = Literal["still", "moving", "settling"]


class MotionDetector(Protocol):
    """Detects motion by comparing each picture with earlier ones: `vision.quality.stillness.Stillness`."""

    def is_still(self, picture: Picture, at_s: float) -> bool:
        """Whether the table is still."""

    def fits(self, picture: Picture) -> bool:
        """Whether a picture in another size shows the same as the last one."""


class MotionGate:
    """Knows whether and since when the table is still, and when it was last read.

    >>> import numpy as np
    >>> gate, table = MotionGate(), np.zeros((96, 128, 3), np.uint8)
    >>> gate.watch(Frame(table, 0.0)), gate.watch(Frame(table, 0.5)), gate.is_due(0.5, is_open=False, is_repeated=False)
    ('moving', 'still', True)
    >>> gate.note_reading(0.5)
    >>> [gate.is_due(at_s, is_open=True, is_repeated=False) for at_s in (1.0, 2.5)]
    [False, True]
    """

    def __init__(self, detector: MotionDetector | None = None) -> None:
        self.readings = 0  # since the last movement, or of this picture of a folder
        self._new_detector: Callable[[], MotionDetector] = Stillness if detector is None else lambda: detector
        self._detector = self._new_detector()
        self._reach = Reach()
        self._name: str | None = None  # name of the last frame, in a folder
        self._still_since: float | None = None  # s
        self._last_still_s: float | None = None
        self._is_unwatched = False  # no frame was still for long, and none has been read since
        self._obstructed_since: float | None = None  # since when (s) something has been over the table
        self._read_at: float | None = None  # s

    @property
    def is_recorded(self) -> bool:
        """Whether frames come from a folder, which has one of each table."""
        return self._name is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moved in the last frame that was watched."""
        return self._still_since is not None

    def begin(self, frame: Frame) -> None:
        """Note the next frame's name."""
        if frame.name != self._name:
            self._name, self.readings = frame.name, 0

    def watch(self, frame: Frame) -> Motion:
        """Compare a frame with earlier ones; while the camera adjusts its exposure, the table is settling."""
        if not self._detector.is_still(frame.picture, frame.at_s) or frame.is_settling:
            self._still_since = self._read_at = None
            self.readings = 0
            if frame.is_settling:
                return "settling"
            self._reach.see(frame.picture)
            return "moving"
        if self._still_since is None:
            self._still_since = frame.at_s
        self._is_unwatched |= self._last_still_s is not None and frame.at_s - self._last_still_s > MIN_TURNS_S
        self._last_still_s = frame.at_s
        return "still"

    def fits(self, picture: Picture) -> bool:
        """Whether a picture in another size or exposure shows the table of the last frame."""
        return self._detector.fits(picture)

    def is_due(self, at_s: float, is_open: bool, is_repeated: bool) -> bool:
        """Whether to read a still table at `at_s`.

        `is_open`: the last reading left something open. `is_repeated`: tables of this kind are read several times.
        """
        if self._read_at is None:
            return True
        if is_repeated and (is_open or self.readings < CARD_READINGS):
            return at_s - self._read_at >= CARD_INTERVAL_S
        return at_s - self._read_at >= (OPEN_INTERVAL_S if is_open else IDLE_INTERVAL_S)

    def note_reading(self, at_s: float) -> None:
        """Note that the frame of `at_s` is being read."""
        self._read_at = at_s
        self.readings += 1

    def is_read(self, at_s: float) -> bool:
        """Whether the frame of `at_s` was the last to be read."""
        return self._read_at == at_s

    def watch_reach(self, picture: Picture) -> None:
        """Detect an arm over a table that was read."""
        self._reach.see(picture)

    def rest(self, picture: Picture, field: Points) -> tuple[float | None, bool]:
        """Restart the watch from a table that was read at rest, with its field at `field` (4 × 2 px).

        Returns `Observation.reached` and `Observation.is_unwatched` of the time before.
        """
        reached = self._reach.direction
        self._reach.rest(picture, field)
        unwatched, self._is_unwatched = self._is_unwatched, False
        return reached, unwatched

    def is_obstructed(self, at_s: float, is_moving: bool, longest_s: float) -> bool:
        """Whether something has moved or lain over the table for `longest_s` seconds."""
        if not is_moving:
            self._obstructed_since = None
            return False
        if self._obstructed_since is None:
            self._obstructed_since = at_s
        return at_s - self._obstructed_since >= longest_s

    def pause_s(self, at_s: float) -> float:
        """How long the camera waits before the next frame (s)."""
        if self._still_since is None:
            return MOVING_PAUSE_S
        still_s = at_s - self._still_since
        if still_s > REST_AFTER_S:
            return REST_PAUSE_S
        return IDLE_PAUSE_S if still_s > IDLE_AFTER_S else STILL_PAUSE_S

    def request_reading(self) -> None:
        """Have the next still frame read, even if nothing has moved."""
        self._read_at = None

    def watch_anew(self) -> None:
        """Forget the table: another is being set up, to be read once it has been still."""
        self._detector, self._still_since = self._new_detector(), None
        self.request_reading()
