"""What must hold in every game of Infiltration, however it is played."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import infiltration
from engines.contract import IllegalMove
from engines.infiltration import INFILTRATOR, SUPPORTER, Leave, Move, State, Step
from tests.support.engines.bot_games import random_game

seeds = st.integers(0, 2**32)
squares = st.sampled_from([f"{file}{row}" for file in "abcdefgh" for row in range(1, 9)])
roles = st.sampled_from([None, INFILTRATOR, SUPPORTER, "unknown", "spy"])
any_move: st.SearchStrategy[Move] = st.one_of(
    st.builds(Leave, squares), st.builds(Step, squares, squares, roles, st.booleans())
)


def played(seed: int, most: int = 100) -> Iterator[tuple[State, Move]]:
    """States of a game with the move made there; captures are likely."""
    pick = random.Random(seed)
    options = {option.name: pick.choice(option.allowed) for option in infiltration.OPTIONS}
    state = infiltration.deal(["Aya", "Ben"], options, seed)
    for _ in range(most):
        moves = infiltration.moves(state)
        if not moves:
            return
        takes = [move for move in moves if isinstance(move, Step) and move.taken]
        move = pick.choice(takes if takes and pick.random() < 0.3 else moves)
        yield state, move
        state = infiltration.play(state, move)


def some_state(seed: int) -> State:
    """A state after some moves: known, as a player sees it or as the table shows it."""
    state = random.Random(seed).choice([state for state, _ in played(seed)])
    return (state, infiltration.view(state, None), infiltration.view(state, seed % 2))[seed % 3]


@settings(max_examples=10)
@given(seeds)
def test_no_tile_is_ever_lost_or_changes_its_kind(seed: int) -> None:
    for state, move in played(seed):
        after = infiltration.play(state, move)
        out = [after.inside == seat and after.exit == "step_out" for seat in range(2)]
        for seat, (infiltrator, *supporters) in enumerate((("I", "S", "K"), ("i", "s", "k"))):
            lost = after.lost[seat]
            assert after.board.count(infiltrator) + lost.count(INFILTRATOR) + out[seat] == 4
            assert sum(map(after.board.count, supporters)) + lost.count(SUPPORTER) == 4
        public = infiltration.view(after, None)
        on_board = len(public.board) - public.board.count(".")
        assert on_board + sum(map(len, public.lost)) + sum(out) == 16
        standing = [place for place, look in infiltration.layout(public).items() if look != {"empty"}]
        assert len(standing) + sum(out) == 16


@settings(max_examples=10)
@given(seeds)
def test_views_show_nothing_that_was_not_seen(seed: int) -> None:
    for state, _ in played(seed):
        assert set(infiltration.view(state, None).board) <= set(".XxKk")
        assert set(infiltration.view(state, 0).board) <= set(".ISKxk")
        assert set(infiltration.view(state, 1).board) <= set(".XKisk")


@settings(max_examples=10)
@given(seeds)
def test_what_happens_is_among_what_the_table_thinks_could_happen(seed: int) -> None:
    for state, move in played(seed):
        legal = infiltration.moves(state)
        for player in (None, 0, 1):
            assert set(legal) <= set(infiltration.moves(infiltration.view(state, player)))
        assert len(set(legal)) == len(legal)
        assert move in legal


@settings(max_examples=10)
@given(seeds)
def test_the_winner_alone_is_first_or_both_share_a_draw(seed: int) -> None:
    options = {option.name: option.allowed[seed % 2] for option in infiltration.OPTIONS}
    *_, (state, move) = random_game(infiltration, ["Aya", "Ben"], options, seed)
    end = infiltration.play(state, move)
    points = sorted((one.score, one.rank) for one in infiltration.standings(end))
    assert points in ([(0, 2), (1, 1)], [(0, 1), (0, 1)])
    assert (points[0] == points[1]) == (end.inside is None and max(map(_most, end.lost)) < 4)


def _most(lost: tuple[str, ...]) -> int:
    return max(lost.count(INFILTRATOR), lost.count(SUPPORTER))


@settings(max_examples=40)
@given(seeds, any_move)
def test_any_move_is_played_or_refused_and_just_the_listed_ones_are_played(seed: int, move: Move) -> None:
    state = some_state(seed)
    legal = infiltration.moves(state)
    for one in (move, *legal[:2]):
        try:
            infiltration.play(state, one)
        except IllegalMove as refused:
            assert refused.said.key.startswith("infiltration.illegal.")
            assert one not in legal
        else:
            assert one in legal
