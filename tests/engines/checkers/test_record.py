"""Games of checkers in PDN: written, read, and refused with the line and the move."""

import pytest

from engines import checkers
from engines.checkers import DRAW, Agreed, Move
from engines.contract import BadRecord
from tests.support.engines.in_short import short
from tests.support.engines.records import read_record

# A short game from the archive of the American Checker Federation; its last move takes three tiles and is crowned.
TOURNAMENT = """\
[Event "ACF archive game 5684"]
[GameType "21"]
[Result "1-0"]

1. 9-13 24-20 2. 10-15 23-18 3. 5-9 26-23 4. 15-19 23x16 5. 12x19 30-26 6. 19-24
28x19 7. 11-15 19x10 8. 7x14x23x30 1-0
"""
# A game that ends on the board: Aya, who moved first, has tiles left but cannot move them.
TO_THE_END = """\
1. 10-14 22-18 2. 7-10 24-20 3. 10-15 25-22 4. 11-16 20x11 5. 2-7 11x2 6. 12-16 18x11
7. 8x15 23-18 8. 14x23 26x19x12 9. 9-14 2x9x18x11 10. 3-8 12x3 11. 4-8 3x12 12. 1-6 31-26
13. 5-9 12-16 14. 6-10 21-17 15. 9-13 16-20 16. 10-15 11x18"""


def refused(text: str) -> str:
    with pytest.raises(BadRecord) as error:
        read_record(checkers, text)
    return ": ".join(short(said) for said in (error.value.said, error.value.because) if said)


def read(text: str) -> list[str]:
    """The moves of a record in letters."""
    return [str(checkers.move_to_json(move)) for move in read_record(checkers, text)[2]]


def test_a_tournament_game_is_read_and_written_as_it_was() -> None:
    players, options, moves = read_record(checkers, TOURNAMENT)
    assert (players, options, len(moves)) == ((), {"event": "ACF archive game 5684"}, 16)
    assert moves[0] == Move(("b3", "a4"))
    assert moves[-2:] == (Move(("e2", "c4", "e6", "c8")), Agreed(1))
    assert (
        checkers.write_record(players, options, moves).rpartition("]")[2].split()
        == TOURNAMENT.rpartition("]")[2].split()
    )


def test_numbers_of_squares_go_by_rows_from_the_player_who_moves_first() -> None:
    assert read("1. 12-16 21-17 *") == ["h3-g4", "a6-b5"]


def test_names_and_options_are_tags() -> None:
    options = {"first": "dark", "forty_moves": "on", "repetition": "off"}
    names = ('The "Rey" \\ side', "Ben")
    text = checkers.write_record(names, options, [Move(("b3", "a4"))])
    assert text.splitlines() == [
        '[Black "The \\"Rey\\" \\\\ side"]',
        '[White "Ben"]',
        '[GameType "21"]',
        '[First "dark"]',
        '[FortyMoves "on"]',
        '[Repetition "off"]',
        '[Result "*"]',
        "",
        "1. 9-13 *",
    ]
    assert read_record(checkers, text) == (names, options, (Move(("b3", "a4")),))


def test_event_and_date_are_kept_with_the_game() -> None:
    told = '[Event "Cup of\nPella"][Date "2024.05.01"][Site "?"]'
    players, options, moves = read_record(checkers, f"{told} 9-13 *")
    assert options == {"event": "Cup of Pella", "date": "2024.05.01"}
    assert read_record(checkers, checkers.write_record(players, options, moves)) == (players, options, moves)
    assert read_record(checkers, '[Event "?"][Date "????.??.??"] 9-13 *')[1] == {}


def test_one_named_player_sits_opposite_a_question_mark() -> None:
    assert read_record(checkers, '[White "Ben"] 9-13 *')[0] == ("?", "Ben")
    assert read_record(checkers, '[White ""] 9-13 *')[0] == ()


