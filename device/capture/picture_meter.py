"""The meter of *Set up*: how good the camera's newest picture is, measured while somebody looks at that page.

It runs in the worker, at most once a second however many phones ask, and not at all when none does.
"""

import time
from collections.abc import Callable

from device.capture.tapped_field import TappedField
from device.games.listing import GAMES, profile_of
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from vision.meter import Metered, measured
from vision.places.base import Arrangement
from vision.reading import Picture

EVERY_S = 1.0


class PictureMeter:
    """Measures the pictures that `picture` gives, which raises `Refusal` where there is none.

    `given`: the field as people said it lies, which is not looked for.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        given: TappedField,
        worker: Worker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._picture, self._given, self._worker, self._clock = picture, given, worker, clock
        self._looked_at: tuple[Picture, float] | None = None
        self._results = {on_sheet: SharedResult(self._measure) for on_sheet in (True, False)}

    def read(self, game: str) -> Metered:
        """The newest picture, or one that is less than a second older, as a `game` needs it; raises `Refusal`."""
        picture, now = self._picture(), self._clock()
        if self._looked_at is None or now - self._looked_at[1] >= EVERY_S:
            self._looked_at = (picture, now)
        on_sheet = game not in GAMES or isinstance(profile_of(game).arrangement, Arrangement)
        return self._results[on_sheet].of(self._looked_at[0], on_sheet)

    def _measure(self, picture: Picture, on_sheet: bool) -> Metered:
        given = self._given.fitting((picture.shape[1], picture.shape[0])) if on_sheet else None
        return self._worker.do(measured, picture, on_sheet, given)
