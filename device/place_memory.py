"""What a table's reader has to remember of its places, kept beside the journal: which strewn tile is which.

It is of use for the game that it was kept in only, which is known by its number in the journal.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.reasons import os_reason
from device.whole_files import read_kept, write_whole
from engines.messages import Message, message

FILE = "places.json"
MOST_BYTES = 4 << 20


class PlaceMemory:
    """The memory in a file of the data folder; without a `path` it is not kept. `trouble` says why it is not."""

    def __init__(self, path: Path | None = None) -> None:
        self.trouble: Message | None = None
        self._path = path
        self._kept: Any = None

    def restore(self, game: int, remember: Callable[[Any], None]) -> None:
        """Let a reader `remember` what was kept for a game; where it cannot, the file is damaged."""
        if self._path is None:
            return

        def parse(data: bytes) -> None:
            kept = json.loads(data)
            if kept["game"] == game:
                remember(kept["memory"])

        _, said = read_kept(self._path, parse, "table.places_damaged", MOST_BYTES)
        self.trouble = said or self.trouble

    def keep(self, game: int, memory: Any) -> None:
        """Write down what is new; a power cut leaves the old file or the new one."""
        if self._path is None or memory is None or memory == self._kept:
            return
        try:
            write_whole(self._path, (json.dumps({"game": game, "memory": memory}) + "\n").encode())
        except OSError as error:
            self.trouble = message("table.places_not_kept", why=os_reason(error))
            return
        self._kept, self.trouble = memory, None
