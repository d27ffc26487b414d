"""The command line as a whole: which commands there are, languages, and how errors end."""

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from cli.commands import bench
from cli.main import COMMANDS, command_line, main
from tests.support.paths import ROOT

JAPANESE = re.compile(r"[぀-ヿ一-鿿]")


def help_of(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "FW" else 1 for letter in line)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_explains_itself_in_both_languages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    if name == "bench":
        monkeypatch.setattr(bench, "find_spec", lambda _: None)  # its kinds are for developers
    told = help_of([*([name] if name else []), "--lang", language], capsys, monkeypatch)
    assert told.startswith(f"{'usage:' if language == 'en' else '書き方：'} jarapon {name}".rstrip())
    assert [line for line in told.splitlines() if columns(line) > 84] == []
    assert bool(JAPANESE.search(told)) == (language == "ja")
    explained = re.findall(r"^  (?:--?[a-z]|(?!jarapon)[a-z]+ ).*(?:\n {10,}.*)*", told, re.M)
    assert [option for option in explained if language == "ja" and not JAPANESE.search(option)] == []
    assert [option for option in explained if len(re.split(r"  +|\n", option.strip())) < 2] == []


def test_no_command_is_left_out() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "cli" / "commands").glob("*.py")} - {"--init--"}
    assert set(COMMANDS) == files


@pytest.mark.parametrize(("words", "heading"), [([], "usage:"), (["--lang", "ja"], "書き方：")])
def test_without_a_command_the_help_is_shown_and_lists_every_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], heading: str
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out == help_of(words, capsys, monkeypatch)
    assert told.out.startswith(f"{heading} jarapon [")
    assert [name for name in COMMANDS if not re.search(rf"^    {name} +\S", told.out, re.M)] == []


@pytest.mark.parametrize(("words", "english", "japanese"), [
    ("runn", "COMMAND cannot be “runn”. There are: run, teach,", "COMMAND に「runn」はありません。"),
    ("games --jsn", "This does not belong here: --jsn. See: jarapon --help", "ここには書けません：--jsn。"),
    ("hand 1 --dora 2 3", "This does not belong here: 3.", "ここには書けません：3。"),
    ("teach", "Something is missing: PHOTO, --out. See: jarapon teach --help", "足りません：PHOTO, --out。"),
    ("run --port x", "--port must be a whole number, not “x”.", "--port は整数にしてください。"),
    ("run --game", "After --game something is missing.", "--game のあとが足りません。"),
    ("hand 1 --ron --tsumo", "--tsumo and --ron do not go together.", "--tsumo と --ron は"),
    ("run --until-end=3", "Nothing can follow --until-end, so “3” is too much.", "--until-end のあとに"),
    ("hand --p 3", "--p may mean several things: --pon, --players, --padawan, --padawan-fine.", "--p だけでは"),
    ("--lang fr games", "--lang cannot be “fr”. There are: en, ja.", "--lang に「fr」はありません。"),
])  # fmt: skip
def test_wrong_words_are_one_line_in_both_languages_and_status_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, english: str, japanese: str
) -> None:
    for locale, expected in (("C.UTF-8", english), ("ja_JP.UTF-8", japanese)):
        monkeypatch.setenv("LC_ALL", locale)
        with pytest.raises(SystemExit) as ended:
            main(words.split())
        assert ended.value.code == 2
        told = capsys.readouterr()
        assert told.out == ""
        (line,) = told.err.splitlines()
        assert line.startswith(expected)
        assert line.endswith("--help")


def test_the_language_may_stand_before_or_after_the_command_and_is_the_machines_unless_it_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for arguments in (["--lang", "ja", "run"], ["run", "--lang", "ja"]):
        assert command_line().parse_args(arguments).lang == "ja"
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert command_line().parse_args(["games"]).lang == "ja"
    assert command_line().parse_args(["--lang", "en", "games"]).lang == "en"


def test_an_error_is_one_sentence_and_status_2_and_a_photograph_that_cannot_be_read_is_status_1(
    tmp_path: Path, capsys
) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"not a photograph")
    teach = ["teach", str(tmp_path / "photo.jpg"), "--out", str(tmp_path / "taught")]
    for words, status, named in ((["replay", str(tmp_path / "none.txt")], 2, "none.txt"), (teach, 1, "photo.jpg")):
        assert main(["--lang", "en", *words]) == status
        told = capsys.readouterr()
        assert (told.out, len(told.err.splitlines())) == ("", 1)
        assert named in told.err


def test_an_interrupted_command_says_nothing_more(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from cli.commands import games

    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "run", interrupted)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == ""


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
