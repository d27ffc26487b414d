"""`jarapon bench engines`: count positions, beside other packages too, score hands, play random games."""

import random
from collections.abc import Mapping
from itertools import combinations_with_replacement
from statistics import median
from typing import Any

from device.config.sheets import load_sheet, load_tile_set
from device.games.listing import GAMES
from engines import checkers, reversi
from engines.bots import NAMES
from engines.contract import AnyGame, BadOption, Game, Move, State
from engines.jarapon.hand import score_hand
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.tiles import WILDS
from engines.vocabulary import NUMBERS, WILD
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.packages import PACKAGES, compare

# Numbers of sequences of 1, 2, … plies: aartbik.blogspot.com/2009/02/perft-for-reversi.html and oeis.org/A133046.
PUBLISHED: Mapping[str, tuple[int, ...]] = {
    "reversi": (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800),
    "checkers": (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128),
}
COUNTED: tuple[AnyGame, ...] = (reversi, checkers)
MAX_MOVES = 100_000  # of a random game: more than any has


def measure(report: Report, depth: int, games: int) -> None:
    """Report counts, other packages, hands and random games; fails if a count is wrong or a game does not end."""
    for game in COUNTED:
        for plies in range(1, depth + 1):
            found, _, ms = timed(leaves, game, game.start(["1", "2"], {}), plies)
            published = dict(enumerate(PUBLISHED[game.NAME], start=1)).get(plies)
            row = {"game": game.NAME, "plies": plies, "positions": found, "published": published}
            report.row("counts", {**row, "s": ms / 1000})
            if published not in (None, found):
                report.fail(f"{game.NAME}: a count differs from the published one, so the rules are broken.")
    compare(report, PACKAGES)
    sheet, hands = load_sheet(None, load_tile_set(None)), every_hand()
    won, _, ms = timed(lambda: sum(score_hand(hand, sheet) is not None for hand in hands))
    rate = round(len(hands) / ms * 1000)
    report.figures("hands", {"scored": len(hands), "of the sheet": won, "scored in s": ms / 1000, "a second": rate})
    for game in GAMES.values():
        ended, times = played_at_random(game, games)
        row = {"game": game.NAME, "games": games, "ended": ended, "moves": len(times)}
        report.row("moves", {**row, "median µs": median(times) * 1000, "slowest ms": max(times)})
        if ended < games:
            report.fail(f"{game.NAME}: {games - ended} random games did not end.")


def leaves(game: Game[State, Move], state: State, plies: int) -> int:
    """Perft: how many sequences of so many plies there are; a game that ends sooner counts as one.

    A position that several sequences lead to is searched once, so equal positions must compare equal.

    >>> [leaves(reversi, reversi.start(["Aya", "Ben"], {}), plies) for plies in range(5)]
    [1, 4, 12, 56, 244]
    """
    known: dict[tuple[State, int], int] = {}

    def count(state: State, plies: int) -> int:
        moves = game.moves(state) if plies else []
        if plies <= 1 or not moves:
            return max(len(moves), 1)
        if (state, plies) in known:
            return known[state, plies]
        found = sum(count(game.play(state, move), plies - 1) for move in moves)
        if plies > 2:  # nearer the end there are too many to keep
            known[state, plies] = found
        return found

    return count(state, plies)


def every_hand() -> list[tuple[str, ...]]:
    """All 43,615 kinds of nine tiles, without, with one and with two almighty tiles."""
    return [
        (*numbers, *[WILD] * wilds)
        for wilds in range(WILDS + 1)
        for numbers in combinations_with_replacement(NUMBERS, HAND_SIZE - wilds)
    ]


def played_at_random(game: AnyGame, games: int) -> tuple[int, list[float]]:
    """Play random games at tables of all sizes with the usual options; returns how many ended, and each move's ms."""
    times: list[float] = []
    ended = 0
    for seed in range(games):
        pick = random.Random(seed)
        state = _dealt(game, pick, seed)
        for _ in range(MAX_MOVES):
            legal = game.moves(state)
            if not legal:
                break
            state, _, ms = timed(game.play, state, pick.choice(legal))
            times.append(ms)
        ended += game.is_over(state)
    return ended, times


def _dealt(game: AnyGame, pick: random.Random, seed: int) -> Any:
    """A table of any size that the usual options allow."""
    while True:
        try:
            return game.deal(NAMES[: pick.choice(game.PLAYERS)], {}, seed)
        except BadOption:
            continue


BENCHMARK = Benchmark(
    measure,
    Option("--depth", 8, "plies of reversi and checkers", quick=6),
    Option("--games", 10, "random games of each kind", quick=1),
)
