"""What must hold in every game of Expose the Lie, however it is played."""

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import doubt
from engines.contract import IllegalMove
from engines.doubt import Add, Challenge, Lay, Move, State, Take, Turn
from engines.vocabulary import NUMBERS, TILE_FACES, UNKNOWN
from tests.support.engines.bot_games import random_game

ALL = Counter({**dict.fromkeys(NUMBERS, 4), "wild": 1})
NAMES = ("Aya", "Ben", "Chie", "Dan")
seeds = st.integers(0, 2**32)
tiles = st.sampled_from([*TILE_FACES, UNKNOWN, "0", "?", ""])
any_move: st.SearchStrategy[Move] = st.one_of(
    st.builds(Lay, tiles),
    st.builds(Add, tiles),
    st.builds(Challenge, st.integers(-2, 5)),
    st.builds(Turn, tiles),
    st.builds(Take, st.one_of(tiles, st.lists(tiles, max_size=40).map(tuple))),
    st.just(doubt.BELIEVE),
)


def played(seed: int, most: int = 80) -> Iterator[tuple[State, Move]]:
    """States of a game with the move made there. Challenges are likely, so that tiles change hands often."""
    pick = random.Random(seed)
    names = NAMES[: pick.choice(doubt.PLAYERS)]
    state = doubt.deal(names, {"takes": pick.choice(doubt.OPTIONS[0].allowed)}, seed)
    for _ in range(most):
        moves = doubt.moves(state)
        if not moves:
            return
        doubts = [move for move in moves if isinstance(move, Challenge)]
        move = pick.choice(doubts if doubts and pick.random() < 0.2 else moves)
        yield state, move
        state = doubt.play(state, move)


def some_state(seed: int) -> State:
    """A known state after some moves, or what the table shows of it."""
    states = [state for state, _ in played(seed)]
    state = random.Random(seed).choice(states)
    return doubt.view(state, None) if seed % 2 else state


@settings(max_examples=8)
@given(seeds)
def test_no_tile_is_ever_lost_or_doubled(seed: int) -> None:
    for state, move in played(seed):
        for one in (state, doubt.play(state, move)):
            lying = [tile for lay in one.laid for tile in lay.tiles]
            held = [tile for hand in one.hands for tile in hand]
            assert Counter((*lying, *held, *one.turned)) == ALL
        public = doubt.view(state, None)
        assert sum(map(len, public.hands)) + sum(len(lay.tiles) for lay in public.laid) + len(public.turned) == 37


@settings(max_examples=8)
@given(seeds)
def test_what_everybody_knows_is_so(seed: int) -> None:
    for state, _ in played(seed, most=150):
        for seat, known in enumerate(state.known):
            down = [tile for lay in state.laid if lay.seat == seat for tile in lay.tiles]
            assert Counter(known) <= Counter((*state.hands[seat], *down))


@settings(max_examples=8)
@given(seeds)
def test_views_show_nothing_that_was_not_seen(seed: int) -> None:
    for state, _ in played(seed):
        public = doubt.view(state, None)
        assert {tile for hand in public.hands for tile in hand} <= {UNKNOWN}
        assert {tile for lay in public.laid for tile in lay.tiles} <= {UNKNOWN}
        for player in range(len(state.players)):
            own = doubt.view(state, player)
            assert own.hands[player] == state.hands[player]
            others = [hand for seat, hand in enumerate(own.hands) if seat != player]
            assert {tile for hand in others for tile in hand} <= {UNKNOWN}
            assert {tile for lay in own.laid if lay.seat != player for tile in lay.tiles} <= {UNKNOWN}
            assert doubt.view(own, None) == public


@settings(max_examples=8)
@given(seeds)
def test_what_happens_is_among_what_the_table_thinks_could_happen(seed: int) -> None:
    for state, move in played(seed):
        for player in (None, *range(len(state.players))):
            allowed = doubt.moves(doubt.view(state, player))
            assert doubt.observed(state, move, player) in allowed or isinstance(move, Take)


@settings(max_examples=8)
@given(seeds)
def test_the_said_numbers_go_round_and_the_loser_plays_next(seed: int) -> None:
    due = 1
    for state, move in played(seed):
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
    *_, (state, move) = random_game(doubt, NAMES[: 3 + seed % 2], {}, seed)
    end = doubt.play(state, move)
    assert [seat for seat, hand in enumerate(end.hands) if not hand] == [end.winner]
    for one in doubt.standings(end):
        assert (one.rank == 1) == (one.player == end.winner)
        assert one.rank == 1 + sum(other.score < one.score for other in doubt.standings(end))


@settings(max_examples=40)
@given(seeds, any_move)
def test_any_move_is_played_or_refused_and_a_listed_one_is_played(seed: int, move: Move) -> None:
    state = some_state(seed)
    try:
        after = doubt.play(state, move)
    except IllegalMove as refused:
        assert refused.said.key.startswith("doubt.illegal.")
        assert move not in doubt.moves(state)
    else:
        assert doubt.view(doubt.view(after, 0), None) == doubt.view(after, None)
