"""The writer of a journal is killed at random moments: every entry that it confirmed is there once, in order."""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import BinaryIO

import pytest

from device.record.journal import Journal
from tests.support.forked import forked
from tests.support.journals import begin, rows
from tests.support.trust.figure import Figure


def start(folder: Path) -> tuple[int, BinaryIO]:
    """A forked process that writes a journal, and where it confirms the number of each entry on a line."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            write_on(folder, writing)
        finally:
            os._exit(1)
    os.close(writing)
    return process, os.fdopen(reading, "rb")


def write_on(folder: Path, told: int) -> None:
    journal = Journal(folder / "journal.db")
    if not journal.current():
        begin(journal)
    while True:
        entry = journal.append("move", {"move": f"move {journal.next_number()}", "picture": None})
        os.write(told, f"{entry.number}\n".encode())


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL


def check(folder: Path, confirmed: int) -> None:
    """Every entry is there once, in order, up to the last that was confirmed at least, and nothing is said."""
    with Journal(folder / "journal.db") as journal:
        entries = journal.current()
        assert (journal.notices, journal.trouble) == ([], None)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry.data["move"] == f"move {entry.number}" for entry in entries[1:])
    assert len(entries) >= confirmed


@pytest.mark.parametrize("kills", [20, pytest.param(1000, marks=pytest.mark.trust)])
def test_kills_lose_nothing(tmp_path: Path, kills: int, figure: Figure) -> None:
    dice, confirmed = random.Random(6), 0
    for number in range(kills):
        process, told = start(tmp_path)
        for _ in range(dice.randrange(4)):
            confirmed = int(told.readline())
        time.sleep(dice.random() * 0.02)
        kill(process)
        with told:
            rest = told.read().split(b"\n")[:-1]
        confirmed = int(rest[-1]) if rest else confirmed
        if number % (kills // 20) == 0:
            check(tmp_path, confirmed)
    check(tmp_path, confirmed)
    figure(f"{kills:,} kills of the journal's writer", f"{confirmed} entries confirmed, none lost or doubled")


def test_a_copy_of_the_folder_of_a_running_box_has_every_confirmed_entry(tmp_path: Path, figure: Figure) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    process, told = start(folder)
    for copy in range(12):
        confirmed = int(told.readline())
        subprocess.run(["cp", "-r", str(folder), str(tmp_path / f"copy-{copy}")], check=True)
        with Journal(tmp_path / f"copy-{copy}" / "journal.db") as journal:
            assert [entry.number for entry in journal.current()][:confirmed] == list(range(1, confirmed + 1))
        shutil.rmtree(tmp_path / f"copy-{copy}")
    kill(process)
    told.close()
    figure("copies of a running box's folder", "12 of 12 with every confirmed entry")


def test_a_full_disk_a_kill_and_a_new_start_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """A real small disk fills up in the middle of a game, the box is killed, and the disk is freed."""
    disk, run = tmp_path / "disk", tmp_path / "run"
    disk.mkdir()
    run.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a disk cannot be mounted here: run as root")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    try:
        with Journal(disk / "journal.db") as journal:
            begin(journal)
        assert forked(lambda: write_until_full(disk)) == 0
        with Journal(disk / "journal.db") as journal:  # the disk is full still
            assert (len(journal.current()), journal.trouble is not None) == (59, True)
            journal.append("move", {"move": "move 60", "picture": None})
            (disk / "full").unlink()
            journal.write_waiting()
            assert journal.trouble is None
        assert list(rows(disk)) == list(range(1, 61))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with Journal(disk / "journal.db") as journal:
            assert (len(journal.current()), journal.trouble is not None) == (60, True)
            journal.append("move", {"move": "move 61", "picture": None})
        with Journal(disk / "journal.db") as journal:  # read-only at the next start, too
            assert len(journal.current()) == 61
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
            journal.write_waiting()
            assert journal.trouble is None
        assert list(rows(disk)) == list(range(1, 62))
        figure("a full disk, a kill, a start; read-only, two starts", "61 of 61 entries, once and in order")
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


def write_until_full(disk: Path) -> None:
    """The journal is not closed: its process ends as a killed one."""
    journal = Journal(disk / "journal.db")
    fill(disk / "full")
    for number in range(2, 60):
        journal.append("move", {"move": f"move {number}", "picture": None})
    assert journal.trouble is not None
    assert journal.trouble.key == "journal.meanwhile"


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            return
