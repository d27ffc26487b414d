"""`jarapon hand` as people and programs call it."""

import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from device.config.sheets import SHIPPED_SHEET
from device.system import household_time
from tools.bench.engines import every_hand

NOT_THE_MAKERS = "Score sheet: our reconstruction, not the maker's sheet"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def call(*arguments: str) -> int:
    return main(["hand", *arguments])


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    call(*arguments, "--json")
    (line,) = capsys.readouterr().out.splitlines()
    return dict(json.loads(line))


def test_the_example_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "4 4 4 4 4 4 7 7 9", "--dora", "7")
    assert told["valid"] is False
    told = answer(capsys, "4 4 4 4 4 4 7 7 wild", "--dora", "7")
    expected = {
        "hand": "Six and Three",
        "points": 180,
        "sheet": "reconstruction",
        "bonuses": [["almighty", 1, 30], ["dora", 2, 60]],
        "total": 270,
        "dealer": False,
        "payments": {"each": 270},
        "reading": ["4", "4", "4", "4", "4", "4", "7", "7", "7"],
        "valid": True,
    }
    assert {key: told[key] for key in expected} == expected
    assert told["reconstruction"] is True


@pytest.mark.parametrize("arguments", [
    ("1", "1", "1", "2", "2", "2", "3", "wild", "3", "--dora", "2", "--dealer"),
    ("--dora", "2", "--dealer", "1", "1", "1", "2", "2", "2", "3", "wild", "3"),
    ("--dora", "2", "1", "1", "1", "2", "2", "2", "3", "wild", "3", "--dealer"),
    ("1112223wild3", "--dora", "2", "--dealer"),
    ("111", "222", "3オールマイティ3", "--dora", "2", "--dealer"),
])  # fmt: skip
def test_tiles_need_no_quotes_and_no_spaces(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    told = answer(capsys, *arguments)
    assert told == answer(capsys, "1 1 1 2 2 2 3 wild 3", "--dora", "2", "--dealer")
    assert told["valid"] is True


def test_a_win_is_told_in_sentences_and_names_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        call("1 1 1 2 2 2 3 wild 3", "--ron", "--riichi", "--dealer", "--dora", "2", "--bonus", "3", "--chips", "1")
        == 0
    )
    assert capsys.readouterr().out.splitlines() == [
        "Resistance: 240 points.",
        "The tiles are read as 1 1 1 2 2 2 3 3 3.",
        "Almighty stands for 3.",
        "It is also Sets in a Row (140), but only the most valuable hand counts.",
        "It is also Three Sets (60), but only the most valuable hand counts.",
        "+30: almighty × 1.",
        "+90: tiles of the dora's number × 3.",
        "+30: riichi.",
        "+60: tiles of the bonus tile's number × 2.",
        "The dealer gets everything doubled: 900 instead of 450.",
        "Only the player who discarded the winning tile pays: 900.",
        "The riichi chips on the table come on top: 10.",
        NOT_THE_MAKERS + "; enter your own to play by it.",
    ]


