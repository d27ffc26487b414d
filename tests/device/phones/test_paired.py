"""The paired phones are kept: over a restart, beside the command line, and whatever happens to their file."""

import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.main import main
from device.phones.paired import MAX_PHONES, PairedPhones
from device.system.data_folder import PHONES
from tests.support.refusals import refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / PHONES


def test_a_restart_unpairs_nobody_and_the_file_holds_no_token_and_is_nobody_elses_to_read(path: Path) -> None:
    phone, token = PairedPhones(path).add("Aya's phone")
    again = PairedPhones(path)
    assert again.known(token) == phone
    assert again.all() == (phone,)
    assert again.trouble is None
    for never_given in ("", "x", "?", "0" * 10_000):
        assert again.known(never_given) is None
    assert token not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == [PHONES]


def test_a_phone_is_removed_or_all_are_and_no_number_comes_again(path: Path) -> None:
    phones = PairedPhones(path)
    (one, token), (two, other) = phones.add("Aya's phone"), phones.add("Ben's phone")
    assert phones.revoke(two.number)
    assert not phones.revoke(two.number)
    assert (phones.known(token), phones.known(other)) == (one, None)
    assert PairedPhones(path).add("Chie's phone")[0].number == 3
    assert phones.revoke_all() == 2
    assert phones.revoke_all() == 0
    assert PairedPhones(path).all() == ()
    assert PairedPhones(path).add("Dan's phone")[0].number == 4


def test_a_box_is_told_from_others_by_a_name_that_stays_whatever_becomes_of_its_phones(path: Path) -> None:
    phones, other = PairedPhones(path), PairedPhones(path.with_name("other.json"))
    assert phones.box == ""
    first, _ = phones.add("Aya's phone")
    other.add("Aya's phone")
    name = phones.box
    assert name != other.box
    written = json.loads(path.read_text())
    assert written.pop("box") == name
    path.write_text(json.dumps(written))  # as boxes wrote it that had no name
    assert PairedPhones(path).box == name
    phones.revoke(first.number)
    phones.add("Ben's phone")
    phones.revoke_all()
    assert PairedPhones(path).box == name
    path.unlink()
    phones.add("Chie's phone")
    assert PairedPhones(path).box == name


def test_what_another_program_changes_holds_at_once(path: Path) -> None:
    box, command = PairedPhones(path), PairedPhones(path)
    phone, token = box.add("Aya's phone")
    assert box.known(token)
    command.revoke(phone.number)
    assert box.known(token) is None
    _, other = command.add("Ben's phone")
    assert box.known(other)
    path.unlink()
    assert box.known(other) is None


def test_two_programs_at_once_lose_nothing(path: Path) -> None:
    programs = [PairedPhones(path) for _ in range(4)]
    with ThreadPoolExecutor(8) as threads:
        tokens = [token for _, token in threads.map(lambda at: programs[at % 4].add(f"phone {at}"), range(24))]
    phones = PairedPhones(path)
    assert sorted(phone.number for phone in phones.all()) == list(range(1, 25))
    assert all(phones.known(token) for token in tokens)


def test_when_a_phone_was_seen_is_written_but_not_at_every_tap_nor_where_only_that_is_asked(path: Path) -> None:
    now = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
    phones, box = (PairedPhones(path, now=lambda: now) for _ in range(2))
    _, token = phones.add("Aya's phone")
    before = path.stat().st_mtime_ns
    now += timedelta(minutes=59)
    assert phones.known(token)
    now += timedelta(minutes=2)
    assert (box.has(token), box.has(token + "x")) == (True, False)
    assert path.stat().st_mtime_ns == before
    assert phones.known(token).seen == "2026-11-22T13:01+00:00"
    assert PairedPhones(path).all()[0].seen == "2026-11-22T13:01+00:00"
    assert PairedPhones(path).all()[0].since == "2026-11-22T12:00+00:00"
    box.revoke_all()
    assert not box.has(token)


