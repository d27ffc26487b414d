"""Records of a move a line: how each game writes its moves, and who plays where nobody, or not everything, is said."""

import pytest

from device.games.listing import GAMES
from engines import doubt, infiltration, reversi, search, sevens, skip_bo
from engines.contract import AnyGame, BadRecord
from engines.infiltration import Leave, Step
from engines.options import unnamed
from engines.vocabulary import UNKNOWN
from tests.support.engines.in_short import short
from tests.support.engines.records import read_record


@pytest.mark.parametrize(("game", "lines", "moves"), [
    (sevens, "lay 2/7 7; lay 2/7 wild; draw 12 3; draw 12",
     (sevens.Lay(2, 7, "7"), sevens.Lay(2, 7, "wild"), sevens.Draw(12, "3"), sevens.Draw(12))),
    (sevens, "keep; pass; show 2", (sevens.KEEP, sevens.PASS, sevens.Show(1))),
    (doubt, "lay 1; lay ?; add wild; add ?; doubt 2; turn 1",
     (doubt.Lay("1"), doubt.Lay(UNKNOWN), doubt.Add("wild"), doubt.Add(UNKNOWN), doubt.Challenge(1), doubt.Turn("1"))),
    (doubt, "take; take ?; take 3 3 9 wild; believe",
     (doubt.Take(()), doubt.Take(UNKNOWN), doubt.Take(("3", "3", "9", "wild")), doubt.BELIEVE)),
    (infiltration, "c6-c5; c5xc4 supporter; c5xc4 infiltrator; c2-b2 in; b2 out",
     (Step("c6", "c5"), Step("c5", "c4", "supporter"), Step("c5", "c4", "infiltrator"), Step("c2", "b2", wins=True),
      Leave("b2"))),
    (search, "turn 17 5; take; back; back unseen 2",
     (search.Turn(17, "5"), search.TAKE, search.BACK, search.Back(unseen=2))),
])  # fmt: skip
def test_each_game_writes_its_moves(game: AnyGame, lines: str, moves: tuple[object, ...]) -> None:
    written = lines.split("; ")
    assert [game.move_to_json(move) for move in moves] == written
    assert tuple(map(game.move_from_json, written)) == moves
    assert game.write_record(("Aya", "Ben"), {}, moves).splitlines()[-len(moves) :] == written


@pytest.mark.parametrize(("name", "lines"), [
    ("sevens", "lay 1-4 4; lay 7/4 4; lay 1/0 1; lay 1/4; draw 0; show 5; show; pass 1"),
    ("doubt", "lay 0; lay; lie 2; turn ?; turn; doubt 5; doubt 0; take 0; believe it"),
    ("infiltration", "c6-c9; a2-b2; c6xc5; c6xc5 supporter in; c6xc5 spy; c6 in; pass"),
    ("search", "turn 73 5; turn 0 5; turn 7; turn 7 wild; back unseen 3; back 1; take 1"),
])  # fmt: skip
def test_what_is_no_move_is_refused_by_line(name: str, lines: str) -> None:
    for line in lines.split("; "):
        with pytest.raises(BadRecord) as error:
            GAMES[name].read_records(f"# players: 3\n# remark\n{line}" if name == "doubt" else f"# a\n\n{line}")
        assert short(error.value.said) == f"bad_line 3 {line}"
        assert error.value.because is not None
        assert short(error.value.because).startswith(f"bad_move {line}")


def test_a_move_may_be_written_carelessly() -> None:
    assert doubt.move_from_text(" take 9  3 wild 3 ") == doubt.Take(("3", "3", "9", "wild"))
    assert infiltration.move_from_json("c6-c5  in") == Step("c6", "c5", wins=True)


def test_a_record_without_names_says_how_many_play_or_is_of_as_few_as_may() -> None:
    assert search.write_record(unnamed(3), {}, []) == "# players: 3\n"
    assert read_record(search, "# players: 3\n") == (("1", "2", "3"), {}, ())
    assert read_record(search, "turn 1 5") == ((), {}, (search.Turn(1, "5"),))
    assert read_record(skip_bo, skip_bo.write_record((), {"teams": "yes"}, [])) == (unnamed(4), {"teams": "yes"}, ())


def test_names_that_are_numbers_are_kept() -> None:
    assert read_record(search, "# player: 1\n# player: 2\n")[0] == ("1", "2")
    assert read_record(search, "# players: 2\nturn 1 5\n")[0] == ("1", "2")
    assert read_record(reversi, "# players: 2\n")[0] == ("1", "2")


@pytest.mark.parametrize(("headings", "why"), [
    ("# players: 9", "players 9 2 6 2–6"),
    ("# players: 0", "unknown players teams short play"),
    ("# players: many", "unknown players teams short play"),
    ("# players: 3\n# player: Aya\n# player: Ben", "players 2 3 3 3"),
    ("# players: 3\n# teams: yes", "team_players 3"),
])  # fmt: skip
def test_a_number_of_players_that_cannot_be_is_refused(headings: str, why: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(skip_bo, headings)
    assert refused.value.said.key == "record.bad_heading"
    assert refused.value.because is not None
    assert short(refused.value.because) == why
