"""The language that people have chosen at the box, kept in the data folder: it wins over the one of the start."""

import json
from collections.abc import Callable
from pathlib import Path

from device.system.data_folder import LANGUAGE
from device.system.whole_files import keep_json, read_kept
from device.texts import LANGUAGES
from engines.messages import Message


class BoxLanguage:
    """The language (`code`) that the box speaks; a choice made at the box is kept in the data folder."""

    def __init__(self, code: str, data: Path | None = None) -> None:
        self.code, self._data = code, data
        self._speakers: list[Callable[[str], object]] = []

    def add_speaker(self, speak: Callable[[str], object]) -> None:
        """Call `speak` with the new language whenever another one is chosen."""
        self._speakers.append(speak)

    def speak(self, code: str) -> Message | None:
        """Speak another language from now on, also after the next start; gives what kept that from being kept."""
        self.code = code
        for speak in self._speakers:
            speak(code)
        return None if self._data is None else keep_language(self._data, code)


def kept_language(data: Path) -> tuple[str | None, Message | None]:
    """The language that was chosen, None where none was; and what became of a damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     keep_language(Path(folder), "ja")
    ...     kept_language(Path(folder))
    ('ja', None)
    """
    return read_kept(data / LANGUAGE, _language)


def language_in(data: Path, otherwise: str) -> str:
    """The language that was chosen; a damaged file is left for the box, which says so."""
    try:
        return _language((data / LANGUAGE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return otherwise


def keep_language(data: Path, language: str) -> Message | None:
    """Keep a choice; gives what kept that from being written down."""
    return keep_json(data / LANGUAGE, {"language": language})


def _language(data: bytes) -> str:
    language = json.loads(data)["language"]
    if language not in LANGUAGES:
        raise ValueError(language)
    return str(language)
