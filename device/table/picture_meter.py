"""The meter of *Set up*: how good the camera's newest picture is, measured while somebody looks at that page.

It runs in the worker, at most once a second however many phones ask, and not at all when none does.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from device.games.listing import GAMES, profile_of
from device.system.shared_result import SharedResult
from device.system.worker import Worker
from device.table.tapped_field import TappedField
from engines.messages import Message, message
from vision.board.finder import find_new_board
from vision.meter import Metered, metered
from vision.places.base import Arrangement
from vision.quality.no_board import reason_for_no_board
from vision.reading import Picture, PictureWarning, Points

EVERY_S = 1.0


@dataclass(frozen=True)
class MeterReading:
    """What was measured in a picture of `size` (px); `missing`: why the sheet is not seen, where the game needs one."""

    size: tuple[int, int]
    field: Points | None
    metered: Metered
    missing: Message | None

    @property
    def score(self) -> int:
        """0 where the sheet is needed and not seen, else that of what is worst, up to 100."""
        return 0 if self.missing is not None else self.metered.score

    @property
    def said(self) -> Message:
        """What to do first: a sheet that is not seen may only lie in the dark."""
        worst = self.metered.worst
        return worst.said if worst.grade != "good" else self.missing or message("web.meter.all_good")


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

    def read(self, game: str) -> MeterReading:
        """The newest picture, or one that is less than a second older, as a `game` needs it; raises `Refusal`."""
        picture, now = self._picture(), self._clock()
        if self._looked_at is None or now - self._looked_at[1] >= EVERY_S:
            self._looked_at = (picture, now)
        on_sheet = game not in GAMES or isinstance(profile_of(game).arrangement, Arrangement)
        return self._results[on_sheet].of(self._looked_at[0], on_sheet)

    def _measure(self, picture: Picture, on_sheet: bool) -> MeterReading:
        given = self._given.fitting((picture.shape[1], picture.shape[0])) if on_sheet else None
        return self._worker.do(measured, picture, on_sheet, given)


def measured(picture: Picture, on_sheet: bool, given: Points | None) -> MeterReading:
    """What can be measured in a picture; the sheet is looked for where one is needed and not `given` (4 × 2 px)."""
    size, missing, field = (picture.shape[1], picture.shape[0]), None, given
    if on_sheet and field is None:
        board = find_new_board(picture)
        field = board.corners
        if field is None:
            kind = "another_board" if board.is_another else reason_for_no_board(picture)
            missing = PictureWarning(kind).said()
    return MeterReading(size, field, metered(picture, field), missing)
