"""Backups are whole and verified, kept for a week and a month, and put back without losing what was there."""

import json
import os
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cli.main import main
from device.phones.paired import PairedPhones
from device.record import backup_files
from device.record.backup_files import About, about_backup, backups_in, box_name, other_disks
from device.record.backups import DAY_S, Backups, back_up, newest, restore
from device.record.journal import Journal
from device.record.journal_file import SCHEMA_VERSION, Damaged
from device.system.data_folder import BACKUPS
from tests.support.journals import NOW, alter, begin, open_journal, play, rows
from tests.support.waiting import eventually


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    (data / "taught").mkdir(parents=True)
    (data / "pictures").mkdir()
    (data / "pictures" / "1-2.jpg").write_bytes(b"picture")
    (data / "phones.json").write_text('{"phones": []}')
    (data / "sheet.toml").write_text("ours")
    (data / "taught" / "taught.json").write_text("{}")
    with open_journal(data) as journal:
        begin(journal, "f5", "d6")
        begin(journal, "e6")
    return data


def times(folder: Path) -> list[datetime]:
    """When the backups in a folder were made, the newest first."""
    return [backup.at for backup in backups_in(folder)]


def test_a_backup_holds_the_journal_and_what_the_box_has_learned_but_no_pictures(data: Path) -> None:
    [archive] = back_up(data, [data / BACKUPS], NOW).files
    assert archive.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(archive) as packed:
        assert set(packed.namelist()) == {"journal.db", "phones.json", "sheet.toml", "taught/taught.json"}
    assert [path.name for path in (data / BACKUPS).iterdir()] == [archive.name]


def test_a_backup_says_which_box_made_it_of_which_journal_and_how_far_that_had_come(data: Path) -> None:
    with open_journal(data) as journal:
        [branch], last = journal.lineage, journal.next_number() - 1
    [archive] = back_up(data, [data / BACKUPS], NOW).files
    assert about_backup(archive) == About(box_name(), branch.id, branch.id, last)
    assert archive.name == f"jarapon-20260102-150405-{box_name()}-{branch.id[:8]}.zip"


def test_seven_days_and_four_weeks_are_kept(data: Path) -> None:
    for day in range(40):
        for hour in (0, 5):
            back_up(data, [data / BACKUPS], NOW + timedelta(days=day, hours=hour))
    kept = sorted(times(data / BACKUPS))
    assert kept[-7:] == [NOW + timedelta(days=day, hours=5) for day in range(33, 40)]
    assert len({at.isocalendar()[:2] for at in kept}) == 4


