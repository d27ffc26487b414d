"""How failed starts are counted, whatever becomes of the file, and which settings are the last good ones."""

import json
import os
import sys
from pathlib import Path

import pytest

from cli import start_guard
from cli.main import main
from cli.start_guard import WELL_AFTER_S, _Up
from device.system.last_good_settings import FOLDER, LastGoodSettings, differing, put_back
from device.system.starts import CARRIED, FILE, MOST_FAILED, Failure, Starts
from device.texts import LANGUAGES, say
from engines.messages import Refusal, message


def starts_in(folder: Path, **more) -> Starts:
    return Starts(folder, environment={}, **more)


def fail(folder: Path, error: BaseException, times: int = 1) -> Starts:
    for _ in range(times):
        starts = starts_in(folder)
        starts.begin()
        starts.fail(error)
    return starts


def test_three_starts_that_fail_are_enough(tmp_path: Path) -> None:
    assert not fail(tmp_path, ImportError("libGL.so.1 is missing"), MOST_FAILED - 1).has_failed_too_often
    assert fail(tmp_path, ImportError("libGL.so.1 is missing")).has_failed_too_often
    kept = starts_in(tmp_path)
    assert (kept.failed, kept.has_failed_too_often) == (MOST_FAILED, True)
    assert kept.last is not None
    assert "libGL.so.1 is missing" in say(kept.last.said, "en")
    assert "ImportError" in kept.last.trace


def test_a_start_that_was_killed_has_failed_without_a_word(tmp_path: Path) -> None:
    for _ in range(MOST_FAILED):
        starts_in(tmp_path).begin()
    killed = starts_in(tmp_path)
    assert killed.has_failed_too_often
    assert killed.last is not None
    assert killed.last.said == message("safe_mode.ended")


def test_a_box_that_was_well_or_was_stopped_has_not_failed(tmp_path: Path) -> None:
    for end in (Starts.well, Starts.stop):
        fail(tmp_path, OSError("no"), MOST_FAILED - 1)
        starts = starts_in(tmp_path)
        starts.begin()
        end(starts)
        assert not starts_in(tmp_path).has_failed_too_often
    # Killed a day after it was well: that says nothing about its start.
    starts = starts_in(tmp_path)
    starts.begin()
    starts.well()
    assert starts_in(tmp_path).failed == 0


def test_an_error_after_the_box_was_well_is_kept_but_not_counted(tmp_path: Path) -> None:
    starts = starts_in(tmp_path)
    starts.begin()
    starts.well()
    starts.fail(RuntimeError("an hour later"))
    again = starts_in(tmp_path)
    assert (again.failed, again.last and dict(again.last.said.facts)["text"]) == (0, "an hour later")


def test_what_no_further_try_can_mend_is_enough_at_once(tmp_path: Path) -> None:
    assert fail(tmp_path, Refusal(message("journal.newer", file="journal.db"))).has_failed_too_often
    assert not fail(tmp_path / "other", Refusal(message("journal.in_use", file="journal.db"))).has_failed_too_often


def test_a_normal_start_may_be_asked_for_once(tmp_path: Path) -> None:
    fail(tmp_path, OSError("no"), MOST_FAILED).try_now()
    starts = starts_in(tmp_path)
    assert not starts.has_failed_too_often
    starts.begin()
    starts.fail(OSError("no"))
    assert starts.has_failed_too_often
    assert (starts.failed, starts.wait_s) == (MOST_FAILED + 1, 1200)


def test_another_version_of_the_program_begins_anew(tmp_path: Path) -> None:
    fail(tmp_path, OSError("no"), MOST_FAILED)
    assert starts_in(tmp_path, program=Path("/opt/newer")).failed == 0


