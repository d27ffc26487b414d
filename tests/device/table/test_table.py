"""A game at the live table: tiles are laid, turned, taken back, and the box keeps up."""

from pathlib import Path

import pytest

from device.hardware.camera.frame import BRACKET
from device.table.events import (
    FrameTaken,
    Undo,
)
from engines import reversi
from engines.messages import message
from tests.support.device.evening import TURN, Evening, keys, moves
from tests.support.device.tabletop import (
    Scene,
    after,
    changed,
    grid_as_seen,
    likely,
    passing_game,
    seen,
    sequence_truth,
    table_of,
    turn_of_camera,
)
from tests.support.paths import needs_shared
from tests.support.waiting import PATIENCE_S

BRIEFEST_HAND_S = 0.9  # that a hand is over the table for a move


def test_before_the_first_move_the_table_says_whose_turn_it_is(evening: Evening) -> None:
    now = evening.lay()
    assert (now.players, now.moves, now.over, now.seeing) == (("Aya", "Ben"), (), False, "still")
    assert now.prompts == reversi.prompt(after())
    assert now.layout["e4"] == "up"
    assert now.layout["d4"] == "back"
    assert now.problem is None


def test_hands_free(evening: Evening) -> None:
    evening.lay()
    now = evening.lay("f5")
    assert moves(now) == ["f5"]
    assert now.turn == TURN
    assert now.last_places == ("e5", "f5")
    assert now.prompts == reversi.prompt(after("f5"))
    assert [standing.score for standing in now.standings] == [4, 1]
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_while_a_hand_is_over_the_table_nothing_is_read(evening: Evening) -> None:
    evening.lay()
    read = evening.scenes.reads
    now = evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 9.0)))
    assert now.seeing == "moving"
    assert evening.scenes.reads == read


def test_a_hand_that_rests_on_the_table_is_waited_for(evening: Evening) -> None:
    half_seen = changed(after("f5"), e5="empty", d5="empty")
    now = evening.show(Scene(seen(half_seen, TURN), hand=True))
    assert now.seeing == "moving"
    assert now.problem is None
    assert moves(evening.lay("f5")) == ["f5"]


def test_nothing_is_read_while_nothing_moves(evening: Evening) -> None:
    scene = Scene(seen(table_of(after()), TURN))
    evening.show(scene)
    for _ in range(40):
        evening.stay(scene, 0.5)
    assert evening.scenes.reads == 1
    evening.stay(scene, 30)
    assert evening.scenes.reads == 2


def test_an_unclear_table_is_looked_at_again_in_full_size_and_then_now_and_then(evening: Evening) -> None:
    dim = {"a1": {"empty": 0.05, "back": 0.5, "5": 0.45}}
    scene = Scene({**seen(table_of(after("f5")), 0), **dim})
    evening.show(scene)
    frame = evening.scenes.frame(scene, evening.clock + 0.3)
    pace = evening.table.post(FrameTaken(frame, full=True)).result(PATIENCE_S)
    assert not pace.full
    assert keys([evening.now.problem.message]) == ["referee.unclear"]
    read = evening.scenes.reads
    evening.stay(scene, 0.5)
    assert evening.scenes.reads == read
    evening.stay(scene, 2.0)
    assert evening.scenes.reads == read + 1


def test_a_doubtful_picture_asks_for_other_exposures_and_then_for_a_full_one_and_a_clear_one_for_neither(
    evening: Evening,
) -> None:
    hazy = Scene({**seen(table_of(after()), 0), "a1": {"empty": 0.05, "back": 0.5, "5": 0.45}})
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 1.0)))
    pace = evening.table.post(FrameTaken(evening.scenes.frame(hazy, 2.0))).result(PATIENCE_S)
    assert (pace.bracket, pace.full, pace.pause_s) == (True, False, 0.0)
    closer = evening.scenes.frame(hazy, 2.5)
    pace = evening.table.post(FrameTaken(closer, bracket=[closer.picture] * len(BRACKET))).result(PATIENCE_S)
    assert (pace.bracket, pace.full, pace.pause_s) == (False, True, 0.0)
    evening.do(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 3.0)))
    pace = evening.table.post(FrameTaken(evening.scenes.frame(Scene(seen(table_of(after()))), 4.0))).result(PATIENCE_S)
    assert not pace.full
    assert not pace.bracket


