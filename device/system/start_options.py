"""Reads the options that the box needs before it loads anything else."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device.texts import LANGUAGES, language_of

SAFE_MODE = "--safe-mode"
USUAL_DATA = Path("data")
USUAL_PORTS = range(8000, 8010)
USUAL_HOST = "0.0.0.0"  # every address of IPv4
SERVICE_OPTIONS = Path("/etc/default/jarapon")


@dataclass(frozen=True)
class Options:
    """The options of the command line that safe mode needs."""

    data: Path
    port: int | None  # None where none is given
    language: str
    names: tuple[str, ...]
    headless: bool
    host: str = USUAL_HOST

    @classmethod
    def of(cls, words: Sequence[str]) -> "Options":
        """Read them leniently: the real parser may refuse these words.

        >>> Options.of(["run", "--port", "8000", "--port=a", "--data=box", "--lang", "ja", "--host=::1"])
        Options(data=PosixPath('box'), port=8000, language='ja', names=(), headless=False, host='::1')
        """
        ports = [int(port) for port in _values(words, "--port") if port.isascii() and port.isdecimal()]
        languages = [language for language in _values(words, "--lang") if language in LANGUAGES]
        return cls(
            data=Path([str(USUAL_DATA), *_values(words, "--data")][-1]),
            port=ports[-1] if ports and ports[-1] < 1 << 16 else None,
            language=[language_of(), *languages][-1],
            names=tuple(_values(words, "--name")),
            headless="--headless" in words,
            host=[USUAL_HOST, *_values(words, "--host")][-1],
        )


def command_of(words: Sequence[str]) -> str:
    """The command that a command line names; empty where only its parser can know.

    >>> command_of(["--lang", "ja", "run", "--data", "box"]), command_of(["--help"])
    ('run', '')
    """
    rest = list(words)
    while rest and rest[0].startswith("-"):
        del rest[: 2 if rest[0] == "--lang" else 1]
    return rest[0] if rest else ""


def camera_of_service(file: Path = SERVICE_OPTIONS) -> str | None:
    """The camera of the installed service; None where there is no service, or it names none.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "jarapon").write_text('# ours\\nJARAPON_OPTIONS="--camera usb:0 --camera pi --lang ja"\\n')
    ...     camera_of_service(Path(folder, "jarapon")), camera_of_service(Path(folder, "none"))
    ('pi', None)
    """
    try:
        said = re.findall("^JARAPON_OPTIONS=(.*)$", file.read_text(encoding="utf-8"), re.M)
        words = " ".join(shlex.split(said[-1])).split() if said else []
    except (OSError, ValueError):
        return None
    return next(iter(_values(words, "--camera")[::-1]), None)


def _values(words: Sequence[str], option: str) -> list[str]:
    """Every value that a command line gives to an option.

    >>> _values(["run", "--port", "8000", "--port=80", "--port"], "--port")
    ['8000', '80']
    """
    values: list[str] = []
    for at, word in enumerate(words):
        name, is_joined, value = word.partition("=")
        if name == option:
            values += [value] if is_joined else words[at + 1 : at + 2]
    return values
