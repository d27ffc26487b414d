"""Othello transcripts: written, read, and refused with the line and the move."""

import pytest

from device.texts import say
from engines import reversi
from engines.contract import BadRecord
from engines.reversi import PASS, Move
from tests.support.engines.records import read_record

# The shortest way to win: after nine moves the second player has nothing left.
NINE_MOVES = "e6f4e3f6g5d6e7f5c5"


def test_passes_are_not_written_but_read_back() -> None:
    moves: list[Move] = []
    state = reversi.start(["Aya", "Ben"], {})
    while PASS not in moves:
        moves.append(reversi.moves(state)[0])
        state = reversi.play(state, moves[-1])
    text = reversi.write_record(["Aya", "Ben"], {}, moves)
    assert len(text.splitlines()[-1]) == 2 * (len(moves) - 1)
    assert read_record(reversi, text)[2] == tuple(moves)


def test_names_and_options_stand_above_the_transcript() -> None:
    text = reversi.write_record(["Aya", "Ben"], {"first": "down"}, [Move("f5")])
    assert text == "# player: Aya\n# player: Ben\n# first: down\nf5"
    assert read_record(reversi, text) == (("Aya", "Ben"), {"first": "down"}, (Move("f5"),))


def test_a_game_without_a_move_keeps_its_names() -> None:
    text = reversi.write_record(["Aya", "Ben"], {}, [])
    assert read_record(reversi, text) == (("Aya", "Ben"), {}, ())


def test_capitals_blanks_and_remarks_do_no_harm() -> None:
    assert read_record(reversi, "# a club evening\n  F5 d6\tC3 \n\n")[2] == (Move("f5"), Move("d6"), Move("c3"))


def test_each_line_is_a_game_of_its_own() -> None:
    games = reversi.read_records(f"f5d6\n\n# player: Aya\n# player: Ben\n{NINE_MOVES}\n")
    assert [(players, len(moves)) for players, _, moves in games] == [((), 2), (("Aya", "Ben"), 9)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5d6\nf5f5", "Line 2, move 2: f5 is already taken."),
        ("f5d6a1", "Line 1, move 3: a tile on a1 turns nothing over."),
        ("f5d6c", "Line 1, move 3: “c” is not a square from a1 to h8."),
        ("hello", "Line 1, move 1: “he” is not a square from a1 to h8."),
        (NINE_MOVES + "a1", "Line 1, move 10: the game is over before a1."),
        ("\n \n", "There is no game in this record: write its moves in one line, for example f5d6c3."),
    ],
)
def test_a_wrong_record_is_refused_by_line_and_move(text: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(reversi, text)
    assert say(refused.value.said, "en") == sentence
    assert say(refused.value.said, "ja")


@pytest.mark.parametrize("heading", ["# player: Aya", "# first: sideways", "# jokers: 2"])
def test_headings_that_do_not_fit_are_refused(heading: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(reversi, f"{heading}\nf5")
    assert "above line 2" in say(refused.value.said, "en")