def test_the_camera_takes_fewer_pictures_the_longer_nothing_has_moved_and_none_too_late_to_see_a_hand(
    evening: Evening,
) -> None:
    scene = Scene(seen(table_of(after()), TURN))
    paces = [
        evening.table.post(FrameTaken(evening.scenes.frame(scene, at))).result(PATIENCE_S).pause_s
        for at in (1.0, 2.0, 9.0, 30.0)
    ]
    moving = (
        evening.table.post(FrameTaken(evening.scenes.frame(Scene({}, moving=True), 31.0))).result(PATIENCE_S).pause_s
    )
    assert moving < paces[0] == paces[1] < paces[2] < paces[3] < BRIEFEST_HAND_S


def test_forgotten_flips_are_said_by_square_and_then_mended(evening: Evening) -> None:
    now = evening.show(Scene(seen(changed(after(), f5="up"), TURN)))
    assert now.problem.message == message("referee.turn_too", places="e5", move="f5")
    assert now.problem_places == ("e5",)
    assert now.moves == ()
    now = evening.lay("f5")
    assert now.problem is None
    assert now.problem_places == ()
    assert moves(now) == ["f5"]


def test_a_move_taken_back_on_the_table_is_taken_back_in_the_record(evening: Evening) -> None:
    evening.play("f5", "d6", "c3")
    now = evening.lay("f5", "d6")
    assert moves(now) == ["f5", "d6"]
    assert keys(now.notices) == ["table.taken_back"]
    assert moves(evening.lay("f5", "d6", "c4")) == ["f5", "d6", "c4"]


def test_a_first_move_taken_back_leaves_open_again_how_the_board_lies(evening: Evening) -> None:
    evening.play("f5")
    evening.lay()
    # The same side of the board as the camera sees it would now be c4, and is named f5 again.
    now = evening.lay("f5", turn=(TURN + 2) % 4)
    assert moves(now) == ["f5"]
    assert now.turn == (TURN + 2) % 4


def test_another_first_move_instead_is_also_named_as_players_write_it(evening: Evening) -> None:
    evening.play("f5")
    now = evening.lay("e6", turn=(TURN + 2) % 4)
    assert moves(now) == ["e6"]


def test_a_forced_pass_is_played_at_once_and_said(evening: Evening) -> None:
    before = passing_game()[:-1]
    now = evening.play(*before)
    assert now.moves[-1].entry == 0
    assert now.moves[-1].said.key == "reversi.move_passed"
    assert "reversi.passed" in keys(prompt.said for prompt in now.prompts)
    assert moves(now) == list(before)
    # Taking back the move before it takes back the pass.
    assert moves(evening.do(Undo("phone"))) == list(before[:-1])


def test_the_side_that_lays_first_begins(evening: Evening) -> None:
    evening.lay()
    down = {"first": "down"}
    now = evening.show(Scene(seen(table_of(after("f5", options=down)), 1)))
    assert moves(now) == ["f5"]
    assert now.prompts == reversi.prompt(after("f5", options=down))


def test_where_players_said_who_begins_the_other_side_may_not(tmp_path: Path) -> None:
    with Evening(tmp_path, options={"first": "up"}) as evening:
        now = evening.show(Scene(seen(table_of(after("f5", options={"first": "down"})), 1)))
        assert now.moves == ()
        assert now.problem is not None


def test_a_new_start_position_begins_a_new_game(evening: Evening) -> None:
    evening.play("f5", "d6", "c3", "d3")
    first = evening.journal.current()[0].number
    now = evening.lay()
    assert now.moves == ()
    assert keys(now.notices) == ["table.new_game"]
    assert evening.journal.current()[0].number > first


def finished(evening: Evening):
    """A short game in which all tiles of one side are lost."""
    return evening.play("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")


def test_when_the_game_is_over_the_tiles_may_be_put_away(evening: Evening) -> None:
    now = finished(evening)
    assert now.over
    now = evening.show(Scene(seen(changed(after(), e5="empty", d4="empty"), TURN)))
    assert now.over
    assert now.problem is None
    now = evening.lay()
    assert not now.over
    assert now.moves == ()


@needs_shared
@pytest.mark.parametrize("which", ["still", "every second still", "all"])
def test_the_recorded_game_is_followed_to_its_transcript(tmp_path: Path, which: str) -> None:
    """From every still frame, from only some of them, and from all where no hand is recognised: the same record."""
    truth = sequence_truth()
    turn = turn_of_camera(truth["camera"])
    still = [frame for frame in truth["frames"] if not frame["hand"]]
    frames = {"still": still, "every second still": [*still[::2], still[-1]], "all": truth["frames"]}[which]
    with Evening(tmp_path) as evening:
        for frame in frames:
            places = {place: likely(shows) for place, shows in grid_as_seen(frame["grid"], turn).items()}
            evening.show(Scene(places))
        assert "".join(moves(evening.now)) == truth["game"]
        assert evening.game.played.record().splitlines()[-1] == truth["game"]
