"""What must hold in every game of checkers, however it is played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import checkers
from engines.checkers import Move, State
from engines.contract import IllegalMove
from engines.squares import FILES
from engines.vocabulary import FACE_UP, NOTHING, STANDING
from tests.support.engines.laws import played

seeds = st.integers(0, 2**32)
MOST = 150


@settings(max_examples=25)
@given(seeds)
def test_tiles_leave_only_by_being_jumped_and_stand_from_the_far_row_on(seed: int) -> None:
    for state, move in played(checkers, seed, MOST):
        if not isinstance(move, Move):
            continue
        after = checkers.play(state, move)
        lost = [was.bit_count() - now.bit_count() for was, now in zip(state.position, after.position, strict=True)]
        assert lost[state.seat] == 0
        assert lost[1 - state.seat] == checkers.move_to_json(move).count("x")
        was, now = checkers.layout(state)[move.squares[0]], checkers.layout(after)[move.squares[-1]]
        far = move.squares[-1][1] == ("8" if state.seat == 0 else "1")
        assert now == (STANDING if was == STANDING or far else FACE_UP)
        again = next(one for one in checkers.moves(state) if isinstance(one, Move))
        with pytest.raises(IllegalMove):  # nobody moves the other player's tiles
            checkers.play(after, again)


@settings(max_examples=25)
@given(seeds)
def test_the_layout_shows_every_tile_on_a_dark_square_and_tells_positions_apart(seed: int) -> None:
    for state, _ in played(checkers, seed, 60):
        shown = checkers.layout(state)
        first, second, standing, _ = state.position
        assert [list(shown.values()).count(look) for look in (FACE_UP, STANDING, NOTHING)] == [
            ((first | second) & ~standing).bit_count(),
            standing.bit_count(),
            64 - (first | second).bit_count(),
        ]
        light = {square for square in shown if ("abcdefgh".index(square[0]) + int(square[1])) % 2}
        assert all(shown[square] == NOTHING for square in light)
        found: dict[Any, State] = {}
        for move in checkers.moves(state):
            after = checkers.play(state, move)
            assert found.setdefault(tuple(checkers.layout(after).items()), after) == after


@settings(max_examples=25)
@given(seeds)
def test_the_end_has_a_winner_of_rank_one_or_two_equals(seed: int) -> None:
    state, move = played(checkers, seed, 500)[-1]
    end = checkers.play(state, move)
    if checkers.is_over(end):
        ranks = [standing.rank for standing in checkers.standings(end)]
        best = checkers.winner(end)
        assert ranks == [1, 1] if best is None else (ranks[best], ranks[1 - best]) == (1, 2)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_moves_are_those_that_one_finds_square_by_square(seed: int) -> None:
    for state, _ in played(checkers, seed, 120):
        found = {move.squares for move in checkers.moves(state) if isinstance(move, Move)}
        assert found == slowly_found(state)


Board = dict[str, str]


def slowly_found(state: State) -> set[tuple[str, ...]]:
    """The moves of the tiles, found as a person does: one tile after the other on a board of letters."""
    rows = str(state).splitlines()[1:]
    board = {f"{FILES[column]}{row[0]}": letter for row in rows for column, letter in enumerate(row[2:].split())}
    own = "xX" if state.seat == 0 else "oO"
    tiles = [square for square, letter in board.items() if letter in own]
    jumps = {path for square in tiles for path in jumps_on(board, board[square], (square,), frozenset())}
    steps: set[tuple[str, ...]] = {
        (square, near)
        for square in tiles
        for near in (beside(square, *way) for way in ways_of(board[square]))
        if board.get(near) == "."
    }
    return jumps or steps


def jumps_on(board: Board, tile: str, path: tuple[str, ...], taken: frozenset[str]) -> list[tuple[str, ...]]:
    prey = "oO" if tile in "xX" else "xX"
    found = []
    for across, down in ways_of(tile):
        over, behind = beside(path[-1], across, down), beside(path[-1], 2 * across, 2 * down)
        free = board.get(behind) == "." or behind == path[0]
        if over not in taken and board.get(over, ".") in prey and free:
            found += jumps_on(board, tile, (*path, behind), taken | {over})
    return found or ([path] if len(path) > 1 else [])


def ways_of(tile: str) -> list[tuple[int, int]]:
    rows = {"x": (1,), "o": (-1,)}.get(tile, (-1, 1))
    return [(across, down) for across in (-1, 1) for down in rows]


def beside(square: str, across: int, down: int) -> str:
    column = FILES.index(square[0]) + across
    return f"{FILES[column]}{int(square[1]) + down}" if 0 <= column < 8 else ""
