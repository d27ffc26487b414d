"""Every command that the documents show works: it is run, or at least the program, the target or the module has it."""

import getpass
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import pytest

from cli import box_data
from cli.main import COMMANDS, main
from device.record.journal import Journal
from device.system.data_folder import JOURNAL
from device.table.game_start import begin_game
from tests.cli.test_replay_jarapon import RECORD
from tests.support.paths import PHOTOS, ROOT
from tests.support.vision.frames import Piece, as_file, empty, photograph

PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^ {4,}((?:sudo )?(?:\S*/)?(?:jarapon|make|python3?) \S[^\n]*)$", re.M)
_INLINE = re.compile(r"`((?:sudo )?(?:\S*/)?(?:jarapon|make|python3?) [^`]+)`")
_PLACEHOLDER = re.compile(r"(?<![\w-])[A-Z]{3,}(?![\w-])|…|^/")  # or a folder of another machine
_DROPS: tuple[Piece, ...] = (("square/blue", -85.3, 19.6, 0), ("circle/green", -45.3, 20.4, 0))
# What is not run here, and why: its options are looked up.
NOT_RUN = {
    "run": "the box goes on until it is stopped; with --until-end it is run",
    "club": "goes on until it is stopped",
    "bench": "measures for minutes or hours",
    "doctor": "says no where parts are missing",
    "sudo": "means an installed box",
    "--revoke": "there is no such phone",
}
_MAY_SAY_NO = ("check-set", "hand")  # a photograph of a part of a set, and tiles that are no hand, for advice


def commands(page: Path, program: str, *forms: re.Pattern[str]) -> list[list[str]]:
    """The words of the commands of a program that a page shows, without the program; `sudo` comes last."""
    text = page.read_text(encoding="utf-8")
    lines = [shlex.split(found[1], comments=True) for form in forms for found in form.finditer(text)]
    turned = [[*line[1:], "sudo"] if line[0] == "sudo" else line for line in lines]
    return [words for first, *words in turned if Path(first).name.startswith(program)]


@cache
def options_of(*command: str) -> str:
    """The help of a command of `jarapon`."""
    told = io.StringIO()
    with redirect_stdout(told), pytest.raises(SystemExit):
        main([*command, "--help"])
    return told.getvalue()


def is_run(words: list[str]) -> bool:
    """Whether a command can be run here as it stands."""
    return not any(map(_PLACEHOLDER.search, words)) and ("--until-end" in words or not NOT_RUN.keys() & set(words))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the files that the documents name."""
    for name, photo in (("lesson-1", "teach_2"), ("lesson-2", "teach_3"), ("table", "reversi_106")):
        shutil.copy(PHOTOS / f"{photo}.jpg", tmp_path / f"{name}.jpg")
    for name in ("pictures", "data"):
        (tmp_path / name).mkdir()
    with Journal(tmp_path / "data" / JOURNAL) as journal:
        begin_game(journal, "reversi", ("Aya", "Ben"), {})
    shutil.copy(PHOTOS / "reversi_106.jpg", tmp_path / "pictures")
    shutil.copy(ROOT / "device" / "data" / "sheets" / "reconstruction.toml", tmp_path / "sheet.toml")
    (tmp_path / "game.txt").write_text("f5d6c3d3c4f4\n", encoding="utf-8")
    (tmp_path / "match.txt").write_text(RECORD, encoding="utf-8")
    (tmp_path / "frame.toml").write_text(as_file(), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "empty.jpg"), empty())
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"drop-{number}.jpg"), photograph(*_DROPS[:number], seed=number))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(box_data, "PROC", tmp_path / "no processes")  # no other box may be touched
    monkeypatch.setattr(getpass, "getpass", lambda _: "a password")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    yield tmp_path


def with_backup(words: list[str]) -> list[str]:
    """The words of `restore`, with the newest backup under the name that the document gives it."""
    made = max(Path("backups").glob("*.zip"))
    made.rename(words[-1])
    return words


def runnable(page: Path) -> list[list[str]]:
    return list(filter(is_run, commands(page, "jarapon", _BLOCK)))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if runnable(page)], ids=lambda page: page.name.removesuffix(".md")
)
def test_every_command_of_the_program_is_run_one_after_the_other(
    page: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in runnable(page):
        status = main(with_backup(words) if words[0] == "restore" else words)
        assert status == 0 or (status == 1 and words[0] in _MAY_SAY_NO), (words, capsys.readouterr().err)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_option_of_a_command_is_there(page: Path) -> None:
    for words in commands(page, "jarapon", _BLOCK, _INLINE):
        if words[0] in COMMANDS:
            has_more = words[0] in ("bench", "club") and re.match("[a-z]", "".join(words[1:2]))
            command = words[:2] if has_more else words[:1]
            told = options_of(*command)
            assert [word for word in words if word.startswith("--") and word not in told] == [], words
        else:
            assert words[0].startswith("--") or words[0].isupper(), words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name.removesuffix(".md"))
def test_every_target_and_every_module_is_there(page: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert [words for words in commands(page, "make", _BLOCK, _INLINE) if words[0] not in targets] == []
    modules = [words[1] for words in commands(page, "python", _BLOCK, _INLINE) if words[0] == "-m"]
    own = [name for name in modules if not _PLACEHOLDER.search(name) and (ROOT / name.split(".")[0]).is_dir()]
    assert [name for name in own if find_spec(name) is None] == []


def test_commands_are_found_in_blocks_and_in_prose(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`jarapon games --rules`, then\n\n    .venv/bin/jarapon hand 123  # three\n", encoding="utf-8")
    assert commands(page, "jarapon", _BLOCK, _INLINE) == [["hand", "123"], ["games", "--rules"]]
    assert not is_run(["restore", "data/FILE.zip"])
    assert is_run(["restore", "backups/jarapon-2026-11-29.zip"])


def test_the_reference_has_an_example_of_every_command() -> None:
    page = ROOT / "docs" / "command_line.md"
    assert {words[0] for words in commands(page, "jarapon", _BLOCK)} == set(COMMANDS)
    assert {words[0] for words in runnable(page)} == set(COMMANDS) - {"bench", "club", "doctor"}
