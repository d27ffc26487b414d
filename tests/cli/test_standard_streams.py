"""Every command on terminals of other encodings, and where standard output takes nothing."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import pytest

from cli.commands import bench
from cli.main import COMMANDS, main
from device.record.journal import Journal
from tests.support.paths import ROOT
from tests.support.tiers import first

PHOTOS = ROOT / "tests" / "photos"
FULL_OR_CLOSED = "What this prints cannot be written, since standard output is full or closed: "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tiles that were taught, a box whose game a person with a Japanese name plays, and a backup of it."""
    folder = tmp_path_factory.mktemp("ふた")
    (folder / "data").mkdir()
    with Journal(folder / "data" / "journal.db") as journal:
        journal.start_game("reversi", ["あや", "Ben"], {})
        journal.append("move", {"move": "f5"})
    assert main(["backup", "--data", str(folder / "data"), "--to", str(folder / "backups")]) == 0
    assert main(["teach", str(PHOTOS / "teach_2.jpg"), "--out", str(folder / "taught")]) == 0
    (folder / "record.txt").write_text("# player: あや\n# player: Ben\nf5d6c3", encoding="utf-8")
    return folder


@pytest.fixture
def words_of(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """The words of a command that prints something, and may be given again and again."""
    monkeypatch.setattr(bench, "find_spec", lambda _: None)  # a box has no benches, and says so
    (backup,) = (folder / "backups").iterdir()
    photo, box = str(PHOTOS / "reversi_106.jpg"), ["--data", str(folder / "data")]
    words = {
        "run": ["--help"],
        "teach": [str(PHOTOS / "teach_2.jpg"), "--out", str(tmp_path)],
        "read": [photo, "--game", "reversi", "--taught", str(folder / "taught")],
        "check-set": [photo, "--game", "reversi", "--taught", str(folder / "taught")],
        "hand": ["--check-sheet"],
        "replay": [str(folder / "record.txt")],
        "games": [],
        "doctor": box,
        "phones": box,
        "markers": [str(folder / "markers.pdf")],
        "first-boot": ["--out", str(folder / "card"), "--replace"],
        "backup": [*box, "--to", str(tmp_path)],
        "restore": [str(backup), "--data"],
        "bench": ["speed"],
        "club": ["broker", "--help"],
    }
    return lambda command: [command, *words[command], *[mkdtemp(dir=tmp_path)] * (command == "restore")]


def status_of(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as ended:
        return int(ended.code or 0)


def printed(words: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """What a terminal of this encoding shows of standard output and error."""
    output, error = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", output)
        patched.setattr(sys, "stderr", error)
        assert status_of(words) in (0, 1, 2)
    return output.buffer.getvalue().decode(encoding), error.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", first(["ascii", "latin-1", "euc_jp"]))
@pytest.mark.parametrize("command", COMMANDS)
def test_a_terminal_of_another_encoding_shows_every_letter_in_its_own_or_a_plain_form(
    words_of: Callable[[str], list[str]], command: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("en", "ja"):
        is_shown = language == "en" or encoding == "euc_jp"
        usual = printed([*words_of(command), "--lang", language if is_shown else "en"], "utf-8", monkeypatch)
        out, err = printed([*words_of(command), "--lang", language], encoding, monkeypatch)
        assert [text.count("?") for text in (out, err)] == [text.count("?") for text in usual]
        assert ("cannot show the letters" in err) != is_shown


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_full_or_closed_output_is_one_sentence_and_status_2(
    words_of: Callable[[str], list[str]], command: str, is_closed: bool, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", None if is_closed else full)
        assert status_of([*words_of(command), "--lang", "en"]) == 2
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert sentence.startswith(FULL_OR_CLOSED) or command == "bench"


@pytest.mark.parametrize("words", first(["games", "--help", "games --json"]))
@pytest.mark.parametrize("output", [">/dev/full", ">&-", ">&- <&-"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_the_shells_redirections_are_met_however_python_buffers(words: str, output: str, unbuffered: str) -> None:
    program = f"{sys.executable} -c 'import sys; from cli.main import main; sys.exit(main())' {words} {output}"
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(program, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    (sentence,) = done.stderr.splitlines()
    assert (done.returncode, sentence.startswith(FULL_OR_CLOSED)) == (2, True)


def test_where_output_is_closed_what_is_wrong_is_said_in_letters_that_the_terminal_has() -> None:
    program = f"{sys.executable} -c 'import sys; from cli.main import main; sys.exit(main())' games --lang ja >&-"
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(program, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    language, sentence = done.stderr.splitlines()
    assert "this is in English" in language
    assert sentence.startswith(FULL_OR_CLOSED)


def test_no_file_of_the_box_gets_the_number_of_a_closed_output() -> None:
    program = """
import os, sys
from cli.standard_streams import standard_streams
with standard_streams([]):
    sys.stderr.write(str(os.open(os.devnull, os.O_RDONLY)))"""
    shell = f"{sys.executable} -c '{program}' <&- >&-"
    done = subprocess.run(shell, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stderr) > 2


def test_names_reach_programs_whole_and_people_in_plain_letters(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["replay", str(folder / "record.txt"), "--lang", "ja"]
    assert "aya" in printed(words, "ascii", monkeypatch)[0]
    out, err = printed([*words, "--json"], "ascii", monkeypatch)
    assert (json.loads(out)["players"], err) == (["あや", "Ben"], "")
    assert json.loads(out)["standings"][0]["reasons"] == ["絵が上のパイ：5枚"]