def test_grandmother_reads_japanese(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert call("4 4 4 4 4 4 7 7 7") == 0
    out = capsys.readouterr().out
    assert out.startswith("6連：180点\n")
    assert "得点表：推定版（メーカーの得点表ではありません" in out


def test_no_hand_says_so_with_the_penalty_and_the_status_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("1 1 1 2 2 2 3 3 4", "--players", "3") == 1
    out = capsys.readouterr().out
    assert out.startswith("This is not a hand on the sheet reconstruction.\n")
    assert "costs 30 to each other player, 60 in all; the same dealer deals again." in out
    told = answer(capsys, "1 1 1 2 2 2 3 3 4", "--dealer")
    assert (told["valid"], told["reason"], told["penalty"]) == (
        False,
        "This is not a hand on the sheet reconstruction.",
        {"each": 30, "paid": 90},
    )
    assert "the deal moves to the right" in told["reasons"][1]


@pytest.mark.parametrize("arguments", [
    ("7 7 7 4 4 4 4 4 4", "--pon", "7"), ("4 4 4 4 4 4", "--pon", "7"), ("4 4 4 4 4 4", "--pon", "7 7 7"),
    ("4 4 4", "--pon", "7", "--pon", "4"),
])  # fmt: skip
def test_open_sets_lie_among_nine_tiles_or_beside_the_concealed_ones(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    told = answer(capsys, *arguments)
    assert (told["hand"], told["points"], told["base_points"], told["pon_points"]) == ("Six and Three", 90, 180, 90)


def test_an_almighty_in_an_open_set_is_spelled_out_and_a_hand_that_pon_spoils_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = answer(capsys, "2 2 2 7 7 7", "--pon", "3 wild 3")
    assert (told["hand"], told["points"], told["stands_for"], told["total"]) == ("Three Sets", 30, ["3"], 60)
    spoilt = answer(capsys, "1 1 1 1 5 5 5 5 wild", "--pon", "1")
    assert spoilt["reason"] == "Balance of the Force cannot be made with pon, and the tiles make no other hand."


def test_eight_tiles_list_what_they_wait_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("1 1 1 5 5 5 9 9", "--discards", "9") == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "With 9: Fated Duel, 200 points, 200 with all bonuses; at most 6 left.",
        "You discarded a 9 yourself in this hand, so you may not win on a discarded 9 (furiten).",
        "With an almighty: Fated Duel, 200 points, 230 with all bonuses; at most 2 left.",
    ]
    waits = answer(capsys, "1 1 1 5 5 5 9 9", "--discards", "9")["waits"]
    assert [(wait["tile"], wait["hand"], wait["points"], wait["total"], wait["ron"]) for wait in waits] == [
        ("9", "Fated Duel", 200, 200, False),
        ("wild", "Fated Duel", 200, 230, True),
    ]


def test_nine_tiles_that_do_not_win_hear_what_to_discard(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("1 1 5 5 5 9 9 9 8", "--seen", "1 1") == 1
    assert capsys.readouterr().out.splitlines()[2:-1] == [
        "Fated Duel (200) lacks one tile: 1.",
        "Discard 8.",
        "With 1: Fated Duel, 200 points; at most 5 left.",
        "With ★: Fated Duel, 230 points; at most 2 left.",
        "Riichi pays: 230 instead of 200, for a chip of 10; but then the hand must stay as it is.",
        "Better no pon: with a pon of 5 you wait for a hand worth 100, without it for one worth 200.",
    ]
    told = answer(capsys, "1 1 5 5 5 9 9 9 8", "--discards", "1")["advice"]
    best = told["discards"][0]
    assert (best["tile"], best["waits"][1] | {"tile": "1", "left": 6, "total": 200, "ron": False}) == (
        "8",
        best["waits"][1],
    )
    assert told["riichi"] == {"tile": "1", "without": 200, "worth": 230, "pays": True}
    assert told["pon"] == {"tile": "5", "discard": "5", "without": 200, "worth": 100, "pays": False}


def test_eight_tiles_that_wait_for_nothing_hear_what_they_lack(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("1 2 2 4 5 6 7 9", "--lang", "en") == 1
    assert capsys.readouterr().out.splitlines()[1:-1] == [
        "Galaxy Tour (50) lacks 2 tiles: 3 and 8.",
        "These tiles bring you closer: 3, 8 and ★; at most 20 left.",
    ]
    call("1 2 2 4 5 6 7 9", "--lang", "ja")
    assert "銀河めぐり（50点）まで、あと2枚：3と8" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("options", [("--ron",), ("--riichi",)])
def test_nobody_is_told_to_discard_where_the_hand_may_not_change(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert "advice" in answer(capsys, "1 1 5 5 5 9 9 9 8")
    assert "advice" not in answer(capsys, "1 1 5 5 5 9 9 9 8", *options)
    assert "advice" not in answer(capsys, "1 1 1 5 5 5 9 9 9")


def test_eight_tiles_with_an_open_set_wait_by_pon_points_and_those_that_wait_for_nothing_have_status_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    waits = answer(capsys, "1 1 1 9 9", "--pon", "5")["waits"]
    assert [(wait["tile"], wait["points"]) for wait in waits] == [("9", 100), ("wild", 100)]
    assert call("1 1 2 2 3 4 5 7") == 1
    assert capsys.readouterr().out.startswith("No single tile makes these eight a hand on the sheet reconstruction.")


SETS, WITH_WILD, NO_HAND = "1 1 1 5 5 5 9 9 9", "1 1 1 5 5 5 9 9 wild", "1 1 1 5 5 5 9 9 8"
DORA = ("4 4 4 4 4 4 7 7 wild", "--dora", "7", "--bonus", "7", "--riichi")
FORBIDDEN = ("--ron", "--no-wild-ron")


@pytest.mark.parametrize(("arguments", "said"), [
    # J7-10: furiten
    ((SETS, "--ron", "--winning", "9", "--discards", "1 5"), {"valid": True}),
    ((SETS, "--ron", "--winning", "9", "--discards", "1 9"), {"valid": False}),
    ((SETS, "--tsumo", "--winning", "9", "--discards", "1 9"), {"valid": True}),
    ((SETS, "--let-pass", "--riichi", "--ron"), {"valid": False}),
    ((SETS, "--let-pass", "--riichi"), {"valid": True}),
    ((SETS, "--let-pass", "--ron"), {"valid": True}),
    # J7-12, J7-25: a table may forbid winning on a discarded almighty, and what it costs all the same
    ((WITH_WILD, "--ron", "--winning", "wild"), {"valid": True}),
    ((WITH_WILD, *FORBIDDEN, "--winning", "wild"), {
        "valid": False,
        "penalty": {"each": 30, "paid": 90},
        "reason": "At this table you may not win on a discarded almighty.",
    }),
    ((SETS, *FORBIDDEN), {"valid": True}),
    # J7-25: false wins under Padawan
    ((SETS, "--padawan", "--dealer"), {"valid": False, "penalty": {"each": 0, "paid": 0}}),
    ((SETS, "--padawan", "--padawan-fine", "--dealer", "--players", "3"),
     {"valid": False, "penalty": {"each": 30, "paid": 60}}),
    ((NO_HAND, "--padawan-fine"), {"valid": False, "penalty": {"each": 30, "paid": 90}}),
    # J7-18: an almighty as dora and bonus
    (DORA, {"bonuses": [["almighty", 1, 30], ["dora", 2, 60], ["riichi", 1, 30], ["bonus", 2, 60]]}),
    ((*DORA, "--wild-dora"), {"bonuses": [["almighty", 1, 30], ["dora", 3, 90], ["riichi", 1, 30], ["bonus", 3, 90]]}),
    # J7-24: payers give what they have
    (("4 4 4 4 4 4 7 7 7", "--others", "3000 100 180", "--chips", "1"),
     {"paid": [180, 100, 180], "left": [2820, 0, 0], "match_over": True, "received": 180 + 100 + 180 + 10}),
    (("1 2 3 4 5 6 7 8 wild", "--padawan", "--dealer", "--dora", "1"),
     {"hand": "One to Nine", "total": 160, "sheet": "padawan", "reconstruction": False}),
])  # fmt: skip
def test_every_option_counts(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: dict[str, Any]
) -> None:
    told = answer(capsys, *arguments)
    assert {key: told[key] for key in said} == said
    assert call(*arguments) == (0 if told["valid"] else 1)


@pytest.mark.parametrize(("arguments", "reason", "is_said"), [
    ((SETS, "--ron", "--winning", "9", "--discards", "1 9"), "(furiten)", True),
    ((SETS, "--padawan", "--dealer"), "it is void and costs nothing; the same dealer deals again.", True),
    ((SETS, "--padawan", "--padawan-fine", "--dealer"), "costs nothing", False),
    ((SETS, "--padawan", "--next-dealer"), "it is void and costs nothing; the deal moves to the right.", True),
    (("1 1 1 2 2 2 3 3 4", "--next-dealer"), "90 in all; the deal moves to the right.", True),
    (("4 4 4 4 4 4 7 7 7", "--others", "3000 100 180", "--chips", "1"),
     "Not everybody has that much; they pay 180, 100 and 180.", True),
])  # fmt: skip
def test_what_an_option_has_changed_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str, is_said: bool
) -> None:
    call(*arguments)
    assert (reason in capsys.readouterr().out) == is_said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("1 2 3",), "There are 3 tiles here"),
        (("1 2 3 4 5 6 7 8 9 9",), "There are 10 tiles here"),
        (("1 2 3 4 5 6 7 8 x",), "“x” is not a tile"),
        (("1", "2", "3", "4", "5", "6", "7", "8", "x"), "“x” is not a tile"),
        (("12345678x",), "“12345678x” is not a tile"),
        (("1110",), "“1110” is not a tile"),
        (("-", "1 1 1"), "“-” is not a tile"),
        (("",), "There are 0 tiles here"),
        ((), "Give the tiles of the hand"),
        (("1 2 3 4 5 wild wild wild 9",), "There are 3 almighty tiles here"),
        (("1 1 1 2 2 2 3 3 3", "--pon", "4"), "There is no open set of 4 among these tiles"),
        (("1 1 1 2 2 2 3 3 3", "--pon", "1 2 3"), "“1 2 3” is not an open set"),
        (("1 1 1 2 2 2 3 3 3", "--pon", "1", "--riichi"), "A hand with pon cannot have riichi"),
        (("1 1 1 2 2 2 3 3 3", "--dora", "1 2"), "“1 2” must be a single tile."),
        (("1 1 1 2 2 2 3 3 3", "--dora", "12"), "“12” must be a single tile."),
        (("1 1 1 2 2 2 3 3 3", "--dora", "ten"), "“ten” is not a tile"),
        (("1 1 1 2 2 2 3 3 3", "--players", "5"), "Galaxy Jarapon is for 2 to 4 players, not 5."),
        (("1 1 1 2 2 2 3 3 3", "--chips", "-1"), "There cannot be -1 riichi chips"),
        (
            ("1 1 1 2 2 2 3 3 3", "--others", "3000 2000"),
            "The Force of each payer is needed, 0 or more (3 in all), but 2",
        ),
        (("1 1 1 2 2 2 3 3 3", "--others", "much"), "“much” must be whole numbers"),
        (("1 1 1 2 2 2 3 3 3", "--ron", "--discards", "1"), "Say which tile was taken to win"),
        ((WITH_WILD, *FORBIDDEN), "Say which tile was taken to win"),
        (("1 1 1 2 2 2 3 3 3", "--winning", "4"), "The winning tile 4 is not among the tiles in the hand."),
        (("1 1 1 2 2 2", "--pon", "3", "--winning", "3"), "The winning tile 3 is not among the tiles in the hand."),
        (("1 2 3 4 5 6 7 8 9", "--padawan", "--pon", "1"), "On the sheet padawan no hand can be made with pon."),
        (("1 1 1 2 2 2 3 3 3", "--sheet", "none.toml"), "There is no file none.toml"),
        (("1 1 1 2 2 2 3 3 3", "--tile-set", "none.toml"), "There is no file none.toml"),
    ],
)
def test_bad_input_is_one_sentence_and_the_status_is_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    for language in ("ja", "en"):
        assert call(*arguments, "--lang", language) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        (sentence,) = captured.err.splitlines()
    assert sentence.startswith(words)


