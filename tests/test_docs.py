"""What the documents say of files is true: each path that they name is there."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").glob("*.md"))]
_PATH = re.compile(r"(?<![\w/.-])(?:\w+/)+[\w.-]+\.(?:py|js|service)\b")

_LINK = re.compile(r"\]\(([^)#:]+)\)")
_GUIDES = {"en": ("guide.md", re.compile("“([^”]+)”")), "ja": ("guide.ja.md", re.compile("「([^」]+)」"))}


def is_there(path: str) -> bool:
    """Whether there is such a file, in the program or in an example; NAME stands for the name of any game."""
    return any(any(folder.glob(path.replace("NAME", "*"))) for folder in (ROOT, *(ROOT / "examples").iterdir()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_file_of_the_program_that_is_named_is_there(page: Path):
    named = set(_PATH.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in named if not is_there(path)) == []


def test_paths_are_found_in_prose():
    assert _PATH.findall("see `vision/tile_reader.py`, (cli/main.py) and data/frame.toml") == [
        "vision/tile_reader.py",
        "cli/main.py",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_page_and_picture_that_is_linked_is_there(page: Path):
    linked = set(_LINK.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in linked if not (page.parent / path).exists()) == []


def strings(told: dict[str, object]) -> Iterator[str]:
    for value in told.values():
        if isinstance(value, dict):
            yield from strings(value)
        elif isinstance(value, str):
            yield value


@cache
def said(language: str) -> list[tuple[re.Pattern[str], int]]:
    """What the box says: each sentence as a pattern with any facts, and how many letters are not facts."""
    files = (ROOT / "device" / "texts" / language).glob("*.toml")
    parts = [
        re.split(r"\{[^{}]*\}", text)
        for file in files
        for text in strings(tomllib.loads(file.read_text(encoding="utf-8")))
    ]
    return [(re.compile(".+".join(map(re.escape, fixed))), sum(map(len, fixed))) for fixed in parts]


def is_said(quoted: str, language: str) -> bool:
    """Whether the box says just this; a sentence of which most is facts could be any other."""
    return any(fixed * 2 >= len(quoted) and pattern.fullmatch(quoted) for pattern, fixed in said(language))


@pytest.mark.parametrize("language", _GUIDES)
def test_the_guide_quotes_what_the_box_says_to_the_letter(language: str):
    page, quotes = _GUIDES[language]
    quoted = [" ".join(text.split()) for text in quotes.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))]
    assert quoted
    assert [text for text in quoted if not is_said(text, language)] == []


def test_a_quote_that_the_box_never_says_is_noticed():
    assert is_said("Please turn e5 face down again.", "en")
    assert not is_said("Please turn e5 face down once more.", "en")
