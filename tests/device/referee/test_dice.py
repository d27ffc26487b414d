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


Look = tuple[int, int] | tuple[int, int, float] | str  # what lies there, or what people enter
NOTHING: list[tuple[int, int]] = []


@pytest.mark.parametrize(
    ("dealer", "looks", "throws"),
    [
        ("die", [(1, 3), (1, 3), (1, 3)], [(0, 3)]),
        ("die", [(1, 3, 0.8)], NOTHING),
        ("die", [(1, 3, 0.8), (1, 3)], [(0, 3)]),
        ("die", [(1, 5, NOT_READ), (2, 4)], NOTHING),
        (
            "die",
            [(1, 5, NOT_READ), (2, 4), "1 throw 5", "2 throw 4", (2, 4), (3, 6)],
            [(0, 5), (1, 4), (2, 6)],
        ),
        ("die", ["1 throw 5", (1, 5), (1, 5)], [(0, 5)]),
        ("die", ["1 throw 5", (1, 5), (1, 5), (2, 2)], [(0, 5), (1, 2)]),
        ("first", [(1, 3)], NOTHING),
        ("first", [(1, 3), "build", (1, 3), (1, 3), (2, 5), (3, 5)], [(0, 5), (0, 5)]),
    ],
    ids=[
        *("where it lay it is thrown once", "not read well", "read well at last", "nobody is given the next"),
        *("until people have entered both", "what people entered is not read once more", "but the next throw is"),
        *("put aside before walls are built", "and while they are"),
    ],
)
def test_a_throw_counts_once_for_the_player_whose_it_is(
    tmp_path: Path, dealer: str, looks: list[Look], throws: list[tuple[int, int]]
) -> None:
    table = DiceTable(tmp_path, dealer)
    for look in looks:
        if isinstance(look, str):
            table.enter(look)
        else:
            table.see(die(*look))
    assert table.throws == throws


def test_players_throw_in_turn_for_the_first_dealer(tmp_path: Path) -> None:
    table = DiceTable(tmp_path)
    for count, number in enumerate((3, 6, 6, 2, 4), start=1):
        table.see(die(count, number))
    assert table.throws == [(0, 3), (1, 6), (2, 6), (1, 2), (2, 4)]  # J7-2: Ben and Chie throw again
    assert table.box.played.now.first == 2


def test_a_die_that_lay_there_when_the_game_began_was_not_thrown(tmp_path: Path) -> None:
    table = DiceTable(tmp_path)
    table.box.begin(NewGame("jarapon", ("Aya", "Ben"), {"dealer": "die"}))
    for look, throws in (((1, 3), []), ((2, 3), [(0, 3)])):
        table.see(die(*look))
        assert table.throws == throws


def test_a_throw_that_is_taken_back_is_not_read_again_until_the_die_is_thrown(tmp_path: Path) -> None:
    table = DiceTable(tmp_path)
    table.see(die(1, 3))
    table.box.undo("phone")
    for look, throws in (((1, 3), []), ((2, 4), [(0, 4)])):
        table.see(die(*look))
        assert table.throws == throws


def test_a_throw_is_changed_and_the_game_goes_on(tmp_path: Path) -> None:
    table = DiceTable(tmp_path)
    table.see(die(1, 3))
    table.box.correct(Correction("change", table.box.played.plies[0].entry, "1 throw 5", "phone"))
    table.see(die(1, 3))
    table.see(die(2, 2))
    assert table.throws == [(0, 5), (1, 2)]


def test_a_die_that_is_moved_later_is_of_no_account(tmp_path: Path) -> None:
    table = DiceTable(tmp_path, dealer="first")
    table.enter("build")
    for look in ((1, 5), (2, 4)):
        table.see(die(*look))
    before = table.recorded
    for count in (3, 4):
        table.see(die(count, 6))
    assert (table.recorded, table.box.problem) == (before, None)
