"""House rules of recorded games: a default that changes changes no game that was played before."""

from pathlib import Path
from typing import Any

from device.games.listing import GAMES
from device.record.archive import kept_game
from device.record.exports import game_json, record_text
from device.record.imports import read_games
from device.record.journal import Entry, Journal
from device.record.replay import Replay
from device.table.game_start import begin_game
from tests.support.journals import NOW


def old_entries(game: str, players: list[str], options: dict[str, Any], *moves: str) -> tuple[Entry, ...]:
    """A game whose journal names only the options that differed from the defaults of its time."""
    with Journal(Path(":memory:"), now=lambda: NOW) as journal:
        journal.start_game(game, players, options)
        for move in moves:
            journal.append("move", {"move": move, "picture": None, "by": "camera"})
        return journal.current()


def new_entries(game: str, options: dict[str, Any]) -> tuple[Entry, ...]:
    with Journal(Path(":memory:"), now=lambda: NOW) as journal:
        begin_game(journal, game, ["Aya", "Ben"], options, GAMES)
        return journal.current()


LEAVING = ("c6-b6", "c3-b3", "b6-b5", "b3-c3", "b5-b4", "c3-b3", "d6-c6", "d3-d4", "b4xb3 supporter", "d4-d5",
           "b3-b2", "d5-d4", "b2 out")  # fmt: skip


def test_j4_3_an_old_game_names_no_option_and_is_stepped_out_of_as_it_was_also_from_json_and_notation() -> None:
    kept = kept_game(old_entries("infiltration", ["Aya", "Ben"], {}, *LEAVING))
    assert kept.played.options == {"exit": "step_out"}
    text = record_text(kept)
    assert text.splitlines()[:3] == ["# player: Aya", "# player: Ben", "c6-b6"]  # as it was always written
    for written in (game_json(kept), text, "# exit: step_out\n" + text):
        game = None if written.startswith("{") else "infiltration"
        (again,) = read_games(written.encode(), NOW, game, str)
        for played in (kept.played, kept_game(again.entries).played):
            assert (played.now.exit, played.is_over) == ("step_out", True)


FALSE_WIN = ("build", "1 throw 3", "1 throw 4", "deal 9", "1 jarapon 1 1 1 2 2 2 3 3 4")
PADAWAN = {"rules": "padawan", "dealer": "first"}


def test_j7_25_an_old_padawan_game_was_fined_and_still_is() -> None:
    played = Replay.of(old_entries("jarapon", ["Aya", "Ben"], PADAWAN, *FALSE_WIN), GAMES)
    assert (played.now.match.purses, played.now.next_dealer) == ((2970, 3030), 1)
    assert played.options == PADAWAN | {"padawan_fine": "yes"}
    (start,) = new_entries("jarapon", PADAWAN)
    new = Replay.of(old_entries("jarapon", ["Aya", "Ben"], dict(start.data["options"]), *FALSE_WIN), GAMES)
    assert (new.now.match.purses, new.now.next_dealer) == ((3000, 3000), 0)


def test_j7_24_and_18_old_matches_had_no_option_and_go_by_the_default() -> None:
    played = Replay.of(old_entries("jarapon", ["Aya", "Ben"], {"dealer": "first"}), GAMES)
    assert (played.now.house.broke, played.now.house.almighty_dora) == ("after_hand", "no")


def test_a_new_game_names_the_option_whose_default_has_changed() -> None:
    (start,) = new_entries("infiltration", {})
    assert start.data["options"] == {"exit": "enter_square"}
    assert Replay.of([start], GAMES).now.exit == "enter_square"
    (chosen,) = new_entries("infiltration", {"exit": "step_out", "first": "first_order"})
    assert chosen.data["options"] == {"exit": "step_out", "first": "first_order"}
    (master,) = new_entries("jarapon", {})
    assert master.data["options"] == {}
    (plain,) = new_entries("reversi", {})
    assert plain.data["options"] == {}
