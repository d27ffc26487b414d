"""A ron that the rules forbid is seen and asked about, though they leave the next player one move (J7-10, J7-25)."""

from pathlib import Path

import pytest

from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.beginning import begin_game
from device.table.game import BoardGame
from engines.jarapon.moves import Discard, Draw
from tests.support.device.known_game import places_of
from tests.support.engines.jarapon import BROKEN, after, jarapon, lines_of

SETS = "1 1 1 2 2 2 3 3"  # waits for 3, and for an almighty


def live_table(folder: Path, moves: str, **options: str) -> BoardGame:
    """A box at whose table these moves have been played; it knows no hand."""
    journal = Journal(folder / "journal.db").__enter__()
    begin_game(journal, "jarapon", ("Aya", "Ben"), {"dealer": "first", **options})
    journal.append("turn", {"turn": 0})
    for line in lines_of(moves):
        journal.append("move", {"move": line, "picture": None, "by": "camera"})
    return BoardGame(journal, PictureStore(folder / "pictures"))


# Every second draw takes away a stack, so that the walls look different after it.
@pytest.mark.parametrize(("played", "winner"), [("1 discard wild", 2),
                                                ("1 discard 9; 2 draw; 2 discard wild", 1)])  # fmt: skip
def test_a_ron_on_an_almighty_that_may_not_be_taken(tmp_path: Path, played: str, winner: int) -> None:
    table = live_table(tmp_path, f"{BROKEN}; deal 9; {played}", almighty_ron="no")
    shown = after(f"{winner} jarapon {SETS}", table.played.now)
    table.see(places_of(jarapon, shown), None)
    assert [choice.said.key for choice in table.question] == ["jarapon.told.show"]
    table.choose(table.question[0].key, "phone")
    assert table.played.now.account[-1].kind == "false_win"
    assert table.played.now == shown


def test_a_ron_on_what_its_player_has_discarded_himself(tmp_path: Path) -> None:
    played = "1 discard 3; 2 draw; 2 discard 3"
    table = live_table(tmp_path, f"{BROKEN}; deal 9; {played}", rules="padawan")  # without pon
    shown = after(f"1 jarapon {SETS}", table.played.now)
    table.see(places_of(jarapon, shown), None)
    table.choose(table.question[0].key, "phone")
    assert table.played.now == shown


def test_a_game_recorded_when_such_draws_were_forced_goes_as_it_went(tmp_path: Path) -> None:
    table = live_table(
        tmp_path, f"{BROKEN}; deal 9; 1 discard 9; 2 draw; 2 discard wild; 1 discard 5", almighty_ron="no"
    )
    assert [(ply.entry != 0, ply.move) for ply in table.played.plies][-2:] == [
        (False, Draw(0)),
        (True, Discard(0, "5")),
    ]