def stream(capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch, lines: str, *more: str) -> list[Any]:
    """The answers to lines of the standard input, the status, and what is said besides."""
    patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    status, told = call("-", *more), capsys.readouterr()
    return [[json.loads(line) for line in told.out.splitlines()], status, told.err]


def test_a_stream_answers_every_line_in_order_and_one_that_cannot_be_read_spoils_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "4 4 4 4 4 4 7 7 7\n\n1 1 1 2 2 2 3 3 4\n1 1 1 5 5 5 9 9\n"
    told, status, said = stream(capsys, monkeypatch, lines, "--dealer")
    assert [one.get("total") for one in told] == [360, None, None]
    assert [len(one.get("waits", ())) for one in told] == [0, 0, 2]
    assert (status, said) == (0, "")
    told, status, said = stream(capsys, monkeypatch, "1 2\n4 4 4 4 4 4 7 7 7\nzzz\n")
    assert [one["valid"] for one in told] == [False, True, False]
    assert told[2]["error"].startswith("“zzz” is not a tile")
    assert status == 2
    assert said.startswith("2 lines of 3 could not be read; the first is line 1: There are 2 tiles here")


def test_a_stream_takes_all_hands_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = every_hand()[::50]
    told, status, _ = stream(capsys, monkeypatch, "\n".join(" ".join(tiles) for tiles in hands))
    assert (status, len(told)) == (0, len(hands))