@pytest.mark.parametrize(
    ("result", "ending"), [("1-0", Agreed(1)), ("2-0", Agreed(1)), ("0-1", Agreed(0)), ("1/2-1/2", DRAW), ("1-1", DRAW)]
)
def test_a_result_that_the_board_does_not_show_was_agreed_on(result: str, ending: Agreed) -> None:
    assert read_record(checkers, f"1. 9-13 {result}")[2] == (Move(("b3", "a4")), ending)


@pytest.mark.parametrize("result", ["*", "0-0", ""])
@pytest.mark.parametrize("tag", ["*", "?", "unknown"])
def test_a_game_without_a_result_is_not_over(result: str, tag: str) -> None:
    assert read_record(checkers, f'[Result "{tag}"] 1. 9-13 {result}')[2] == (Move(("b3", "a4")),)


@pytest.mark.parametrize("result", ["*", "1-0", ""])
def test_a_result_that_only_a_tag_names_counts(result: str) -> None:
    assert read_record(checkers, f'[Result "１－０"] 1. 9-13 {result}')[2] == (Move(("b3", "a4")), Agreed(1))


@pytest.mark.parametrize(
    "text",
    [
        "1. 9-13 23-19 2. 11-16 26-23 3. 10-14 22-17 4. 13x22 25x18x9 5. 5x14 *",
        "1.09-13 23-19 2.11-16 26-23 3... 10-14 22-17 4.13:22 25X18-9 5.5-14",
        "1. 9-13 23-19 2. 11-16 26-23 3. 10-14 22-17 4. 13x22 25x9 5. 5x14 *",  # a chain by its ends only
        "1. 9-13! {solid; (quiet} 23-19?! $3 ( 22-18 {or 24-20} (21-17 5-9) ) 2. 11-16 26-23\n"
        "; or so they say\n3. 10-14 22-17 4. 13x22* ; forced\n 25x18x9 5. 5x14 *",
    ],
)
def test_other_hands_write_otherwise_and_remarks_and_variations_are_passed_over(text: str) -> None:
    assert " ".join(read(text)) == "b3-a4 e6-f5 f3-g4 d7-e6 d3-c4 c6-b5 a4xc6 b7xd5xb3 a2xc4"


def test_a_chain_that_can_go_two_ways_must_be_written_out() -> None:
    opening = "1. 10-15 23-19 2. 7-10 19-16 3. 12x19 27-23 4. 15-18\n"
    assert refused(f"{opening} 23x7") == "bad_line 2 23x7: record.several_ways 23x14x7 23x16x7"
    assert read(f"{opening} 23x16x7")[-1] == "e6xg4xe2"


def test_several_games_stand_in_one_text_with_or_without_results() -> None:
    text = f'{TOURNAMENT}\n[Event "cut short"]\n1. 9-13\n[Black "Aya"]\n[White "Ben"]\n1. 9-14 *\n1. 12-16 *'
    games = checkers.read_records(text)
    assert [(players, len(moves)) for players, _, moves in games] == [((), 16), ((), 1), (("Aya", "Ben"), 1), ((), 1)]


@pytest.mark.parametrize("fen", [
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "B:B1-12:W21-32.", "ｂ： ｗ２１－３２：ｂ１－１２", " ",
])  # fmt: skip
def test_a_position_that_is_the_usual_start_is_no_other(fen: str) -> None:
    assert read(f'[SetUp "1"][FEN "{fen}"] 9-13 *') == ["b3-a4"]


@pytest.mark.parametrize(("tags", "names"), [
    ('[Red "Ada"][White "Ben"]', ("Ada", "Ben")),
    ('[RED "Ada"][white "Ben"]', ("Ada", "Ben")),
    ('[Red "Ada"][Black "Aya"][White "Ben"]', ("Aya", "Ben")),
    ("［Black　“Ａｙａ – 1”］[White 〝Ben〟]", ("Ａｙａ – 1", "Ben")),
    ('[Black "The “Rey” side"][White "Ben"]', ("The “Rey” side", "Ben")),
])  # fmt: skip
def test_names_are_kept_as_written_whatever_stands_around_them(tags: str, names: tuple[str, ...]) -> None:
    assert read_record(checkers, f"{tags} 9-13 *")[0] == names


