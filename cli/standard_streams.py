r"""Standard output and error for any terminal: letters that its encoding lacks are written in plain ones.

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
    """Standard output cannot be written to."""


class StandardStream(io.TextIOWrapper):
    """A standard stream that may fail, being full or closed: output then refuses every text, error drops it."""

    def __init__(self, stream: io.TextIOWrapper, errors: str, is_output: bool) -> None:
        how = stream.line_buffering, stream.write_through
        super().__init__(stream.buffer, stream.encoding, errors, None, *how)
        self._is_output = is_output
        self._refusal: CannotPrint | None = None

    def write(self, text: str, /) -> int:
        """Write a text; raises `CannotPrint`, or `BrokenPipeError` if the reader has closed the pipe."""
        if self._refusal is not None:
            raise self._refusal
        self._attempt(partial(super().write, text))
        return len(text)

    def flush(self) -> None:
        """Flush what was written; raises as `write` does."""
        self._attempt(super().flush)

    def _attempt(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError as error:
            # Otherwise the rest of the buffer would be written again when the program ends.
            with Path(os.devnull).open("wb") as null:
                os.dup2(null.fileno(), self.fileno())
            if not self._is_output:
                return
            if isinstance(error, BrokenPipeError):
                raise
            self._refusal = CannotPrint(message("output.failed", reason=os_error_text(error)))
            raise self._refusal from error


@contextmanager
def standard_streams(words: Sequence[str]) -> Iterator[None]:
    """Replace the standard streams for this command line until the end of the block."""
    errors = IN_JSON if "--json" in words else PLAIN
    with ExitStack() as until_end:
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, until_end.enter_context(_null_stream(mode)))
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
    """The language if standard output can encode its letters, or else English."""
    return language if _can_show(grammar(language).own_name) else USUAL


def titles_shown(titles: Iterable[str]) -> str:
    """The distinct titles that standard output can encode, joined; all of them if it can encode none."""
    distinct = dict.fromkeys(titles)
    return " / ".join(filter(_can_show, distinct)) or " / ".join(distinct)


def _can_show(text: str) -> bool:
    """Whether standard output can encode all letters of a text; other signs have plain forms, and JSON escapes."""
    if sys.stdout.errors == IN_JSON:
        return True
    try:
        "".join(filter(str.isalpha, text)).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _null_stream(mode: str) -> IO[str]:
    """A stream in place of a closed one, with nothing to read and no room to write.

    It gets the lowest free file descriptor, that of the closed stream. Otherwise a file of the box would get it, and
    what libraries print would end up in that file.
    """
    open_one = sys.stdout or sys.stderr  # of the same terminal
    encoding = open_one.encoding if open_one else "utf-8"
    return os.fdopen(os.open(os.devnull, os.O_RDONLY), mode, encoding=encoding)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    letters, end = _unencodable(error)
    return "".join(map(_plain, letters)), end


def _escaped_in_json(error: UnicodeError) -> tuple[str, int]:
    letters, end = _unencodable(error)
    return json.dumps(letters)[1:-1], end


def _unencodable(error: UnicodeError) -> tuple[str, int]:
    """The letters that cannot be encoded, and the index after them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return error.object[error.start : error.end], error.end


def _plain(letter: str) -> str:
    """The letter in ASCII: by its form, by its sound, or as a question mark; "" for a combining accent."""
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
