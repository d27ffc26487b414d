"""What the documents say of files is true, and every measured figure in them comes from a file of measurements."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tools import docs
from tools.bench.benchmark import Report
from tools.bench.measurements import write_measurement

PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").glob("*.md"))]
_PATH = re.compile(r"(?<![\w/.-])(?:\w+/)+[\w.-]+\.(?:py|js|service)\b")

_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)
# Pages that people read: what is longer nobody reads.
MOST_WORDS, MOST_WORDS_OF_README, MOST_WORDS_IN_ALL = 2500, 700, 28_000
MOST_BYTES_OF_FILM = 1_500_000
# Phrases that no native speaker uses, and words that have another spelling or a better word here.
_NOT_OURS = re.compile(
    r"to (?:its|their) right end|\bgone on with|so that it knows|what it is told|of no account"
    r"|控え(?!め)|おぼえさせ"
)
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


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub links to them."""
    headings = _HEADING.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S))
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_heading_that_is_linked_is_there(page: Path):
    linked = _ANCHOR.findall(page.read_text(encoding="utf-8"))
    assert [(file, to) for file, to in linked if to not in anchors(page.parent / file if file else page)] == []


def test_headings_are_linked_as_github_does(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("# No Wi-Fi at the club?\n\n## `make trust`, twice\n", encoding="utf-8")
    assert anchors(page) == {"no-wi-fi-at-the-club", "make-trust-twice"}


def test_the_index_leads_to_every_page_and_every_page_says_first_what_it_is():
    index = ROOT / "docs" / "README.md"
    linked = set(_LINK.findall(index.read_text(encoding="utf-8")))
    assert sorted(page.name for page in index.parent.glob("*.md") if page != index and page.name not in linked) == []
    assert [page.name for page in PAGES if not re.match(r"# .+\n\n[^#|]", page.read_text(encoding="utf-8"))] == []


def test_pages_are_short_enough_to_be_read():
    words = {page.relative_to(ROOT).as_posix(): len(page.read_text(encoding="utf-8").split()) for page in PAGES}
    assert {page: count for page, count in words.items() if count > MOST_WORDS} == {}
    assert words["README.md"] <= MOST_WORDS_OF_README
    assert sum(words.values()) <= MOST_WORDS_IN_ALL


def test_every_picture_is_shown_on_a_page():
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in _LINK.findall(page.read_text(encoding="utf-8"))
    }
    pictures = (path for ending in ("png", "webp", "svg") for path in (ROOT / "docs").rglob(f"*.{ending}"))
    assert [path.name for path in pictures if path not in shown] == []


def test_the_films_of_the_first_page_load_fast():
    films = [ROOT / "docs" / name for name in ("moving.webp", "moving.ja.webp")]
    assert [film.name for film in films if film.stat().st_size > MOST_BYTES_OF_FILM] == []


def test_the_first_page_says_the_same_in_both_languages():
    shapes = []
    for page in PAGES[:2]:
        text = page.read_text(encoding="utf-8")
        heads = [len(marks) for marks in re.findall(r"^(#+) ", text, re.M)]
        linked = [link.replace(".ja.", ".") for link in _LINK.findall(text) if not link.startswith("README")]
        shapes.append((heads, linked, re.findall(r"^    .+", text, re.M), sorted(docs.FIGURE.findall(text))))
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_pages_speak_like_people(page: Path):
    text = re.sub(r"「[^」]*」|“[^”]*”", "", page.read_text(encoding="utf-8"))  # but for what the box says
    assert _NOT_OURS.findall(text) == []


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


# What looks measured: shares, counts of counts, times and sizes. A number cannot be told from a limit: what is a limit
# says so with `<!-- limit -->` in its paragraph, list or table.
_MEASURED = re.compile(
    r"(?<![\w.])\d[\d.,]*(?:\s?(?:%|per cent|ms\b|MB\b|kB\b|µs\b)|\s(?:s|minutes|hours)\b)"
    r"|(?<![\w.])\d[\d,]* of (?:the )?\d"
)
_LIMIT = "<!-- limit -->"
_COMMANDS = re.compile(r"^    (?:jarapon|python|sudo|make|pip|for|git|source|cd|curl|apt|ssh) .*$", re.M)


def measured_by_hand(page: str) -> list[str]:
    """What looks measured and comes from no file: outside tables and figures of `make docs`, and code."""
    for pattern in (docs.TABLE, docs.FIGURE, re.compile(r"```.*?```", re.S), re.compile(r"`[^`\n]*`"), _COMMANDS):
        page = pattern.sub("", page)
    blocks = re.split(r"\n\s*\n", page)
    return [found[0] for block in blocks if _LIMIT not in block for found in _MEASURED.finditer(block)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_measured_figure_comes_from_a_file_of_measurements(page: Path):
    text = page.read_text(encoding="utf-8")
    assert docs.filled(text) == text, "make docs fills it in"
    assert measured_by_hand(text) == []


def test_a_figure_measured_by_hand_is_noticed_and_a_limit_is_none():
    assert measured_by_hand("It reads 58 of 60, 96.7 % whole, in 250 ms.\n") == ["58 of 6", "96.7 %", "250 ms"]
    assert measured_by_hand("A code under 80 % is open. <!-- limit -->\n\nIt takes 3 s.\n") == ["3 s"]
    assert measured_by_hand("    jarapon bench lights --most 30 % of 20 s\n\n`97 %`\n") == []


def test_tables_and_figures_are_filled_in_from_a_file_of_measurements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    report = Report()
    report.row("decks", {"deck": "red", "right %": 99.126, "tables": 1200})
    report.row("decks", {"deck": "blue", "right %": 7.5, "tables": 3})
    write_measurement(tmp_path, "cards", ["jarapon", "bench", "cards"], {}, True, report)
    monkeypatch.setattr(docs, "MEASUREMENTS", tmp_path)
    docs.measurement.cache_clear()
    page = docs.filled(
        "Of <!-- figure cards/decks | red | tables -->7<!-- / --> tables:\n\n"
        '<!-- measured: cards/decks columns="deck, right %" -->\n<!-- /measured -->\n\n'
        '<!-- measured: cards/decks columns="tables" rows="deck=blue" -->\n| 9 |\n<!-- /measured -->\n'
    )
    docs.measurement.cache_clear()
    lines = page.splitlines()
    assert lines[0] == "Of <!-- figure cards/decks | red | tables -->1,200<!-- / --> tables:"
    assert lines[3:7] == ["| deck | right % |", "| --- | ---: |", "| red | 99.13 |", "| blue | 7.50 |"]
    assert lines[8].startswith("`jarapon bench cards`, ") and lines[8].endswith("Quick run: small samples.")
    assert lines[12:15] == ["| tables |", "| ---: |", "| 3 |"]


def test_a_measurement_that_is_not_there_is_said():
    with pytest.raises(KeyError, match="sabotage"):
        docs.filled("<!-- measured: sabotage/rows -->\n<!-- /measured -->\n")
