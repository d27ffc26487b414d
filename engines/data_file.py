"""Reads TOML data that people write: every error names the file, the table, the key and what is allowed.

>>> table = Table("my.toml", "[sheet]", {"name": "mine", "hand": 3}, allowed=("name", "reconstruction"))
Traceback (most recent call last):
engines.data_file.BadData: data.unknown_key file=my.toml table=[sheet] name=hand allowed=name reconstruction
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from engines.messages import Fact, Refusal, message
from engines.one_line import BadName, name_of, one_line
from engines.plain_signs import plain_signs

# A TOML string or a comment, kept as it is; a string between typographic quotation marks; anything else.
_PART = re.compile(
    r"""(?P<kept> "(?:[^"\\\n]|\\.)*" | '[^'\n]*' | \#[^\n]* )
    | [“”„‟〝＂] (?P<curly> [^“”〟〞＂\n]* ) [“”〟〞＂]
    | [^"'#“”„‟〝＂]+ | .""",
    re.VERBOSE,
)


class BadData(Refusal):
    """A data file that cannot be used; its message names file, table, key and what is allowed."""


def read_tables(text: str, file: str, allowed: Sequence[str]) -> dict[str, object]:
    """The tables of a TOML text by name; raises `BadData` for bad TOML (naming the line) and for unknown tables."""
    try:
        data = _loaded(text)
    except (ValueError, RecursionError) as error:  # also for numbers that are too long and tables nested too deeply
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise BadData(message("data.not_toml", file=file, line=line)) from error
    for name in data:
        if name not in allowed:
            raise BadData(message("data.unknown_table", file=file, name=name, allowed=" ".join(allowed)))
    return data


def _loaded(text: str) -> dict[str, object]:
    """The data of a TOML text, which may have typographic quotation marks, wide blanks and other such signs."""
    try:
        return tomllib.loads(text)
    except ValueError:
        if text.isascii():
            raise
        return tomllib.loads(_PART.sub(_in_plain_signs, text))


def _in_plain_signs(part: re.Match[str]) -> str:
    """A part of a TOML text in the signs of TOML; strings and comments are kept as they are."""
    if part["curly"] is not None:
        return json.dumps(part["curly"], ensure_ascii=False)  # TOML escapes as JSON does
    return part[0] if part["kept"] is not None else plain_signs(part[0].replace("，", ","))


def one_table(data: Mapping[str, object], name: str, file: str, allowed: Sequence[str] | None) -> "Table":
    """The table `[name]`; raises `BadData` where it is missing. With `allowed` None it may have any keys."""
    values = data.get(name)
    if not isinstance(values, dict):
        raise BadData(message("data.no_table", file=file, table=f"[{name}]"))
    return Table(file, f"[{name}]", values, allowed)


def many_tables(data: Mapping[str, object], name: str, file: str, allowed: Sequence[str]) -> list["Table"]:
    """The tables `[[name]]`; raises `BadData` where there is none."""
    tables = data.get(name)
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise BadData(message("data.no_table", file=file, table=f"[[{name}]]"))
    return [Table(file, f"[[{name}]] {count}", table, allowed) for count, table in enumerate(tables, start=1)]


class Table:
    """One table of a data file, with its values by key; a wrong value raises `BadData`."""

    def __init__(self, file: str, where: str, values: Mapping[str, object], allowed: Sequence[str] | None) -> None:
        self.file, self.where, self.values = file, where, values
        for key in values:
            if allowed is not None and key not in allowed:
                raise self.wrong("unknown_key", key, allowed=" ".join(allowed))

    def wrong(self, why: str, key: str, **facts: Fact) -> BadData:
        """The error `data.<why>` about a key of this table."""
        return BadData(message(f"data.{why}", file=self.file, table=self.where, name=key, **facts))

    def text(self, key: str) -> str:
        """A required text that is not empty, as `name_of` returns it."""
        value = self._value(key, None)
        if not isinstance(value, str) or not one_line(value):
            raise self.wrong("not_text", key, value=_shown(value))
        try:
            return name_of(value)
        except BadName as error:
            raise self.wrong("bad_name", key) from error

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        """One of the allowed words; the first is the default."""
        value = self._value(key, allowed[0])
        value = plain_signs(value).strip() if isinstance(value, str) else value
        if value not in allowed:
            raise self.wrong("not_allowed", key, value=_shown(value), allowed=_quoted(allowed))
        return str(value)

    def switch(self, key: str) -> bool:
        """A boolean, `false` by default."""
        value = self._value(key, False)
        if not isinstance(value, bool):
            raise self.wrong("not_allowed", key, value=_shown(value), allowed="true false")
        return value

    def whole(self, key: str, lowest: int, highest: int) -> int:
        """A required whole number within bounds."""
        value = self._value(key, None)
        if type(value) is not int or not lowest <= value <= highest:
            raise self.wrong("not_a_number", key, value=_shown(value), lowest=lowest, highest=highest)
        return value

    def texts(self, key: str, default: Sequence[str] | None = None) -> list[str]:
        """A list of texts that is not empty."""
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or not value or not all(isinstance(item, str) for item in value):
            raise self.wrong("not_texts", key, value=_shown(value))
        return list(value)

    def _value(self, key: str, default: object) -> object:
        if key in self.values:
            return self.values[key]
        if default is None:
            raise self.wrong("missing_key", key)
        return default


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number; a boolean is none."""
    return type(value) in (int, float)


def _quoted(words: Sequence[str]) -> str:
    return " ".join(f'"{word}"' for word in words)


def _shown(value: object) -> str:
    """A value as an error message quotes it: at most 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"
