"""The language that people have chosen at the box, kept in the data folder: it wins over the one of the start."""

import json
from pathlib import Path

from device.system.error_text import os_error_text
from device.system.whole_files import read_kept, write_whole
from device.texts import LANGUAGES
from engines.messages import Message, message

FILE = "language.json"


def kept_language(data: Path) -> tuple[str | None, Message | None]:
    """The language that was chosen, None where none was; and what became of a damaged file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     keep_language(Path(folder), "ja")
    ...     kept_language(Path(folder))
    ('ja', None)
    """
    return read_kept(data / FILE, _language)


def language_in(data: Path, otherwise: str) -> str:
    """The language that was chosen; a damaged file is left for the box, which says so."""
    try:
        return _language((data / FILE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return otherwise


def keep_language(data: Path, language: str) -> Message | None:
    """Keep a choice; gives what kept that from being written down."""
    try:
        write_whole(data / FILE, (json.dumps({"language": language}) + "\n").encode())
    except OSError as error:
        return message("kept.not_written", why=os_error_text(error))
    return None


def _language(data: bytes) -> str:
    language = json.loads(data)["language"]
    if language not in LANGUAGES:
        raise ValueError(language)
    return str(language)
