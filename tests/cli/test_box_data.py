"""Commands find the data of the box that is running, wherever and by whomever they are called."""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import box_data
from cli.box_data import data_of_box, running_boxes
from cli.main import main
from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.texts import say
from engines.messages import Refusal
from tests.support.paths import ROOT
from tests.support.waiting import eventually

PYTHON = "/usr/bin/python3"
ME = pwd.getpwuid(os.getuid()).pw_name


def start(proc: Path, number: int, words: list[str], cwd: Path, *open_files: Path) -> None:
    """A process as the system lists it."""
    folder = proc / str(number)
    (folder / "fd").mkdir(parents=True)
    (folder / "cmdline").write_bytes(b"".join(word.encode() + b"\0" for word in words))
    (folder / "cwd").symlink_to(cwd)
    for at, file in enumerate(open_files):
        (folder / "fd" / str(at)).symlink_to(file)


@pytest.fixture
def proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "proc"
    monkeypatch.setattr(box_data, "PROC", folder)
    start(folder, 1, ["/sbin/init"], Path("/"), Path("/var/journal.db"))
    start(folder, 2, ["sudo", "jarapon", "run"], Path("/"))
    start(folder, 3, [PYTHON, "/opt/jarapon/.venv/bin/jarapon", "phones"], Path("/"))
    start(folder, 4, ["vi", "jarapon", "run"], Path("/"))
    start(folder, 5, [], Path("/"))
    (folder / "version").write_text("not a process")
    return folder


def test_the_data_is_where_the_box_has_its_journal_or_where_it_was_told(proc: Path, tmp_path: Path) -> None:
    assert running_boxes(proc) == ([], [])  # nothing but boxes counts as one
    words = [PYTHON, "/home/aya/jarapon/.venv/bin/jarapon", "run"]
    start(proc, 7, words, tmp_path, Path("/dev/null"), Path("/home/aya/jarapon/data/demo/journal.db"))
    start(proc, 8, [*words, "--data", "evening", "--safe-mode"], tmp_path)  # without a journal
    boxes, users = running_boxes(proc)
    assert (set(boxes), users) == ({Path("/home/aya/jarapon/data/demo"), tmp_path / "evening"}, [])


