"""Reversi against numbers and games from the world outside."""

import pytest

from engines import reversi
from tests.support.engines.records import read_record
from tests.support.paths import SHARED, needs_shared
from tools.bench.engines import PUBLISHED, leaves

TOURNAMENTS = SHARED / "games" / "othello.txt"


def test_positions_after_each_number_of_plies_are_the_published_ones() -> None:
    begun = reversi.start(["Aya", "Ben"], {})
    assert tuple(leaves(reversi, begun, plies) for plies in range(1, 9)) == PUBLISHED["reversi"][:8]


def test_the_game_that_ends_soonest_counts_once_however_deep_one_looks() -> None:
    wiped_out = read_record(reversi, "e6f4e3f6g5d6e7f5c5")[2]
    state = reversi.start(["Aya", "Ben"], {})
    for move in wiped_out:
        state = reversi.play(state, move)
    assert reversi.is_over(state)
    assert [leaves(reversi, state, plies) for plies in (0, 1, 5)] == [1, 1, 1]


@pytest.mark.full
@needs_shared
def test_every_tournament_game_is_legal_to_its_last_move() -> None:
    lines = TOURNAMENTS.read_text(encoding="utf-8").split()
    games = reversi.read_records("\n".join(lines))
    assert len(games) == 5000
    assert [reversi.write_record(*game) for game in games] == lines
