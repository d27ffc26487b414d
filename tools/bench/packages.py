"""Compares how fast our engines and other packages for reversi and checkers count positions.

None of the packages is required; `pip install "jarapon-companion[bench]"` installs them. Each is called in the fastest
way that its documentation shows, and all count by the same method, without a cache. Rules differ a little (in
py-draughts' American checkers taking is optional; in others each jump is a move), so positions a second are compared,
not counts.

`pydraughts` is left out: it has the same module name as `py-draughts`, which is much faster.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from device.system.release import PACKAGE, version_of
from engines import checkers, reversi
from engines.contract import AnyGame
from tools.bench.benchmark import Report, timed

OURS = PACKAGE
ROUNDS = 3  # the best of so many counts; all packages take turns, so that a busy moment hits all of them
Count = Callable[[int], int]


@dataclass(frozen=True)
class Package:
    """A package that is compared with ours."""

    game: str
    name: str  # on PyPI
    plies: int  # to count
    count: Count  # counts the sequences of so many plies
    compiled: bool = False  # whether it is not pure Python


def compare(report: Report, packages: Iterable[Package]) -> None:
    """Report a row an installed package, with how many times as fast as ours it is at the same game."""
    installed = []
    for package in packages:
        version = version_of(package.name)
        if version is None and package.name != OURS:
            report.leave_out(f"{package.name} is not installed here, so not compared.")
        else:
            installed.append((package, version or "from its source"))
    rounds = [[timed(package.count, package.plies) for package, _ in installed] for _ in range(ROUNDS)]
    ours: dict[str, float] = {}
    for (package, version), turns in zip(installed, zip(*rounds, strict=True), strict=True):
        positions, _, ms = min(turns, key=lambda turn: turn[2])
        rate = positions / max(ms / 1000, 1e-9)
        labels = {
            "game": package.game,
            "package": package.name,
            "version": version,
            "only Python": not package.compiled,
        }
        times = rate / ours.setdefault(package.game, rate)
        report.row("packages", {**labels, "positions": positions, "a second": round(rate), "times ours": times})


def counted_by(game: AnyGame) -> Count:
    """The function that counts with one of our engines.

    >>> counted_by(reversi)(3), counted_by(checkers)(3)
    (56, 302)
    """
    return _counter(lambda: game.start(["1", "2"], {}), game.moves, game.play)


def _counter(start: Callable[[], Any], moves: Callable[[Any], Any], after: Callable[[Any, Any], Any]) -> Count:
    """The function that counts, from functions that start a game, list a position's moves, and play one."""

    def count(state: Any, plies: int) -> int:
        found = moves(state)
        if plies == 1 or not found:
            return max(len(found), 1)
        return sum([count(after(state, move), plies - 1) for move in found])

    return lambda plies: count(start(), plies)


def _creversi(plies: int) -> int:
    creversi = import_module("creversi")

    def moves(board: Any) -> Any:
        return () if board.is_game_over() else board.legal_moves or [creversi.PASS]

    def after(board: Any, move: Any) -> Any:
        copy = board.copy()
        copy.move(move)
        return copy

    return _counter(creversi.Board, moves, after)(plies)


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
    def after(board: Any, move: Any) -> Any:
        return board.create_new_board_from_move(move)

    return _counter(import_module("checkers.board").Board, lambda board: board.get_possible_moves(), after)(plies)


def _open_spiel(name: str) -> Count:
    def count(plies: int) -> int:
        game = import_module("pyspiel").load_game(name)
        moves, after = (lambda state: state.legal_actions()), (lambda state, move: state.child(move))
        return _counter(game.new_initial_state, moves, after)(plies)

    return count


PACKAGES = (
    Package("reversi", OURS, 7, counted_by(reversi)),
    Package("reversi", "creversi-python", 6, _creversi),
    Package("reversi", "open-spiel", 6, _open_spiel("othello"), compiled=True),
    Package("checkers", OURS, 7, counted_by(checkers)),
    Package("checkers", "py-draughts", 6, _py_draughts),
    Package("checkers", "imparaai-checkers", 4, _imparaai),
    Package("checkers", "open-spiel", 7, _open_spiel("checkers"), compiled=True),
)
