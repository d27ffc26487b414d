"""Checkers against numbers and games from the world outside, and against moves found in another way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import checkers
from engines.checkers import Move, State
from engines.squares import FILES
from tests.support.engines.laws import played
from tests.support.paths import SHARED, needs_shared
from tools.bench.engines import PUBLISHED, leaves

ARCHIVE = SHARED / "games" / "draughts.pdn"


def test_moves_after_each_number_of_plies_are_the_published_ones() -> None:
    begun = checkers.start(["Aya", "Ben"], {})
    assert tuple(leaves(checkers, begun, plies) for plies in range(1, 8)) == PUBLISHED["checkers"][:7]


@pytest.mark.full
@needs_shared
def test_every_game_of_the_archive_is_legal_to_its_last_move_and_written_as_it_was() -> None:
    text = ARCHIVE.read_text(encoding="utf-8")
    games = checkers.read_records(text)
    assert len(games) == 900
    written = [checkers.write_record(*game).rpartition("]")[2].split() for game in games]
    assert written == [game.rpartition("]")[2].split() for game in text.split("\n\n[Event")]


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