@pytest.mark.parametrize("text", [
    "", "{", "[]", '{"phones": 3}', '{"last_number": 1, "phones": [{"number": 1}]}', "\udcff",
    '{"last_number": 1, "phones": [{"number": 1, "name": "A", "since": "x", "seen": "x", "token_sha256": "x"}]}',
    '{"last_number": 0, "box": "a;b", "phones": []}', '{"last_number": 0, "box": 3, "phones": []}',
])  # fmt: skip
def test_a_damaged_list_is_said_and_kept_and_phones_can_be_paired_again(path: Path, text: str) -> None:
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    phones = PairedPhones(path)
    assert phones.trouble is not None
    assert phones.trouble.key == "phones.damaged"
    assert phones.all() == ()
    aside = path.with_name(str(dict(phones.trouble.facts)["aside"]))
    assert [file.name for file in path.parent.iterdir()] == [aside.name]
    phone, token = phones.add("Aya's phone")
    assert phones.trouble is None
    assert PairedPhones(path).known(token) == phone
    assert aside.read_bytes() == text.encode("utf-8", "surrogateescape")


def test_a_list_that_the_program_has_no_handle_for_is_not_damaged_and_its_phones_stay_known(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, command = PairedPhones(path), PairedPhones(path)
    phone, token = box.add("Aya's phone")
    command.add("Ben's phone")

    def no_more(*_: object, **__: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", no_more)
        assert box.known(token) == phone
        assert box.trouble is not None and box.trouble.key == "kept.not_read"
    assert len(box.all()) == 2
    assert box.trouble is None


def test_where_nothing_can_be_written_phones_are_known_until_the_end_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    phones = PairedPhones(tmp_path / "data" / PHONES)
    phone, token = phones.add("Aya's phone")
    assert phones.known(token) == phone
    assert phones.trouble is not None
    assert phones.trouble.key == "phones.not_kept"
    assert phones.revoke(phone.number)
    assert phones.known(token) is None


def test_there_is_an_end_to_how_many(path: Path) -> None:
    phones = PairedPhones(path)
    for number in range(MAX_PHONES):
        phones.add(f"phone {number}")
    with refused("phones.too_many"):
        phones.add("one too many")
    assert len(phones.all()) == MAX_PHONES


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write for somebody else")
def test_what_root_writes_belongs_to_the_box(path: Path) -> None:
    os.chown(path.parent, 65534, 65534)
    PairedPhones(path).add("Aya's phone")
    assert (path.stat().st_uid, path.stat().st_gid) == (65534, 65534)


def run(folder: Path, *more: str) -> int:
    return main(["phones", "--data", str(folder), "--lang", "en", *more])


def test_the_command_lists_and_removes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(path.parent) == 0
    assert capsys.readouterr().out == "No phone is paired.\n"
    phones = PairedPhones(path)
    tokens = [phones.add(name)[1] for name in ("Aya's phone", "おばあちゃん", "Ben's phone")]
    assert run(path.parent) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["1  Aya's phone", "2  おばあちゃん", "3  Ben's phone"]
    assert run(path.parent, "--json") == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [phone["name"] for phone in told] == ["Aya's phone", "おばあちゃん", "Ben's phone"]
    assert all("token_sha256" not in phone for phone in told)
    assert run(path.parent, "--revoke", "2") == 0
    assert "おばあちゃん" in capsys.readouterr().out
    assert [phones.known(token) is None for token in tokens] == [False, True, False]
    assert run(path.parent, "--revoke-all") == 0
    assert "2" in capsys.readouterr().out
    assert phones.all() == ()


def test_the_command_says_what_it_cannot_do(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(path.parent, "--revoke", "7") == 2
    assert "number 7" in capsys.readouterr().err
    path.write_text("{")
    assert run(path.parent) == 2
    assert PHONES in capsys.readouterr().err
    assert [file.read_text() for file in path.parent.iterdir()] == ["{"]
