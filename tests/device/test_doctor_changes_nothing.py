"""`jarapon doctor` looks at a data folder with damaged files: it names each in a sentence, and changes nothing."""

import hashlib
import os
import re
import shutil
import stat
from pathlib import Path

import pytest

from cli.main import main
from device.doctor import files
from device.texts import say
from tests.support.trust.evening_folder import evening_folder, kept_files

OWN = {
    "players.toml": '[[player]]\nname = "Aya"\ncolour = ["green", {a = true}]\ntile = "1"\n',
    "route.toml": "[city",
    "sheet.toml": "[sheet]\nname = 1979-05-27\n",
    "tiles.toml": "tile = {}",
    "wiring.toml": '[display]\nkind = {a = "b"}\n',
    "frame.toml": "[frame]\nname = [1, 2]\n",
}
KEPT = ("phones.json", "field.json", "places.json", "focus.json", "language.json", "buzzer.json", "voice.json",
        "frame-empty.png", "prints/prints.json")  # fmt: skip


def as_it_is(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in a folder: kind, rights, time and contents."""
    found = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        about = path.lstat()
        held = hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(about.st_mode) else ""
        found[str(path)] = (about.st_mode, about.st_mtime_ns, about.st_size, held)
    return found


def examined(folder: Path, capfd: pytest.CaptureFixture[str], language: str) -> str:
    """What the doctor prints of a folder, on standard error too; it has changed nothing."""
    before = as_it_is(folder)
    main(["doctor", "--data", str(folder), "--lang", language])
    assert as_it_is(folder) == before
    return "".join(capfd.readouterr())


def is_named(printed: str, path: Path) -> bool:
    """Whether a line about what is wrong names a file, and what Python has for it nowhere."""
    assert not re.search(r"Damaged|Error|Errno|Traceback|\bb'|\{'|\['|datetime", printed), printed
    return any(str(path) in line for line in printed.splitlines() if line.startswith("✗"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_mistakes_in_files_of_people_are_told_as_sentences(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], language: str
) -> None:
    for name, text in OWN.items():
        (tmp_path / name).write_text(text)
    printed = examined(tmp_path, capfd, language)
    for name in OWN.keys() - {"sheet.toml", "wiring.toml"}:
        assert is_named(printed, tmp_path / name), (name, printed)
    assert "wiring.toml" in printed
    (tmp_path / "tiles.toml").unlink()
    assert is_named(examined(tmp_path, capfd, language), tmp_path / "sheet.toml")


HARMS = {
    "no text": lambda path: path.write_bytes(b"\0\xff\xfe"),
    "empty": lambda path: path.write_bytes(b""),
    "huge": lambda path: path.write_bytes(b"x" * (2 << 20)),
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a loose link": lambda path: path.symlink_to("nowhere"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_damaged_files_are_named_and_stay_where_they_are(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], harm: str
) -> None:
    (tmp_path / "prints").mkdir()
    for name in (*OWN, *KEPT):
        HARMS[harm](tmp_path / name)
    printed = examined(tmp_path, capfd, "en")
    assert [name for name in (*OWN, *KEPT) if name != "sheet.toml" and not is_named(printed, tmp_path / name)] == []
    (tmp_path / "tiles.toml").rename(tmp_path / "sheets")
    assert is_named(examined(tmp_path, capfd, "en"), tmp_path / "sheet.toml")


def test_a_file_where_a_folder_belongs_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / name for name in ("pictures", "prints", "sheets", "frames", "taught", "cards", "journal.db")]
    for path in paths:
        path.write_text("x")
    printed = examined(tmp_path, capfd, "en")
    assert [path for path in paths if not is_named(printed, path)] == []


@pytest.mark.full
def test_a_whole_folder_is_well_and_any_file_of_it_may_be_damaged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = evening_folder(tmp_path / "whole")
    assert [say(one.said, "en") for one in files(whole)] == [f"Nothing in {whole} is damaged."]
    assert "✗" not in "".join(line for line in examined(whole, capfd, "en").splitlines() if str(whole) in line)
    for path in kept_files(whole):
        if path.suffix != ".new" and path.parent.name != "pictures":
            copy = Path(shutil.copytree(whole, tmp_path / "copy"))
            harmed = copy / path.relative_to(whole)
            os.truncate(harmed, harmed.stat().st_size // 3)
            of = harmed.parent if harmed.parent.name == "taught" else harmed
            printed = examined(copy, capfd, "en")
            assert of.name == "wiring.toml" or is_named(printed, of), printed
            shutil.rmtree(copy)
