"""Othello transcripts: written, read, and refused with the line and the move."""

import pytest

from engines import reversi
from engines.contract import BadRecord
from engines.reversi import PASS, Move
from tests.support.engines.in_short import short
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


def test_names_and_options_stand_above_the_transcript_if_there_is_one() -> None:
    text = reversi.write_record(["Aya", "Ben"], {"first": "down"}, [Move("f5")])
    assert text == "# player: Aya\n# player: Ben\n# first: down\nf5"
    assert read_record(reversi, text) == (("Aya", "Ben"), {"first": "down"}, (Move("f5"),))
    assert read_record(reversi, reversi.write_record(["Aya", "Ben"], {}, [])) == (("Aya", "Ben"), {}, ())


def test_capitals_blanks_and_remarks_do_no_harm() -> None:
    assert read_record(reversi, "# a club evening\n  F5 d6\tC3 \n\n")[2] == (Move("f5"), Move("d6"), Move("c3"))


def test_each_line_is_a_game_of_its_own() -> None:
    games = reversi.read_records(f"f5d6\n\n# player: Aya\n# player: Ben\n{NINE_MOVES}\n")
    assert [(players, len(moves)) for players, _, moves in games] == [((), 2), (("Aya", "Ben"), 9)]


@pytest.mark.parametrize(("text", "why"), [
    ("f5d6\nf5f5", "record.occupied 2 2 f5"),
    ("f5d6a1", "record.flips_nothing 1 3 a1"),
    ("f5d6c", "record.no_square 1 3 c"),
    ("hello", "record.no_square 1 1 he"),
    (NINE_MOVES + "a1", "record.over 1 10 a1"),
    ("\n \n", "empty"),
    ("# player: Aya\nf5", "bad_heading 2"),
    ("# first: sideways\nf5", "bad_heading 2"),
    ("# jokers: 2\nf5", "bad_heading 2"),
])  # fmt: skip
def test_a_wrong_record_is_refused_by_line_and_move(text: str, why: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(reversi, text)
    assert short(error.value.said) == why
