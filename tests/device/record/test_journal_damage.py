"""Whatever becomes of the journal's file: the box starts, says what is damaged, and changes nothing silently."""

import json
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from device.record.archive import GameArchive
from device.record.backups import back_up
from device.record.entries import is_sound, sum_of
from device.record.journal import MAX_REPAIR_S, Journal
from device.record.lock import JournalLock
from device.record.pictures import PictureStore
from device.settings import Settings, begin_or_resume
from device.system.data_folder import BACKUPS
from tests.support.device.faulty_disk import FaultyDisk
from tests.support.forked import forked
from tests.support.journals import NOW, alter, begin, change, moves, open_journal, play, rows

MOVES = ("f5", "d6", "c3", "d3", "c4")
GAMES = 6
LAST = GAMES * (len(MOVES) + 1)
ASIDE = "journal-damaged-20260102-150405.db"
RUBBISH = {"text": b"not a journal at all" * 100, "header": b"SQLite format 3\0" + bytes(5000), "empty": b""}


def write(folder: Path, games: int = GAMES) -> Journal:
    """Some games, the last of them on."""
    journal = open_journal(folder)
    for _ in range(games):
        begin(journal, *MOVES)
    return journal


def write_and_back_up(folder: Path) -> Path:
    """The journal's file; a backup lies beside it."""
    write(folder).close()
    back_up(folder, [folder / BACKUPS], NOW)
    return folder / "journal.db"


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
    write(folder).close()
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose writer was killed: the log lies beside the file."""
    folder = tmp_path_factory.mktemp("killed")
    assert forked(lambda: (write(folder), os.kill(os.getpid(), signal.SIGKILL))) == -signal.SIGKILL
    return folder


Harm = Callable[[bytearray, random.Random], None]


def flip(data: bytearray, dice: random.Random) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def zeroed(size: int) -> Harm:
    def harm(data: bytearray, dice: random.Random) -> None:
        at = dice.randrange(0, len(data), size)
        data[at : at + size] = bytes(len(data[at : at + size]))

    return harm


def cut(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(len(data)) :]


@pytest.mark.parametrize("harm", [flip, zeroed(4096), zeroed(512), cut], ids=["bit", "page", "sector", "cut"])
@pytest.mark.parametrize("log", [False, True])
def test_no_damage_keeps_the_box_from_starting_or_goes_unsaid(
    tmp_path: Path, clean: Path, killed: Path, harm: Harm, log: bool
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


@pytest.mark.parametrize("harm", ["cut to 60 %", "cut to 95 %", "a page"])
def test_a_damaged_file_is_put_aside_and_what_it_still_says_is_kept(tmp_path: Path, harm: str) -> None:
    written, path = [f"move {number} {'x' * 60}" for number in range(160)], tmp_path / "journal.db"
    with open_journal(tmp_path) as journal:
        begin(journal, *written)
    data = bytearray(path.read_bytes())
    if harm == "a page":
        page = data.index(b"move 80 ") // 4096
        data[page * 4096 : (page + 1) * 4096] = bytes(4096)
    else:
        del data[len(data) * int(harm.split()[2]) // 100 :]
    path.write_bytes(data)
    with open_journal(tmp_path) as journal:
        saved = moves(journal)
        [notice] = journal.notices
        assert (notice.key, dict(notice.facts)["file"]) == ("journal.damaged", ASIDE)
        assert set(saved) < set(written)
        assert saved[:10] == written[:10]
        if harm == "a page":  # it costs only what stood on it
            assert len(saved) > 100
            assert saved[-1] == written[-1]
        play(journal, "and on")
    assert (tmp_path / ASIDE).read_bytes() == data
    with open_journal(tmp_path) as again:
        assert (again.notices, moves(again)) == ([], [*saved, "and on"])


@pytest.mark.parametrize(
    "data", ['{"move": "d3", "picture": null, "by": "camera"}', "{}", '{"move', b'{"move": "\xff"}']
)
@pytest.mark.parametrize("number", [3, LAST])
def test_one_changed_entry_is_left_out_said_and_mended_from_a_backup(
    tmp_path: Path, clean: Path, data: str | bytes, number: int
) -> None:
    truth, path, bare = rows(clean), write_and_back_up(tmp_path), shutil.copytree(clean, tmp_path / "bare")
    for file in (path, bare / "journal.db"):
        alter(file, number, data)
    with Journal(path) as journal:
        [notice] = journal.notices
        assert (dict(notice.facts)["mended"], dict(notice.facts)["lost"]) == (1, 0)
    assert rows(tmp_path) == truth
    with Journal(bare / "journal.db") as journal:
        [notice] = journal.notices
        facts = dict(notice.facts)
        assert (facts["mended"], facts["lost"], facts["games"]) == (0, 1, "reversi 2026-01-02 15:04 (1)")
        kept_aside = sqlite3.connect(bare / str(facts["file"])).execute("SELECT count(*) FROM entry")
        assert kept_aside.fetchone() == (LAST,)
    assert rows(bare) == {at: row for at, row in truth.items() if at != number}


def test_an_entry_that_is_damaged_while_the_box_runs_is_left_out_at_once_and_mended(tmp_path: Path) -> None:
    path = write_and_back_up(tmp_path)
    announced: list[float] = []
    with Journal(path, takes=announced.append) as journal:
        alter(path, 3, "{}")
        assert [entry.number for entry in journal.entries_of(1)] == [1, 2, 4, 5, 6]
        journal.write_waiting()
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert announced == [MAX_REPAIR_S]  # so that nobody takes the table for one that hangs
        assert [entry.number for entry in journal.entries_of(1)] == [1, 2, 3, 4, 5, 6]
        play(journal, "e3")
    assert len(rows(tmp_path)) == LAST + 1


def test_a_backup_that_finds_damage_has_the_journal_looked_over(tmp_path: Path) -> None:
    with write(tmp_path) as journal:
        alter(tmp_path / "journal.db", 3, "{}")
        journal.suspected.set()
        journal.write_waiting()
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert not journal.suspected.is_set()


def test_an_older_programs_entries_are_sealed_when_they_are_read(tmp_path: Path) -> None:
    write(tmp_path).close()
    path, data = tmp_path / "journal.db", json.dumps({"move": "e3", "picture": None})
    change(path, "DROP TABLE checksum")
    assert look_at(tmp_path) == []
    change(path, f"INSERT INTO entry VALUES ({LAST + 1}, {LAST - 5}, 'move', '{data}', '2026-01-02T15:04:05')")
    with open_journal(tmp_path) as journal:
        assert (journal.notices, moves(journal)[-1]) == ([], "e3")
    alter(path, LAST + 1, "{}")
    assert look_at(tmp_path) == ["journal.damaged"]


@pytest.mark.parametrize("instead", ["folder", "another", "gone", *RUBBISH])
def test_something_else_in_its_place_is_put_aside_and_the_games_come_from_the_backup(
    tmp_path: Path, clean: Path, instead: str
) -> None:
    path = write_and_back_up(tmp_path)
    path.unlink()
    if instead == "folder":
        path.mkdir()
    elif instead == "another":
        change(path, "CREATE TABLE recipe (name TEXT)")
    elif instead in RUBBISH:
        path.write_bytes(RUBBISH[instead])
    with Journal(path) as journal:
        [notice] = journal.notices
        assert (notice.key, dict(notice.facts)["mended"]) == ("journal.damaged", LAST)
        assert (tmp_path / str(dict(notice.facts)["file"])).exists()
    assert rows(tmp_path) == rows(clean)


def test_two_damages_in_one_second_are_both_kept(tmp_path: Path) -> None:
    for rubbish in (b"one" * 100, b"two" * 100):
        (tmp_path / "journal.db").unlink(missing_ok=True)
        (tmp_path / "journal.db").write_bytes(rubbish)
        with open_journal(tmp_path) as journal:
            begin(journal)
    assert sorted(path.read_bytes()[:3] for path in tmp_path.glob("journal-damaged-*.db")) == [b"one", b"two"]


def test_a_journal_that_is_damaged_while_it_is_open_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    disk = FaultyDisk()
    with open_journal(tmp_path, connect=disk) as journal:
        begin(journal, "f5")
        disk.rots = True
        play(journal, "d6")
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
        assert moves(journal) == ["f5", "d6"]
    with open_journal(tmp_path) as again:
        assert moves(again) == ["f5", "d6"]


def test_a_damaged_journal_that_cannot_be_put_aside_keeps_the_game_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object, **__: object) -> Path:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "journal.db").write_bytes(b"rubbish" * 100)
    monkeypatch.setattr("device.record.journal.set_aside", closed)
    journal = open_journal(tmp_path)
    begin(journal, "f5")
    assert moves(journal) == ["f5"]
    assert journal.trouble is not None


def test_an_entry_whose_number_is_damaged_is_known_by_its_checksum(tmp_path: Path, clean: Path) -> None:
    shutil.copy(clean / "journal.db", tmp_path)
    damaged = "UPDATE entry SET number = 900 WHERE number = 3"
    change(tmp_path / "journal.db", "DROP TRIGGER entry_stays", damaged)
    assert look_at(tmp_path) == ["journal.damaged"]
    assert rows(tmp_path) == rows(clean)


SOUND = (7, 5, "move", '{"move": "f5", "picture": null}', "2026-01-02T15:04:05")


@pytest.mark.parametrize(
    ("column", "damaged"),
    [(0, 4), (1, 0), (1, 8), (1, "5"), (2, "mive"), (3, "[]"), (3, '{"move": "f5"'), (3, "{}"), (4, "yesterday"),
     (4, "2026-01-02\x0715:04:05")],
)  # fmt: skip
def test_a_row_without_a_checksum_is_sound_when_it_makes_sense(column: int, damaged: object) -> None:
    assert is_sound(SOUND, None)
    assert is_sound((5, 5, *SOUND[2:]), None)
    assert not is_sound((*SOUND[:column], damaged, *SOUND[column + 1 :]), None)


def test_a_checksum_is_of_just_one_row() -> None:
    assert [is_sound(SOUND, sum_of(SOUND) + off) for off in (-1, 0, 1)] == [False, True, False]


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
