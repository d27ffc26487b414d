"""What a misread move most likely was: what its picture shows comes first, then what is nearest to it."""

from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES
from device.record.journal import Entry, Journal
from device.record.replay import CorrectionRefused, Replay
from device.referee.alternatives import MAX_ALTERNATIVES, rank_alternatives
from engines.bots import NAMES


def entries_of(game: str, *moves: Any, players: int = 2) -> tuple[Entry, ...]:
    """A game of these moves, whose entries are 2, 3, …"""
    with Journal(Path(":memory:")) as journal:
        journal.start_game(game, NAMES[:players], {})
        for move in moves:
            journal.append("move", {"move": move, "picture": None})
        return journal.current()


def ranked(entries: tuple[Entry, ...], entry: int, places: Any = None, turn: int = 0) -> Any:
    return rank_alternatives(Replay.of(entries, GAMES), entries, entry, places or {}, turn)


def named(entries: tuple[Entry, ...], entry: int, places: Any = None, turn: int = 0) -> list[Any]:
    return [one.move.move for one in ranked(entries, entry, places, turn)[0]]


def test_another_face_on_the_same_tile_comes_before_another_tile() -> None:
    moves = named(entries_of("search", "turn 16 3"), 2)
    assert moves == ["turn 16 1", "turn 16 2", "turn 16 4", "turn 16 5", "turn 16 6", "turn 16 7"]


def test_the_face_that_its_picture_was_nearly_as_sure_of_comes_first() -> None:
    places = {"tile/16": {"3": 0.5, "9": 0.3, "6": 0.2}}
    assert named(entries_of("search", "turn 16 3"), 2, places)[:2] == ["turn 16 9", "turn 16 6"]


def test_where_the_tile_was_seen_comes_before_what_is_near() -> None:
    entries = entries_of("reversi", "e6")
    assert set(named(entries, 2)) == {"d3", "c4", "f5"}
    assert named(entries, 2)[0] == "f5"  # the next square
    assert named(entries, 2, {"c4": {"up": 0.6, "1": 0.3, "empty": 0.1}, "e6": {"1": 0.6, "empty": 0.4}})[0] == "c4"


def test_a_picture_of_a_turned_board_is_read_as_the_board_lay() -> None:
    seen = {"f5": {"1": 0.6, "empty": 0.4}}  # what the game calls c4
    assert named(entries_of("reversi", "e6"), 2, seen, turn=2)[0] == "c4"


def test_moves_that_sound_alike_are_one_and_all_are_counted() -> None:
    entries = entries_of("sevens", "lay 1/4 4", players=3)
    few, count = ranked(entries, 2)
    said = [(one.move.player, one.move.said) for one in few]
    assert len(few) == MAX_ALTERNATIVES < count
    assert len(set(said)) == len(said)


def test_each_comes_with_the_game_after_it_and_with_what_follows() -> None:
    entries = entries_of("reversi", "e6", "f6", "d3")
    for one in ranked(entries, 3)[0]:
        assert [ply.line.move for ply in one.played.plies] == ["e6", one.move.move]


def test_a_move_that_is_not_there_is_refused() -> None:
    with pytest.raises(CorrectionRefused):
        ranked(entries_of("reversi", "e6"), 9)
