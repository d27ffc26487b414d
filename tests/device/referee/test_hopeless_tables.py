"""A table that no move explains, as when another game lies there: the referee says so and thinks no further."""

import random
import tracemalloc

import pytest

from device.games.listing import profile_of
from device.referee.evidence import Evidence
from device.referee.judge import Referee
from device.referee.outcomes import Wrong
from engines import search
from engines.vocabulary import changed

MOST_MB = 60  # a box has 300 MB for everything


@pytest.mark.parametrize("up", [3, 6, 12, 40])
def test_little_memory_is_taken_by_a_table_of_another_game(up: int) -> None:
    start = search.start(["Aya", "Ben"], {})
    referee = Referee(search, profile_of("search").habits, [start], 0)
    places = {f"tile/{at}": {str(at % 9 + 1): 0.97, "back": 0.03} for at in range(1, up + 1)}
    tracemalloc.start()
    outcome = referee.judge(Evidence(places))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(outcome, Wrong)
    assert peak / 2**20 < MOST_MB


@pytest.mark.parametrize("seed", range(3))
def test_no_move_of_search_changes_more_places_than_its_habits_say(seed: int) -> None:
    pick, state, most = random.Random(seed), search.deal(["Aya", "Ben"], {}, seed), 0
    while not search.is_over(state):
        before = search.layout(state)
        state = search.play(state, pick.choice(search.moves(state)))
        most = max(most, len(changed(before, search.layout(state))))
    assert most == profile_of("search").habits.changes
