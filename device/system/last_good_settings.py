"""The settings with which the box last ran well: copied aside, and put back where a change keeps it from starting."""

import logging
from pathlib import Path

from device.system.data_folder import FIELD, FRAME, GOOD, ROUTE, SHEET, TILE_SET, WIRING
from device.system.error_text import os_error_text
from device.system.whole_files import set_aside, write_whole
from engines.messages import Refusal, message

# The settings that people change. The phones stay, and so do the places of the current game (`places.json`), whose
# older version would be wrong.
NAMES = (WIRING, SHEET, TILE_SET, FRAME, ROUTE, FIELD)
MAX_BYTES = 1024 * 1024

_log = logging.getLogger(__name__)


class LastGoodSettings:
    """The settings of a data folder at the time of construction, to be kept once the box has run well with them.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     wiring = Path(folder) / "wiring.toml"
    ...     _ = wiring.write_text("good")
    ...     LastGoodSettings(Path(folder)).keep()
    ...     _ = wiring.write_text("bad")
    ...     put_back(Path(folder)), wiring.read_text()
    (['wiring.toml'], 'good')
    """

    def __init__(self, data: Path) -> None:
        self._data, self._begun = data, {name: read_setting(data / name) for name in NAMES}

    def keep(self) -> None:
        """Copy them to the folder of good settings, but for those that have changed since."""
        good = self._data / GOOD
        try:
            good.mkdir(exist_ok=True)
            for name, begun in self._begun.items():
                if isinstance(begun, OSError) or begun != read_setting(self._data / name):
                    continue
                if begun is None:
                    (good / name).unlink(missing_ok=True)
                elif begun != read_setting(good / name):
                    write_whole(good / name, begun)
        except OSError as fault:
            _log.warning("the good settings cannot be kept in %s: %s", good, fault)


def differing(data: Path) -> list[str] | None:
    """The names of settings that differ from the last good ones; None where none were ever kept."""
    if not (data / GOOD).is_dir():
        return None
    return [name for name in NAMES if not _is_same(read_setting(data / name), read_setting(data / GOOD / name))]


def put_back(data: Path) -> list[str]:
    """Replace the present settings by the last good ones and set them aside; gives the names of the replaced ones.

    Raises `Refusal` where there are no good settings, or they cannot be written.
    """
    names = differing(data)
    if names is None:
        raise Refusal(message("safe_mode.no_good"))
    try:
        for name in names:
            good = read_setting(data / GOOD / name)
            if isinstance(good, OSError):
                raise good
            if (data / name).exists() or (data / name).is_symlink():
                set_aside(data / name, "replaced")
            if good is not None:
                write_whole(data / name, good)
    except OSError as fault:
        raise Refusal(message("safe_mode.not_put_back", why=os_error_text(fault))) from fault
    return names


def read_setting(path: Path) -> bytes | OSError | None:
    """The bytes of a settings file, None where there is none, or the error where it cannot be read."""
    try:
        if not path.exists():
            return None
        # Neither a folder, nor a pipe on which reading would wait for ever.
        if not path.is_file():
            return OSError(f"{path.name} is no file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        return fault
    return data if len(data) <= MAX_BYTES else OSError(f"{path.name} is too large")


def _is_same(setting: bytes | OSError | None, good: bytes | OSError | None) -> bool:
    return setting == good and not isinstance(setting, OSError)