@pytest.mark.parametrize(
    "text", ["１．９－１３　２３—１９　＊", "1. 9–13 23‐19", "①９ー１３ 23−19", "1.\u200b9-13\u00a023-\u200b19"]
)
def test_typographic_signs_are_read_as_the_plain_ones(text: str) -> None:
    assert read(text.replace("①", "1. ")) == ["b3-a4", "e6-f5"]


@pytest.mark.parametrize(("broken", "why"), [
    ("1. 11-15 Redlostontime 0-1", "not_understood 3 Redlostontime"),
    ("1. 11-15 22-16 0-1", "bad_line 3 22-16: too_far c6 g4"),
    ("1. 11-15 {he went", "not_closed 3 {"),
    ("1. 11-15 (12-16", "not_closed 3 ("),
    ('[Result "1-0"] 1. 11-15 0-1', "record.two_results 2 0-1 1-0"),
    ('[FEN "W:W30:B3"] 1. 11-15', "record.other_start 2"),
])  # fmt: skip
def test_one_broken_game_leaves_the_others_of_a_collection(broken: str, why: str) -> None:
    text = f'[Event "1"] 1. 9-13 1-0\n[Event "2"]\n{broken}\n[Event "3"]\n1. 12-16 *'
    with pytest.raises(BadRecord) as error:
        checkers.read_records(text)
    assert refused(text) == why
    first, second, third = error.value.games
    assert isinstance(second, BadRecord)
    assert not isinstance(first, BadRecord) and not isinstance(third, BadRecord)
    assert first[2] == (Move(("b3", "a4")), Agreed(1))
    assert third[2] == (Move(("h3", "g4")),)


@pytest.mark.parametrize(("text", "why"), [
    ("", "empty"),
    ("{nothing} ; at all", "empty"),
    ("1. 9-13\n9-14", "bad_line 2 9-14: nothing_there b3"),
    ("1. 9-33", "bad_line 1 9-33: record.no_number 33 32"),
    ("1. 9-0", "bad_line 1 9-0: record.no_number 0 32"),
    ("9-13\nhello there", "not_understood 2 hello"),
    ("9-13 )", "not_understood 1 )"),
    ("[Event]\n9-13", "not_understood 1 [Event]"),
    ("9-13\n{ never", "not_closed 2 {"),
    ("9-13 (\n\n", "not_closed 1 ("),
    ('\n[GameType "20"]', "record.other_game 2 20"),
    ('[FEN "B:W18:B15"]', "record.other_start 1"),
    ('[First "left"]', "record.tags 1: value first left light dark"),
    (f"\n{TO_THE_END} 1-0", "record.result 2 1-0"),
    (f"\n{TO_THE_END} 1/2-1/2", "record.result 2 1/2-1/2"),
    (f"{TO_THE_END}\n17. 15-19", "bad_line 4 15-19: over"),
])  # fmt: skip
def test_a_wrong_record_is_refused_by_line_and_move(text: str, why: str) -> None:
    assert refused(text) == why


@pytest.mark.parametrize("result", ["0-1", "0-2", "*", ""])
def test_a_result_that_the_board_shows_adds_nothing(result: str) -> None:
    moves = read_record(checkers, f"{TO_THE_END} {result}")[2]
    assert len(moves) == 32
    assert checkers.write_record([], {}, moves).split()[-2:] == ["11x18", "0-1"]


@pytest.mark.parametrize("ending", [DRAW, Agreed(0), Agreed(1)])
def test_what_was_agreed_on_is_read_back_as_it_was_written(ending: Agreed) -> None:
    assert checkers.move_from_json(checkers.move_to_json(ending)) == ending
