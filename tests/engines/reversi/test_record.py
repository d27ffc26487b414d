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


# Whoever is to move has a pass before the last two moves.
WITH_A_PASS = (
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3"
    "a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5g6h2h7h8g1b2f2 b1a1"
)


def moves_of(text: str) -> tuple[Move, ...]:
    return read_record(reversi, text)[2]


@pytest.mark.parametrize("said", ["ps", "PASS", "Pa", "--", "—", "@@", "パス", "ﾊﾟｽ", "ｐａｓｓ"])
def test_a_pass_may_be_written_where_it_is_due(said: str) -> None:
    assert PASS in moves_of(WITH_A_PASS)
    assert moves_of(WITH_A_PASS.replace(" ", said)) == moves_of(WITH_A_PASS)


@pytest.mark.parametrize("text", [
    "1. F5 d6 2. C3 d3 3. c4 f4", "1) f5 d6 2) c3 d3 3) c4 f4", "１．Ｆ５　ｄ６　２．Ｃ３　ｄ３ ３．ｃ４、ｆ４",
    "f5-d6-c3-d3-c4-f4", "f5, d6, c3, d3, c4, f4 4-6", "F5D6C3D3C4F4 ４：６",
    "1. f5 d6\n2. c3 d3\n3. c4 f4", "f5 d6\nc3 d3\nc4 f4", "f5d6c3\nd3c4f4\n6-4",
])  # fmt: skip
def test_other_hands_write_otherwise(text: str) -> None:
    assert [move.square for move in moves_of(text)] == ["f5", "d6", "c3", "d3", "c4", "f4"]


def test_names_may_stand_in_tags_as_draughts_players_write_them() -> None:
    tags = '[Event "?"]\n[White "Ben"]\n[Black “Ａｙａ”]\n[Result "34-30"]\n'
    games = reversi.read_records(f'{tags}\n1. F5 f4 2. F3 g4\n3. H3 f6\n[White "Mia"]\n1. f5 d6')
    assert [(players, len(moves)) for players, _, moves in games] == [(("Ａｙａ", "Ben"), 6), (("?", "Mia"), 2)]


@pytest.mark.parametrize(
    "behind", ["34-30", " 34 : 30", "\n34–30\n", " (34-30)", " +4", "\nBlack wins 34 to 30", "psps"]
)
def test_a_score_behind_a_game_is_passed_over(behind: str) -> None:
    assert moves_of(WITH_A_PASS + behind) == moves_of(WITH_A_PASS)


def test_a_long_game_may_stand_on_as_many_lines_as_one_likes() -> None:
    squares = WITH_A_PASS.replace(" ", "")
    for length in (4, 20, 58):
        lines = "\n".join(squares[at : at + length] for at in range(0, len(squares), length))
        assert moves_of(lines) == moves_of(WITH_A_PASS)


@pytest.mark.parametrize("broken", ["f5f5", "f5d6a1", "1. f5 d6\n2. a1", "hello", "f5 pass d6"])
def test_one_broken_game_leaves_the_others_of_a_collection(broken: str) -> None:
    with pytest.raises(BadRecord) as error:
        reversi.read_records(f"f5d6c3\n{broken}\n1. f5f6 2. e6")
    first, second, third = error.value.games
    assert isinstance(second, BadRecord)
    assert [len(one[2]) for one in (first, third) if not isinstance(one, BadRecord)] == [3, 3]


@pytest.mark.parametrize(("text", "why"), [
    ("f5d6\nf5f5", "record.occupied 2 2 f5"),
    ("f5d6a1", "record.flips_nothing 1 3 a1"),
    ("f5d6c", "record.no_square 1 3 c"),
    ("hello", "record.no_square 1 1 hello"),
    ("[Black \"Aya\"]\n1. 11-15 23-19", "record.no_square 2 1 11-15"),
    ("1. 11-15", "record.no_square 1 1 1. 11-15"),
    ("f5 d6 12", "record.no_square 1 3 12"),
    ("f5 pass d6", "record.no_pass 1 2 pass"),
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
