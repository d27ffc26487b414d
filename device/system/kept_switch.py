"""An on/off setting that is kept in a file over restarts."""

import json
from pathlib import Path

from device.system.whole_files import keep_json, read_kept
from engines.messages import Message


class KeptSwitch:
    """An on/off setting in a `file`; without a file it lasts until the end. `trouble` says what is wrong with the file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     KeptSwitch(Path(folder, "sound.json"), usual=True).turn(False)
    ...     KeptSwitch(Path(folder, "sound.json"), usual=True).is_on
    False
    """

    def __init__(self, file: Path | None = None, usual: bool = False) -> None:
        self.trouble: Message | None = None
        self._file, self._is_on = file, usual
        if file is not None:
            kept, self.trouble = read_kept(file, _is_on)
            self._is_on = usual if kept is None else kept

    @property
    def is_on(self) -> bool:
        """Whether it is on."""
        return self._is_on

    def turn(self, on: bool) -> Message | None:
        """Turn it on or off; gives why that could not be written, or None."""
        self._is_on = on
        self.trouble = None if self._file is None else keep_json(self._file, {"on": on})
        return self.trouble


def _is_on(data: bytes) -> bool:
    kept = json.loads(data)["on"]
    if not isinstance(kept, bool):
        raise TypeError(kept)
    return kept
