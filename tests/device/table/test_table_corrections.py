"""What people correct at the live table, and what a power cut leaves."""

from pathlib import Path

import pytest

from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.replay import CorrectionRefused
from device.table.beginning import begin_game
from device.table.events import NewGame, Pressed, Undo
from engines import reversi
from engines.contract import BadOption
from engines.messages import message
from tests.support.device.evening import TURN, Evening, keys, moves
from tests.support.device.tabletop import (
    Scene,
    after,
    changed,
    seen,
    table_of,
)


def test_undo_from_the_phone_tells_what_the_table_must_look_like(evening: Evening) -> None:
    evening.play("f5", "d6")
    now = evening.do(Undo("phone"))
    assert moves(now) == ["f5"]
    assert now.problem.message == message("referee.not_here", places="d6")
    assert now.problem.also == (message("referee.turn_back_up", places="d5"),)
    # The table still shows the move: it is not to be taken for a new one.
    assert moves(evening.stay(Scene(seen(table_of(after("f5", "d6")), TURN)))) == ["f5"]
    assert evening.lay("f5").problem is None
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_two_moves_taken_back_with_the_button_stay_taken_back_while_the_table_still_shows_them(
    evening: Evening,
) -> None:
    evening.play("f5", "d6", "c3")
    evening.do(Undo("phone"))
    assert moves(evening.do(Undo("phone"))) == ["f5"]
    assert moves(evening.stay(Scene(seen(table_of(after("f5", "d6", "c3")), TURN)))) == ["f5"]
    assert evening.lay("f5").problem is None
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_a_struck_move_may_be_made_again(evening: Evening) -> None:
    evening.play("f5", "d6")
    evening.do(Undo("phone"))
    evening.show(Scene(seen(changed(after("f5"), d6="back"), TURN)))
    assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_another_move_after_an_undo_needs_no_detour(evening: Evening) -> None:
    evening.play("f5", "d6")
    evening.do(Undo("phone"))
    assert moves(evening.lay("f5", "f6")) == ["f5", "f6"]


def test_the_undo_button(evening: Evening) -> None:
    evening.play("f5", "d6")
    assert moves(evening.do(Pressed("undo"))) == ["f5"]


def test_with_nothing_to_take_back_undo_is_refused_aloud(evening: Evening) -> None:
    with pytest.raises(CorrectionRefused):
        evening.do(Undo("phone"))
    assert keys(evening.now.notices) == ["table.nothing_to_undo"]


def test_an_old_move_is_changed_and_all_after_it_counted_again(evening: Evening) -> None:
    evening.play("f5", "f6", "c4", "f4")
    entry = evening.now.moves[1].entry
    now = evening.do(Correction("change", entry, "d6", "phone"))
    assert moves(now) == ["f5", "d6", "c4", "f4"]
    assert now.standings == reversi.standings(after("f5", "d6", "c4", "f4"))
    assert now.moves[1].entry == entry


def test_a_correction_after_which_a_move_is_illegal_is_refused_and_names_it(evening: Evening) -> None:
    evening.play("f5", "d6", "c3")
    before = evening.now.moves
    with pytest.raises(CorrectionRefused) as refused:
        evening.do(Correction("strike", before[0].entry, by="phone"))
    assert refused.value.said == message("table.line_breaks", number=1, move="d6")
    assert evening.now.moves == before


@pytest.mark.parametrize(
    "event",
    [
        Correction("strike", 99, by="phone"),
        Correction("change", 99, "d6", "phone"),
        Correction("insert", 99, "d6", "phone"),
    ],
)
def test_a_correction_of_a_move_that_is_not_there_is_refused(evening: Evening, event) -> None:
    evening.play("f5")
    with pytest.raises(CorrectionRefused) as refused:
        evening.do(event)
    assert refused.value.said.key == "table.no_such_move"


@pytest.mark.parametrize("move", ["z9", 7, None, ["f5"]])
def test_a_correction_to_what_is_no_move_is_refused(evening: Evening, move) -> None:
    evening.play("f5")
    with pytest.raises(CorrectionRefused):
        evening.do(Correction("change", evening.now.moves[0].entry, move, "phone"))
    assert moves(evening.now) == ["f5"]


def test_moves_that_the_camera_missed_are_put_in(evening: Evening) -> None:
    evening.play("f5", "d6")
    now = evening.do(Correction("insert", evening.now.moves[1].entry, "c3", "phone"))
    assert moves(now) == ["f5", "d6", "c3"]
    assert moves(evening.lay("f5", "d6", "c3", "d3")) == ["f5", "d6", "c3", "d3"]
    assert moves(evening.do(Undo("phone"))) == ["f5", "d6", "c3"]


def test_a_correction_survives_a_power_cut(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "f6", "c4")
        evening.do(Correction("change", evening.now.moves[1].entry, "d6", "phone"))
        evening.do(Undo("phone"))
        before = evening.now
    with Evening(tmp_path, start=False) as again:
        assert again.now.moves == before.moves
        assert again.now.standings == before.standings
        assert again.now.turn == TURN


def test_after_a_power_cut_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "d6", "c3")
    with Evening(tmp_path, start=False) as again:
        assert moves(again.now) == ["f5", "d6", "c3"]
        # While the box was dark they played on.
        assert moves(again.lay("f5", "d6", "c3", "d3")) == ["f5", "d6", "c3", "d3"]


def test_a_journal_that_lost_a_move_is_played_as_far_as_it_goes(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        begin_game(journal, "reversi", ["Aya", "Ben"], {})
        for square in ("f5", "c3", "d3"):
            journal.append("move", {"move": square, "picture": None})
    with Evening(tmp_path, start=False) as evening:
        assert moves(evening.now) == ["f5"]
        assert evening.now.notices[0] == message("table.resumed_in_part", move=2)
        assert moves(evening.lay("f5", "d6")) == ["f5", "d6"]


def test_a_new_game_from_the_phone(evening: Evening) -> None:
    evening.play("f5")
    now = evening.do(NewGame("reversi", ("Chie", "Dan"), {"first": "down"}))
    assert now.players == ("Chie", "Dan")
    assert now.moves == ()
    assert now.layout["e4"] == "back"


def test_a_new_game_that_cannot_be_is_refused_and_the_old_one_stays(evening: Evening) -> None:
    evening.play("f5")
    with pytest.raises(BadOption):
        evening.do(NewGame("reversi", ("Chie",), {}))
    assert moves(evening.now) == ["f5"]
    assert evening.now.players == ("Aya", "Ben")
