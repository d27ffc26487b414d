"""What must hold in every game of reversi, however it is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import reversi
from engines.reversi import PASS
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING
from tests.support.engines.laws import played

seeds = st.integers(0, 2**32)
TURNED = {FACE_UP: FACE_DOWN, FACE_DOWN: FACE_UP, NOTHING: NOTHING}


@settings(max_examples=20)
@given(seeds)
def test_no_tile_is_lost_and_a_move_turns_the_outflanked_ones_alone(seed: int) -> None:
    for state, move in played(reversi, seed, 150):
        before, after = reversi.layout(state), reversi.layout(reversi.play(state, move))
        on_sheet = 64 - list(before.values()).count(NOTHING)
        assert on_sheet + sum(state.hands) == 64
        assert min(state.hands) >= 0
        assert sum(standing.score for standing in reversi.standings(state)) == on_sheet
        moves = reversi.moves(state)
        assert PASS not in moves or moves == (PASS,)
        changed = {square for square in before if before[square] != after[square]}
        expected = set() if move.square is None else {move.square, *reversi.outflanked(state, move.square)}
        assert changed == expected
        assert len({after[square] for square in changed}) <= 1


@settings(max_examples=20)
@given(seeds)
def test_every_legal_move_leaves_another_table(seed: int) -> None:
    for state, _ in played(reversi, seed, 150)[::5]:
        tables = [tuple(reversi.layout(reversi.play(state, move)).items()) for move in reversi.moves(state)]
        assert len(set(tables)) == len(tables)


@settings(max_examples=20)
@given(seeds)
def test_the_side_up_makes_no_difference_to_the_game(seed: int) -> None:
    up, down = (reversi.start(["Aya", "Ben"], {"first": first}) for first in ("up", "down"))
    for _, move in played(reversi, seed, 150):
        up, down = reversi.play(up, move), reversi.play(down, move)
        assert up.tiles == down.tiles
        assert {square: TURNED[look] for square, look in reversi.layout(up).items()} == reversi.layout(down)
