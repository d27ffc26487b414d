"""Measures the quality of the camera's newest picture while the page *Set up* is open.

It runs in the worker, at most once a second for all phones together, and not at all without one.
"""

import time
from collections.abc import Callable

from device.capture.tapped_field import TappedField
from device.games.listing import GAMES, ON_SHEET
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from vision.meter import Metered, measured
from vision.reading import Picture

MIN_INTERVAL_S = 1.0


class PictureMeter:
    """Measures the pictures that `picture` gives, which raises `Refusal` if there is none.

    `tapped`: the field's corners as people tapped them; the field is then not searched for.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        tapped: TappedField,
        worker: Worker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._picture, self._tapped, self._worker, self._clock = picture, tapped, worker, clock
        self._measured: tuple[Picture, float] | None = None
        self._results = {on_sheet: SharedResult(self._measure) for on_sheet in (True, False)}

    def read(self, game: str) -> Metered:
        """Measure the newest picture, or one up to a second older, as a `game` needs it; raises `Refusal`."""
        picture, now = self._picture(), self._clock()
        if self._measured is None or now - self._measured[1] >= MIN_INTERVAL_S:
            self._measured = (picture, now)
        on_sheet = game not in GAMES or game in ON_SHEET
        return self._results[on_sheet].of(self._measured[0], on_sheet)

    def _measure(self, picture: Picture, on_sheet: bool) -> Metered:
        field = self._tapped.fitting((picture.shape[1], picture.shape[0])) if on_sheet else None
        return self._worker.do(measured, picture, on_sheet, field)
