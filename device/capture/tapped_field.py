"""Keeps the tapped corners of the playing field beside the journal, until the board has clearly moved.

People tap the four corners when the box does not find the board by itself, or finds it in the wrong place. So the box's
detection at that moment is kept too: only a detection in a third place means that the board has moved.

>>> field, width = TappedField(), 1000
>>> tapped = np.array([[200.0, 200.0], [700.0, 200.0], [700.0, 700.0], [200.0, 700.0]])
>>> field.give(tapped, width, None)
>>> [field.has_moved(detected, width) for detected in (None, tapped + 4, tapped + 60, tapped + 61)]
[False, False, False, True]
"""

import json
from pathlib import Path

import numpy as np

from device.capture.field_shape import first_mistake
from device.system.whole_files import keep_json, read_kept
from engines.messages import Message
from vision.reading import Points

# Maximum shift, as a share of the field's side: half a square of a board of eight. Beyond it tiles are read on a
# neighbouring square.
MAX_SHIFT = 0.06
_MAX_COORDINATE = 4.0  # maximum coordinate, in picture widths: no visible or guessed corner lies as far


class TappedField:
    """The four tapped corners, as shares of the picture's width; without a `path` they are kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Message | None = None  # what is wrong with the file
        self._path = path
        self._corners: Points | None = None  # 4 × 2
        self._detected_then: Points | None = None  # the box's detection when they were tapped
        self._elsewhere: Points | None = None  # the last reading's detection, if away from both
        self._load()

    @property
    def is_known(self) -> bool:
        """Whether there are tapped corners that still fit."""
        return self._corners is not None

    @property
    def in_doubt(self) -> bool:
        """Whether the last reading had the board elsewhere, so that another is needed soon."""
        return self._elsewhere is not None

    def corners(self, width: int) -> Points | None:
        """The corners (4 × 2 px) in a picture of this width, or None if nobody has tapped any."""
        return None if self._corners is None else self._corners * width

    def fitting(self, size: tuple[int, int]) -> Points | None:
        """The corners in a picture of a size (width, height), or None where they can be no field in it.

        They cannot after the camera was replaced, or where somebody has changed the file.
        """
        corners = self.corners(size[0])
        return corners if corners is not None and first_mistake([(x, y) for x, y in corners], size) is None else None

    def give(self, corners: Points, width: int, detected: Points | None) -> None:
        """Keep corners (4 × 2 px of a picture of this width), and the box's own detection at that moment."""
        self._corners, self._detected_then = corners / width, None if detected is None else detected / width
        self._elsewhere = None
        self._save()

    def forget(self) -> None:
        """Forget the corners: they no longer fit."""
        self._corners = self._detected_then = self._elsewhere = None
        self._save()

    def has_moved(self, detected: Points | None, width: int) -> bool:
        """Whether the board is clearly elsewhere, given its detection now: two successive detections must agree."""
        before, self._elsewhere = self._elsewhere, None
        if self._corners is None or detected is None:
            return False
        places = (self._corners, *(() if self._detected_then is None else (self._detected_then,)))
        if min(_distance(detected / width, place) for place in places) < MAX_SHIFT:
            return False
        self._elsewhere = detected / width
        return before is not None and _distance(self._elsewhere, before) < MAX_SHIFT

    def _load(self) -> None:
        if self._path is None:
            return
        kept, self.trouble = read_kept(self._path, _corners, "table.field_damaged")
        self._corners, self._detected_then = kept or (None, None)

    def _save(self) -> None:
        """Write the file; after a power cut it is the old or the new one."""
        if self._path is not None:
            detected = None if self._detected_then is None else self._detected_then.tolist()
            kept = None if self._corners is None else {"corners": self._corners.tolist(), "seen": detected}
            self.trouble = keep_json(self._path, kept, "table.field_not_kept")


def _corners(data: bytes) -> tuple[Points, Points | None]:
    """Parse the tapped corners and the box's detection from the file."""
    kept = json.loads(data)
    return _ring(kept["corners"]), None if kept["seen"] is None else _ring(kept["seen"])


def _ring(data: object) -> Points:
    """Parse four corners; raises `ValueError`."""
    ring = np.array(data, np.float64)
    if ring.shape != (4, 2) or not (np.abs(ring) < _MAX_COORDINATE).all():
        raise ValueError("no four corners")
    return ring


def _distance(one: Points, other: Points) -> float:
    """Maximum distance of corresponding corners of two fields, as a share of a side; either may start at any corner."""
    side = float(np.linalg.norm(other - np.roll(other, 1, axis=0), axis=1).mean())
    farthest = [float(np.linalg.norm(np.roll(one, turn, axis=0) - other, axis=1).max()) for turn in range(4)]
    return min(farthest) / max(side, 1e-9)
