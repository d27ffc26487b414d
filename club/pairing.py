"""Who plays whom in the next rounds: round robin and Swiss, at tables of two to eight.

Players are numbers. Every draw is by a seed: the same call gives the same rounds. There are at least as many players as
sit at a table. Rounds already played may have had other players: whoever left is in no further round, whoever came has
met nobody yet.

>>> for played in round_robin([1, 2, 3], size=2, count=3, seed=1):
...     print(played.tables, played.waiting)
((2, 3),) (1,)
((1, 2),) (3,)
((3, 1),) (2,)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import combinations, permutations

import networkx
import numpy as np
from numpy.typing import NDArray

_MAX_DRAWS = 300  # of a round robin; further ones are hardly any more even
_MAX_SEATS_DRAWN = 30_000  # in all draws together: about a second of work
Seating = NDArray[np.int64]  # the table of each player, -1 for who waits
Matrix = NDArray[np.float64]  # a whole number for each two players; integers are multiplied far more slowly


@dataclass(frozen=True)
class Round:
    """A round: who sits where."""

    tables: tuple[tuple[int, ...], ...]  # the players of each table, from the first seat
    waiting: tuple[int, ...] = ()
    made: datetime = datetime.min  # in UTC; whoever keeps the round says it

    def replaced(self, player: int, by: int) -> "Round":
        """The same round with somebody else in a player's place."""
        *tables, waiting = [tuple(by if one == player else one for one in at) for at in (*self.tables, self.waiting)]
        return replace(self, tables=tuple(tables), waiting=waiting)


