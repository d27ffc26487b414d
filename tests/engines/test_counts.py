"""Checkers and reversi against numbers and games from the world outside."""

from pathlib import Path

import pytest

from engines import checkers, reversi
from engines.contract import AnyGame
from tests.support.engines.records import read_record
from tests.support.paths import SHARED, needs_shared
from tools.bench.engines import PUBLISHED, leaves


@pytest.mark.parametrize("game", [checkers, reversi], ids=["checkers", "reversi"])
@pytest.mark.parametrize("most", [6, pytest.param(8, marks=pytest.mark.full)])
def test_positions_after_each_number_of_plies_are_the_published_ones(game: AnyGame, most: int) -> None:
    begun = game.start(["Aya", "Ben"], {})
    counted = PUBLISHED[game.NAME][: 7 if game is checkers and most == 8 else most]
    assert tuple(leaves(game, begun, plies) for plies in range(1, len(counted) + 1)) == counted


def test_the_game_that_ends_soonest_counts_once_however_deep_one_looks() -> None:
    state = reversi.start(["Aya", "Ben"], {})
    for move in read_record(reversi, "e6f4e3f6g5d6e7f5c5")[2]:
        state = reversi.play(state, move)
    assert reversi.is_over(state)
    assert [leaves(reversi, state, plies) for plies in (0, 1, 5)] == [1, 1, 1]


def archive(name: str) -> str:
    return Path(SHARED / "games" / name).read_text(encoding="utf-8")


@pytest.mark.full
@needs_shared
def test_every_draughts_game_of_an_archive_is_legal_to_its_last_move_and_written_as_it_was() -> None:
    text = archive("draughts.pdn")
    games = checkers.read_records(text)
    assert len(games) == 900
    written = [checkers.write_record(*game).rpartition("]")[2].split() for game in games]
    assert written == [game.rpartition("]")[2].split() for game in text.split("\n\n[Event")]


@pytest.mark.full
@needs_shared
def test_every_tournament_game_of_othello_is_legal_to_its_last_move() -> None:
    lines = archive("othello.txt").split()
    games = reversi.read_records("\n".join(lines))
    assert len(games) == 5000
    assert [reversi.write_record(*game) for game in games] == lines
