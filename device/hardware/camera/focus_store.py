"""Where the lenses of cameras were found sharp, kept in a file so that no camera searches at each start."""

import json
import math
from pathlib import Path

from device.system.whole_files import keep_json, read_kept
from engines.messages import Message

_SAME = 0.05  # drivers give back what was set, rounded


class FocusStore:
    """Lens positions by what cameras call themselves; without a `path` they are forgotten at the end.

    They are in each driver's own unit. `trouble` says what is wrong with the file.

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
        """Where the lens of a camera was sharp; None where that is not known."""
        return self._lenses.get(camera)

    def keep(self, camera: str, lens: float) -> None:
        """Write down where a lens is sharp, if that is new."""
        before = self._lenses.get(camera)
        if before is not None and math.isclose(lens, before, abs_tol=_SAME):
            return
        self._lenses[camera] = lens
        self.trouble = None if self._path is None else keep_json(self._path, self._lenses)


def _lenses(data: bytes) -> dict[str, float]:
    return {str(camera): float(lens) for camera, lens in json.loads(data).items()}
