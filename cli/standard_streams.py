r"""Standard output and error for any terminal: what its encoding lacks is written in plain letters.

>>> "✓ Aya – “あや” … 1×2".encode("ascii", PLAIN)
b'OK Aya - "aya" ... 1x2'
>>> '{"player": "あや"}'.encode("ascii", IN_JSON)
b'{"player": "\\u3042\\u3084"}'
"""

import codecs
import io
import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import IO

from device.system.error_text import os_error_text
from device.texts import USUAL, grammar
from engines.messages import Refusal, message

PLAIN, IN_JSON = "jarapon.plain", "jarapon.json"
_FORMS = {
    **{"✓": "OK", "✗": "X", "×": "x", "·": "-", "★": "*", "°": "", "→": "->", "←": "<-", "・": "-", "ー": "-"},
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("“”„«»「」『』", '"'),
    **dict.fromkeys("‘’‚", "'"),
    **dict.fromkeys("〜～", "~"),
}


class CannotPrint(Refusal):
    """Standard output takes nothing."""


class StandardStream(io.TextIOWrapper):
    """A standard stream that may take nothing, being full or closed: output refuses every text then, error drops it."""

    def __init__(self, stream: io.TextIOWrapper, errors: str, is_output: bool) -> None:
        how = stream.line_buffering, stream.write_through
        super().__init__(stream.buffer, stream.encoding, errors, None, *how)
        self._is_output = is_output
        self._refusal: CannotPrint | None = None

    def write(self, text: str, /) -> int:
        """Write a text; raises `CannotPrint`, or `BrokenPipeError` where nobody reads on."""
        if self._refusal is not None:
            raise self._refusal
        self._attempt(partial(super().write, text))
        return len(text)

    def flush(self) -> None:
        """Hand on what was written; raises as `write`."""
        self._attempt(super().flush)

    def _attempt(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError as error:
            # What is left would be tried once more when the program ends.
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), self.fileno())
            if not self._is_output:
                return
            if isinstance(error, BrokenPipeError):
                raise
            self._refusal = CannotPrint(message("output.failed", reason=os_error_text(error)))
            raise self._refusal from error


@contextmanager
def standard_streams(words: Sequence[str]) -> Iterator[None]:
    """Make the standard streams fit for these words of a command line, until the end of the block."""
    errors = IN_JSON if "--json" in words else PLAIN
    with ExitStack() as until_end:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, until_end.enter_context(_nothing(mode)))
                until_end.callback(setattr, sys, name, None)
        if isinstance(sys.stdout, io.TextIOWrapper):
            output = StandardStream(sys.stdout, errors, is_output=True)
            until_end.callback(output.detach)
            until_end.enter_context(redirect_stdout(output))
        if isinstance(sys.stderr, io.TextIOWrapper):
            error = StandardStream(sys.stderr, PLAIN, is_output=False)
            until_end.callback(error.detach)
            until_end.enter_context(redirect_stderr(error))
        yield


def language_shown(language: str) -> str:
    """The language if standard output can show its letters, or else English."""
    return language if _is_shown(grammar(language).own_name) else USUAL


def titles_shown(titles: Iterable[str]) -> str:
    """The different ones of which standard output can show all letters; all, where it can show none."""
    different = dict.fromkeys(titles)
    return " / ".join(filter(_is_shown, different)) or " / ".join(different)


def _is_shown(text: str) -> bool:
    """Whether all its letters are shown as they are; other signs have plain forms, and in JSON everything stays."""
    if sys.stdout.errors == IN_JSON:
        return True
    try:
        "".join(filter(str.isalpha, text)).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _nothing(mode: str) -> IO[str]:
    """A stream for a closed one, from which nothing comes and which takes nothing.

    It has the lowest number that is free, which is that of the closed one. Otherwise a file of the box would get it,
    and what libraries print would end in that file.
    """
    open_one = sys.stdout or sys.stderr  # of the same terminal
    encoding = open_one.encoding if open_one else "utf-8"
    return os.fdopen(os.open(os.devnull, os.O_RDONLY), mode, encoding=encoding)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    letters, end = _lacking(error)
    return "".join(map(_plain, letters)), end


def _escaped_in_json(error: UnicodeError) -> tuple[str, int]:
    letters, end = _lacking(error)
    return json.dumps(letters)[1:-1], end


def _lacking(error: UnicodeError) -> tuple[str, int]:
    """What cannot be written, and where it ends."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return error.object[error.start : error.end], error.end


def _plain(letter: str) -> str:
    """The letter in ASCII: by its form, by its sound, or as a question mark; nothing for an accent of its own."""
    if letter in _FORMS:
        return _FORMS[letter]
    name = unicodedata.name(letter, "")
    if called := re.search(r"(?:KATAKANA|HIRAGANA|LATIN) .*LETTER (?:SMALL |SHARP |DOTLESS )?(\w+)", name):
        return called[1] if "CAPITAL" in name else called[1].lower()
    if unicodedata.category(letter) in ("Mn", "Cf"):
        return ""
    parts = unicodedata.normalize("NFKD", letter)
    return "?" if parts == letter else "".join(part if part.isascii() else _plain(part) for part in parts)


codecs.register_error(PLAIN, _in_plain_letters)
codecs.register_error(IN_JSON, _escaped_in_json)