def test_a_damaged_journal_makes_no_backup_and_the_old_one_stays(data: Path) -> None:
    [made] = back_up(data, [data / BACKUPS], NOW).files
    alter(data / "journal.db", 3, "{}")
    with pytest.raises(Damaged):
        back_up(data, [data / BACKUPS], NOW + timedelta(days=1))
    assert list((data / BACKUPS).iterdir()) == [made]


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for backups on a stick that is plugged in."""
    stick = tmp_path / "stick" / "jarapon-backups"
    stick.mkdir(parents=True)
    monkeypatch.setattr(backup_files, "other_disks", lambda: [stick])
    return stick


def test_other_disks_with_a_folder_for_backups_get_one_too(data: Path, stick: Path) -> None:
    back_up(data, [data / BACKUPS, stick], NOW)
    found = newest(data, NOW)
    assert found is not None
    assert (found[0].at, found[1]) == (NOW, [data / BACKUPS, stick])


def test_other_disks_are_those_where_the_system_puts_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = ("/media/stick", "/mnt/disk", "/run/media/aya/photo\\040stick", "/run/user/1000", "/srv/media", "/mntx/x")
    mounts = tmp_path / "mounts"
    mounts.write_text("".join(f"/dev/sd{at} {point} ext4 rw 0 0\n" for at, point in enumerate(points)))
    assert other_disks(tmp_path / "missing") == other_disks(mounts) == []  # they have no such folder
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    assert [str(folder.parent) for folder in other_disks(mounts)] == [
        "/media/stick", "/mnt/disk", "/run/media/aya/photo stick",
    ]  # fmt: skip


def test_two_boxes_with_one_stick_leave_one_another_their_backups(data: Path, tmp_path: Path, stick: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with open_journal(other) as journal:
        begin(journal, "c4")
    for minute in range(6):  # of one evening: each box keeps its newest
        folder = (data, other)[minute % 2]
        back_up(folder, [folder / BACKUPS, stick], NOW + timedelta(minutes=minute))
    assert times(stick) == [NOW + timedelta(minutes=5), NOW + timedelta(minutes=4)]
    assert len({backup.branch for backup in backups_in(stick)}) == 2


def test_a_full_stick_is_said_once_and_the_backup_in_the_box_is_made(data: Path, stick: Path, capsys) -> None:
    stick.rmdir()
    stick.write_text("no room")
    assert main(["backup", "--data", str(data), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("Backup made: ")
    assert f"there is no copy of it in {stick}" in err
    with Journal(data / "journal.db") as journal, Backups(data, lambda: True, journal, look_s=0.01) as backups:
        backups.want()
        eventually(lambda: backups.trouble is not None and not backups.is_running)
        assert backups.trouble is not None
        assert backups.trouble.key == "backup.no_copy"
        made = len(times(data / BACKUPS))
        assert [len(times(data / BACKUPS)) for _ in range(3) if not time.sleep(0.05)] == [made] * 3


def test_what_was_restored_is_what_was_backed_up_and_what_was_there_lies_aside(data: Path, capsys) -> None:
    truth = rows(data)
    assert main(["backup", "--data", str(data), "--json", "--lang", "en"]) == 0
    archive = json.loads(capsys.readouterr().out)["file"]
    with Journal(data / "journal.db") as journal:
        play(journal, "f6")
        assert main(["restore", archive, "--data", str(data), "--lang", "en"]) == 2
        assert "Another box" in capsys.readouterr().err
    (data / "sheet.toml").write_text("theirs")
    assert main(["restore", archive, "--data", str(data), "--json", "--lang", "en"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["restored"]) == {"journal.db", "sheet.toml", "taught/taught.json"}
    assert (rows(data), (data / "sheet.toml").read_text()) == (truth, "ours")
    assert len(rows(Path(told["set_aside"]))) == len(truth) + 1
    with Journal(data / "journal.db") as journal:
        assert (journal.notices, journal.trouble) == ([], None)


def spoilt_backups(archive: Path, folder: Path) -> Iterator[Path]:
    """Files that people may take for a backup, of one that is whole."""
    with zipfile.ZipFile(archive) as whole:
        journal = whole.read("journal.db")

    def packed(name: str, **more: bytes | str) -> Path:
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as file:
            for member, data in {"journal.db": journal, **more}.items():
                file.writestr(zipfile.ZipInfo(member), data, zipfile.ZIP_DEFLATED, 1)
        return folder / name

    def altered(name: str, at: int, *changed: int) -> Path:
        data = bytearray(archive.read_bytes())
        data[at : at + len(changed)] = changed
        (folder / name).write_bytes(data)
        return folder / name

    directory = archive.read_bytes().index(b"PK\1\2")
    yield altered("a bad bit.zip", directory // 3, archive.read_bytes()[directory // 3] ^ 1)
    yield altered("a broken deflate.zip", 30 + len("journal.db"), 0xFF, 0xFF)
    yield altered("encrypted.zip", directory + 8, 1)
    yield altered("packed in another way.zip", directory + 10, 99)
    yield packed("outside.zip", **{"../outside": "x"})
    yield packed("absolute.zip", **{"/tmp/outside": "x"})
    yield packed("nameless.zip", **{"": "x"})
    yield packed("a dot.zip", **{".": "x"})
    yield packed("large.zip", **{"sheet.toml": bytes(backup_files.MAX_BYTES + 1)})
    yield packed("large as a whole.zip", **{f"taught/{number}.png": bytes(16 << 20) for number in range(17)})
    yield packed("a large journal.zip", **{"journal.db": journal + bytes(4 << 20)})
    yield packed("many.zip", **{f"frames/{number}.toml": "" for number in range(backup_files.MAX_FILES)})
    with zipfile.ZipFile(folder / "no journal.zip", "w"):
        yield folder / "no journal.zip"
    (folder / "letter.zip").write_text("Dear box")
    yield folder / "letter.zip"
    (folder / "folder.zip").mkdir()
    yield folder / "folder.zip"
    os.mkfifo(folder / "pipe.zip")
    yield folder / "pipe.zip"
    yield folder / "missing.zip"


def test_a_backup_that_is_not_whole_is_not_put_back_and_where_there_is_no_journal_none_is_made(
    data: Path, tmp_path: Path, capsys
) -> None:
    [archive] = back_up(data, [data / BACKUPS], NOW).files
    before = sorted(path.name for path in data.iterdir())
    for spoilt in spoilt_backups(archive, tmp_path):
        assert main(["restore", str(spoilt), "--data", str(data), "--lang", "en"]) == 2, spoilt
        assert f"The backup {spoilt} cannot be restored (" in capsys.readouterr().err
    assert sorted(path.name for path in data.iterdir()) == before
    assert not (tmp_path / "outside").exists()
    assert main(["backup", "--data", str(tmp_path), "--lang", "en"]) == 2
    assert "no journal" in capsys.readouterr().err


def test_a_backup_of_a_newer_program_says_so(data: Path, capsys) -> None:
    with closing(sqlite3.connect(data / "journal.db")) as journal:
        journal.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 6}")
    archive = data / "backup.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(data / "journal.db", "journal.db")
    assert main(["restore", str(archive), "--data", str(data), "--lang", "en"]) == 2
    assert f"The backup {archive} comes from a newer version" in capsys.readouterr().err


def test_a_phone_that_was_removed_stays_removed_and_on_a_new_card_those_of_the_backup_are_paired(
    data: Path, tmp_path: Path
) -> None:
    (data / "phones.json").unlink()
    phones = PairedPhones(data / "phones.json")
    (gone, gone_token), (stays, token) = phones.add("Aya's old phone"), phones.add("Ben's phone")
    [archive] = back_up(data, [data / BACKUPS], NOW).files
    phones.revoke(gone.number)
    _, new_token = phones.add("Aya's new phone")
    assert "phones.json" not in restore(archive, data, NOW)[0]
    again = PairedPhones(data / "phones.json")
    assert [again.known(one) is not None for one in (gone_token, token, new_token)] == [False, True, True]
    restore(archive, tmp_path / "new card", NOW)
    assert PairedPhones(tmp_path / "new card" / "phones.json").known(token) == stays


def test_one_that_fails_is_said_and_damage_is_told_to_the_journal(data: Path) -> None:
    with Journal(data / "journal.db") as journal:
        alter(data / "journal.db", 3, "{}")
        with Backups(data, lambda: False, journal) as backups:
            backups.want()
            eventually(journal.suspected.is_set)
            eventually(lambda: backups.trouble is not None)
    assert list((data / BACKUPS).iterdir()) == []


class Evening:
    """A box whose backups run on a clock of their own, which tells the seconds, beside one that tells the time."""

    def __init__(self, data: Path, journal: Journal) -> None:
        self.folder, self.journal = data / BACKUPS, journal
        self.seconds, self.at, self.over = 0.0, NOW, False
        self.backups = Backups(data, lambda: self.over, journal, lambda: self.at, 0.01, lambda: self.seconds)

    def goes_on(self, *moves: str, over: bool = False, seconds: float = 0.0) -> None:
        """Time passes, then moves are made."""
        self.over = over
        self.seconds += seconds
        play(self.journal, *moves)

    def makes(self, count: int) -> bool:
        """Whether there are soon so many backups, and no more."""
        eventually(lambda: len(times(self.folder)) >= count and not self.backups.is_running)
        time.sleep(0.05)
        return len(times(self.folder)) == count


@pytest.fixture
def evening(data: Path) -> Iterator[Evening]:
    with open_journal(data) as journal:
        yield Evening(data, journal)


def test_one_is_made_at_the_start_of_what_an_earlier_evening_left_and_after_a_game_a_day_and_when_somebody_wants_one(
    data: Path, evening: Evening
) -> None:
    left = data / BACKUPS / ".making-1"
    left.mkdir(parents=True)  # by a power cut
    with evening.backups as backups:
        assert evening.makes(1)
        evening.goes_on(over=True, seconds=DAY_S)
        assert evening.makes(1)  # nothing was recorded
        evening.at += timedelta(days=1)
        evening.goes_on("c4", over=True)
        assert evening.makes(2)
        evening.at += timedelta(days=1)
        evening.goes_on("c3")
        assert evening.makes(2)  # the game is not over, whatever the clock says
        evening.goes_on(seconds=DAY_S)
        assert evening.makes(3)
        evening.at += timedelta(days=1)
        backups.want()
        assert evening.makes(4)
        assert backups.last is not None
        assert (backups.last[0].at, backups.trouble) == (evening.at, None)
    assert not left.exists()


def test_a_box_that_starts_with_all_of_it_backed_up_makes_none(data: Path, evening: Evening) -> None:
    back_up(data, [data / BACKUPS], NOW - timedelta(days=9))
    with evening.backups:
        assert evening.makes(1)


def test_one_backup_from_a_clock_that_was_ahead_ends_nothing(data: Path, evening: Evening) -> None:
    back_up(data, [data / BACKUPS], datetime(2036, 1, 1))
    with evening.backups as backups:
        for move in "c4", "c3", "d3":
            evening.at += timedelta(days=1)
            evening.goes_on(move, over=True)
            eventually(lambda: times(data / BACKUPS)[1:2] == [evening.at] and not backups.is_running)
        assert backups.last is not None
        assert backups.last[0].at == evening.at


@pytest.mark.parametrize("newest_is", ["a bad bit", "a broken deflate", "a pipe"])
def test_the_box_starts_with_a_bad_entry_whatever_the_newest_backup_is_and_an_older_one_mends_it(
    data: Path, newest_is: str
) -> None:
    truth = rows(data)
    [older] = back_up(data, [data / BACKUPS], NOW - timedelta(days=1)).files
    newer = older.with_name(older.name.replace("20260101", "20260102"))
    if newest_is == "a pipe":
        os.mkfifo(newer)
    else:
        damaged = bytearray(older.read_bytes())
        damaged[40 if newest_is == "a broken deflate" else len(damaged) // 3] ^= 0xFF
        newer.write_bytes(damaged)
    alter(data / "journal.db", 3, "{}")
    with Journal(data / "journal.db") as journal:
        assert [notice.key for notice in journal.notices] == ["journal.damaged"]
    assert rows(data) == truth