def test_ones_own_sheet_takes_two_minutes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = SHIPPED_SHEET.read_text(encoding="utf-8").replace("points = 180", "points = 220")
    path = tmp_path / "printed.toml"
    path.write_text(own.replace('name = "reconstruction"\nreconstruction = true', 'name = "printed"'), encoding="utf-8")
    assert call("4 4 4 4 4 4 7 7 7", "--sheet", str(path)) == 0
    captured = capsys.readouterr()
    assert "Six and Three: 220 points." in captured.out
    assert captured.out.endswith("Score sheet: printed.\n")
    assert captured.err == ""


def test_a_doubtful_sheet_is_used_and_complained_of(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[sheet]\nname = "mine"\n[[hand]]\nen = "Nine"\ntiles = ["9 any"]\npoints = 90\n', encoding="utf-8")
    assert call("9 9 9 9 9 9 9 9 9", "--sheet", str(path)) == 0
    assert capsys.readouterr().err.splitlines() == [
        "mine: 45 points of “Nine” cannot be paid with chips of 10.",
        "mine has 1 hand, but the printed sheet has 11: check that none is missing.",
    ]
    assert call("--check-sheet", "--sheet", str(path)) == 1
    assert "    90     45  Nine" in capsys.readouterr().out


def test_the_shipped_sheet_can_be_looked_through(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--check-sheet") == 0
    out = capsys.readouterr().out
    assert out.startswith(NOT_THE_MAKERS)
    assert "   300      –  Balance of the Force / フォースの均衡" in out
    assert call("--check-sheet", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["hands"]) == 11


def test_the_hand_of_the_day_is_asked_and_its_answer_is_had_by_typing_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(household_time, "now", lambda: datetime(2026, 11, 29, 20).astimezone())
    assert call("--of-the-day") == 0
    asked = capsys.readouterr().out.strip()
    assert asked.endswith("jarapon hand 1 1 1 1 5 9 9 9 wild")
    assert call(*asked.rpartition("hand ")[2].split()) == 1
    told = capsys.readouterr().out
    known = answer(capsys, "--of-the-day")
    assert (known["day"], known["number"]) == ("2026-11-29", 0)
    assert f"Discard {known['choices'][0]['tile']}." in told
