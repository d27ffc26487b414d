"""Decodes all text from outside: people's files, standard input and what phones send.

>>> text_of(b"\\xef\\xbb\\xbf1. 11-15\\r\\n"), text_of("あや".encode("utf-16"))
('1. 11-15\\n', 'あや')
>>> text_of("René".encode("latin-1"))
Traceback (most recent call last):
device.system.outside_text.OtherEncoding: not in UTF-8
"""

import codecs
import re
import struct
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from device.system.error_text import os_error_text
from engines.data_file import BadData
from engines.messages import message

_MARK = "\ufeff"  # also where files with a mark each were put together
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL_CHARACTERS = re.compile("[\0-\x08\x0e-\x1f\x7f]")  # control characters, which no text has in any encoding
_WTHOR, _WTHOR_GAME_BYTES = struct.Struct("<4BI8x"), 68
_END_OF_DOS = "\x1a"


class NoText(ValueError):
    """Bytes that are no text."""


class OtherEncoding(NoText):
    """Bytes that may be a text, in an encoding that nothing in them names."""


def text_of(data: bytes) -> str:
    """The text of these bytes, in UTF-8 or marked as UTF-16, its lines ended by `\\n`; raises `NoText`."""
    try:
        text = data.decode("utf-16" if data.startswith(_UTF_16_MARKS) else "utf-8")
    except UnicodeDecodeError as error:
        if _CONTROL_CHARACTERS.search(data.decode("latin-1")):
            raise NoText("bytes that no text has") from error
        raise OtherEncoding("not in UTF-8") from error
    text = text.removesuffix(_END_OF_DOS).replace(_MARK, "")
    if _CONTROL_CHARACTERS.search(text):
        raise NoText("signs that no text has")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_wthor(data: bytes) -> bool:
    """Whether this is a WTHOR file, the French federation's database of Othello games, by its date and length."""
    if len(data) < _WTHOR.size:
        return False
    century, year, month, day, games = _WTHOR.unpack_from(data)
    is_date = century in (19, 20) and year < 100 and 1 <= month <= 12 and 1 <= day <= 31
    return is_date and len(data) == _WTHOR.size + games * _WTHOR_GAME_BYTES


def lines_of(stream: BinaryIO) -> Iterable[bytes]:
    """The lines of a stream for `text_of`, each as soon as it arrives; UTF-16 is read to its end first."""
    first = stream.readline()
    if first.startswith(_UTF_16_MARKS):
        return text_of(first + stream.read()).encode().splitlines()
    return chain([first], stream)


def read_data(path: Path) -> str:
    """Read the text of a data file; raises `BadData` when it is missing or cannot be read."""
    try:
        data = path.read_bytes()
        if is_wthor(data):
            raise BadData(message("keeping.wthor"))
        return text_of(data)
    except FileNotFoundError as error:
        raise BadData(message("data.no_such_file", file=str(path))) from error
    except NoText as error:
        raise BadData(message("data.not_utf8", file=str(path))) from error
    except OSError as error:
        raise BadData(message("data.cannot_open", file=str(path), why=os_error_text(error))) from error
