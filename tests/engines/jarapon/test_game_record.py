"""Matches of Galaxy Jarapon in writing."""

import pytest

from device.texts import say
from engines.contract import BadRecord
from tests.support.engines.bot_games import greedy_game
from tests.support.engines.jarapon import after, begun, dealt, jarapon, said
from tests.support.engines.records import read_record

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
    assert state.purses == (3280, 2720)  # 50, the almighty, riichi and the 6, twice


@pytest.mark.parametrize(
    "line",
    [
        *("build", "void", "1 throw 6", "deal wild", "deal 3: ? / 1 2 3 4 5 6 7 wild", "4 draw", "4 draw wild"),
        *("2 discard 5", "2 discard wild riichi", "3 call pon", "3 call jarapon", "2 pon 5", "2 pon 5 wild wild"),
        *("1 jarapon ?", "1 jarapon 1 2 3 4 5 wild", "turn up 9"),
    ],
)
def test_every_kind_of_line_is_read_and_written_alike(line: str) -> None:
    move = jarapon.move_from_text(line)
    assert jarapon.move_to_text(move) == line
    assert jarapon.move_from_json(jarapon.move_to_json(move)) == move
    assert jarapon.move_from_text(f"  {line.upper().replace(' ', '   ')} ") == move


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "1",
            "draw",
            "5 draw",
            "1 draw 0",
            "1 discard",
            "1 discard ?",
            "1 throw 7",
            "1 call riichi",
            "1 pon wild",
        ),
        *(
            "1 pon 5 5",
            "deal",
            "deal 7:",
            "deal 7: 1 2",
            "1 jarapon",
            "turn up",
            "１ draw",
            "1 draw 5 riichi",
            "void 1",
        ),
    ],
)
def test_what_is_no_move_is_refused(line: str) -> None:
    try:
        move = jarapon.move_from_text(line)
    except BadRecord as error:
        assert say(error.said, "en").startswith(f"“{line}” is not a Jarapon move")
    else:
        assert jarapon.move_to_text(move) == line == "deal 7: 1 2"  # can be written, but not be played


@pytest.mark.parametrize(
    ("spoilt", "line", "because"),
    [
        (("1 draw 4", "1 draw 10"), 8, "“1 draw 10” is not a Jarapon move"),
        (("2 draw\n", ""), 10, "Now Ben draws a tile, unless somebody calls the last discard."),
        (("1 throw 3\n", ""), 6, "Now Aya, the dealer, throws the die for the wall."),
        (("1 discard 4", "1 discard 9"), 9, "Aya cannot discard 9: it is not in the hand"),
        (("6 7 8\nturn", "6 7 7\nturn"), 13, "Aya cannot have these tiles"),
    ],
)
def test_a_move_that_breaks_the_rules_is_named_by_its_line(spoilt: tuple[str, str], line: int, because: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(jarapon, RECORD.replace(*spoilt))
    assert dict(error.value.said.facts)["line"] == line
    assert error.value.because is not None
    assert say(error.value.because, "en").startswith(because)


def test_headings_that_do_not_fit_are_named() -> None:
    with pytest.raises(BadRecord) as error:
        read_record(jarapon, RECORD.replace("dealer: first", "sheet: theirs"))
    assert error.value.because is not None
    assert say(error.value.because, "en").startswith("The option sheet cannot be “theirs”")


WHOLE = jarapon.write_record(("Aya", "Ben"), {}, [move for _, move in greedy_game(jarapon, ("Aya", "Ben"), {}, seed=3)])


def test_a_whole_match_is_read_back() -> None:
    players, options, moves = read_record(jarapon, WHOLE)
    assert jarapon.write_record(players, options, moves) == WHOLE
    assert len(moves) > 50


def test_moves_are_told_in_one_line() -> None:
    state, told = begun(2), []
    for line in RECORD.splitlines()[3:]:
        told.append(jarapon.describe(state, jarapon.move_from_text(line)))
        state = after(line, state)
    assert said(told) == [
        "The tiles are mixed and the walls built.",
        "Aya throws 3.",
        "Aya throws 4.",
        "Aya deals; the dora is 9.",
        "Aya draws.",
        "Aya says riichi and discards 4.",
        "Ben draws.",
        "Ben discards ★.",
        "Aya says “Jarapon!”",
        "Aya says “Jarapon!” and shows 1 2 3 4 5 6 7 8.",
        "Aya turns up the bonus tile: 6.",
    ]
    pon = after("1 draw; 1 discard 5", dealt(players=2))
    assert said(jarapon.describe(pon, jarapon.move_from_text(line)) for line in ("2 call pon", "2 pon 5", "void")) == [
        "Ben calls pon.",
        "Ben lays three tiles open: pon of 5.",
        "Nobody takes the last discard.",
    ]


def test_who_makes_a_move() -> None:
    state = after("build; 1 throw 3; 1 throw 4", players=2)
    assert jarapon.mover(state, jarapon.move_from_text("deal 7")) == 0
    assert jarapon.mover(begun(2), jarapon.move_from_text("build")) is None
    assert jarapon.mover(dealt(), jarapon.move_from_text("1 draw")) == 0
    assert jarapon.mover(dealt(), jarapon.move_from_text("3 call pon")) == 2
