"""The referee thinks of no more than may have happened: not of moves that no place shows, nor of hopeless tables."""

import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from math import inf

import pytest

from device.games.listing import profile_of
from device.games.table_reading import Places
from device.referee.evidence import Evidence
from device.referee.outcomes import Moved, Nothing, Outcome, Which, Wrong
from device.referee.referee import Referee
from engines import search, skip_bo
from engines.skip_bo import State
from engines.skip_bo.state import FACES
from engines.vocabulary import EMPTY, changed
from tests.support.tiers import first

HABITS = profile_of("skip_bo").habits
MOST_MB = 60  # a box has 300 MB for everything
EVERYTHING = replace(HABITS, touches=lambda _state, _move: (), changes=inf)


def game_of(seed: int, moves: int, **options: str) -> Iterator[State]:
    """The states of a game in which somebody plays anyhow, as everybody sees them."""
    pick, state = random.Random(seed), skip_bo.deal(["Aya", "Ben"], {"short": "yes", **options}, seed)
    for _ in range(moves):
        yield skip_bo.view(state, None)
        state = skip_bo.play(state, pick.choice(skip_bo.moves(state)))


def shown(state: State, pick: random.Random) -> Places:
    """What a camera sees that misses a place or takes it for another now and then."""
    places = {place: {min(faces): 0.99} for place, faces in skip_bo.layout(state).items() if len(faces) == 1}
    for place in pick.sample(sorted(places), 2):
        if pick.random() < 0.4:
            places[place] = pick.choice(({pick.choice(FACES): 0.99}, {EMPTY: 0.6, pick.choice(FACES): 0.4}))
        elif pick.random() < 0.4:
            del places[place]
    return {place: likely for place, likely in places.items() if place != "draw"}


def said(outcome: Outcome[object]) -> object:
    """What is recorded or asked; of a table that nothing explains, what is offered."""
    return outcome if isinstance(outcome, Nothing | Moved | Which) else getattr(outcome, "choices", outcome)


@pytest.mark.parametrize("seed", first(range(6), 2))
def test_nothing_is_missed_of_what_two_moves_may_have_been(seed: int) -> None:
    pick, states = random.Random(seed), [*game_of(seed, 40)]
    for at in pick.sample(range(4, 36), 3):
        places = shown(states[at + pick.choice((0, 1, 2, 2, 3))], pick)
        quick, whole = (Referee(skip_bo, habits, states[at - 2 : at + 1], 0) for habits in (HABITS, EVERYTHING))
        assert said(quick.judge(Evidence(places))) == said(whole.judge(Evidence(places)))


@pytest.mark.parametrize("options", [{}, {"play": "match"}])
def test_a_move_changes_no_other_places_than_its_habits_say(options: dict[str, str]) -> None:
    most = 0
    for state in game_of(5, 120, **options):
        for move in skip_bo.moves(state) if state.phase == "play" else ():
            after = skip_bo.play(state, move)
            touched = changed(skip_bo.layout(state), skip_bo.layout(after)) - {"draw"}
            assert touched <= {*HABITS.touches(state, move)}
            most = max(most, len(touched))
    assert most == HABITS.changes


@pytest.mark.parametrize("up", first([40, 6, 3, 12], 2))
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
