"""What every benchmark has: options with quick values, tables for people and programs, a status, and its file."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from cli.main import main
from tools.bench import computers, measurements
from tools.bench.benchmark import Report
from tools.bench.command import KINDS, benchmark_of
from tools.bench.measurements import write_measurement

DECK = {"deck": "blue", "right %": 99.126, "median ms": 3.14159}


def test_a_row_is_printed_as_soon_as_it_is_known_under_the_columns_of_its_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = Report(is_printed=True)
    report.row("decks", DECK)
    report.row("decks", {"deck": "red", "right %": 7.0, "median ms": None})
    assert capsys.readouterr().out.splitlines() == [
        "decks:",
        "deck          right %  median ms",
        "blue            99.13        3.1",
        "red               7.0          –",
    ]
    with pytest.raises(ValueError, match="decks"):
        report.row("decks", {"deck": "red"})  # other columns
    report.complain(["2 for 7"])  # for those who ask
    Report(is_printed=True, has_complaints=True).complain(["4 for 9"])
    assert capsys.readouterr().out == "  4 for 9\n"


def test_a_failure_is_said_and_the_status_is_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "PAIRINGS", (("easy", "strong"),))
    assert main(["bench", "computers", "--games", "20", "--seeds", "1", "--json"]) == 1
    assert capsys.readouterr().err == "easy is not ahead of strong with seed 1.\n"


def test_the_file_of_a_measurement_tells_with_what_and_where_but_no_folder_and_no_host(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["bench", "computers", "--quick", "--games", "2", "--write", str(tmp_path / "out"), "--json"]
    assert main(words) in (0, 1)
    shown = json.loads(capsys.readouterr().out)
    told = json.loads((tmp_path / "out" / "computers.json").read_text(encoding="utf-8"))
    assert told["command"] == "jarapon bench computers --quick --games 2"
    assert (told["quick"], told["arguments"]) == (True, {"games": 2, "seeds": 1})
    assert set(told["machine"]) >= {"processor", "cores", "system", "python", "numpy"}
    table = told["tables"]["computers"]
    assert [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]] == shown["computers"]


def test_of_a_folder_that_was_measured_only_its_name_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "set-a"
    command = ["jarapon", "bench", "photos", str(folder)]
    path = write_measurement(tmp_path, "photos", command, {"folder": folder}, False, Report())
    told = json.loads(path.read_text(encoding="utf-8"))
    assert (told["command"], told["arguments"]) == ("jarapon bench photos set-a", {"folder": "set-a"})
    assert str(tmp_path) not in path.read_text(encoding="utf-8")


def test_a_commit_has_a_plus_where_the_program_differs_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["0123456789", " M tools/bench/dice.py", "0123456789", ""])
    monkeypatch.setattr(measurements.subprocess, "run", lambda *_, **__: CompletedProcess((), 0, stdout=next(said)))
    assert [measurements._commit() for _ in range(2)] == ["0123456789+", "0123456789"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_tells_what_it_measures_and_is_quicker_where_that_is_asked_for(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["bench", kind, "--help"])
    assert "--quick" in capsys.readouterr().out
    options = benchmark_of(kind).options
    assert all(option.help for option in options)
    assert any(option.quick is not None for option in options)


@pytest.mark.full
def test_all_measures_each_kind_and_leaves_out_what_needs_photographs(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.bench.command.KINDS", ("photos", "competitors", "computers"))
    assert main(["bench", "all", "--quick", "--out", str(tmp_path)]) in (0, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["computers.json"]
    left_out = capfd.readouterr().err.splitlines()[-2:]
    assert [line.partition(":")[0] for line in left_out] == ["photos", "competitors"]
