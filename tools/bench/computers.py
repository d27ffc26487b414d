"""`jarapon bench computers`: the computer players of Stop against each other by coins, and how long a move takes.

At each table one player of a strength sits among four of another, in each seat by turns. Each table plays so many
games, each from a deal of its own, and whoever sits alone is ahead by his coins: those of all five add up to nothing,
but for the stakes of a last game without a winner.
"""

import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev

from engines import stop
from engines.bots import EASY, MEDIUM, NAMES, STRONG, meant
from engines.stop import Move, State
from engines.stop.state import SEATS

PAIRINGS = ((STRONG, MEDIUM), (STRONG, EASY), (MEDIUM, EASY))
_ONE_GAME = {"games": 1}


@dataclass(frozen=True)
class Match:
    """One player of a strength among four others: coins a game with the standard error, and ms of processor a move."""

    one: str
    others: str
    seed: int
    games: int
    coins: float
    error: float
    mean_ms: float
    slowest_ms: float


def run_computers(as_json: bool, games: int = 1000, seeds: int = 5) -> int:
    """Prints a row a pairing and seed; returns 1 when the stronger one is not ahead by coins in some row."""
    _write("one     among   seed   games   coins a game   error   ms a move   slowest", as_json)
    found = []
    for one, others in PAIRINGS:
        for seed in range(1, seeds + 1):
            found.append(played(one, others, games, seed))
            _write(_row(found[-1]), as_json)
    if as_json:
        sys.stdout.write(json.dumps([asdict(match) for match in found]) + "\n")
    return 0 if all(match.coins > 0 for match in found) else 1


def played(one: str, others: str, games: int, seed: int) -> Match:
    """So many games of one strength among four players of another."""
    coins: list[int] = []
    times: list[float] = []
    for game in range(games):
        alone = game % SEATS
        strengths = [one if seat == alone else others for seat in range(SEATS)]
        end = _to_the_end(strengths, f"{seed} {game}", alone, times)
        coins.append(end.coins[alone])
    error = stdev(coins) / len(coins) ** 0.5
    return Match(one, others, seed, games, fmean(coins), error, fmean(times), max(times))


def _to_the_end(strengths: Sequence[str], seed: str, timed: int, times: list[float]) -> State:
    """The end of a game; who is asked first is chosen anew for each move, as at a table where all may call."""
    pick = random.Random(seed)
    state = stop.deal(NAMES[:SEATS], _ONE_GAME, pick.getrandbits(48))
    while not stop.is_over(state):
        first = pick.randrange(SEATS)
        state = stop.play(state, _next_move(state, strengths, first, timed, times))
    return state


def _next_move(state: State, strengths: Sequence[str], first: int, timed: int, times: list[float]) -> Move:
    """The move of the first player who has one; the time of whoever sits alone is measured."""
    for seat in ((first + step) % SEATS for step in range(SEATS)):
        view = stop.view(state, seat)
        begun = time.process_time_ns()
        wish = stop.choose(view, seat, strengths[seat])
        if seat == timed and wish is not None:
            times.append((time.process_time_ns() - begun) / 1e6)
        for move in meant(stop, state, seat, wish) if wish is not None else ():
            return move
    raise AssertionError(f"nobody has a move: {state}")


def _row(match: Match) -> str:
    return (
        f"{match.one:<8}{match.others:<8}{match.seed:>4}{match.games:>8}{match.coins:>+15.3f}{match.error:>8.3f}"
        f"{match.mean_ms:>12.2f}{match.slowest_ms:>10.1f}"
    )


def _write(line: str, as_json: bool) -> None:
    if not as_json:
        sys.stdout.write(line + "\n")
