"""Matches of Galaxy Jarapon in writing."""

import pytest

from engines.contract import BadRecord
from tests.support.engines.in_short import short
from tests.support.engines.jarapon import BROKEN, FALSE, after, begun, dealt, jarapon, lines_of
from tests.support.engines.records import read_record
from tests.support.engines.seats import AYA, CHIE

RECORD = """\
# player: Aya
# player: Ben
# dealer: first
build
1 throw 3
1 throw 4
deal 9: 1 2 3 4 5 6 7 8 / ?
1 draw 4
1 discard 4 riichi
2 draw
2 discard wild
1 call jarapon
1 jarapon 1 2 3 4 5 6 7 8
turn up 6
"""


def test_a_record_is_a_line_a_move() -> None:
    players, options, moves = read_record(jarapon, RECORD)
    assert (players, options) == (("Aya", "Ben"), {"dealer": "first"})
    assert jarapon.write_record(players, options, moves) == RECORD
    state = after("\n".join(RECORD.splitlines()[3:]), players=2)
    assert state.match.purses == (3280, 2720)  # 50, the almighty, riichi and the 6, twice


MOVES = """build|void|1 throw 6|deal wild|deal 3: ? / 1 2 3 4 5 6 7 wild|4 draw|4 draw wild|2 discard 5|
2 discard wild riichi|3 call pon|3 call jarapon|2 pon 5|2 pon 5 wild wild|1 jarapon ?|1 jarapon 1 2 3 4 5 wild|
turn up 9|deal 7: 1 2"""  # the last one can be written, but not be played


@pytest.mark.parametrize("line", MOVES.replace("\n", "").split("|"))
def test_every_kind_of_line_is_read_and_written_alike(line: str) -> None:
    move = jarapon.move_from_text(line)
    assert jarapon.move_to_text(move) == line
    assert jarapon.move_from_json(jarapon.move_to_json(move)) == move
    assert jarapon.move_from_text(f"  {line.upper().replace(' ', '   ')} ") == move


NO_MOVES = """|1|draw|5 draw|1 draw 0|1 discard|1 discard ?|1 throw 7|1 call riichi|1 pon wild|1 pon 5 5|deal|
deal 7:|1 jarapon|turn up|１ draw|1 draw 5 riichi|void 1"""


@pytest.mark.parametrize("line", NO_MOVES.replace("\n", "").split("|"))
def test_what_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(BadRecord) as error:
        jarapon.move_from_text(line)
    assert short(error.value.said) == f"bad_move {line}"


@pytest.mark.parametrize(
    ("old", "new", "line", "because"),
    [
        ("1 draw 4", "1 draw 10", 8, "bad_move 1 draw 10"),
        ("2 draw\n", "", 10, "due.draw Ben"),
        ("1 throw 3\n", "", 6, "due.break Aya"),
        ("1 discard 4", "1 discard 9", 9, "not_held Aya 9"),
        ("6 7 8\nturn", "6 7 7\nturn", 13, "show_not_held Aya"),
        ("dealer: first", "sheet: theirs", 4, "value sheet theirs reconstruction"),
    ],
)
def test_a_line_that_cannot_be_is_named(old: str, new: str, line: int, because: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(jarapon, RECORD.replace(old, new))
    assert dict(error.value.said.facts)["line"] == line
    assert error.value.because is not None
    assert short(error.value.because) == because


def test_j7_25_a_record_of_the_time_when_padawan_fined_goes_as_it_went() -> None:
    moves = lines_of(f"{BROKEN}; deal 9; 1 draw; 1 jarapon {FALSE}; build; 2 throw 1")
    text = "\n".join(["# players: 2", "# rules: padawan", "# dealer: first", *moves])
    _, options, played = read_record(jarapon, text)
    assert options["padawan_fine"] == "yes"
    assert "# padawan_fine: no\n" in jarapon.write_record((), {"rules": "padawan"}, played[:1])
    written = jarapon.write_record(("Aya", "Ben"), options, played).splitlines()
    assert written[:4] == ["# player: Aya", "# player: Ben", "# rules: padawan", "# dealer: first"]
    assert read_record(jarapon, "# dealer: first\nbuild")[1] == {"dealer": "first"}  # under Master it matters nothing


def test_moves_are_told_in_one_line() -> None:
    state, told = begun(2), []
    for line in RECORD.splitlines()[3:]:
        told.append(short(jarapon.describe(state, jarapon.move_from_text(line))))
        state = after(line, state)
    pon = after("1 draw; 1 discard 5", dealt(players=2))
    told += [short(jarapon.describe(pon, jarapon.move_from_text(line))) for line in ("2 call pon", "2 pon 5", "void")]
    assert told == [
        *("told.build", "told.throw Aya 3", "told.throw Aya 4", "told.deal Aya 9", "told.draw Aya"),
        *("told.riichi Aya 4", "told.draw Ben", "told.discard Ben ★", "told.call_jarapon Aya"),
        *("told.show Aya 1 2 3 4 5 6 7 8", "told.turn_up Aya 6", "told.call_pon Ben", "told.pon Ben 5", "told.void"),
    ]


def test_who_makes_a_move() -> None:
    assert jarapon.mover(after(BROKEN, players=2), jarapon.move_from_text("deal 7")) == AYA
    assert jarapon.mover(begun(2), jarapon.move_from_text("build")) is None
    assert jarapon.mover(dealt(), jarapon.move_from_text("1 draw")) == AYA
    assert jarapon.mover(dealt(), jarapon.move_from_text("3 call pon")) == CHIE
