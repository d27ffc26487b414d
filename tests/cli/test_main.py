"""The command line as a whole: which commands there are, languages, and how errors end."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import COMMANDS, command_line, main
from tests.support.paths import ROOT


def test_every_command_explains_itself(capsys) -> None:
    for name in ("run", "teach", "read", "hand", "replay", "games", "doctor", "bench"):
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert f"jarapon {name}" in capsys.readouterr().out


def test_no_command_is_left_out() -> None:
    files = {path.stem for path in (ROOT / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert set(COMMANDS) == files


def test_without_a_command_the_usage_is_shown(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "usage: jarapon" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--lang", "ja", "run"], ["run", "--lang", "ja"]])
def test_the_language_may_stand_before_or_after_the_command(arguments: list[str]) -> None:
    assert command_line().parse_args(arguments).lang == "ja"


def test_the_language_is_the_machines_unless_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert command_line().parse_args(["games"]).lang == "ja"
    assert command_line().parse_args(["--lang", "en", "games"]).lang == "en"


def test_an_error_is_one_sentence_and_status_2(tmp_path: Path, capsys) -> None:
    assert main(["--lang", "en", "replay", str(tmp_path / "none.txt")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "none.txt" in told.err


def test_a_photograph_that_cannot_be_read_is_status_1(tmp_path: Path, capsys) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"not a photograph")
    assert main(["--lang", "en", "teach", str(photo), "--out", str(tmp_path / "taught")]) == 1
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1
    assert "photo.jpg" in told.err


def test_an_interrupted_command_says_nothing_more(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from cli.commands import games

    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "run", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_whoever_has_read_enough_may_close_the_pipe() -> None:
    hands = "1 1 1 2 2 2 3 3 3\n" * 3000
    program = "import sys; from cli.main import main; sys.exit(main(['hand', '-', '--json']))"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as box:  # fmt: skip
        assert box.stdin and box.stdout and box.stderr
        box.stdout.close()
        try:
            box.stdin.write(hands)
            box.stdin.close()
        except BrokenPipeError:
            box.stdin = None
        assert box.wait(60) == 0
        assert box.stderr.read() == ""
