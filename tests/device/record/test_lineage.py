"""A journal knows which one it is, and what a restore took away: no dead or foreign game comes into it."""

import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from device.record import backup_files
from device.record.backups import back_up, restore
from device.record.interim_journal import InterimJournal
from device.record.journal import Journal
from device.system.data_folder import BACKUPS
from tests.support.journals import NOW, alter, begin, change, moves, open_journal, rows

OLDER = "DROP TABLE lineage"  # makes a journal one of an older program


class House:
    """The data folder of a box that backs up and restores, on days that follow one another."""

    def __init__(self, data: Path) -> None:
        self.data, self.day = data, NOW
        data.mkdir()

    def plays(self, *moves: str, players: Sequence[str] = ("Aya", "Ben")) -> None:
        """One game."""
        with open_journal(self.data) as journal:
            begin(journal, *moves, players=players)

    def backs_up(self, *folders: Path) -> Path:
        """Make a backup on the next day."""
        self.day += timedelta(days=1)
        return back_up(self.data, [self.data / BACKUPS, *folders], self.day).files[0]

    def restores(self, archive: Path) -> None:
        """Put a backup back."""
        restore(archive, self.data, self.day)

    def starts(self) -> tuple[dict[str, object], list[object]]:
        """What the box says of its journal when it starts, and what was played in the game on the table."""
        with Journal(self.data / "journal.db") as journal:
            facts = [dict(notice.facts) for notice in journal.notices]
            return dict(facts[0]) if facts else {}, moves(journal)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "data")


def damage(house: House, number: int) -> None:
    alter(house.data / "journal.db", number, "{}")


def restored_house(house: House) -> dict[int, tuple[object, ...]]:
    """Back up, play four games, back up, restore the first backup, play one game: the entries that there are then."""
    house.plays("f5", "d6")
    first = house.backs_up()
    for move in ("c4", "d3", "e6", "f5"):
        house.plays(move, "b6")
    house.backs_up()
    house.restores(first)
    house.plays("d3", "c5")
    return dict(rows(house.data))


@pytest.mark.parametrize(("number", "mended"), [(2, 1), (5, 0)])
def test_a_repair_brings_back_nothing_that_a_restore_took_away(house: House, number: int, mended: int) -> None:
    truth = restored_house(house)
    damage(house, number)
    said, played = house.starts()
    assert (said["mended"], said["lost"]) == (mended, 1 - mended)
    assert rows(house.data) == {at: row for at, row in truth.items() if mended or at != number}
    assert played[-1] == "c5"


def test_what_was_backed_up_since_the_restore_mends_it(house: House) -> None:
    truth = restored_house(house)
    house.backs_up()
    damage(house, 5)
    assert house.starts()[0]["mended"] == 1
    assert rows(house.data) == truth


@pytest.mark.parametrize("harm", ["gone", "rubbish"])
def test_a_journal_that_is_lost_since_the_restore_is_mended_up_to_where_the_restore_branched_off(
    house: House, harm: str
) -> None:
    truth, path = restored_house(house), house.data / "journal.db"
    path.unlink()
    if harm == "rubbish":
        path.write_bytes(b"rubbish" * 1000)
    said, played = house.starts()
    assert (said["mended"], said["lost"], played) == (3, 3, ["f5", "d6"])
    assert rows(house.data) == {number: row for number, row in truth.items() if number <= 3}


def test_a_lineage_that_does_not_fit_its_checksum_is_taken_from_the_lock(house: House) -> None:
    truth = restored_house(house)
    with open_journal(house.data) as journal:
        lineage = journal.lineage
    change(house.data / "journal.db", "UPDATE lineage SET branches = '[]'")
    assert house.starts()[0]["lost"] == 0
    assert rows(house.data) == truth
    with open_journal(house.data) as journal:
        assert journal.lineage == lineage


def test_a_power_cut_at_the_end_of_a_restore_brings_nothing_back_either(house: House) -> None:
    house.plays("f5", "d6")
    first = house.backs_up()
    house.plays("c4")
    house.backs_up()
    house.restores(first)
    truth = rows(house.data)
    (house.data / "journal.db").unlink()  # its new name is not on the disk yet
    house.starts()
    assert rows(house.data) == truth


