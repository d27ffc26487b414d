"""What the documents say of files is true: each path that they name is there."""

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_PATH = re.compile(r"(?<![\w/.-])(?:\w+/)+[\w.-]+\.(?:py|js|service)\b")


def is_there(path: str) -> bool:
    """Whether there is such a file, in the program or in an example; NAME stands for the name of any game."""
    return any(any(folder.glob(path.replace("NAME", "*"))) for folder in (ROOT, *(ROOT / "examples").iterdir()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_of_the_program_that_is_named_is_there(page: Path):
    named = set(_PATH.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in named if not is_there(path)) == []


def test_paths_are_found_in_prose():
    assert _PATH.findall("see `vision/tile_reader.py`, (cli/main.py) and data/frame.toml") == [
        "vision/tile_reader.py",
        "cli/main.py",
    ]