@pytest.mark.parametrize("said", [
    b"", b"\0" * 300, b"{", b"[1]", b'"3"', b"3", b"[" * 40_000, b'{"failed": "three"}', b"\xff\xfe",
    b'{"failed": -1}', b'{"failed": 1e300}', b'{"failed": true, "last": {"key": 3}}', b"9" * 5000,
])  # fmt: skip
def test_no_damage_of_the_file_keeps_the_box_from_starting_or_counting(tmp_path: Path, said: bytes) -> None:
    (tmp_path / FILE).write_bytes(said)
    assert starts_in(tmp_path).failed in (0, 1)
    assert fail(tmp_path, OSError("no"), MOST_FAILED).has_failed_too_often


@pytest.mark.parametrize("last", [
    None, 3, {"key": "no.such.key", "facts": {}, "at": "", "trace": ""}, {"key": "journal.newer", "facts": {}},
    {"key": "journal.newer", "facts": [], "at": "", "trace": ""},
    {"key": "journal.newer", "facts": {}, "at": "", "trace": ""},
])  # fmt: skip
def test_a_reason_that_makes_no_sentence_is_left_out(tmp_path: Path, last: object) -> None:
    state = json.loads(fail(tmp_path, OSError("no"), MOST_FAILED).as_json())
    (tmp_path / FILE).write_text(json.dumps({**state, "last": last}))
    assert (starts_in(tmp_path).failed, starts_in(tmp_path).last) == (MOST_FAILED, None)


def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE / "inside").mkdir(parents=True)
    assert fail(tmp_path, OSError("no"), MOST_FAILED).has_failed_too_often
    assert [path for path in tmp_path.iterdir() if (path / "inside").is_dir()]


def test_where_nothing_can_be_written_the_first_failure_is_enough(tmp_path: Path) -> None:
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


def test_reasons_are_bounded() -> None:
    def deep(left: int) -> None:
        if left:
            deep(left - 1)
        raise ValueError("x" * 100_000)

    with pytest.raises(ValueError) as raised:
        deep(900)
    assert len(json.dumps(Failure.of(raised.value).said.facts)) < 1000
    assert len(Failure.of(raised.value).trace) < 10_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_sentence_in_both_languages(language: str) -> None:
    for error in (SystemExit(2), MemoryError(), Refusal(message("run.bad_option", text="x"))):
        assert say(Failure.of(error).said, language)


def test_the_box_is_well_after_a_minute_and_then_its_settings_are_good(tmp_path: Path) -> None:
    now = [100.0]
    starts = fail(tmp_path, OSError("no"), 2)
    (tmp_path / "wiring.toml").write_text("good")
    up = _Up(starts, LastGoodSettings(tmp_path), clock=lambda: now[0])
    up.look()
    now[0] += WELL_AFTER_S - 1
    up.look()
    assert (starts.failed, (tmp_path / FOLDER).exists()) == (2, False)
    now[0] += 1
    up.look()
    assert (starts.failed, (tmp_path / FOLDER / "wiring.toml").read_text()) == (0, "good")


def test_good_settings_are_put_back_and_what_they_replace_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").write_text("good wiring")
    (tmp_path / "sheet.toml").write_text("good sheet")
    LastGoodSettings(tmp_path).keep()
    (tmp_path / "wiring.toml").write_text("bad wiring")
    (tmp_path / "frame.toml").mkdir()
    (tmp_path / "sheet.toml").unlink()
    (tmp_path / "phones.json").write_text("phones")
    assert differing(tmp_path) == put_back(tmp_path) == ["wiring.toml", "sheet.toml", "frame.toml"]
    assert (tmp_path / "wiring.toml").read_text() == "good wiring"
    assert (tmp_path / "sheet.toml").read_text() == "good sheet"
    assert not (tmp_path / "frame.toml").exists()
    assert (tmp_path / "phones.json").read_text() == "phones"
    (aside,) = tmp_path.glob("wiring-replaced-*.toml")
    assert aside.read_text() == "bad wiring"
    assert [path for path in tmp_path.glob("frame-replaced-*.toml") if path.is_dir()]
    assert differing(tmp_path) == put_back(tmp_path) == []


