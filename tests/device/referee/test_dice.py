"""Throws of a die that the camera reads: each counts once, for the player whose throw it is, and none is made up."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from device.record.corrections import Correction
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.beginning import begin_game
from device.table.events import NewGame
from device.table.game import BoardGame
from engines.jarapon.moves import Throw

READ, NOT_READ = 0.99, 1 / 6
Seen = Mapping[str, Mapping[str, float]]


def die(count: int, number: int, likelihood: float = READ) -> Seen:
    """A reading's place of the so manyth throw that the camera has seen."""
    other = (1 - likelihood) / 5
    return {f"die/{count}": {str(face): likelihood if face == number else other for face in range(1, 7)}}


class DiceTable:
    """A table of Galaxy Jarapon on which nothing lies but a die."""

    def __init__(self, folder: Path, dealer: str = "die") -> None:
        journal = Journal(folder / "journal.db").__enter__()
        begin_game(journal, "jarapon", ("Aya", "Ben", "Chie"), {"dealer": dealer})
        self.box = BoardGame(journal, PictureStore(folder / "pictures"))
        self.see()

    def see(self, thrown: Seen | None = None) -> None:
        self.box.see({"dora": {"empty": 1.0}, "river/1/1": {"empty": 1.0}, **(thrown or {})}, None)

    def enter(self, key: str) -> None:
        self.box.choose(key, "phone")

    @property
    def recorded(self) -> list[object]:
        return [ply.move for ply in self.box.played.plies]

    @property
    def throws(self) -> list[tuple[int, int]]:
        return [(move.seat, move.pips) for move in self.recorded if isinstance(move, Throw)]


@pytest.fixture
def table(tmp_path: Path) -> DiceTable:
    return DiceTable(tmp_path)


def test_players_throw_in_turn_for_the_first_dealer(table: DiceTable) -> None:
    for count, number in enumerate((3, 6, 6, 2, 4), start=1):
        table.see(die(count, number))
    assert table.throws == [(0, 3), (1, 6), (2, 6), (1, 2), (2, 4)]  # J7-2: Ben and Chie throw again
    assert table.box.played.now.first == 2


def test_a_die_that_lies_where_it_lay_is_thrown_once(table: DiceTable) -> None:
    for _ in range(4):
        table.see(die(1, 3))
    assert table.throws == [(0, 3)]


def test_a_die_that_is_not_read_well_counts_when_it_is(table: DiceTable) -> None:
    table.see(die(1, 3, 0.8))
    assert table.throws == []
    table.see(die(1, 3))
    assert table.throws == [(0, 3)]


def test_after_a_throw_that_was_not_read_nobody_is_given_the_next(table: DiceTable) -> None:
    table.see(die(1, 5, NOT_READ))
    table.see(die(2, 4))
    assert table.throws == []
    table.enter("1 throw 5")
    table.enter("2 throw 4")
    table.see(die(2, 4))
    table.see(die(3, 6))
    assert table.throws == [(0, 5), (1, 4), (2, 6)]


def test_the_throw_that_people_have_entered_is_not_read_once_more(table: DiceTable) -> None:
    table.enter("1 throw 5")
    table.see(die(1, 5))
    table.see(die(1, 5))
    assert table.throws == [(0, 5)]
    table.see(die(2, 2))
    assert table.throws == [(0, 5), (1, 2)]


def test_a_die_that_lay_there_when_the_game_began_was_not_thrown(tmp_path: Path) -> None:
    table = DiceTable(tmp_path)
    table.box.begin(NewGame("jarapon", ("Aya", "Ben"), {"dealer": "die"}))
    table.see(die(1, 3))
    assert table.throws == []
    table.see(die(2, 3))
    assert table.throws == [(0, 3)]


def test_a_throw_that_is_taken_back_is_not_read_again_until_the_die_is_thrown(table: DiceTable) -> None:
    table.see(die(1, 3))
    table.box.undo("phone")
    table.see(die(1, 3))
    assert table.throws == []
    table.see(die(2, 4))
    assert table.throws == [(0, 4)]


def test_a_throw_is_changed_and_the_game_goes_on(table: DiceTable) -> None:
    table.see(die(1, 3))
    entry = table.box.played.plies[0].entry
    table.box.correct(Correction("change", entry, "1 throw 5", "phone"))
    table.see(die(1, 3))
    table.see(die(2, 2))
    assert table.throws == [(0, 5), (1, 2)]


def test_a_die_that_is_put_aside_while_walls_are_built_breaks_none(tmp_path: Path) -> None:
    table = DiceTable(tmp_path, dealer="first")
    table.see(die(1, 3))
    assert table.throws == []
    table.enter("build")
    for _ in range(2):
        table.see(die(1, 3))
    table.see(die(2, 5))
    table.see(die(3, 5))
    assert table.throws == [(0, 5), (0, 5)]


def test_a_die_that_is_moved_later_is_of_no_account(tmp_path: Path) -> None:
    table = DiceTable(tmp_path, dealer="first")
    table.enter("build")
    table.see(die(1, 5))
    table.see(die(2, 4))
    before = table.recorded
    for count in (3, 4):
        table.see(die(count, 6))
    assert table.recorded == before
    assert table.box.problem is None
