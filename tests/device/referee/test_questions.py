"""What the camera cannot see is asked for, never guessed: by one tap, and nothing is recorded before.

In Infiltration what was captured, and what comes to the corner. Tiles that lie open beside the board answer that.
"""

from pathlib import Path
from typing import Any

import pytest

from device.record.replay import CorrectionRefused
from engines.infiltration import Step
from tests.support.device.known_game import KnownGame, places_of, plies_of
from tests.support.device.observing import observe
from tests.support.refusals import refused
from vision.facts import TileFacts

INFILTRATORS, SUPPORTERS = {"resistance": "1", "first_order": "6"}, {"resistance": "2", "first_order": "7"}


def beside(*faces: str) -> TileFacts:
    """Tiles that lie face up beside the board."""
    return TileFacts(tuple({face: 0.99, "empty": 0.01} for face in faces))


def captured(folder: Path) -> tuple[KnownGame, str, Any]:
    """A game of Infiltration in which a tile is captured, what it was, and the state after it."""
    table = KnownGame(folder, "infiltration")
    state = table.game.deal(table.players, {}, 1)
    for move in (Step("d6", "d5"), Step("d3", "d4")):
        table.make(state, move)
        state = table.game.play(state, move)
    (taken,) = (move for move in table.game.moves(state) if (move.start, move.end) == ("d5", "d4"))
    after = table.game.play(state, taken)
    table.see(after)
    assert table.box.played.now.side(1) == "first_order"
    return table, taken.taken, after


def test_what_a_captured_tile_was_is_asked_unless_it_is_put_back(tmp_path: Path) -> None:
    table, role, after = captured(tmp_path)
    before = table.box.played.now
    for _ in range(2):
        assert table.asked == ["d5xd4 infiltrator", "d5xd4 supporter"]
        assert (len(table.recorded()), table.box.problem) == (2, None)
        table.see(before)
        assert (table.asked, len(table.recorded())) == ([], 2)
        table.see(after)
    table.box.choose(f"d5xd4 {role}", "phone")
    assert (table.recorded()[2:], table.asked) == ([Step("d5", "d4", role)], [])
    with refused("table.choice_gone", CorrectionRefused):  # an answer that comes too late
        table.box.choose("d5xd4 supporter", "phone")
    assert len(table.recorded()) == 3


@pytest.mark.parametrize(("role", "lies"), [("infiltrator", "6"), ("supporter", "7")])
def test_a_captured_tile_beside_the_board_is_read_and_nobody_is_asked(tmp_path: Path, role: str, lies: str) -> None:
    table, _, after = captured(tmp_path)
    for _ in range(3):  # where it stays it is no news
        table.see(after, facts=beside(lies))
        assert (table.recorded()[2:], table.asked, table.box.problem) == ([Step("d5", "d4", role)], [], None)


@pytest.mark.parametrize(
    "lies", [*(beside(*other) for other in (("4",), ("7", "7"), ("2",), ("back",))), TileFacts(({"7": 0.8, "6": 0.2},))]
)
def test_other_tiles_beside_the_board_settle_nothing_and_disturb_nobody(tmp_path: Path, lies: TileFacts) -> None:
    table, _, after = captured(tmp_path)
    table.see(after, facts=lies)
    assert (len(table.asked), len(table.recorded())) == (2, 2)
    table.see(table.box.played.now, facts=lies)
    assert (table.box.problem, table.asked) == (None, [])


@pytest.mark.parametrize(("numbers", "wins"), [(INFILTRATORS, True), (SUPPORTERS, False)])
def test_who_comes_to_the_corner_is_asked_unless_shown(tmp_path: Path, numbers: dict[str, str], wins: bool) -> None:
    table, _, _ = captured(tmp_path)
    game, state = table.game, table.game.play(table.box.played.now, Step("d5", "d4", "supporter"))
    taken = beside(SUPPORTERS[state.side(1)])
    table.see(state, facts=taken)
    path = (("f3", "g3"), ("d4", "c4"), ("g3", "g4"), ("c4", "b4"), ("g4", "g3"), ("b4", "b3"), ("g3", "g4"))
    for squares in path:
        state = game.play(state, Step(*squares))
        table.see(state, facts=taken)
    before, number = len(table.recorded()), numbers[table.box.played.now.side(0)]
    arrived = places_of(game, game.play(state, Step("b3", "b2")))
    for lies in ("upright", "9"):  # while it stands, either may be meant
        observe(table.box, arrived | {"b2": {lies: 1.0}}, facts=taken)
        assert len(table.recorded()) == before
        assert [choice.moved.moves for choice in table.box.question] == [
            (Step("b3", "b2", wins=True),),
            (Step("b3", "b2"),),
        ]
    for _ in range(2):
        observe(table.box, arrived | {"b2": {number: 0.99, "empty": 0.01}}, facts=taken)
        assert table.recorded()[before:] == [Step("b3", "b2", wins=wins)]
        assert (table.asked, table.box.problem) == ([], None)


def test_in_search_one_of_two_tiles_turned_back_is_no_move_yet(tmp_path: Path) -> None:
    table = KnownGame(tmp_path, "search", plies_of("search", 0, 2))
    now = table.box.played.now
    table.see(now, {f"tile/{now.up[0]}": {"back": 1.0}})
    assert (len(table.recorded()), table.box.problem is None) == (2, False)
    assert (table.box.problem.message.key, table.box.problem.places) == ("referee.turn_too", (f"tile/{now.up[1]}",))
