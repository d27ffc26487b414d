"""Files that the box keeps are whole or the ones before, and what is damaged is set aside, never deleted."""

import errno
import json
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from device.system.whole_files import clear_unfinished, read_kept, set_aside, write_whole
from engines.messages import Refusal, message


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_name_before_anybody_is_told(tmp_path, monkeypatch):
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(file):
        is_folder = stat.S_ISDIR(os.fstat(file).st_mode)
        done.append("folder" if is_folder else f"file of {os.fstat(file).st_size}")
        sync(file)

    def replaced(self, target):
        done.append("renamed")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    write_whole(tmp_path / "a.json", b"12345")
    assert done == ["file of 5", "renamed", "folder"]


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_where_it_cannot_be_written_the_old_one_stays_and_nothing_is_left_over(tmp_path, monkeypatch, step):
    path, opened = tmp_path / "a.json", os.fdopen
    write_whole(path, b"old")
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))

    def unwritable(*given, **named):
        file = opened(*given, **named)
        file.flush = full
        return file

    if step == "write":
        monkeypatch.setattr(os, "fdopen", unwritable)
    else:
        monkeypatch.setattr(Path if step == "replace" else os, step, full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    monkeypatch.undo()
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["a.json"])


def test_permissions_are_those_asked_for_from_the_beginning(tmp_path):
    write_whole(tmp_path / "secret", b"x", 0o600)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "open", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644


def test_threads_that_write_one_file_leave_one_of_theirs(tmp_path):
    path = tmp_path / "a.json"
    texts = [bytes([65 + number]) * 50_000 for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda text: write_whole(path, text), texts * 4))
    assert path.read_bytes() in texts
    assert names(tmp_path) == ["a.json"]


def test_what_a_killed_writer_left_does_no_harm_and_goes_when_it_is_old(tmp_path):
    for name in ("a.json.new", "a.json.12345678.new", "b.json.12345678.new", "my notes.new"):
        (tmp_path / name).write_bytes(b"{")
    (tmp_path / "c.json.12345678.new").mkdir()
    for name in ("a.json.new", "a.json.12345678.new", "my notes.new"):
        os.utime(tmp_path / name, (time.time() - 7200,) * 2)
    write_whole(tmp_path / "a.json", b"1")
    clear_unfinished(tmp_path)
    assert names(tmp_path) == ["a.json", "a.json.new", "b.json.12345678.new", "c.json.12345678.new", "my notes.new"]


def test_what_is_set_aside_keeps_its_contents_and_takes_nobodys_place(tmp_path):
    made = []
    for text in ("one", "two", "three"):
        (tmp_path / "a.json").write_text(text)
        made.append(set_aside(tmp_path / "a.json"))
    assert [path.read_text() for path in made] == ["one", "two", "three"]
    assert all(path.suffix == ".json" and path.name.startswith("a-damaged-2") for path in made)
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught" / "x").write_text("y")
    assert (set_aside(tmp_path / "taught") / "x").read_text() == "y"


def first_of(data):
    return int(json.loads(data)["first"][0])


CONTENTS = {
    "empty": b"", "zeroed": bytes(30), "blank": b" \n", "cut": b'{"first": [1', "no text": b"\xff\xfe{",
    "deep": b"[" * 100_000, "number": b"42", "word": b'"x"', "null": b"null", "list": b"[]", "table": b"{}",
    "no first": b'{"first": []}', "none in it": b'{"first": null}', "endless": b'{"first": [1e999]}',
    "too large": b" " * (2 << 20) + b'{"first": [1]}',
}  # fmt: skip


def make_folder(path):
    path.mkdir()
    (path / "in it").write_text("x")


DAMAGED = {name: partial(Path.write_bytes, data=data) for name, data in CONTENTS.items()} | {
    "a folder": make_folder,
    "a pipe": os.mkfifo,
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_damaged_or_no_file_is_set_aside_named_and_keeps_nobody_waiting(tmp_path, name):
    path = tmp_path / "a.json"
    DAMAGED[name](path)
    kept, said = read_kept(path, first_of)
    assert kept is None
    (aside,) = tmp_path.iterdir()
    assert aside.name != path.name
    assert name not in CONTENTS or aside.read_bytes() == CONTENTS[name]
    assert said == message("kept.damaged", file=str(path), aside=aside.name)
    assert read_kept(path, first_of) == (None, None)


def test_a_file_that_cannot_be_moved_is_said_with_its_own_name(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"{")
    monkeypatch.setattr(Path, "rename", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
    _, said = read_kept(path, first_of, "table.field_damaged")
    assert said == message("table.field_damaged", file=str(path), aside="a.json")
    assert path.read_bytes() == b"{"


def test_a_mistake_in_a_file_that_people_write_is_left_for_them_to_mend(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"a = 2")
    mistake = message("data.not_toml", file="a.toml", line=1)
    assert read_kept(path, Mock(side_effect=Refusal(mistake))) == (None, mistake)
    assert names(tmp_path) == ["a.toml"]


def test_a_program_short_of_handles_takes_no_file_for_damaged(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_bytes(b'{"first": [7]}')
    with monkeypatch.context() as short:
        short.setattr(os, "open", Mock(side_effect=OSError(errno.EMFILE, "Too many open files")))
        kept, said = read_kept(path, first_of)
    assert (kept, said.key) == (None, "kept.not_read")
    assert read_kept(path, first_of) == (7, None)
