"""Sevens: who has laid a tile after a draw is asked, unless an arm has reached over the table from a player's side."""

from pathlib import Path
from typing import Any

import pytest

from device.referee.sides import Sides
from engines import sevens
from engines.sevens import KEEP, Draw, Lay
from tests.support.device.known_game import PLAYERS, begun, live_game
from tests.support.device.observing import observe
from tests.support.device.tabletop import any_layout

AYA, BEN, BETWEEN = -90.0, 90.0, 0.0


class SevensTable:
    """Two players who lay, before a box that sees every tile and, where one is given, an arm's direction."""

    def __init__(self, folder: Path) -> None:
        self.box = live_game(folder, "sevens", ["Aya", "Ben"])
        self.now = sevens.start(["Aya", "Ben"], {})
        self.make()

    def make(self, *moves: Any, reached: float | None = None) -> None:
        """Moves are made, of which the last one is seen."""
        for move in moves:
            self.now = sevens.play(self.now, move)
        observe(self.box, any_layout(sevens.layout(self.now)), reached)

    def keep_and_lay(self, row: int, reached: float | None) -> None:
        """Aya draws and keeps, and Ben lays."""
        self.make(Draw(row), reached=AYA)
        self.make(KEEP, Lay(row, 6, "6"), reached=reached)

    def answer(self, *moves: Any) -> None:
        (right,) = (one for one in self.box.question if one.moved.moves == moves)
        self.box.choose(right.key, "phone")

    def recorded(self, count: int = 1) -> list[Any]:
        return [ply.move for ply in self.box.played.plies][-count:]


@pytest.fixture
def table(tmp_path: Path) -> SevensTable:
    """A game in which each of the two has laid twice, and Aya has drawn."""
    begun = SevensTable(tmp_path)
    for row, reached in enumerate((AYA - 8, BEN + 11, AYA + 13, BEN - 6), start=1):
        begun.make(Lay(row, 6, "6"), reached=reached)
    begun.make(Draw(5), reached=AYA)
    return begun


@pytest.mark.parametrize(
    ("made", "reached", "next_seat"), [([Lay(5, 6, "6")], AYA + 20, 1), ([KEEP, Lay(5, 6, "6")], BEN + 20, 0)]
)
def test_who_lays_after_a_draw(table: SevensTable, made: list[Any], reached: float, next_seat: int) -> None:
    table.make(*made, reached=reached)
    assert table.recorded(len(made) + 1) == [Draw(5), *made]
    assert (table.box.question, table.box.played.now.seat) == ((), next_seat)


@pytest.mark.parametrize("reached", [None, BETWEEN, float("nan"), AYA + 44])
def test_it_is_asked_where_the_side_is_not_clear(table: SevensTable, reached: float | None) -> None:
    table.make(Lay(5, 6, "6"), reached=reached)
    assert table.recorded() == [Draw(5)]
    assert len(table.box.question) == 2


@pytest.mark.parametrize(("amiss", "asked"), [({"row/6/8": {"8": 1.0}}, 2), ({}, 0)])
def test_it_is_asked_where_both_reached(table: SevensTable, amiss: dict[str, dict[str, float]], asked: int) -> None:
    observe(table.box, any_layout(sevens.layout(table.now)) | amiss, BEN)
    assert (table.box.problem is not None) == bool(amiss)
    table.make(Lay(5, 6, "6"), reached=AYA)
    assert len(table.box.question) == asked
    assert table.recorded() == [Draw(5) if asked else Lay(5, 6, "6")]


@pytest.mark.parametrize("reached", [BEN, None])
def test_it_is_asked_until_sides_are_known_and_answers_teach_them(tmp_path: Path, reached: float | None) -> None:
    table = SevensTable(tmp_path)
    table.keep_and_lay(1, reached)
    table.answer(KEEP, Lay(1, 6, "6"))
    if reached is None:  # who has not reached over yet is known by not being the other
        table.keep_and_lay(2, BEN)
        assert table.box.played.now.seat == 0
    else:
        table.make(Draw(2), reached=AYA)
        table.make(Lay(2, 6, "6"), reached=AYA + 20)
        assert table.recorded(2) == [Draw(2), Lay(2, 6, "6")]
    assert (table.box.question, table.recorded()) == ((), [Lay(2, 6, "6")])


@pytest.mark.parametrize("direction", [AYA, AYA + 30, AYA - 60])
def test_who_has_not_reached_over_yet_may_sit_beside_the_other(direction: float) -> None:
    sides = Sides()
    for _ in range(4):
        sides = sides.learned(0, AYA)
    assert sides.seat_at(direction, {0, 1}) is None


def test_players_who_change_seats_are_asked_again(table: SevensTable) -> None:
    table.make(Lay(5, 6, "6"), reached=AYA)
    table.make(Draw(7), reached=AYA)  # that is Ben, who sits elsewhere now
    table.make(Lay(6, 6, "6"), reached=AYA)
    assert len(table.box.question) == 2


def test_a_move_that_people_have_struck_is_not_made_again_by_a_reach(table: SevensTable) -> None:
    table.make(Lay(5, 6, "6"), reached=AYA)
    table.box.undo("phone")
    table.make(reached=AYA)
    assert table.recorded() == [Draw(5)]


def test_who_laid_a_tile_after_a_draw_is_asked_by_what_each_player_would_have_done(tmp_path: Path) -> None:
    table, state, moves = begun(
        tmp_path,
        "sevens",
        4,
        lambda plies, at: isinstance(plies[at - 1][1], Draw) and isinstance(plies[at][1], Lay),
    )
    table.see(table.game.play(state, moves[0]))
    line = sevens.move_to_text(moves[0])
    assert table.asked == [line, f"keep · {line}"]
    players = [choice.player for choice in table.box.question]
    assert players == [state.seat, (state.seat + 1) % PLAYERS["sevens"]]


def test_nobody_is_asked_which_of_two_tiles_was_drawn_first(tmp_path: Path) -> None:
    kinds = [Draw, sevens.Keep, Draw]
    table, state, moves = begun(
        tmp_path, "sevens", 4, lambda plies, at: [type(move) for _, move in plies[at : at + 3]] == kinds
    )
    for move in moves:
        state = table.game.play(state, move)
    table.see(state)
    assert table.asked == []
    drawn = {made.at for made in table.recorded()[-3:] if isinstance(made, Draw)}
    assert drawn == {moves[0].at, moves[2].at}
