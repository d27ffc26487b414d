"""What must hold in every game of reversi, however it is played."""

import json
import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engines import reversi
from engines.reversi import PASS, Move, State
from engines.vocabulary import FACE_DOWN, FACE_UP, NOTHING
from tests.support.engines.records import read_record

# So many picks of a random player, often to the end of the game.
choices = st.builds(
    lambda seed, plies: random.Random(seed).choices(range(64), k=plies), st.integers(0, 2**32), st.integers(0, 66)
)
firsts = st.sampled_from(["up", "down"])
names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)


def played(first: str, picks: list[int], players: tuple[str, str] = ("Aya", "Ben")) -> Iterator[tuple[State, Move]]:
    """Every state of a game with the move that was then made: each pick chooses among the legal moves."""
    state = reversi.start(players, {"first": first})
    for pick in picks:
        moves = reversi.moves(state)
        if not moves:
            return
        move = moves[pick % len(moves)]
        yield state, move
        state = reversi.play(state, move)


def last_state(first: str, picks: list[int]) -> State:
    state = reversi.start(["Aya", "Ben"], {"first": first})
    for before, move in played(first, picks):
        state = reversi.play(before, move)
    return state


@settings(max_examples=40)
@given(firsts, choices)
def test_no_tile_is_ever_lost(first: str, picks: list[int]) -> None:
    state = last_state(first, picks)
    on_sheet = [look for look in reversi.layout(state).values() if look != NOTHING]
    assert len(on_sheet) + sum(state.hands) == 64
    assert min(state.hands) >= 0
    assert sum(standing.score for standing in reversi.standings(state)) == len(on_sheet)


@settings(max_examples=40)
@given(firsts, choices)
def test_there_is_always_a_move_until_the_game_is_over(first: str, picks: list[int]) -> None:
    state = last_state(first, picks)
    moves = reversi.moves(state)
    assert bool(moves) is not reversi.is_over(state)
    assert PASS not in moves or moves == (PASS,)
    assert reversi.prompt(state)


@settings(max_examples=40)
@given(firsts, choices)
def test_a_move_changes_just_its_square_and_the_outflanked_ones(first: str, picks: list[int]) -> None:
    for state, move in played(first, picks):
        before, after = reversi.layout(state), reversi.layout(reversi.play(state, move))
        changed = {square for square in before if before[square] != after[square]}
        expected = set() if move.square is None else {move.square, *reversi.outflanked(state, move.square)}
        assert changed == expected
        assert len({after[square] for square in changed}) <= 1


@settings(max_examples=40)
@given(firsts, choices)
def test_every_legal_move_leaves_another_table(first: str, picks: list[int]) -> None:
    state = last_state(first, picks)
    tables = [tuple(reversi.layout(reversi.play(state, move)).items()) for move in reversi.moves(state)]
    assert len(set(tables)) == len(tables)


@settings(max_examples=40)
@given(firsts, choices)
def test_moves_go_to_json_and_back(first: str, picks: list[int]) -> None:
    for _, move in played(first, picks):
        assert reversi.move_from_json(json.loads(json.dumps(reversi.move_to_json(move)))) == move


@settings(max_examples=40)
@given(firsts, choices, st.tuples(names, names))
def test_a_game_is_read_back_as_it_was_written(first: str, picks: list[int], players: tuple[str, str]) -> None:
    moves = [move for _, move in played(first, picks, players)]
    read = read_record(reversi, reversi.write_record(players, {"first": first}, moves))
    state = reversi.play(*list(played(first, picks, players))[-1]) if moves else reversi.start(players, {})
    due = (PASS,) if reversi.moves(state) == (PASS,) else ()
    assert read == (players, {"first": first}, (*moves, *due))


@settings(max_examples=40)
@given(firsts, choices)
def test_a_second_engine_that_sees_only_the_table_knows_the_same(first: str, picks: list[int]) -> None:
    seen = reversi.view(reversi.start(["Aya", "Ben"], {"first": first}), None)
    for state, move in played(first, picks):
        assert seen == reversi.view(state, None)
        assert reversi.layout(seen) == reversi.layout(state)
        assert all(reversi.view(state, player) == state for player in (0, 1))
        seen = reversi.play(seen, move)


@settings(max_examples=40)
@given(choices)
def test_the_side_up_makes_no_difference_to_the_game(picks: list[int]) -> None:
    swapped = {FACE_UP: FACE_DOWN, FACE_DOWN: FACE_UP, NOTHING: NOTHING}
    up, down = last_state("up", picks), last_state("down", picks)
    assert up.tiles == down.tiles
    assert {square: swapped[look] for square, look in reversi.layout(up).items()} == reversi.layout(down)