def test_a_setting_that_changed_since_the_start_has_not_proved_itself(tmp_path: Path) -> None:
    wiring = tmp_path / "wiring.toml"
    wiring.write_text("good")
    LastGoodSettings(tmp_path).keep()
    begun = LastGoodSettings(tmp_path)
    wiring.write_text("not tried yet")
    begun.keep()
    assert (tmp_path / FOLDER / "wiring.toml").read_text() == "good"
    # One that was taken away, and whose absence was tried, is not good any more.
    wiring.unlink()
    LastGoodSettings(tmp_path).keep()
    assert differing(tmp_path) == []


def test_good_copies_are_written_only_when_they_change(tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").write_text("good")
    LastGoodSettings(tmp_path).keep()
    before = (tmp_path / FOLDER / "wiring.toml").stat().st_ino
    LastGoodSettings(tmp_path).keep()
    assert (tmp_path / FOLDER / "wiring.toml").stat().st_ino == before


def test_without_good_settings_nothing_is_touched(tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").write_text("mine")
    assert differing(tmp_path) is None
    with pytest.raises(Refusal):
        put_back(tmp_path)
    assert (tmp_path / "wiring.toml").read_text() == "mine"


def test_a_pipe_in_the_place_of_a_setting_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "wiring.toml")
    LastGoodSettings(tmp_path).keep()
    assert put_back(tmp_path) == ["wiring.toml"]
    assert not (tmp_path / "wiring.toml").exists()


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """A box that systemd starts; gives the words with which the program was replaced, which it is not."""
    calls: list[list[str]] = []

    def execv(_program: str, words: list[str]) -> None:
        calls.append(words)
        raise SystemExit(99)

    monkeypatch.setattr(os, "execv", execv)
    monkeypatch.setattr(start_guard.signal, "signal", lambda *_: None)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    return calls


def unattended_run(folder: Path, *more: str) -> int | str | None:
    try:
        return main(["run", "--camera", str(folder / "nowhere"), "--data", str(folder), "--lang", "en", *more])
    except SystemExit as ended:
        return ended.code


def test_a_refusal_ends_with_status_2_twice_and_then_leads_to_safe_mode(tmp_path: Path, replaced, capsys) -> None:
    assert [unattended_run(tmp_path) for _ in range(MOST_FAILED)] == [2, 2, 99]
    assert replaced == [[sys.executable, *sys.orig_argv[1:]]]
    assert capsys.readouterr().err.count("nowhere") == MOST_FAILED
    carried = Starts(tmp_path)
    assert (carried.failed, carried.has_failed_too_often) == (MOST_FAILED, True)


def test_options_that_nobody_knows_are_failures_too(tmp_path: Path, replaced, capsys) -> None:
    assert [unattended_run(tmp_path, "--camara", "pi") for _ in range(MOST_FAILED)] == [2, 2, 99]
    starts = Starts(tmp_path)
    assert starts.last is not None
    assert "/etc/default/jarapon" in say(starts.last.said, "en")


def test_asking_for_help_is_no_failure(tmp_path: Path, replaced, capsys) -> None:
    assert unattended_run(tmp_path, "--help") == 0
    assert Starts(tmp_path).failed == 0


def test_on_the_command_line_nothing_is_counted(tmp_path: Path, capsys) -> None:
    assert [unattended_run(tmp_path) for _ in range(MOST_FAILED + 1)] == [2] * (MOST_FAILED + 1)
    assert not (tmp_path / FILE).exists()


def test_where_even_safe_mode_fails_the_box_is_not_started_over_and_over(
    tmp_path: Path, replaced, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli import safe_mode

    fail(tmp_path, OSError("no"), MOST_FAILED)
    waited: list[float] = []
    monkeypatch.setattr(start_guard.time, "sleep", waited.append)
    monkeypatch.setattr(safe_mode, "run_safe_mode", lambda *_: 1 / 0)
    assert unattended_run(tmp_path) == 1
    assert waited == [start_guard.LAST_RESORT_S]
