"""The computer players of reversi: how well they count, and that a stronger one is stronger."""

from itertools import islice

import pytest

from engines import reversi
from engines.bots import EASY, MEDIUM, STRENGTHS, STRONG, choose_move
from engines.reversi import Move, State
from engines.reversi.search import DEPTHS, best_move, in_tiles, is_exact, worth
from tests.support.engines.bot_games import random_game
from tests.support.engines.reversi_ends import lead, lead_after

NAMES = ("Aya", "Ben")


def game(seed: int) -> list[tuple[State, Move]]:
    return list(random_game(reversi, NAMES, {}, seed))


@pytest.mark.parametrize("seed", range(6))
def test_near_the_end_it_counts_as_trying_every_line_does(seed: int) -> None:
    for state, _ in game(seed)[-6:]:
        best, value = best_move(state, DEPTHS[STRONG])
        assert is_exact(state, DEPTHS[STRONG])
        assert in_tiles(value) == lead(state) == lead_after(state, best)
        for move in reversi.moves(state):
            assert in_tiles(worth(state, move, DEPTHS[STRONG])) == lead_after(state, move)


@pytest.mark.parametrize("seed", range(3))
def test_no_move_is_worth_more_than_the_best(seed: int) -> None:
    for state, _ in islice(game(seed), 0, 50, 7):
        best, value = best_move(state, DEPTHS[STRONG])
        worths = {move: worth(state, move, DEPTHS[STRONG]) for move in reversi.moves(state)}
        assert worths[best] == value == max(worths.values())


def test_a_corner_that_can_be_had_is_taken() -> None:
    state = next(
        state for state, _ in game(1) if Move("a1") in reversi.moves(state) or Move("h8") in reversi.moves(state)
    )
    assert best_move(state, DEPTHS[STRONG])[0].square in ("a1", "a8", "h1", "h8")


def winner(strengths: tuple[str, str], seed: int) -> int | None:
    """The seat that wins after four random moves."""
    state = game(seed)[4][0]
    while not reversi.is_over(state):
        move = choose_move(reversi, reversi.view(state, state.seat), state.seat, strengths[state.seat])
        assert move in reversi.moves(state)
        state = reversi.play(state, move)
    first, second = (standing.score for standing in reversi.standings(state))
    return None if first == second else int(second > first)


def test_a_stronger_computer_beats_a_weaker_one() -> None:
    for weaker, stronger in ((EASY, MEDIUM), (MEDIUM, STRONG)):
        won = [winner((weaker, stronger), seed) == 1 for seed in range(3)]
        won += [winner((stronger, weaker), seed) == 0 for seed in range(3)]
        assert sum(won) >= 5, (weaker, stronger)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_computer_waits_for_its_turn(strength: str) -> None:
    state = reversi.start(NAMES, {})
    assert choose_move(reversi, state, 1, strength) is None
    assert choose_move(reversi, state, 0, strength) == choose_move(reversi, state, 0, strength) is not None
