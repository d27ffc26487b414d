"""How failed starts are counted, whatever becomes of the file, and which settings are the last good ones."""

import json
import os
import sys
from pathlib import Path

import pytest

from cli import start_guard
from cli.main import main
from cli.start_guard import WELL_AFTER_S, _Uptime
from device.system.data_folder import GOOD, STARTS
from device.system.last_good_settings import LastGoodSettings, differing, put_back
from device.system.starts import CARRIED, MAX_FAILED_STARTS, Failure, Starts
from engines.messages import Refusal, message
from tests.support.refusals import refused


def starts_in(folder, **more):
    return Starts(folder, environment={}, **more)


def fail(folder, error, times=1):
    for _ in range(times):
        starts = starts_in(folder)
        starts.begin()
        starts.fail(error)
    return starts


def test_three_starts_that_fail_are_enough(tmp_path):
    assert not fail(tmp_path, ImportError("libGL.so.1 is missing"), MAX_FAILED_STARTS - 1).has_failed_too_often
    assert fail(tmp_path, ImportError("libGL.so.1 is missing")).has_failed_too_often
    kept = starts_in(tmp_path)
    assert (kept.failed, kept.has_failed_too_often) == (MAX_FAILED_STARTS, True)
    assert kept.last is not None
    assert kept.last.said == message("safe_mode.fault", kind="ImportError", text="libGL.so.1 is missing")
    assert "ImportError" in kept.last.trace
    assert starts_in(tmp_path, program=Path("/opt/newer")).failed == 0, "another version begins anew"
    # A normal start may be asked for once.
    kept.try_now()
    tried = starts_in(tmp_path)
    assert not tried.has_failed_too_often
    tried.begin()
    tried.fail(OSError("no"))
    assert (tried.has_failed_too_often, tried.failed, tried.wait_s) == (True, MAX_FAILED_STARTS + 1, 1200)


def test_a_box_that_was_well_or_was_stopped_has_not_failed(tmp_path):
    for end in (Starts.well, Starts.stop):
        fail(tmp_path, OSError("no"), MAX_FAILED_STARTS - 1)
        starts = starts_in(tmp_path)
        starts.begin()
        end(starts)
        assert not starts_in(tmp_path).has_failed_too_often
    # Killed a day after it was well, or ended by an error: that says nothing about its start.
    starts = starts_in(tmp_path)
    starts.begin()
    starts.well()
    assert starts_in(tmp_path).failed == 0
    starts.fail(RuntimeError("an hour later"))
    again = starts_in(tmp_path)
    assert (again.failed, again.last and dict(again.last.said.facts)["text"]) == (0, "an hour later")


def test_what_no_further_try_can_mend_is_enough_at_once_and_being_killed_says_no_word(tmp_path):
    assert fail(tmp_path, Refusal(message("journal.newer", file="journal.db"))).has_failed_too_often
    assert not fail(tmp_path / "other", Refusal(message("journal.in_use", file="journal.db"))).has_failed_too_often
    for _ in range(MAX_FAILED_STARTS):
        starts_in(tmp_path / "killed").begin()
    killed = starts_in(tmp_path / "killed")
    assert killed.has_failed_too_often
    assert killed.last.said == message("safe_mode.ended")


@pytest.mark.parametrize("said", [
    b"", b"\0" * 300, b"{", b"[1]", b'"3"', b"3", b"[" * 40_000, b'{"failed": "three"}', b"\xff\xfe",
    b'{"failed": -1}', b'{"failed": 1e300}', b'{"failed": true, "last": {"key": 3}}', b"9" * 5000, None,
])  # fmt: skip
def test_no_damage_of_the_file_keeps_the_box_from_starting_or_counting(tmp_path, said):
    if said is None:
        (tmp_path / STARTS / "inside").mkdir(parents=True)
    else:
        (tmp_path / STARTS).write_bytes(said)
    assert starts_in(tmp_path).failed in (0, 1)
    assert fail(tmp_path, OSError("no"), MAX_FAILED_STARTS).has_failed_too_often
    assert (tmp_path / STARTS).is_file()
    assert said is not None or [path for path in tmp_path.iterdir() if (path / "inside").is_dir()], "it is set aside"


@pytest.mark.parametrize("last", [
    None, 3, {"key": "no.such.key", "facts": {}, "at": "", "trace": ""}, {"key": "journal.newer", "facts": {}},
    {"key": "journal.newer", "facts": [], "at": "", "trace": ""},
    {"key": "journal.newer", "facts": {}, "at": "", "trace": ""},
])  # fmt: skip
def test_a_reason_that_makes_no_sentence_is_left_out(tmp_path, last):
    state = json.loads(fail(tmp_path, OSError("no"), MAX_FAILED_STARTS).as_json())
    (tmp_path / STARTS).write_text(json.dumps({**state, "last": last}))
    assert (starts_in(tmp_path).failed, starts_in(tmp_path).last) == (MAX_FAILED_STARTS, None)


def test_where_nothing_can_be_written_the_first_failure_is_enough(tmp_path):
    (tmp_path / "file").write_text("where a folder should be")
    environment: dict[str, str] = {}
    starts = Starts(tmp_path / "file", environment=environment)
    starts.begin()
    starts.fail(OSError("no"))
    assert starts.has_failed_too_often
    # The program that takes this one's place knows of it.
    starts.carry()
    assert list(environment) == [CARRIED]
    assert Starts(tmp_path / "file", environment=environment).has_failed_too_often
    assert not environment


def test_reasons_are_bounded():
    def deep(left):
        if left:
            deep(left - 1)
        raise ValueError("x" * 100_000)

    with pytest.raises(ValueError) as raised:
        deep(900)
    assert len(json.dumps(Failure.of(raised.value).said.facts)) < 1000
    assert len(Failure.of(raised.value).trace) < 10_000


