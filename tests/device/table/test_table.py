"""A game at the live table: tiles are laid, turned, taken back, and the box keeps up."""

import json
from pathlib import Path

import pytest

from device.table.events import Asked, Undo
from engines import reversi
from engines.messages import message
from engines.squares import SQUARES
from tests.support.device.evening import TURN, Evening, keys, lying, moves
from tests.support.device.tabletop import MOVING, PASSING, Scene, after, changed, seen, table_of
from tests.support.paths import SHARED_PHOTOS, needs_shared

BRIEFEST_HAND_S = 0.9  # that a hand is over the table for a move


def test_an_evening_with_hands_free(evening: Evening) -> None:
    now = evening.lay()
    assert (now.view.players, now.moves, now.view.over, now.seeing, now.problem) == (
        ("Aya", "Ben"),
        (),
        False,
        "still",
        None,
    )
    assert now.view.prompts == reversi.prompt(after())
    assert (now.view.layout["e4"], now.view.layout["d4"]) == ("up", "back")

    now = evening.show(Scene(seen(changed(after(), f5="up"), TURN)))  # Aya has forgotten to turn e5
    assert now.problem.message == message("referee.turn_too", places="e5", move="f5")
    assert (now.problem_places, now.moves) == (("e5",), ())
    now = evening.lay("f5")
    assert (now.problem, now.problem_places, moves(now), now.view.turn) == (None, (), ["f5"], TURN)
    assert now.view.last_places == ("e5", "f5")
    assert now.view.prompts == reversi.prompt(after("f5"))
    assert [standing.score for standing in now.view.standings] == [4, 1]

    read = evening.scenes.reads
    evening.look(MOVING, 1.0)  # while a hand is over the table nothing is read
    assert (evening.now.seeing, evening.scenes.reads) == ("moving", read)
    half_seen = changed(after("f5", "d6"), d6="empty", d5="empty")
    now = evening.show(Scene(seen(half_seen, TURN), hand=True))  # and one that rests there is waited for
    assert (now.seeing, now.problem, moves(now)) == ("moving", None, ["f5"])

    assert moves(evening.play("f5", "d6", "c3")) == ["f5", "d6", "c3"]
    now = evening.lay("f5", "d6")
    assert (moves(now), keys(now.notices)) == (["f5", "d6"], ["table.taken_back"])
    assert moves(evening.play("f5", "d6", "c4", "d3")) == ["f5", "d6", "c4", "d3"]

    first = evening.journal.current()[0].number
    now = evening.lay()
    assert (now.moves, keys(now.notices)) == ((), ["table.new_game"])
    assert evening.journal.current()[0].number > first


def test_no_test_uses_the_journal_of_a_table_that_runs(evening: Evening) -> None:
    with pytest.raises(AssertionError, match="the journal is its table's"):
        evening.journal.append("pad", {"pad": True})
    evening.do(Asked(lambda: evening.journal.append("pad", {"pad": True})))
    assert [entry.kind for entry in evening.journal.current()] == ["start", "pad"]


def test_nothing_is_read_while_nothing_moves_but_pictures_come_in_time_for_a_hand(evening: Evening) -> None:
    paces = [evening.look(lying(), seconds).pause_s for seconds in (1.0, 1.0, 7.0, 20.0)]
    assert evening.scenes.reads == 1
    evening.look(lying(), 30)
    assert evening.scenes.reads == 2
    assert evening.look(MOVING, 1.0).pause_s < paces[0] == paces[1] < paces[2] < paces[3] < BRIEFEST_HAND_S


@pytest.mark.parametrize("instead", ["f5", "e6"])
def test_a_first_move_taken_back_leaves_open_again_how_the_board_lies(evening: Evening, instead: str) -> None:
    evening.play("f5")
    if instead == "f5":
        evening.lay()
    # The same side of the board as the camera sees it would now be c4, and is named f5 again.
    now = evening.lay(instead, turn=(TURN + 2) % 4)
    assert (moves(now), now.view.turn) == ([instead], (TURN + 2) % 4)


def test_a_forced_pass_is_played_at_once_and_said(evening: Evening) -> None:
    now = evening.play(*PASSING)
    assert (now.moves[-1].entry, now.moves[-1].said.key) == (0, "reversi.move_passed")
    assert "reversi.passed" in keys(prompt.said for prompt in now.view.prompts)
    assert moves(now) == [*PASSING]
    # Taking back the move before it takes back the pass.
    assert moves(evening.do(Undo("phone"))) == [*PASSING[:-1]]


@pytest.mark.parametrize(("options", "may"), [({}, True), ({"first": "up"}, False)])
def test_who_lays_first_begins_unless_players_have_said(tmp_path: Path, options: dict[str, str], may: bool) -> None:
    down = after("f5", options={"first": "down"})
    with Evening(tmp_path, options=options) as evening:
        now = evening.show(Scene(seen(table_of(down), 1)))
        assert (moves(now), now.problem is None) == (["f5"] if may else [], may)
        assert (now.view.prompts == reversi.prompt(down)) == may


def test_when_the_game_is_over_the_tiles_may_be_put_away(evening: Evening) -> None:
    assert evening.play(
        "e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"
    ).view.over  # all tiles of one side are lost
    now = evening.show(Scene(seen(changed(after(), e5="empty", d4="empty"), TURN)))
    assert (now.view.over, now.problem) == (True, None)
    now = evening.lay()
    assert (now.view.over, now.moves) == (False, ())


@needs_shared
@pytest.mark.parametrize("which", ["still", "every second still", "all"])
def test_the_recorded_game_is_followed_to_its_transcript(tmp_path: Path, which: str) -> None:
    """From every still frame, from only some of them, and from all where no hand is recognised: the same record."""
    truth = json.loads((SHARED_PHOTOS / "sequences" / "reversi-a" / "truth.json").read_text())
    shows = {"U": "up", "D": "back", ".": "empty"}
    still = [frame for frame in truth["frames"] if not frame["hand"]]
    frames = {"still": still, "every second still": [*still[::2], still[-1]], "all": truth["frames"]}[which]
    with Evening(tmp_path) as evening:
        for frame in frames:
            cells = [shows[cell] for row in frame["grid"] for cell in row]
            evening.show(Scene(seen(dict(zip(SQUARES, cells, strict=True)), TURN)))
        assert "".join(moves(evening.now)) == truth["game"]
        assert evening.game.played.record().splitlines()[-1] == truth["game"]
