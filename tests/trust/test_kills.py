"""The writer of a journal is killed at random moments: every entry that it confirmed is there once, in order."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from device.record.journal import Journal
from tests.support.forked import forked
from tests.support.paths import ROOT

WRITER = """
import sys
from pathlib import Path
from device.record.journal import Journal
with Journal(Path(sys.argv[1]) / "journal.db") as journal:
    if not journal.current():
        journal.start_game("reversi", ["Aya", "Ben"], {})
    number = journal.next_number()
    while True:
        journal.append("move", {"move": f"move {number}", "picture": None})
        sys.stdout.write(f"{number}\\n")
        sys.stdout.flush()
        number += 1
"""


def start(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE, cwd=ROOT)


def check(folder: Path, confirmed: int) -> None:
    """Every entry is there once, in order, up to the last that was confirmed at least, and nothing is said."""
    with Journal(folder / "journal.db") as journal:
        entries = journal.current()
        assert (journal.notices, journal.trouble) == ([], None)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry.data["move"] == f"move {entry.number}" for entry in entries[1:])
    assert len(entries) >= confirmed


def kill_again_and_again(folder: Path, kills: int, figure: Callable[[str, object], None]) -> None:
    dice, confirmed = random.Random(5), 0
    for _ in range(kills):
        writer = start(folder)
        assert writer.stdout is not None
        for _ in range(dice.randrange(4)):
            confirmed = int(writer.stdout.readline())
        time.sleep(dice.random() * 0.02)
        writer.send_signal(signal.SIGKILL)
        told = writer.stdout.read().split(b"\n")[:-1]
        writer.wait()
        confirmed = int(told[-1]) if told else confirmed
        check(folder, confirmed)
    figure(f"{kills} kills of the journal's writer", f"{confirmed} entries confirmed, none lost or doubled")


def test_a_few_kills_lose_nothing(tmp_path: Path, figure: Callable[[str, object], None]) -> None:
    kill_again_and_again(tmp_path, 8, figure)


def forked_writer(folder: Path, told: int) -> None:
    """The same in a forked process, which starts in a moment."""
    journal = Journal(folder / "journal.db")
    if not journal.current():
        journal.start_game("reversi", ["Aya", "Ben"], {})
    while True:
        entry = journal.append("move", {"move": f"move {journal.next_number()}", "picture": None})
        os.write(told, f"{entry.number}\n".encode())


@pytest.mark.trust
def test_a_thousand_kills_lose_nothing(tmp_path: Path, figure: Callable[[str, object], None]) -> None:
    dice, confirmed = random.Random(6), 0
    for kill in range(1000):
        reading, writing = os.pipe()
        writer = os.fork()
        if writer == 0:
            os.close(reading)
            forked_writer(tmp_path, writing)
        os.close(writing)
        time.sleep(dice.random() * 0.06)
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read().split(b"\n")[:-1]
        confirmed = int(told[-1]) if told else confirmed
        if kill % 20 == 19:
            check(tmp_path, confirmed)
    check(tmp_path, confirmed)
    figure("1,000 kills of the journal's writer", f"{confirmed} entries confirmed, none lost or doubled")


def test_a_copy_of_the_folder_of_a_running_box_has_every_confirmed_entry(
    tmp_path: Path, figure: Callable[[str, object], None]
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    writer = start(folder)
    assert writer.stdout is not None
    for copy in range(12):
        confirmed = int(writer.stdout.readline())
        subprocess.run(["cp", "-r", str(folder), str(tmp_path / f"copy-{copy}")], check=True)
        with Journal(tmp_path / f"copy-{copy}" / "journal.db") as journal:
            assert [entry.number for entry in journal.current()][:confirmed] == list(range(1, confirmed + 1))
        shutil.rmtree(tmp_path / f"copy-{copy}")
    writer.kill()
    writer.communicate()
    figure("copies of a running box's folder", "12 of 12 with every confirmed entry")


def test_a_full_disk_a_kill_and_a_new_start_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Callable[[str, object], None]
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
            journal.start_game("reversi", ["Aya", "Ben"], {})
        assert forked(lambda: write_until_full(disk)) == 0
        with Journal(disk / "journal.db") as journal:  # the disk is full still
            assert (len(journal.current()), journal.trouble is not None) == (59, True)
            journal.append("move", {"move": "move 60", "picture": None})
            (disk / "full").unlink()
            journal.write_waiting()
            assert journal.trouble is None
        check_rows(disk, 60)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with Journal(disk / "journal.db") as journal:
            assert (len(journal.current()), journal.trouble is not None) == (60, True)
            journal.append("move", {"move": "move 61", "picture": None})
        with Journal(disk / "journal.db") as journal:  # read-only at the next start, too
            assert len(journal.current()) == 61
            subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
            journal.write_waiting()
            assert journal.trouble is None
        check_rows(disk, 61)
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


def check_rows(folder: Path, last: int) -> None:
    connection = sqlite3.connect(folder / "journal.db")
    assert [number for (number,) in connection.execute("SELECT number FROM entry")] == list(range(1, last + 1))
    connection.close()