def test_the_box_is_well_after_a_minute_and_then_its_settings_are_good(tmp_path):
    now = [100.0]
    starts = fail(tmp_path, OSError("no"), 2)
    (tmp_path / "wiring.toml").write_text("good")
    up = _Uptime(starts, LastGoodSettings(tmp_path), clock=lambda: now[0])
    up.note_progress()
    now[0] += WELL_AFTER_S - 1
    up.note_progress()
    assert (starts.failed, (tmp_path / GOOD).exists()) == (2, False)
    now[0] += 1
    up.note_progress()
    assert (starts.failed, (tmp_path / GOOD / "wiring.toml").read_text()) == (0, "good")


def test_good_settings_are_put_back_and_what_they_replace_is_set_aside(tmp_path):
    (tmp_path / "wiring.toml").write_text("mine")
    assert differing(tmp_path) is None
    with refused("safe_mode.no_good"):
        put_back(tmp_path)
    assert (tmp_path / "wiring.toml").read_text() == "mine"
    (tmp_path / "wiring.toml").write_text("good wiring")
    (tmp_path / "sheet.toml").write_text("good sheet")
    os.mkfifo(tmp_path / "tiles.toml")  # for which nobody waits
    LastGoodSettings(tmp_path).keep()
    (tmp_path / "wiring.toml").write_text("bad wiring")
    (tmp_path / "frame.toml").mkdir()
    (tmp_path / "sheet.toml").unlink()
    (tmp_path / "phones.json").write_text("phones")
    names = ["wiring.toml", "sheet.toml", "tiles.toml", "frame.toml"]
    assert differing(tmp_path) == put_back(tmp_path) == names
    written = {path.name: path.read_text() for path in tmp_path.iterdir() if path.is_file()}
    assert {name: written.get(name) for name in (*names, "phones.json")} == {
        "wiring.toml": "good wiring", "sheet.toml": "good sheet", "tiles.toml": None, "frame.toml": None,
        "phones.json": "phones",
    }  # fmt: skip
    (aside,) = tmp_path.glob("wiring-replaced-*.toml")
    assert aside.read_text() == "bad wiring"
    assert [path for path in tmp_path.glob("frame-replaced-*.toml") if path.is_dir()]
    assert differing(tmp_path) == put_back(tmp_path) == []


def test_a_setting_that_changed_since_the_start_has_not_proved_itself(tmp_path):
    wiring, good = tmp_path / "wiring.toml", tmp_path / GOOD / "wiring.toml"
    wiring.write_text("good")
    LastGoodSettings(tmp_path).keep()
    before = good.stat().st_ino
    LastGoodSettings(tmp_path).keep()
    assert good.stat().st_ino == before, "what has not changed is not written again"
    wiring.write_text("changed after a second")
    begun = LastGoodSettings(tmp_path)
    wiring.write_text("not tried yet")
    begun.keep()
    assert good.read_text() == "good"
    # One that was taken away, and whose absence was tried, is not good any more.
    wiring.unlink()
    LastGoodSettings(tmp_path).keep()
    assert differing(tmp_path) == []


@pytest.fixture
def replaced(monkeypatch, tmp_path):
    """A box that systemd starts; gives the words with which the program was replaced, which it is not."""
    calls: list[list[str]] = []

    def execv(_program, words):
        calls.append(words)
        raise SystemExit(99)

    monkeypatch.setattr(os, "execv", execv)
    monkeypatch.setattr(start_guard.signal, "signal", lambda *_: None)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    return calls


def unattended_run(folder, *more):
    try:
        return main(["run", "--camera", str(folder / "nowhere"), "--data", str(folder), "--lang", "en", *more])
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize(("options", "key"), [((), "camera.unknown"), (("--camara", "pi"), "safe_mode.bad_options")])
def test_a_refusal_ends_with_status_2_twice_and_then_leads_to_safe_mode(tmp_path, replaced, capsys, options, key):
    assert [unattended_run(tmp_path, *options) for _ in range(MAX_FAILED_STARTS)] == [2, 2, 99]
    assert replaced == [[sys.executable, *sys.orig_argv[1:]]]
    assert capsys.readouterr().err.count(options[0] if options else "nowhere") >= MAX_FAILED_STARTS
    carried = Starts(tmp_path)
    assert (carried.failed, carried.has_failed_too_often) == (MAX_FAILED_STARTS, True)
    assert carried.last is not None
    assert carried.last.said.key == key


def test_neither_help_that_is_asked_for_nor_anything_on_the_command_line_is_counted(tmp_path, replaced, monkeypatch):
    assert unattended_run(tmp_path, "--help") == 0
    assert Starts(tmp_path).failed == 0
    (tmp_path / STARTS).unlink()
    monkeypatch.delenv("NOTIFY_SOCKET")
    assert [unattended_run(tmp_path) for _ in range(MAX_FAILED_STARTS + 1)] == [2] * (MAX_FAILED_STARTS + 1)
    assert not (tmp_path / STARTS).exists()


def test_where_even_safe_mode_fails_the_box_is_not_started_over_and_over(tmp_path, replaced, monkeypatch):
    from cli import safe_mode

    fail(tmp_path, OSError("no"), MAX_FAILED_STARTS)
    waited: list[float] = []
    monkeypatch.setattr(start_guard.time, "sleep", waited.append)
    monkeypatch.setattr(safe_mode, "run_safe_mode", lambda *_: 1 / 0)
    assert unattended_run(tmp_path) == 1
    assert waited == [start_guard.LAST_RESORT_S]
