"""What must hold in every game of Expose the Lie, however it is played."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import doubt
from engines.doubt import Lay, Take
from engines.vocabulary import NUMBERS, UNKNOWN
from tests.support.engines import laws

ALL = Counter({**dict.fromkeys(NUMBERS, 4), "wild": 1})
seeds = st.integers(0, 2**32)


@settings(max_examples=8)
@given(seeds)
def test_no_tile_is_lost_or_doubled_and_what_everybody_knows_is_so(seed: int) -> None:
    for before, move in laws.played(doubt, seed, 150):
        state = doubt.play(before, move)
        lying = [tile for lay in state.laid for tile in lay.tiles]
        assert Counter((*lying, *state.turned, *(tile for hand in state.hands for tile in hand))) == ALL
        public = doubt.view(state, None)
        assert sum(map(len, public.hands)) + sum(len(lay.tiles) for lay in public.laid) + len(public.turned) == 37
        for seat, known in enumerate(state.known):
            down = [tile for lay in state.laid if lay.seat == seat for tile in lay.tiles]
            assert Counter(known) <= Counter((*state.hands[seat], *down))


@settings(max_examples=8)
@given(seeds)
def test_views_show_nothing_that_was_not_seen_and_allow_what_happens(seed: int) -> None:
    for state, move in laws.played(doubt, seed, 80):
        for player in (None, *range(len(state.players))):
            own = doubt.view(state, player)
            for seat, hand in enumerate(own.hands):
                assert hand == state.hands[seat] if seat == player else set(hand) <= {UNKNOWN}
            assert {tile for lay in own.laid if lay.seat != player for tile in lay.tiles} <= {UNKNOWN}
            assert doubt.observed(state, move, player) in doubt.moves(own) or isinstance(move, Take)


@settings(max_examples=8)
@given(seeds)
def test_the_said_numbers_go_round_and_the_loser_plays_next(seed: int) -> None:
    due = 1
    for state, move in laws.played(doubt, seed, 80):
        after = doubt.play(state, move)
        if isinstance(move, Lay):
            assert after.last.number == due
            due = due % 9 + 1
        if isinstance(move, Take):
            assert after.seat == state.loser
        assert after.number == due


@settings(max_examples=5)
@given(seeds)
def test_the_winner_alone_has_no_tiles_and_is_first(seed: int) -> None:
    state, move = laws.played(doubt, seed, 10**6)[-1]
    end = doubt.play(state, move)
    assert [seat for seat, hand in enumerate(end.hands) if not hand] == [end.winner]
    for one in doubt.standings(end):
        assert (one.rank == 1) == (one.player == end.winner)
        assert one.rank == 1 + sum(other.score < one.score for other in doubt.standings(end))
