"""Competitors: other packages that play reversi or checkers, and how fast they count positions.

None of them is needed; `pip install "jarapon-companion[bench]"` gets them. Each is called in the fastest way that
its documentation shows, and all count by the same method, without a cache. Rules differ a little (in py-draughts'
American checkers nobody need take; in others each jump is a move), so positions a second are compared, not counts.

`pydraughts` is left out: it goes by the same module name as `py-draughts`, which is the much faster of the two.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from device.system.release import PACKAGE, version_of
from engines import checkers, reversi
from engines.contract import AnyGame

OURS = PACKAGE
ROUNDS = 3  # the best of so many counts; all packages take turns, so that a busy moment hits all of them


@dataclass(frozen=True)
class Competitor:
    """A package by its PyPI name: `count` counts the sequences of `plies` moves; `compiled`: not Python alone."""

    game: str
    package: str
    plies: int
    count: Callable[[int], int]
    compiled: bool = False


@dataclass(frozen=True)
class Speed:
    """How fast a package counted, in processor time."""

    game: str
    package: str
    version: str
    compiled: bool
    positions: int
    seconds: float

    @property
    def rate(self) -> int:
        """Positions a second."""
        return round(self.positions / max(self.seconds, 1e-9))


def measured(competitors: Iterable[Competitor]) -> tuple[list[Speed], list[str]]:
    """The speeds of ours and of the packages that are here, and the names of those that are not."""
    there: list[tuple[Competitor, str]] = []
    missing = []
    for competitor in competitors:
        version = version_of(competitor.package)
        if version is None and competitor.package == OURS:
            version = ""  # run from its source
        if version is None:
            missing.append(competitor.package)
        else:
            there.append((competitor, version))
    rounds = [[_timed(competitor, version) for competitor, version in there] for _ in range(ROUNDS)]
    return [min(turns, key=lambda speed: speed.seconds) for turns in zip(*rounds, strict=True)], missing


def _timed(competitor: Competitor, version: str) -> Speed:
    begun = time.process_time()
    positions = competitor.count(competitor.plies)
    seconds = time.process_time() - begun
    return Speed(competitor.game, competitor.package, version, competitor.compiled, positions, round(seconds, 4))


def counted_by(game: AnyGame) -> Callable[[int], int]:
    """Counts with one of our engines.

    >>> counted_by(reversi)(3), counted_by(checkers)(3)
    (56, 302)
    """

    def count(state: Any, plies: int) -> int:
        moves = game.moves(state)
        if plies == 1 or not moves:
            return max(len(moves), 1)
        return sum([count(game.play(state, move), plies - 1) for move in moves])

    return lambda plies: count(game.start(["1", "2"], {}), plies)


def _creversi(plies: int) -> int:
    def count(board: Any, plies: int) -> int:
        moves = board.legal_moves
        if plies == 1 or board.is_game_over():
            return max(len(moves), 1)
        found = 0
        for move in moves or [creversi.PASS]:
            after = board.copy()
            after.move(move)
            found += count(after, plies - 1)
        return found

    creversi = import_module("creversi")
    return count(creversi.Board(), plies)


def _py_draughts(plies: int) -> int:
    def count(board: Any, plies: int) -> int:
        moves = board.legal_moves
        if plies == 1 or not moves:
            return max(len(moves), 1)
        found = 0
        for move in moves:
            board.push(move)
            found += count(board, plies - 1)
            board.pop()
        return found

    return count(import_module("draughts").AmericanBoard(), plies)


def _imparaai(plies: int) -> int:
    def count(board: Any, plies: int) -> int:
        moves = board.get_possible_moves()
        if plies == 1 or not moves:
            return max(len(moves), 1)
        return sum([count(board.create_new_board_from_move(move), plies - 1) for move in moves])

    return count(import_module("checkers.board").Board(), plies)


def _open_spiel(name: str) -> Callable[[int], int]:
    def count(state: Any, plies: int) -> int:
        if state.is_terminal():
            return 1
        moves = state.legal_actions()
        return len(moves) if plies == 1 else sum([count(state.child(move), plies - 1) for move in moves])

    return lambda plies: count(import_module("pyspiel").load_game(name).new_initial_state(), plies)


COMPETITORS = (
    Competitor("reversi", OURS, 7, counted_by(reversi)),
    Competitor("reversi", "creversi-python", 6, _creversi),
    Competitor("reversi", "open-spiel", 6, _open_spiel("othello"), compiled=True),
    Competitor("checkers", OURS, 7, counted_by(checkers)),
    Competitor("checkers", "py-draughts", 6, _py_draughts),
    Competitor("checkers", "imparaai-checkers", 4, _imparaai),
    Competitor("checkers", "open-spiel", 7, _open_spiel("checkers"), compiled=True),
)
