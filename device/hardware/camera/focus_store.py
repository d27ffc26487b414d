"""Keeps the sharp lens positions of cameras in a file, so that no camera searches at each start."""

import json
import math
from pathlib import Path

from device.system.whole_files import keep_json, read_kept
from engines.messages import Message

_SAME = 0.05  # drivers return what was set, rounded


class FocusStore:
    """Lens positions by camera model, in each driver's unit; without a `path` they are kept in memory only.

    `trouble` says what is wrong with the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "focus.json")
    ...     FocusStore(path).keep("imx708", 1.7)
    ...     FocusStore(path).of("imx708"), FocusStore(path).of("imx708_wide")
    (1.7, None)
    """

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Message | None = None
        self._path, self._lenses = path, dict[str, float]()
        if path is not None:
            kept, self.trouble = read_kept(path, _lenses)
            self._lenses = kept or {}

    def of(self, camera: str) -> float | None:
        """The sharp lens position of a camera; None if unknown."""
        return self._lenses.get(camera)

    def keep(self, camera: str, lens: float) -> None:
        """Keep a sharp lens position, if it is new."""
        before = self._lenses.get(camera)
        if before is not None and math.isclose(lens, before, abs_tol=_SAME):
            return
        self._lenses[camera] = lens
        self.trouble = None if self._path is None else keep_json(self._path, self._lenses)


def _lenses(data: bytes) -> dict[str, float]:
    return {str(camera): float(lens) for camera, lens in json.loads(data).items()}
