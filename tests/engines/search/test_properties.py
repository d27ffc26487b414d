"""What must hold in every game of Character Search."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import search
from engines.contract import IllegalMove
from engines.search import BACK, TAKE, State, Turn
from engines.search.state import START_CHIPS, WORTH, worth_of
from engines.vocabulary import FACE_DOWN, NOTHING, UNKNOWN
from tests.support.engines import laws

seeds = st.integers(0, 2**32)


@settings(max_examples=10)
@given(seeds)
def test_no_tile_and_no_chip_is_ever_lost(seed: int) -> None:
    for state in laws.states(search, seed, 150):
        begun = START_CHIPS[state.chips]
        known = Counter(face for face in state.tiles if face != UNKNOWN)
        assert len(state.tiles) == 72
        assert max(known.values(), default=0) <= 8
        assert sum(known.values()) in (72, len(state.shown))
        thrown = sum(purse.thrown for purse in state.purses)
        in_hand = sum(worth_of(purse.chips, state.chips) for purse in state.purses)
        assert in_hand + thrown == len(state.players) * worth_of(begun, state.chips)
        pieces = sum(sum(purse.chips) for purse in state.purses)
        assert 10 * len(state.players) - pieces >= thrown / max(WORTH[state.chips])
        assert min(min(purse.chips) for purse in state.purses) >= 0


@settings(max_examples=10)
@given(seeds)
def test_every_score_is_the_sum_of_its_reasons_and_ranks_follow_it(seed: int) -> None:
    signs = {"began_pieces": 1, "began_value": 1, "received": 1, "paid": -1, "thrown": -1}
    for state in laws.states(search, seed, 150):
        standings = search.standings(state)
        for one in standings:
            points = [
                signs.get(reason.key.removeprefix("search."), 0) * int(dict(reason.facts).get("points", 0))
                for reason in one.reasons
            ]
            assert sum(points) == one.score
            assert one.rank == 1 + sum(other.rank < one.rank for other in standings)
            assert all((one.score > other.score) <= (one.rank < other.rank) for other in standings)
        if search.is_over(state) and len(state.gone) < 72:
            assert [one.rank == 1 for one in standings] == [bool(one.score) for one in standings]


@settings(max_examples=10)
@given(seeds)
def test_every_move_leaves_another_table_a_match_moves_chips_and_a_miss_throws_one_away(seed: int) -> None:
    """So the camera can follow, and nobody has to tell the box anything."""
    for before, move in laws.played(search, seed, 150):
        after = search.play(before, move)
        was, now = (sum(sum(purse.chips) for purse in state.purses) for state in (before, after))
        assert was - now == (move == BACK)
        assert len(after.gone) - len(before.gone) == 2 * (move == TAKE)
        assert search.layout(before) != search.layout(after)
        assert len([look for look in search.layout(after).values() if look not in (FACE_DOWN, NOTHING)]) <= 2


@settings(max_examples=10)
@given(seeds)
def test_a_refusal_does_not_tell_what_lies_face_down(seed: int) -> None:
    for state, _ in laws.played(search, seed, 90)[::9]:
        for one in (state, search.view(state, None)):
            assert_nothing_is_told(one)


def assert_nothing_is_told(state: State) -> None:
    for tile in sorted(set(range(1, 73)) - state.shown)[:10]:
        for face in "123456789":
            try:
                search.play(state, Turn(tile, face))
            except IllegalMove as error:
                assert {name for name, value in error.said.facts if value != face} <= {"tile", "player", "copies"}
