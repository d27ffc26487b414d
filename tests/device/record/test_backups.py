"""Backups are whole and verified, kept for a week and a month, and put back without losing what was there."""

import json
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from cli.main import main
from device.record.backup_files import FOLDER, backups_in, name_of, other_disks
from device.record.backups import Backups, back_up, newest
from device.record.journal import Journal
from device.record.journal_file import Damaged
from device.record.pictures import PictureStore
from device.table.game import BoardGame
from device.table.snapshot_builder import snapshot_of
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


def test_a_backup_holds_the_journal_and_what_the_box_has_learned_but_no_pictures(data: Path) -> None:
    [archive] = back_up(data, [data / FOLDER], NOW)
    assert archive.name == "jarapon-20260102-150405.zip"
    assert archive.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(archive) as packed:
        assert set(packed.namelist()) == {"journal.db", "phones.json", "sheet.toml", "taught/taught.json"}
    assert [path.name for path in (data / FOLDER).iterdir()] == [archive.name]


def test_seven_days_and_four_weeks_are_kept(data: Path) -> None:
    for day in range(40):
        for hour in (0, 5):
            back_up(data, [data / FOLDER], NOW + timedelta(days=day, hours=hour))
    kept = sorted(backups_in(data / FOLDER))
    assert kept[-7:] == [NOW + timedelta(days=day, hours=5) for day in range(33, 40)]
    assert len({at.isocalendar()[:2] for at in kept}) == 4


def test_a_damaged_journal_makes_no_backup_and_the_old_one_stays(data: Path) -> None:
    back_up(data, [data / FOLDER], NOW)
    alter(data / "journal.db", 3, "{}")
    with pytest.raises(Damaged):
        back_up(data, [data / FOLDER], NOW + timedelta(days=1))
    assert list(backups_in(data / FOLDER)) == [NOW]
    assert [path.name for path in (data / FOLDER).iterdir()] == [name_of(NOW)]


def test_other_disks_with_a_folder_for_backups_get_one_too(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick" / "jarapon-backups"
    stick.mkdir(parents=True)
    assert len(back_up(data, [data / FOLDER, stick], NOW)) == 2
    found = newest([data / FOLDER, stick])
    assert found is not None
    assert (found.at, found.folder) == (NOW, stick)
    points = ("/media/stick", "/mnt/disk", "/run/media/aya/photo\\040stick", "/run/user/1000", "/srv/media", "/mntx/x")
    mounts = tmp_path / "mounts"
    mounts.write_text("".join(f"/dev/sd{at} {point} ext4 rw 0 0\n" for at, point in enumerate(points)))
    assert other_disks(tmp_path / "missing") == other_disks(mounts) == []  # they have no such folder
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    assert [str(folder.parent) for folder in other_disks(mounts)] == [
        "/media/stick", "/mnt/disk", "/run/media/aya/photo stick",
    ]  # fmt: skip


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
    assert set(told["restored"]) == {"journal.db", "phones.json", "sheet.toml", "taught/taught.json"}
    assert (rows(data), (data / "sheet.toml").read_text()) == (truth, "ours")
    assert len(rows(Path(told["set_aside"]))) == len(truth) + 1
    with Journal(data / "journal.db") as journal:
        assert (journal.notices, journal.trouble) == ([], None)


def test_a_backup_that_is_not_whole_is_not_put_back_and_where_there_is_no_journal_none_is_made(
    data: Path, tmp_path: Path, capsys
) -> None:
    [archive] = back_up(data, [data / FOLDER], NOW)
    before = sorted(path.name for path in data.iterdir())
    spoilt = bytearray(archive.read_bytes())
    spoilt[len(spoilt) // 3] ^= 1
    (tmp_path / "spoilt.zip").write_bytes(spoilt)
    (tmp_path / "letter.zip").write_text("Dear box")
    with zipfile.ZipFile(tmp_path / "outside.zip", "w") as packed:
        packed.write(data / "journal.db", "journal.db")
        packed.writestr("../outside", "x")
    for name in ("spoilt.zip", "letter.zip", "outside.zip", "missing.zip"):
        assert main(["restore", str(tmp_path / name), "--data", str(data), "--lang", "en"]) == 2
        assert "cannot be restored" in capsys.readouterr().err
    assert sorted(path.name for path in data.iterdir()) == before
    assert not (tmp_path / "outside").exists()
    assert main(["backup", "--data", str(tmp_path), "--lang", "en"]) == 2
    assert "no journal" in capsys.readouterr().err


def test_after_a_game_and_a_day_and_when_somebody_wants_one(data: Path) -> None:
    left = data / FOLDER / ".making-1"
    left.mkdir(parents=True)  # by a power cut
    with Journal(data / "journal.db") as journal:
        game = BoardGame(journal, PictureStore(data / "pictures"))
        now = [snapshot_of(game, None, 1, "still", ())]
        clock = [NOW]
        with Backups(data, lambda: now[0], Event(), lambda: clock[0], look_s=0.01) as backups:
            assert backups.last is None
            now[0] = replace(now[0], known=now[0].known + 1)
            clock[0] += timedelta(hours=1)
            now[0] = replace(now[0], over=True)
            eventually(lambda: list(backups_in(data / FOLDER)) == [clock[0]])
            now[0] = replace(now[0], over=False, known=now[0].known + 1)
            clock[0] += timedelta(days=1)
            eventually(lambda: len(backups_in(data / FOLDER)) == 2)
            clock[0] += timedelta(days=1)
            backups.want()
            eventually(lambda: len(backups_in(data / FOLDER)) == 3 and not backups.is_running)
            assert backups.last is not None
            assert (backups.last.at, backups.trouble) == (clock[0], None)
    assert not left.exists()


def test_one_that_fails_is_said_and_damage_is_told_to_the_journal(data: Path) -> None:
    suspected = Event()
    with Journal(data / "journal.db") as journal:
        now = snapshot_of(BoardGame(journal, PictureStore(data / "pictures")), None, 1, "still", ())
        alter(data / "journal.db", 3, "{}")
        with Backups(data, lambda: now, suspected) as backups:
            backups.want()
            eventually(suspected.is_set)
            eventually(lambda: backups.trouble is not None)
    assert list((data / FOLDER).iterdir()) == []
