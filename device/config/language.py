"""The language chosen at the box, kept in the data folder; it overrides the one of the start options."""

import json
from collections.abc import Callable
from pathlib import Path

from device.system.data_folder import LANGUAGE
from device.system.whole_files import keep_json, read_kept
from device.texts import LANGUAGES
from engines.messages import Message


class BoxLanguage:
    """The language (`code`) of the box; a choice made at the box is kept in the data folder."""

    def __init__(self, code: str, data: Path | None = None) -> None:
        self.code, self._data = code, data
        self._speakers: list[Callable[[str], object]] = []

    def add_speaker(self, speak: Callable[[str], object]) -> None:
        """Call `speak` with the new language whenever another one is chosen."""
        self._speakers.append(speak)

    def speak(self, code: str) -> Message | None:
        """Use another language from now on; returns why it could not be kept, if so."""
        self.code = code
        for speak in self._speakers:
            speak(code)
        return None if self._data is None else keep_language(self._data, code)


def kept_language(data: Path) -> tuple[str | None, Message | None]:
    """The chosen language, None if there is none; and a message about a damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     keep_language(Path(folder), "ja")
    ...     kept_language(Path(folder))
    ('ja', None)
    """
    return read_kept(data / LANGUAGE, _language)


def language_in(data: Path, otherwise: str) -> str:
    """The chosen language, or `otherwise`; a damaged file is left for the box to report."""
    try:
        return _language((data / LANGUAGE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return otherwise


def keep_language(data: Path, language: str) -> Message | None:
    """Keep a choice; returns why it could not be written, if so."""
    return keep_json(data / LANGUAGE, {"language": language})


def _language(data: bytes) -> str:
    language = json.loads(data)["language"]
    if language not in LANGUAGES:
        raise ValueError(language)
    return str(language)
