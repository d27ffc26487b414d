"""Whatever becomes of the journal's file: the box starts, says what is damaged, and changes nothing silently."""

import json
import os
import random
import shutil
import signal
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest

from device.record.archive import GameArchive
from device.record.backup_files import FOLDER
from device.record.backups import back_up
from device.record.entries import is_sound, sum_of
from device.record.journal import MEND_S, Journal, JournalTrouble
from device.record.lock import JournalLock
from device.record.pictures import PictureStore
from device.settings import Settings, begin_or_resume
from engines.messages import Refusal
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.forked import forked

MOVES = ("f5", "d6", "c3", "d3", "c4")
GAMES = 12
NOW = datetime(2026, 1, 2, 15, 4, 5)


def write(folder: Path, games: int = GAMES, kill: bool = False) -> None:
    """Some games, the last of them on; killed, their writer leaves the log beside the file."""
    if kill:
        assert forked(lambda: _write(folder, games, kill)) == -signal.SIGKILL
    else:
        _write(folder, games, kill)


def _write(folder: Path, games: int, kill: bool) -> None:
    journal = Journal(folder / "journal.db", now=lambda: NOW)
    for _ in range(games):
        journal.start_game("reversi", ["Aya", "Ben"], {})
        for move in MOVES:
            journal.append("move", {"move": move, "picture": None, "by": "camera"})
    if kill:
        os.kill(os.getpid(), signal.SIGKILL)
    journal.close()


def rows(folder: Path) -> dict[int, tuple]:
    connection = sqlite3.connect(folder / "journal.db")
    try:
        return {row[0]: row for row in connection.execute("SELECT * FROM entry")}
    finally:
        connection.close()


def alter(folder: Path, number: int, data: str) -> None:
    """Change an entry behind the journal's back, as a fault of the disk would."""
    connection = sqlite3.connect(folder / "journal.db")
    connection.execute("DROP TRIGGER entry_stays")
    connection.execute("UPDATE entry SET data = CAST(? AS TEXT) WHERE number = ?", (data, number))
    connection.commit()
    connection.close()


def look_at(folder: Path) -> list[str]:
    """Start as a box does and look at every game; gives what is said."""
    with Journal(folder / "journal.db") as journal:
        said = [notice.key for notice in journal.notices]
        begin_or_resume(journal, Settings(folder))
        archive = GameArchive(journal, PictureStore(folder / "pictures"), lambda call: call())
        for summary in archive.latest(most=50):
            assert archive.game(summary.number).entries
        return said + ([journal.trouble.key] if journal.trouble else [])


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clean")
    write(folder)
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed")
    write(folder, kill=True)
    return folder