@pytest.mark.parametrize("older", [False, True])
def test_another_boxs_games_never_come_from_its_backup_on_the_same_stick(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: bool
) -> None:
    stick = tmp_path / "jarapon-backups"
    stick.mkdir()
    monkeypatch.setattr(backup_files, "other_disks", lambda: [stick])
    house.plays("f5", "d6")
    other = House(tmp_path / "other")
    for move in ("c4", "d3", "e6"):
        other.plays(move, players=("Chie", "Dan"))
    other.backs_up(stick)
    if older:
        of_an_older_program(next(stick.iterdir()))
    truth = rows(house.data)
    damage(house, 2)
    assert house.starts()[0]["mended"] == 0
    assert rows(house.data) == {number: row for number, row in truth.items() if number != 2}
    for path in house.data.glob("journal*"):
        path.unlink()
    (house.data / "journal.db").write_bytes(b"rubbish" * 1000)
    assert house.starts()[0]["mended"] == 0


def test_a_box_that_went_on_from_ones_backup_gives_back_only_what_both_have(house: House, tmp_path: Path) -> None:
    house.plays("f5", "d6")
    other = House(tmp_path / "other")
    other.restores(house.backs_up())
    house.plays("c4")
    other.plays("d3")
    other.backs_up(house.data / BACKUPS)
    truth = rows(house.data)
    damage(house, 5)
    damage(house, 2)
    assert house.starts()[0]["mended"] == 1
    assert rows(house.data) == {number: row for number, row in truth.items() if number != 5}


def test_a_copied_data_folder_mends_only_as_far_as_both_hold_the_same(house: House, tmp_path: Path) -> None:
    house.plays("f5")
    copy = House(tmp_path / "copy")
    shutil.copytree(house.data, copy.data, dirs_exist_ok=True)
    house.plays("c4", "c3")
    copy.plays("d3", "c5")
    (copy.data / BACKUPS).mkdir()
    house.backs_up(copy.data / BACKUPS)
    truth = rows(copy.data)
    damage(copy, 5)
    assert copy.starts()[0]["mended"] == 0
    assert rows(copy.data) == {number: row for number, row in truth.items() if number != 5}


def test_journals_and_backups_of_older_programs_stay_readable_and_mend_one_another(house: House) -> None:
    house.plays("f5", "d6")
    change(house.data / "journal.db", OLDER)
    older = of_an_older_program(house.backs_up())
    truth = rows(house.data)
    damage(house, 2)
    assert house.starts()[0]["mended"] == 1
    assert rows(house.data) == truth
    house.plays("c4")
    house.restores(older)
    assert rows(house.data) == truth
    house.plays("e6", "f4")
    truth = rows(house.data)
    damage(house, 5)
    assert house.starts()[0]["mended"] == 0
    assert rows(house.data) == {number: row for number, row in truth.items() if number != 5}


def of_an_older_program(archive: Path) -> Path:
    """Make a backup one of a program that knew no lineage."""
    older = archive.with_name("jarapon-20260103-150405.zip")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal.db"
        with zipfile.ZipFile(archive) as packed:
            copy.write_bytes(packed.read("journal.db"))
        change(copy, OLDER)
        with zipfile.ZipFile(older, "w") as packed:
            packed.write(copy, "journal.db")
    archive.unlink()
    return older


def test_what_a_second_file_kept_before_a_restore_is_not_joined_after_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    house.plays("f5", "d6")
    archive = house.backs_up()
    house.plays("c4")
    with open_journal(house.data) as journal:
        lineage = journal.lineage
    place = house.data / "journal-meanwhile.db"
    place.mkdir()  # so that it lies in another folder
    second = InterimJournal(house.data / "journal.db")
    kept = second.keep([rows(house.data)[5]], lineage)
    second.close()
    place.rmdir()
    assert kept is not None
    assert kept.parent == tmp_path
    house.restores(archive)
    with open_journal(house.data) as journal:
        assert [notice.key for notice in journal.notices] == ["journal.not_joined"]
        assert moves(journal) == ["f5", "d6"]
