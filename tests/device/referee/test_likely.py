"""What a misread move most likely was: what its picture shows comes first, then what is nearest to it."""

from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES
from device.record.journal import Journal
from device.record.replay import AnyReplay, CorrectionRefused, Replay
from device.referee.likely import MOST, likeliest
from engines.bots import NAMES


def played(game: str, *moves: Any, players: int = 2) -> AnyReplay:
    """A game of these moves, whose entries are 2, 3, …"""
    with Journal(Path(":memory:")) as journal:
        journal.start_game(game, NAMES[:players], {})
        for move in moves:
            journal.append("move", {"move": move, "picture": None})
        return Replay.of(journal.current(), GAMES)


def named(replay: AnyReplay, entry: int, places: Any = None, turn: int = 0) -> list[Any]:
    return [one.possible.move for one in likeliest(replay, entry, places or {}, turn)[0]]


def test_another_face_on_the_same_tile_comes_before_another_tile() -> None:
    moves = named(played("search", "turn 16 3"), 2)
    assert moves == ["turn 16 1", "turn 16 2", "turn 16 4", "turn 16 5", "turn 16 6", "turn 16 7"]


def test_the_face_that_its_picture_was_nearly_as_sure_of_comes_first() -> None:
    places = {"tile/16": {"3": 0.5, "9": 0.3, "6": 0.2}}
    assert named(played("search", "turn 16 3"), 2, places)[:2] == ["turn 16 9", "turn 16 6"]


def test_where_the_tile_was_seen_comes_before_what_is_near() -> None:
    replay = played("reversi", "e6")
    assert set(named(replay, 2)) == {"d3", "c4", "f5"}
    assert named(replay, 2)[0] == "f5"  # the next square
    assert named(replay, 2, {"c4": {"up": 0.6, "1": 0.3, "empty": 0.1}, "e6": {"1": 0.6, "empty": 0.4}})[0] == "c4"


def test_a_picture_of_a_turned_board_is_read_as_the_board_lay() -> None:
    seen = {"f5": {"1": 0.6, "empty": 0.4}}  # what the game calls c4
    assert named(played("reversi", "e6"), 2, seen, turn=2)[0] == "c4"


def test_moves_that_sound_alike_are_one_and_all_are_counted() -> None:
    replay = played("sevens", "lay 1/4 4", players=3)
    few, count = likeliest(replay, 2, {}, 0)
    said = [(one.possible.player, one.possible.said) for one in few]
    assert len(few) == MOST < count
    assert len(set(said)) == len(said)


def test_each_comes_with_the_game_after_it() -> None:
    replay = played("reversi", "e6", "f6", "d3")
    for one in likeliest(replay, 3, {}, 0)[0]:
        assert [ply.line.move for ply in one.played.plies] == ["e6", one.possible.move]


def test_a_move_that_is_not_there_is_refused() -> None:
    with pytest.raises(CorrectionRefused):
        likeliest(played("reversi", "e6"), 9, {}, 0)