def full_count(players: int, size: int) -> int:
    """The fewest rounds in which each could meet everybody else.

    >>> full_count(6, 2), full_count(7, 2), full_count(9, 3), full_count(10, 4)
    (5, 7, 4, 4)
    """
    meetings = players // size * size * (size - 1)
    return -(-players * (players - 1) // meetings)


def round_robin(players: Sequence[int], size: int, count: int, seed: int, past: Sequence[Round] = ()) -> list[Round]:
    """The next `count` rounds, in which everybody meets everybody else as evenly as possible, counting `past`.

    At tables of two each pair meets exactly once in `full_count` rounds, unless players came or left. Others are the
    most even of many draws, each round of which has as few rematches as exchanges of two players can make it have.
    Nobody waits twice before everybody waited once.
    """
    rng = np.random.default_rng(seed)
    if size == 2 and not past:
        return _circle(rng.permutation(players).tolist(), count)
    draws = max(1, min(_MAX_DRAWS, _MAX_SEATS_DRAWN // (count * len(players))))
    drawn = (_draw(players, size, count, past, rng) for _ in range(draws))
    return min(drawn, key=lambda rounds: (_meetings(players, [*past, *rounds]) ** 2).sum())


def swiss_round(
    players: Sequence[int], size: int, past: Sequence[Round], points: Mapping[int, Fraction], seed: int
) -> Round:
    """The next round, in which those meet who have equal points, or nearly so; who is not in `points` has none.

    What matters most comes first: whoever waits has waited least; as few as possible meet again; whoever waits has the
    fewest points; the points at each table lie close together. At tables of two no other round is better. At larger
    ones, those with the fewest points of those who waited least wait, and no exchange of two players would be better.
    """
    drawn: list[int] = np.random.default_rng(seed).permutation(players).tolist()
    drawn.sort(key=lambda player: points.get(player, 0), reverse=True)
    steps = sorted({points.get(player, 0) for player in players})
    level = np.array([steps.index(points.get(player, 0)) for player in drawn])
    met = _meetings(drawn, past)
    if size == 2:
        waits = _waits(past)
        return _round(drawn, _matched(level, met, [waits[player] for player in drawn]), past)
    apart = np.subtract.outer(level, level).astype(float) ** 2
    again = size * len(drawn) ** 3  # more than the levels of all tables together can lie apart
    return _exchanged_round(drawn, size, past, met * again + apart)


def _draw(
    players: Sequence[int], size: int, count: int, past: Sequence[Round], rng: np.random.Generator
) -> list[Round]:
    """The next rounds, one after another, each with as few rematches as exchanges find."""
    rounds = list(past)
    for _ in range(count):
        drawn = rng.permutation(players).tolist()
        rounds.append(_exchanged_round(drawn, size, rounds, _meetings(drawn, rounds)))
    return rounds[len(past) :]


def _circle(players: Sequence[int], count: int) -> list[Round]:
    """Rounds of tables of two: all but one move round a circle, half of it a round, so that first seats alternate."""
    ring: list[int | None] = [*players, None] if len(players) % 2 else [*players]
    length = len(ring) - 1
    rounds = []
    for lap, number in (divmod(number, length) for number in range(count)):
        turn = number * (length + 1) // 2 % length
        pairs = [(ring[(turn + step) % length], ring[(turn - step) % length]) for step in range(1, length // 2 + 1)]
        pairs.append((ring[turn], ring[-1]) if number % 2 else (ring[-1], ring[turn]))
        if lap % 2:
            pairs = [(second, first) for first, second in pairs]
        tables = tuple((first, second) for first, second in pairs if first is not None and second is not None)
        sitting = {player for table in tables for player in table}
        rounds.append(Round(tables, tuple(player for player in players if player not in sitting)))
    return rounds


def _matched(level: NDArray[np.int64], met: Matrix, waits: Sequence[int]) -> Seating:
    """The tables of two with the lowest cost; with an odd number of players one is matched with nobody, and waits."""
    count = nobody = len(waits)  # `nobody` is a vertex
    low = count**3  # more than the levels at all tables together can lie apart
    again = low * count  # more than the level of whoever waits
    waited = again * count * (int(met.max()) + 1)  # more than all meetings
    graph = networkx.Graph()
    for one, other in combinations(range(count), 2):
        apart = int(level[one] - level[other]) ** 2
        graph.add_edge(one, other, weight=int(met[one, other]) * again + apart)
    for one in range(count if count % 2 else 0):
        graph.add_edge(one, nobody, weight=waits[one] * waited + int(level[one]) * low)
    seating = np.full(count + 1, -1)
    pairs = sorted(sorted(pair) for pair in networkx.min_weight_matching(graph))
    for table, pair in enumerate(pair for pair in pairs if nobody not in pair):
        seating[pair] = table
    return seating[:count]


def _exchanged_round(drawn: Sequence[int], size: int, past: Sequence[Round], cost: Matrix) -> Round:
    """The round in which players sit in this order, but for exchanges that lower the cost; the last ones wait."""
    waits = _waits(past)
    waiting = sorted(range(len(drawn)), key=lambda at: (waits[drawn[at]], -at))[: len(drawn) % size]
    seating = np.full(len(drawn), -1)
    seating[np.delete(np.arange(len(drawn)), waiting)] = np.arange(len(drawn) - len(waiting)) // size
    return _round(drawn, _exchanged(seating, cost), past)


def _exchanged(seating: Seating, cost: Matrix) -> Seating:
    """Exchange the two players that lower the cost of their tables most, as long as any do.

    The cost of a table is the sum over each two of its players.
    """
    found = seating.copy()
    waiting = found < 0
    while True:
        same = found[:, None] == found
        there = cost @ same.astype(float)  # of one with those at the other's table
        here = np.diagonal(there)
        gain = np.add.outer(here, here) - there - there.T + 2 * cost
        gain[same] = gain[waiting] = gain[:, waiting] = 0
        one, other = divmod(int(gain.argmax()), len(found))
        if gain[one, other] <= 0:
            return found
        found[[one, other]] = found[[other, one]]


def _round(players: Sequence[int], seating: Seating, past: Sequence[Round]) -> Round:
    """The round of a seating; at each table, whoever has sat first least often sits first."""
    firsts = Counter(table[0] for earlier in past for table in earlier.tables)
    at: dict[int, list[int]] = {}
    for player, table in zip(players, seating.tolist(), strict=True):
        at.setdefault(table, []).append(player)
    waiting = tuple(at.pop(-1, ()))
    return Round(tuple(tuple(sorted(table, key=lambda one: firsts[one])) for table in at.values()), waiting)


def _waits(past: Sequence[Round]) -> Counter[int]:
    return Counter(player for earlier in past for player in earlier.waiting)


def _meetings(players: Sequence[int], past: Sequence[Round]) -> Matrix:
    """How often each two have met."""
    index = {player: at for at, player in enumerate(players)}
    met = np.zeros((len(players), len(players)))
    for table in (table for earlier in past for table in earlier.tables):
        for one, other in permutations((index[player] for player in table if player in index), 2):
            met[one, other] += 1
    return met
