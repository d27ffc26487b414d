"""What must hold in every game of checkers, however it is played, and whatever is read."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.texts import LANGUAGES, say
from engines import checkers
from engines.checkers import DRAW, Agreed, Move, State
from engines.contract import IllegalMove
from engines.vocabulary import FACE_UP, NOTHING, STANDING
from tests.support.engines.laws import any_table, played

seeds = st.integers(0, 2**32)
MOST = 150


def last_state(seed: int, most: int = MOST) -> State:
    state = checkers.start(*any_table(checkers, seed))
    for before, move in played(checkers, seed, most):
        state = checkers.play(before, move)
    return state


@settings(max_examples=25)
@given(seeds)
def test_tiles_leave_only_by_being_jumped_one_for_each_jump(seed: int) -> None:
    for state, move in played(checkers, seed, MOST):
        after = checkers.play(state, move)
        lost = [
            before.bit_count() - now.bit_count() for before, now in zip(state.position, after.position, strict=True)
        ]
        jumps = len(move.squares) - 1 if isinstance(move, Move) and "x" in checkers.move_to_json(move) else 0
        assert lost[state.seat] == 0
        assert lost[1 - state.seat] == jumps


@settings(max_examples=25)
@given(seeds)
def test_the_layout_shows_every_tile_on_a_dark_square_and_nothing_else(seed: int) -> None:
    state = last_state(seed)
    shown = checkers.layout(state)
    first, second, standing, _ = state.position
    assert [list(shown.values()).count(look) for look in (FACE_UP, STANDING, NOTHING)] == [
        ((first | second) & ~standing).bit_count(),
        standing.bit_count(),
        64 - (first | second).bit_count(),
    ]
    dark = {square for square in shown if ("abcdefgh".index(square[0]) + int(square[1])) % 2 == 0}
    assert all(look == NOTHING or square in dark for square, look in shown.items())


@settings(max_examples=25)
@given(seeds)
def test_two_moves_that_leave_the_same_table_leave_the_same_state(seed: int) -> None:
    for state, _ in played(checkers, seed, 60):
        found: dict[Any, State] = {}
        for move in checkers.moves(state):
            after = checkers.play(state, move)
            assert found.setdefault(tuple(checkers.layout(after).items()), after) == after


@settings(max_examples=25)
@given(seeds)
def test_a_tile_that_stands_stays_standing_and_one_that_lies_never_lies_on_its_far_row(seed: int) -> None:
    for state, move in played(checkers, seed, MOST):
        after = checkers.play(state, move)
        if isinstance(move, Move):
            stood, stands = (checkers.layout(one) for one in (state, after))
            was, now = stood[move.squares[0]], stands[move.squares[-1]]
            far = move.squares[-1][1] == ("8" if state.seat == 0 else "1")
            assert now == (STANDING if was == STANDING or far else FACE_UP)


@settings(max_examples=25)
@given(seeds)
def test_the_end_has_a_winner_of_rank_one_or_two_equals(seed: int) -> None:
    state = last_state(seed, 500)
    if checkers.is_over(state):
        ranks = [standing.rank for standing in checkers.standings(state)]
        best = checkers.winner(state)
        assert ranks == [1, 1] if best is None else (ranks[best], ranks[1 - best]) == (1, 2)


@settings(max_examples=25)
@given(seeds)
def test_nobody_moves_the_other_players_tiles(seed: int) -> None:
    for state, move in played(checkers, seed, MOST):
        after = checkers.play(state, move)
        if isinstance(move, Move) and not checkers.is_over(after):
            again = next(one for one in checkers.moves(state) if isinstance(one, Move))
            with pytest.raises(IllegalMove):
                checkers.play(after, again)


@settings(max_examples=10)
@given(seeds)
def test_every_wrong_move_has_its_sentence_and_the_legal_ones_pass(seed: int) -> None:
    pick = random.Random(seed)
    squares = list(checkers.layout(checkers.start(["Aya", "Ben"], {})))
    for state, _ in played(checkers, seed, MOST):
        move = Move(tuple(pick.choices(squares, k=pick.choice([1, 2, 2, 3]))))
        legal = move in checkers.moves(state)
        try:
            checkers.play(state, move)
        except IllegalMove as error:
            assert not legal
            assert all(say(error.said, language) for language in LANGUAGES)
        else:
            assert legal


@settings(max_examples=10)
@given(seeds)
def test_everything_that_is_told_has_its_sentence_in_both_languages(seed: int) -> None:
    for state, move in played(checkers, seed, MOST):
        told = [checkers.describe(state, one) for one in (move, DRAW, Agreed(0))]
        told += [prompt.said for prompt in checkers.prompt(checkers.play(state, move))]
        told += [reason for standing in checkers.standings(state) for reason in standing.reasons]
        assert all(say(message, language) for message in told for language in LANGUAGES)