def test_a_box_is_found_while_it_closes_a_file(proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(proc, 7, ["jarapon", "run"], tmp_path, tmp_path / "picture.jpg", tmp_path / "evening" / "journal.db")
    followed = Path.readlink

    def closed(path: Path) -> Path:
        if path == proc / "7" / "fd" / "0":
            raise FileNotFoundError
        return followed(path)

    monkeypatch.setattr(Path, "readlink", closed)
    assert running_boxes(proc) == ([tmp_path / "evening"], [])


def test_another_users_box_is_named_by_its_user(proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start(proc, 7, [PYTHON, "/opt/jarapon/.venv/bin/jarapon", "run"], tmp_path)
    listed = Path.iterdir

    def closed(path: Path) -> Iterator[Path]:
        if path == proc / "7" / "fd":
            raise PermissionError
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", closed)
    assert running_boxes(proc) == ([], [ME])
    with pytest.raises(Refusal) as refused:
        data_of_box(None, "phones")
    said = say(refused.value.said, "en")
    assert f"A box of the user {ME} is running. To reach it, put sudo first: sudo " in said
    assert said.endswith(" phones")


def test_of_several_boxes_one_must_be_chosen_and_what_is_given_counts(proc: Path, tmp_path: Path) -> None:
    start(proc, 7, ["jarapon", "run"], tmp_path, tmp_path / "a" / "journal.db", tmp_path / "a" / "journal.db")
    assert data_of_box(None, "phones") == tmp_path / "a"
    start(proc, 8, ["jarapon", "run"], tmp_path, tmp_path / "b" / "journal.db")
    with pytest.raises(Refusal) as refused:
        data_of_box(None, "phones")
    assert f"--data: {tmp_path / 'a'}, {tmp_path / 'b'}." in say(refused.value.said, "en")
    assert data_of_box(tmp_path / "given", "phones") == tmp_path / "given"


def test_without_a_running_box_its_data_is_looked_for_here_and_where_it_is_installed(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(box_data, "INSTALLED", tmp_path / "lib")
    with pytest.raises(Refusal) as refused:
        data_of_box(None, "phones")
    assert "--data" in say(refused.value.said, "en")
    assert data_of_box(None, "restore", new=True) == Path("data")  # a new box's, where nothing is yet
    (tmp_path / "lib").mkdir()
    assert data_of_box(None, "restore", new=True) == tmp_path / "lib"
    (tmp_path / "data").mkdir()
    assert data_of_box(None, "phones") == Path("data")


def test_the_command_lists_the_phones_of_the_running_box(
    proc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = tmp_path / "evening"
    evening.mkdir()
    start(proc, 7, ["jarapon", "run"], tmp_path, evening / "journal.db")
    assert main(["phones", "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("No phone is paired.\n", f"The box with its data in {evening}:\n")
    PairedPhones(evening / "phones.json").add("Aya's phone")
    assert main(["phones", "--lang", "en"]) == 0
    assert "Aya's phone" in capsys.readouterr().out


def test_the_running_box_is_backed_up_looked_at_and_put_back(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()  # of another box, where the commands looked before
    (tmp_path / "evening").mkdir()
    with Journal(tmp_path / "evening" / "journal.db") as journal:
        journal.start_game("reversi", ("Aya", "Ben"), {})
        start(proc, 7, ["jarapon", "run"], tmp_path, tmp_path / "evening" / "journal.db")
        assert main(["backup", "--to", "stick", "--lang", "en"]) == 0
        (backup,) = (tmp_path / "stick").iterdir()
        told = capsys.readouterr()
        assert (told.out, told.err) == (
            f"Backup made: stick/{backup.name}\n", f"The box with its data in {tmp_path / 'evening'}:\n",
        )  # fmt: skip
        assert main(["restore", str(backup), "--lang", "en"]) == 2
        assert f"using the journal {tmp_path / 'evening' / 'journal.db'}." in capsys.readouterr().err
    assert main(["restore", str(backup), "--lang", "en"]) == 0
    main(["doctor", "--lang", "en"])
    assert f"Journal: {tmp_path / 'evening' / 'journal.db'} is sound." in capsys.readouterr().out
    assert list((tmp_path / "data").iterdir()) == []


def test_after_the_demo_a_backup_names_where_its_games_lie(
    proc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert running_boxes(proc) == ([], [])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "demo").mkdir(parents=True)
    assert main(["backup", "--lang", "en"]) == 2
    assert "demo" not in capsys.readouterr().err
    with Journal(tmp_path / "data" / "demo" / "journal.db") as journal:
        journal.start_game("reversi", ("Aya", "Ben"), {})
    assert main(["backup", "--lang", "en"]) == 2
    advice = capsys.readouterr().err.strip().partition(": jarapon ")[2]
    assert main(advice.split()) == 0
    assert list((tmp_path / "data" / "demo" / "backups").iterdir())


@pytest.mark.parametrize("closed", ["evening", "evening/phones.json"])
def test_data_that_one_may_not_read_is_neither_empty_nor_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: str
) -> None:
    evening = tmp_path / "evening"
    evening.mkdir()
    (evening / "phones.json").write_text("{}")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / closed and access(path, mode))
    assert main(["phones", "--data", str(evening), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / closed} belongs to the user {ME}. To reach it, put sudo first: sudo ")
    assert (evening / "phones.json").exists()


@pytest.mark.full
def test_a_real_box_is_found_from_anywhere(tmp_path: Path) -> None:
    program = tmp_path / "jarapon"
    program.write_text(f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; sys.exit(main())")
    words = [sys.executable, str(program), "run", "--camera", "usb:99", "--headless", "--data", "evening"]
    box = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually((tmp_path / "evening" / "journal.db").exists)
        assert tmp_path / "evening" in running_boxes()[0]
    finally:
        box.kill()
        box.wait()
    # What it has forked goes by its name until it has noticed.
    eventually(lambda: tmp_path / "evening" not in running_boxes()[0])
