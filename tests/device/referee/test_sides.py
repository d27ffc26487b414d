"""Who has laid a tile after a draw: the player from whose side an arm has reached over the table."""

from pathlib import Path

import pytest

from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.referee.sides import Sides
from device.table.beginning import begin_game
from device.table.game import BoardGame
from engines import sevens
from engines.sevens import KEEP, Draw, Lay
from tests.support.device.tabletop import any_layout

AYA, BEN, BETWEEN = -90.0, 90.0, 0.0


class SevensTable:
    """Two players who lay, before a box that sees every tile and, where one is given, an arm's direction."""

    def __init__(self, folder: Path) -> None:
        journal = Journal(folder / "journal.db").__enter__()
        begin_game(journal, "sevens", ["Aya", "Ben"], {})
        self.box = BoardGame(journal, PictureStore(folder / "pictures"))
        self.now = sevens.start(["Aya", "Ben"], {})
        self.box.see(any_layout(sevens.layout(self.now)), None)

    def make(self, *moves, reached=None):
        """Moves are made, of which the last one is seen."""
        for move in moves:
            self.now = sevens.play(self.now, move)
        self.box.see(any_layout(sevens.layout(self.now)), None, reached)

    def recorded(self):
        return [ply.move for ply in self.box.played.plies]


@pytest.fixture
def table(tmp_path):
    """A game in which each of the two has laid twice."""
    begun = SevensTable(tmp_path)
    begun.make(Lay(1, 6, "6"), reached=AYA - 8)
    begun.make(Lay(2, 6, "6"), reached=BEN + 11)
    begun.make(Lay(3, 6, "6"), reached=AYA + 13)
    begun.make(Lay(4, 6, "6"), reached=BEN - 6)
    begun.make(Draw(5), reached=AYA)
    return begun


def test_whoever_has_drawn_lays_the_tile(table):
    table.make(Lay(5, 6, "6"), reached=AYA + 20)
    assert table.recorded()[-2:] == [Draw(5), Lay(5, 6, "6")]
    assert (table.box.question, table.box.played.now.seat) == ((), 1)


def test_the_next_player_lays_after_the_tile_was_kept(table):
    table.make(KEEP, Lay(5, 6, "6"), reached=BEN + 20)
    assert table.recorded()[-3:] == [Draw(5), KEEP, Lay(5, 6, "6")]
    assert (table.box.question, table.box.played.now.seat) == ((), 0)


@pytest.mark.parametrize("reached", [None, BETWEEN, float("nan"), AYA + 44])
def test_it_is_asked_where_the_side_is_not_clear(table, reached):
    table.make(Lay(5, 6, "6"), reached=reached)
    assert table.recorded()[-1] == Draw(5)
    assert len(table.box.question) == 2


def test_it_is_asked_after_both_have_reached_over(table):
    dirty = any_layout(sevens.layout(table.now)) | {"row/6/8": {"8": 1.0}}
    table.box.see(dirty, None, BEN)
    assert table.box.problem is not None
    table.make(Lay(5, 6, "6"), reached=AYA)
    assert len(table.box.question) == 2


def test_what_happened_before_the_table_was_explained_does_not_count(table):
    table.make(reached=BEN)
    table.make(Lay(5, 6, "6"), reached=AYA)
    assert table.recorded()[-1] == Lay(5, 6, "6")


def test_it_is_asked_until_sides_are_known_and_answers_teach_them(tmp_path):
    table = SevensTable(tmp_path)
    table.make(Draw(1), reached=AYA)
    table.make(KEEP, Lay(1, 6, "6"), reached=BEN)
    right = next(one for one in table.box.question if one.moved.moves == (KEEP, Lay(1, 6, "6")))
    table.box.choose(right.key, "phone")
    table.make(Draw(2), reached=AYA)
    table.make(Lay(2, 6, "6"), reached=AYA + 20)
    assert table.box.question == ()
    assert table.recorded()[-2:] == [Draw(2), Lay(2, 6, "6")]


def test_who_has_not_reached_over_yet_is_known_by_not_being_the_other(tmp_path):
    table = SevensTable(tmp_path)
    for at, row in ((1, 1), (2, 2)):
        table.make(Draw(at), reached=AYA)
        table.make(KEEP, Lay(row, 6, "6"), reached=None if row == 1 else BEN)
        if row == 1:
            right = next(one for one in table.box.question if one.moved.moves == (KEEP, Lay(1, 6, "6")))
            table.box.choose(right.key, "phone")
    assert table.box.question == ()
    assert table.recorded()[-1] == Lay(2, 6, "6")
    assert table.box.played.now.seat == 0


@pytest.mark.parametrize("direction", [AYA, AYA + 30, AYA - 60])
def test_who_has_not_reached_over_yet_may_sit_beside_the_other(direction):
    sides = Sides()
    for _ in range(4):
        sides.learn(0, AYA)
    assert sides.seat_at(direction, {0, 1}) is None


def test_players_who_change_seats_are_asked_again(table):
    table.make(Lay(5, 6, "6"), reached=AYA)
    table.make(Draw(7), reached=AYA)  # that is Ben, who sits elsewhere now
    table.make(Lay(6, 6, "6"), reached=AYA)
    assert len(table.box.question) == 2


def test_a_move_that_people_have_struck_is_not_made_again_by_a_reach(table):
    table.make(Lay(5, 6, "6"), reached=AYA)
    table.box.undo("phone")
    table.make(reached=AYA)
    assert table.recorded()[-1] == Draw(5)