def flip(data: bytearray, dice: random.Random) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def zero_page(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(0, len(data), 4096)
    data[at : at + 4096] = bytes(len(data[at : at + 4096]))


def zero_sector(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(0, len(data), 512)
    data[at : at + 512] = bytes(len(data[at : at + 512]))


def cut(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(len(data)) :]


@pytest.mark.parametrize("harm", [flip, zero_page, zero_sector, cut])
@pytest.mark.parametrize("log", [False, True])
def test_no_damage_keeps_the_box_from_starting_or_goes_unsaid(
    tmp_path: Path, clean: Path, killed: Path, harm, log: bool
) -> None:
    source, name = (killed, "journal.db-wal") if log else (clean, "journal.db")
    truth, dice = rows(clean), random.Random(7)
    for number in range(12):
        folder = tmp_path / str(number)
        shutil.copytree(source, folder)
        data = bytearray((folder / name).read_bytes())
        harm(data, dice)
        (folder / name).write_bytes(data)
        said = look_at(folder)
        now = rows(folder)
        assert {now[number] for number in now if number in truth} <= set(truth.values())
        assert said or all(row in now.values() for row in truth.values())
        if "journal.damaged" in said:
            assert look_at(folder) == []  # once is enough


@pytest.mark.parametrize(
    "data", ['{"move": "d3", "picture": null, "by": "camera"}', "{}", '{"move', b'{"move": "\xff"}']
)
@pytest.mark.parametrize("number", [3, GAMES * (len(MOVES) + 1)])
def test_one_changed_entry_is_left_out_said_and_mended_from_a_backup(tmp_path: Path, data, number: int) -> None:
    write(tmp_path)
    truth = rows(tmp_path)
    bare = tmp_path / "bare"
    bare.mkdir()
    shutil.copy(tmp_path / "journal.db", bare)
    back_up(tmp_path, [tmp_path / FOLDER], NOW)
    for folder in (tmp_path, bare):
        alter(folder, number, data)
    with Journal(tmp_path / "journal.db") as journal:
        [notice] = journal.notices
        assert (dict(notice.facts)["mended"], dict(notice.facts)["lost"]) == (1, 0)
    assert rows(tmp_path) == truth
    with Journal(bare / "journal.db") as journal:
        [notice] = journal.notices
        facts = dict(notice.facts)
        assert (facts["mended"], facts["lost"], facts["games"]) == (0, 1, "reversi 2026-01-02 15:04 (1)")
        assert sqlite3.connect(bare / str(facts["file"])).execute("SELECT count(*) FROM entry").fetchone() == (72,)
    assert rows(bare) == {at: row for at, row in truth.items() if at != number}


def test_an_entry_that_is_damaged_while_the_box_runs_is_left_out_at_once_and_mended(tmp_path: Path) -> None:
    write(tmp_path)
    back_up(tmp_path, [tmp_path / FOLDER], NOW)
    announced: list[float] = []
    with Journal(tmp_path / "journal.db", takes=announced.append) as journal:
        alter(tmp_path, 3, "{}")
        assert [entry.number for entry in journal.entries_of(1)] == [1, 2, 4, 5, 6]
        journal.write_waiting()
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert announced == [MEND_S]  # so that nobody takes the table for one that hangs
        assert [entry.number for entry in journal.entries_of(1)] == [1, 2, 3, 4, 5, 6]
        journal.append("move", {"move": "e3", "picture": None})
    assert len(rows(tmp_path)) == GAMES * 6 + 1


def test_a_backup_that_finds_damage_has_the_journal_looked_over(tmp_path: Path) -> None:
    write(tmp_path)
    with Journal(tmp_path / "journal.db") as journal:
        alter(tmp_path, 3, "{}")
        journal.suspected.set()
        journal.write_waiting()
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert not journal.suspected.is_set()


def test_an_older_programs_entries_are_sealed_when_they_are_read(tmp_path: Path) -> None:
    write(tmp_path)
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("DROP TABLE checksum")
    connection.close()
    assert look_at(tmp_path) == []
    connection = sqlite3.connect(tmp_path / "journal.db")
    data = json.dumps({"move": "e3", "picture": None})
    connection.execute("INSERT INTO entry VALUES (?, 67, 'move', ?, '2026-01-02T15:04:05')", (GAMES * 6 + 1, data))
    connection.commit()
    assert connection.execute("SELECT count(*) FROM checksum").fetchone() == (GAMES * 6,)
    connection.close()
    with Journal(tmp_path / "journal.db") as journal:
        assert (journal.notices, journal.current()[-1].data["move"]) == ([], "e3")
    alter(tmp_path, GAMES * 6 + 1, "{}")
    assert look_at(tmp_path) == ["journal.damaged"]


def test_older_programs_still_find_five_columns_and_their_version(tmp_path: Path) -> None:
    write(tmp_path, games=1)
    connection = sqlite3.connect(tmp_path / "journal.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert [len(row) for row in connection.execute("SELECT * FROM entry")] == [5] * 6
    connection.close()


@pytest.mark.parametrize("instead", ["folder", "empty", "another", "gone"])
def test_something_else_in_its_place_is_put_aside_and_the_games_come_from_the_backup(
    tmp_path: Path, instead: str
) -> None:
    write(tmp_path)
    truth, path = rows(tmp_path), tmp_path / "journal.db"
    back_up(tmp_path, [tmp_path / FOLDER], NOW)
    path.unlink()
    if instead == "folder":
        path.mkdir()
    elif instead == "empty":
        path.touch()
    elif instead == "another":
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE recipe (name TEXT)")
        other.close()
    with Journal(path) as journal:
        [notice] = journal.notices
        assert dict(notice.facts)["mended"] == GAMES * 6
        assert (tmp_path / str(dict(notice.facts)["file"])).exists()
    assert rows(tmp_path) == truth


@pytest.mark.parametrize(
    "data",
    [{"move": "\ud800"}, {"move": 1 << 63}, {"move": float("nan")}, {"move": {1: 2}}, {"move": object()},
     {"\udfff": 1}, {"move": "x" * (2 << 20)}],
)  # fmt: skip
def test_what_cannot_be_written_is_refused_before_it_has_a_number(tmp_path: Path, data) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        with pytest.raises(Refusal) as refused:
            journal.append("move", data)
        assert refused.value.said.key == "journal.bad_entry"
        with pytest.raises(Refusal):
            journal.start_game("reversi", ["\ud800"], {})
        assert journal.append("move", {"move": "f5"}).number == 2
    assert len(rows(tmp_path)) == 2


def test_lists_in_lists_without_end_are_refused(tmp_path: Path) -> None:
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    with Journal(tmp_path / "journal.db") as journal, pytest.raises(Refusal):
        journal.append("move", {"move": deep})


def test_an_entry_that_fails_when_it_is_written_does_not_stop_the_next(tmp_path: Path) -> None:
    disk = FaultyDisk()
    disk.refused = "poison"
    with Journal(tmp_path / "journal.db", connect=disk) as journal:
        journal.start_game("reversi", ["Aya", "Ben"], {})
        with pytest.raises(JournalTrouble):
            journal.append("move", {"move": "poison"})
        assert [notice.key for notice in journal.notices] == ["journal.refused"]
        assert journal.trouble is None
        journal.append("move", {"move": "f5"})
        assert [entry.data.get("move") for entry in journal.current()] == [None, "f5"]
    assert "poison" in (tmp_path / "journal-refused.txt").read_text()
    assert [row[0] for row in rows(tmp_path).values()] == [1, 3]


def test_an_entry_whose_number_is_damaged_is_known_by_its_checksum(tmp_path: Path) -> None:
    write(tmp_path, games=1)
    truth = rows(tmp_path)
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("DROP TRIGGER entry_stays")
    connection.execute("UPDATE entry SET number = 900 WHERE number = 3")
    connection.commit()
    connection.close()
    with Journal(tmp_path / "journal.db") as journal:
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
    assert rows(tmp_path) == truth


SOUND = (7, 5, "move", '{"move": "f5", "picture": null}', "2026-01-02T15:04:05")


def test_a_row_without_a_checksum_is_sound_when_it_makes_sense() -> None:
    assert is_sound(SOUND, None)
    assert is_sound((5, 5, *SOUND[2:]), None)


@pytest.mark.parametrize(
    ("column", "damaged"),
    [(0, 4), (1, 0), (1, 8), (1, "5"), (2, "mive"), (3, "[]"), (3, '{"move": "f5"'), (3, "{}"), (4, "yesterday"),
     (4, "2026-01-02\x0715:04:05")],
)  # fmt: skip
def test_a_row_without_a_checksum_that_makes_no_sense_is_damaged(column: int, damaged: object) -> None:
    assert not is_sound((*SOUND[:column], damaged, *SOUND[column + 1 :]), None)


def test_a_checksum_is_of_just_one_row() -> None:
    assert is_sound(SOUND, sum_of(SOUND))
    assert not is_sound(SOUND, sum_of(SOUND) - 1)
    assert not is_sound(SOUND, sum_of(SOUND) + 1)


def test_a_journals_lock_says_how_far_it_has_come_and_0_where_nothing_says_so(tmp_path: Path) -> None:
    lock = JournalLock(tmp_path / "journal.db")
    assert lock.mark == 0
    lock.hold()
    assert lock.mark == 0
    lock.set_mark(12)
    assert lock.mark == 12
    damaged = (tmp_path / "journal.lock").read_bytes().replace(b"12", b"13", 1)
    (tmp_path / "journal.lock").write_bytes(damaged)
    assert lock.mark == 0
    lock.close()
