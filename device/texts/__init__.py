"""What the box says, in Japanese and English: keys and facts become sentences here and nowhere else.

Each part of the program keeps its sentences in `<part>.en.toml` and `<part>.ja.toml` in this folder. A fact that is a
list of things (`"e4 f4"`) is written `{places:list}` and read out as people would: "e4 and f4", 「e4・f4」. Things that
have a name in each language, under `[name]`, are written `{piece:name}`: `circle/red` is "red circle", 「赤の丸」.
Places of a table are written `{places:places}`: `row/2/7` is "row 2, place 7", 「2段目の7」.
"""

import os
import string
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engines.messages import Message

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "ja")


def say(message: Message, language: str) -> str:
    """The sentence of a message in `"en"` or `"ja"`; a key or fact that is missing is a `KeyError`, never a gap."""
    return _Sentence(language).vformat(catalogue(language)[message.key], (), dict(message.facts))


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the machine is set to: Japanese where it says so, else English.

    >>> language_of({"LANG": "ja_JP.UTF-8"}), language_of({})
    ('ja', 'en')
    """
    chosen = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return "ja" if chosen.startswith("ja") else "en"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of a language by its dotted key; a key that two parts claim is a `ValueError`."""
    sentences: dict[str, str] = {}
    for path in sorted(FOLDER.glob(f"*.{language}.toml")):
        for key, sentence in _flat(tomllib.loads(path.read_text(encoding="utf-8"))):
            if key in sentences:
                raise ValueError(f"{path.name}: {key} stands in another part's texts already")
            sentences[key] = sentence
    return sentences


def _flat(table: Mapping[str, Any], above: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in table.items():
        found += _flat(value, f"{above}{name}.") if isinstance(value, dict) else [(above + name, str(value))]
    return found


class _Sentence(string.Formatter):
    """`str.format` that also knows `{moves:list}`, `{pieces:name}` and `{places:places}`."""

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in ("list", "name", "places"):
            return str(super().format_field(value, format_spec))
        things = str(value).split()
        if format_spec == "name":
            things = [catalogue(self.language)[f"name.{thing}"] for thing in things]
        if format_spec == "places":
            things = [self._place(thing) for thing in things]
        if self.language == "ja":
            return "・".join(things)
        return " and ".join(part for part in (", ".join(things[:-1]), *things[-1:]) if part)

    def _place(self, place: str) -> str:
        """A place in words; squares, and places that have no words, are called by their names."""
        kind, *where = place.split("/")
        named = catalogue(self.language).get(f"place.{kind}", place)
        counts = [int(field) for _, field, _, _ in self.parse(named) if field]
        return named.format(*where) if all(count < len(where) for count in counts) else place
