"""How fast the engines check and apply a move, and whether random games of every kind come to an end."""

import random
import time
from dataclasses import dataclass
from statistics import median
from typing import Any

from engines.bots import NAMES
from engines.contract import AnyGame, BadOption

MOST_MOVES = 100_000  # a game: more than any has


@dataclass(frozen=True)
class MoveSpeed:
    """Random games of one kind: how many, how many came to an end, their moves, and `play` in ms of processor time."""

    game: str
    games: int
    ended: int
    moves: int
    median_ms: float
    slowest_ms: float


def played_at_random(game: AnyGame, games: int) -> MoveSpeed:
    """Plays random games at tables of all sizes by the usual options, each from a seed of its own."""
    times: list[float] = []
    ended = 0
    for seed in range(games):
        pick = random.Random(seed)
        state = _dealt(game, pick, seed)
        for _ in range(MOST_MOVES):
            legal = game.moves(state)
            if not legal:
                break
            move = pick.choice(legal)
            begun = time.process_time_ns()
            state = game.play(state, move)
            times.append((time.process_time_ns() - begun) / 1e6)
        ended += game.is_over(state)
    return MoveSpeed(game.NAME, games, ended, len(times), round(median(times), 4), round(max(times), 3))


def _dealt(game: AnyGame, pick: random.Random, seed: int) -> Any:
    """A table of any size that the usual options allow."""
    while True:
        try:
            return game.deal(NAMES[: pick.choice(game.PLAYERS)], {}, seed)
        except BadOption:
            continue
