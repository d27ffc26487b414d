"""What must hold in every game of Infiltration, however it is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import infiltration
from engines.infiltration import INFILTRATOR, SUPPORTER
from tests.support.engines import laws
from tests.support.engines.bot_games import random_game

seeds = st.integers(0, 2**32)


@settings(max_examples=10)
@given(seeds)
def test_no_tile_is_ever_lost_or_changes_its_kind(seed: int) -> None:
    for state, move in laws.played(infiltration, seed, 150):
        after = infiltration.play(state, move)
        out = [after.inside == seat and after.exit == "step_out" for seat in range(2)]
        for seat, (infiltrator, *supporters) in enumerate((("I", "S", "K"), ("i", "s", "k"))):
            lost = after.lost[seat]
            assert after.board.count(infiltrator) + lost.count(INFILTRATOR) + out[seat] == 4
            assert sum(map(after.board.count, supporters)) + lost.count(SUPPORTER) == 4
        standing = [place for place, look in infiltration.layout(after).items() if look != {"empty"}]
        assert len(standing) + sum(out) == 16


@settings(max_examples=10)
@given(seeds)
def test_views_show_nothing_that_was_not_seen_and_allow_what_happens(seed: int) -> None:
    for state, move in laws.played(infiltration, seed, 150):
        assert move in infiltration.moves(state)
        for player, letters in ((None, ".XxKk"), (0, ".ISKxk"), (1, ".XKisk")):
            seen = infiltration.view(state, player)
            assert set(seen.board) <= set(letters)
            assert set(infiltration.moves(state)) <= set(infiltration.moves(seen))


@settings(max_examples=10)
@given(seeds)
def test_the_winner_alone_is_first_or_both_share_a_draw(seed: int) -> None:
    options = {option.name: option.allowed[seed % 2] for option in infiltration.OPTIONS}
    *_, (state, move) = random_game(infiltration, ["Aya", "Ben"], options, seed)
    end = infiltration.play(state, move)
    points = sorted((one.score, one.rank) for one in infiltration.standings(end))
    assert points in ([(0, 2), (1, 1)], [(0, 1), (0, 1)])
    most = max(lost.count(role) for lost in end.lost for role in (INFILTRATOR, SUPPORTER))
    assert (points[0] == points[1]) == (end.inside is None and most < 4)
