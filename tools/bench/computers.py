"""`jarapon bench computers`: computer players of Stop against each other, by coins.

At each table one player of a strength sits among four of another, in each seat by turns. Each game has a deal of its
own. The single player is ahead if it has won coins: those of all five add up to 0, apart from the stakes of a last game
without a winner.
"""

import random
from collections.abc import Sequence
from statistics import fmean, stdev

from engines import stop
from engines.bots import EASY, MEDIUM, NAMES, STRONG, matching_moves
from engines.stop import Move, State
from engines.stop.state import SEATS
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.progress import with_progress

PAIRINGS = ((STRONG, MEDIUM), (STRONG, EASY), (MEDIUM, EASY))
_ONE_GAME = {"games": 1}


def measure(report: Report, games: int, seeds: int) -> None:
    """Report a row a pairing and seed; fails if the stronger player is not ahead by coins."""
    for one, others in PAIRINGS:
        for seed in range(1, seeds + 1):
            coins, times = played(one, others, games, seed)
            ahead = {"coins a game": fmean(coins), "error": stdev(coins) / len(coins) ** 0.5}
            took = {"a move ms": fmean(times), "slowest ms": max(times)}
            report.row("computers", {"one": one, "among": others, "seed": seed, "games": games, **ahead, **took})
            if fmean(coins) <= 0:
                report.fail(f"{one} is not ahead of {others} with seed {seed}.")


def played(one: str, others: str, games: int, seed: int) -> tuple[list[int], list[float]]:
    """Let one strength play among four of another; returns its coins after each game, and the ms of each move."""
    coins, times = list[int](), list[float]()
    for game in with_progress(range(games), f"{one} among {others}, games"):
        alone = game % SEATS
        strengths = [one if seat == alone else others for seat in range(SEATS)]
        coins.append(_play_to_end(strengths, f"{seed} {game}", alone, times).coins[alone])
    return coins, times


def _play_to_end(strengths: Sequence[str], seed: str, alone: int, times: list[float]) -> State:
    """Play a game to its end; who is asked first is drawn for each move, as at a table where all may call."""
    pick = random.Random(seed)
    state = stop.deal(NAMES[:SEATS], _ONE_GAME, pick.getrandbits(48))
    while not stop.is_over(state):
        first = pick.randrange(SEATS)
        state = stop.play(state, _next_move(state, strengths, first, alone, times))
    return state


def _next_move(state: State, strengths: Sequence[str], first: int, alone: int, times: list[float]) -> Move:
    """The move of the first player who has one; the single player's time is added to `times`."""
    for seat in ((first + step) % SEATS for step in range(SEATS)):
        wish, _, ms = timed(stop.choose, stop.view(state, seat), seat, strengths[seat])
        if seat == alone and wish is not None:
            times.append(ms)
        for move in matching_moves(stop, state, seat, wish) if wish is not None else ():
            return move
    raise AssertionError(f"nobody has a move: {state}")


BENCHMARK = Benchmark(
    measure,
    Option("--games", 1000, "of each pairing and seed", quick=50),
    Option("--seeds", 5, "of the deals", quick=1),
)
