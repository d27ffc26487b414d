"""What people correct at the live table, and what a power cut leaves."""

from pathlib import Path
from typing import Any

import pytest

from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.replay import CorrectionRefused
from device.table.events import NewGame, Pressed, Undo
from device.table.game_start import begin_game
from engines import reversi
from engines.contract import BadOption
from engines.messages import message
from tests.support.device.evening import TURN, Evening, keys, lying, moves
from tests.support.device.tabletop import Scene, after, changed, seen
from tests.support.refusals import refused


def test_undo_from_the_phone_tells_what_the_table_must_look_like(evening: Evening) -> None:
    evening.play("f5", "d6")
    now = evening.do(Undo("phone"))
    assert moves(now) == ["f5"]
    assert now.problem.message == message("referee.not_here", places="d6")
    assert now.problem.also == (message("referee.turn_back_up", places="d5"),)


@pytest.mark.parametrize(
    ("played", "undone", "shown", "made"),
    [
        ("f5 d6", [Undo("phone")], [lying("f5", "d6"), lying("f5"), lying("f5", "d6")], [1, 1, 2]),
        ("f5 d6", [Pressed("undo")], [Scene(seen(changed(after("f5"), d6="back"), TURN)), lying("f5", "d6")], [1, 2]),
        ("f5 d6", [Undo("phone")], [lying("f5", "f6")], [2]),
        ("f5 d6 c3", [Undo("phone")] * 2, [lying("f5", "d6", "c3"), lying("f5"), lying("f5", "d6")], [1, 1, 2]),
    ],
    ids=["it lies there for a while", "it is turned back half way", "another move instead", "two moves"],
)
def test_what_was_undone_is_not_recorded_again_until_the_table_was_mended(
    evening: Evening, played: str, undone: list[Any], shown: list[Scene], made: list[int]
) -> None:
    evening.play(*played.split())
    for event in undone:
        evening.do(event)
    assert moves(evening.now) == ["f5"]
    assert [len(moves(evening.show(scene))) for scene in shown] == made
    assert evening.now.problem is None


def test_with_nothing_to_take_back_undo_is_refused_aloud(evening: Evening) -> None:
    with pytest.raises(CorrectionRefused):
        evening.do(Undo("phone"))
    assert keys(evening.now.notices) == ["table.nothing_to_undo"]


def test_an_old_move_is_changed_and_all_after_it_counted_again(evening: Evening) -> None:
    evening.play("f5", "f6", "c4", "f4")
    entry = evening.now.moves[1].entry
    now = evening.do(Correction("change", entry, "d6", "phone"))
    assert moves(now) == ["f5", "d6", "c4", "f4"]
    assert now.view.standings == reversi.standings(after("f5", "d6", "c4", "f4"))
    assert now.moves[1].entry == entry


def test_corrections_that_cannot_be_are_refused_and_change_nothing(evening: Evening) -> None:
    evening.play("f5", "d6", "c3")
    before, first = evening.now.moves, evening.now.moves[0].entry
    with pytest.raises(CorrectionRefused) as breaks:
        evening.do(Correction("strike", first, by="phone"))
    assert breaks.value.said == message("table.line_breaks", number=1, move="d6")
    for kind, move in (("strike", None), ("change", "d6"), ("insert", "d6")):
        with refused("table.no_such_move"):
            evening.do(Correction(kind, 99, move, "phone"))
    for no_move in ("z9", 7, None, ["f5"]):
        with pytest.raises(CorrectionRefused):
            evening.do(Correction("change", first, no_move, "phone"))
    with pytest.raises(BadOption):
        evening.do(NewGame("reversi", ("Chie",), {}))
    assert (evening.now.moves, evening.now.view.players) == (before, ("Aya", "Ben"))


def test_moves_that_the_camera_missed_are_put_in(evening: Evening) -> None:
    evening.play("f5", "d6")
    now = evening.do(Correction("insert", evening.now.moves[1].entry, "c3", "phone"))
    assert moves(now) == ["f5", "d6", "c3"]
    assert moves(evening.lay("f5", "d6", "c3", "d3")) == ["f5", "d6", "c3", "d3"]
    assert moves(evening.do(Undo("phone"))) == ["f5", "d6", "c3"]


def test_after_a_power_cut_the_corrected_game_goes_on_where_it_was(tmp_path: Path) -> None:
    with Evening(tmp_path) as evening:
        evening.play("f5", "f6", "c4")
        evening.do(Correction("change", evening.now.moves[1].entry, "d6", "phone"))
        before = evening.do(Undo("phone"))
    with Evening(tmp_path, start=False) as again:
        assert (again.now.moves, again.now.view.standings, again.now.view.turn) == (
            before.moves,
            before.view.standings,
            TURN,
        )
        # While the box was dark they played on.
        assert moves(again.lay("f5", "d6", "c3")) == ["f5", "d6", "c3"]


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
    assert (now.view.players, now.moves, now.view.layout["e4"]) == (("Chie", "Dan"), (), "back")
