"""Keeps what a reader knows of places in a file beside the journal, so that it survives a restart.

It holds only for the game in which it was kept, which is identified by its number in the journal.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from device.system.whole_files import keep_json, read_kept
from engines.messages import Message

MAX_BYTES = 4 << 20
# Two pictures of one tile differ by parts of a millimetre. What comes, goes or is turned is written at once, what has
# only shifted at this interval.
MIN_SHIFT_INTERVAL_S = 300.0


class PlaceStore:
    """The memory in a file of the data folder; without a `path` it is not kept."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.trouble: Message | None = None  # why it is not kept
        self._path, self._clock = path, clock
        self._kept: tuple[int, object] | None = None  # the game, and what was written for it
        self._kept_at = 0.0  # s

    def restore(self, game: int, remember: Callable[[object], None]) -> None:
        """Let a reader `remember` what was kept for a game; where it cannot, the file is damaged."""
        if self._path is None:
            return

        def parse(data: bytes) -> None:
            kept = json.loads(data)
            if kept["game"] == game:
                remember(kept["memory"])

        _, said = read_kept(self._path, parse, "table.places_damaged", MAX_BYTES)
        self.trouble = said or self.trouble

    def keep(self, game: int, memory: object, at_once: bool = False) -> None:
        """Write down what is new, what has only shifted if `at_once`; a power cut leaves the old file or the new."""
        if self._path is None or memory is None or (game, memory) == self._kept:
            return
        if not at_once and self._has_only_shifted(game, memory):
            return
        self.trouble = keep_json(self._path, {"game": game, "memory": memory}, "table.places_not_kept")
        if self.trouble is None:
            self._kept, self._kept_at = (game, memory), self._clock()

    def _has_only_shifted(self, game: int, memory: object) -> bool:
        """Whether nothing is new but where things lie to the millimetre, and that was written not long ago."""
        if self._kept is None or self._clock() - self._kept_at >= MIN_SHIFT_INTERVAL_S:
            return False
        return (game, _without_measures(memory)) == (self._kept[0], _without_measures(self._kept[1]))


def _without_measures(memory: object) -> object:
    """The same without its lengths and angles.

    >>> _without_measures({"spots": [[67.0, 44.2, True, "back"]], "begun": False})
    {'spots': [['', '', True, 'back']], 'begun': False}
    """
    if isinstance(memory, dict):
        return {name: _without_measures(one) for name, one in memory.items()}
    if isinstance(memory, list | tuple):
        return [_without_measures(one) for one in memory]
    return "" if isinstance(memory, float) else memory
