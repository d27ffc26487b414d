"""Round robin and Swiss: each law of `club.pairing` is a test."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.pairing import Round, full_count, round_robin, swiss_round

counts = st.integers(2, 60)
seeds = st.integers(0, 2**32 - 1)
few_examples = settings(max_examples=25, deadline=None)


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for one in rounds for table in one.tables for pair in combinations(table, 2))


def waits(rounds: Sequence[Round]) -> Counter[int]:
    return Counter(player for one in rounds for player in one.waiting)


def points_of(rounds: Sequence[Round], winners: dict[frozenset[int], int]) -> dict[int, Fraction]:
    points: Counter[int] = Counter()
    for one in rounds:
        points.update(winners[frozenset(table)] for table in one.tables)
    return {player: Fraction(count) for player, count in points.items()}


def assert_seats_everybody_once(one: Round, players: Sequence[int], size: int) -> None:
    assert sorted([*(player for table in one.tables for player in table), *one.waiting]) == sorted(players)
    assert {len(table) for table in one.tables} == {size}
    assert len(one.waiting) == len(players) % size


def assert_waits_fairly(rounds: Sequence[Round], players: Sequence[int]) -> None:
    """Nobody waits twice before everybody has waited once, and so on."""
    waited: Counter[int] = Counter()
    for one in rounds:
        for player in one.waiting:
            waited[player] += 1
        assert max(waited[player] for player in players) <= min(waited[player] for player in players) + 1


@few_examples
@given(counts, seeds)
def test_at_tables_of_two_each_pair_meets_exactly_once(count: int, seed: int) -> None:
    rounds = round_robin(range(count), 2, full_count(count, 2), seed)
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == count * (count - 1) // 2
    for one in rounds:
        assert_seats_everybody_once(one, range(count), 2)
    assert set(waits(rounds).values()) == ({1} if count % 2 else set())


@few_examples
@given(counts, seeds)
def test_everybody_sits_first_as_often_as_second(count: int, seed: int) -> None:
    firsts: Counter[int] = Counter()
    played: Counter[int] = Counter()
    for one in round_robin(range(count), 2, full_count(count, 2), seed):
        firsts.update(table[0] for table in one.tables)
        played.update(player for table in one.tables for player in table)
    assert all(abs(2 * firsts[player] - played[player]) <= 1 for player in range(count))


@few_examples
@given(st.integers(2, 20), seeds)
def test_a_second_time_round_all_sit_the_other_way(count: int, seed: int) -> None:
    once = full_count(count, 2)
    rounds = round_robin(range(count), 2, 2 * once, seed)
    for one, again in zip(rounds[:once], rounds[once:], strict=True):
        assert meetings([one]) == meetings([again])
    ordered = Counter(table for one in rounds for table in one.tables)
    assert set(ordered.values()) == {1}


@settings(max_examples=15, deadline=None)
@given(counts, st.integers(3, 4), st.integers(1, 6), seeds)
def test_larger_tables_meet_so_evenly_that_no_exchange_is_better(count: int, size: int, rounds: int, seed: int) -> None:
    count = max(count, size)
    made = round_robin(range(count), size, rounds, seed)
    for number, one in enumerate(made, start=1):
        assert_seats_everybody_once(one, range(count), size)
        met = meetings(made[:number])
        for table, other in combinations(one.tables, 2):
            for leaving, coming in ((leaving, coming) for leaving in table for coming in other):
                lost = [frozenset((leaving, mate)) for mate in table if mate != leaving]
                lost += [frozenset((coming, mate)) for mate in other if mate != coming]
                won = [frozenset((coming, mate)) for mate in table if mate != leaving]
                won += [frozenset((leaving, mate)) for mate in other if mate != coming]
                assert sum(met[pair] - 1 for pair in lost) <= sum(met[pair] for pair in won)
    assert_waits_fairly(made, range(count))


@pytest.mark.parametrize(("count", "size", "rounds"), [(9, 3, 4), (16, 4, 5)])
def test_where_everybody_can_meet_everybody_once_they_do(count: int, size: int, rounds: int) -> None:
    assert full_count(count, size) == rounds
    for seed in range(2):
        met = meetings(round_robin(range(count), size, rounds, seed))
        assert len(met) == count * (count - 1) // 2


def test_tables_of_eight_are_filled() -> None:
    made = round_robin(range(59), 8, 3, seed=1)
    assert_waits_fairly(made, range(59))
    assert max(meetings(made).values()) <= 2


@few_examples
@given(counts, st.integers(2, 4), st.integers(1, 5), seeds, st.randoms(use_true_random=False))
def test_swiss_rounds_seat_everybody_and_let_nobody_wait_twice_too_soon(
    count: int, size: int, rounds: int, seed: int, chance
) -> None:
    count = max(count, size)
    past: list[Round] = []
    points: dict[int, Fraction] = {}
    for number in range(rounds):
        past.append(swiss_round(range(count), size, past, points, seed + number))
        assert_seats_everybody_once(past[-1], range(count), size)
        for table in past[-1].tables:
            winner = chance.choice(table)
            points[winner] = points.get(winner, Fraction()) + 1
    assert_waits_fairly(past, range(count))


def every_round_of_two(players: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Each way to seat the players at tables of two, of an even number."""
    if not players:
        yield ()
        return
    first, *others = players
    for mate in others:
        for rest in every_round_of_two(tuple(one for one in others if one != mate)):
            yield ((first, mate), *rest)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(0, 6), seeds, st.randoms(use_true_random=False))
def test_of_all_swiss_rounds_for_two_none_is_better(count: int, rounds: int, seed: int, chance) -> None:
    """Compared with every other round: least waited, fewest rematches, fewest points of who waits, closest points."""
    players = tuple(range(count))
    past: list[Round] = []
    points = {player: Fraction() for player in players}
    for number in range(rounds):
        past.append(swiss_round(players, 2, past, points, seed + number))
        for table in past[-1].tables:
            points[chance.choice(table)] += 1
    steps = sorted(set(points.values()))
    met, waited = meetings(past), waits(past)

    def badness(pairs: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        resting = set(players) - {player for pair in pairs for player in pair}
        return (
            sum(waited[player] for player in resting),
            sum(met[frozenset(pair)] for pair in pairs),
            sum(steps.index(points[player]) for player in resting),
            sum((steps.index(points[one]) - steps.index(points[other])) ** 2 for one, other in pairs),
        )

    ways = every_round_of_two(players if count % 2 == 0 else (*players, -1))
    best = min(badness([pair for pair in way if -1 not in pair]) for way in ways)
    assert badness(swiss_round(players, 2, past, points, seed).tables) == best


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 30), st.integers(1, 8), seeds, st.randoms(use_true_random=False))
def test_nobody_meets_again_as_long_as_there_is_another_round(half: int, rounds: int, seed: int, chance) -> None:
    players = range(2 * half)
    past: list[Round] = []
    points: dict[int, Fraction] = {}
    for number in range(rounds):
        met = meetings(past)
        unmet = networkx.Graph(pair for pair in combinations(players, 2) if frozenset(pair) not in met)
        has_another = len(networkx.max_weight_matching(unmet, maxcardinality=True)) == half
        past.append(swiss_round(players, 2, past, points, seed + number))
        assert has_another == (max(meetings(past).values()) == 1 and len(meetings(past)) == (number + 1) * half)
        for table in past[-1].tables:
            winner = chance.choice(table)
            points[winner] = points.get(winner, Fraction()) + 1
        if not has_another:
            break


def test_winners_meet_winners_and_losers_losers() -> None:
    points = {player: Fraction(player % 2) for player in range(16)}
    made = swiss_round(range(16), 2, [], points, seed=3)
    assert all(points[one] == points[other] for one, other in made.tables)
    at_fours = swiss_round(range(16), 4, [], points, seed=3)
    assert all(len({points[player] for player in table}) == 1 for table in at_fours.tables)


def test_with_a_rematch_at_large_tables_only_where_it_cannot_be_helped() -> None:
    past = [swiss_round(range(16), 4, [], {}, seed=5)]
    winners = {table[0]: Fraction(1) for table in past[0].tables}
    assert max(meetings([*past, swiss_round(range(16), 4, past, winners, seed=6)]).values()) == 1


@few_examples
@given(st.integers(6, 30), st.integers(2, 4), seeds, st.sampled_from(["round_robin", "swiss"]))
def test_it_goes_on_when_players_leave_and_come(count: int, size: int, seed: int, method: str) -> None:
    def following(players: Sequence[int], past: list[Round]) -> Round:
        if method == "swiss":
            return swiss_round(players, size, past, {}, seed)
        return round_robin(players, size, 1, seed, past)[0]

    past = round_robin(range(count), size, 2, seed)
    changed = [*range(1, count), 100, 101]  # one has left, two have come
    for _ in range(2):
        past.append(following(changed, past))
        assert_seats_everybody_once(past[-1], changed, size)
        earlier = waits(past[:-1])
        assert all(
            earlier[one] <= min(earlier[player] for player in changed if player not in past[-1].waiting)
            for one in past[-1].waiting
        )


def test_rest_of_a_round_robin_for_two_after_somebody_came_still_has_no_rematch_that_can_be_avoided() -> None:
    past = round_robin(range(7), 2, 3, seed=2)
    rest = round_robin([*range(7), 7], 2, 4, 2, past)
    assert max(meetings([*past, *rest]).values()) == 1


@few_examples
@given(counts, st.integers(2, 4), seeds)
def test_the_same_seed_draws_the_same_rounds(count: int, size: int, seed: int) -> None:
    count = max(count, size)
    assert round_robin(range(count), size, 3, seed) == round_robin(range(count), size, 3, seed)
    past = round_robin(range(count), size, 1, seed)
    assert swiss_round(range(count), size, past, {}, seed) == swiss_round(range(count), size, past, {}, seed)


def test_another_seed_draws_other_rounds() -> None:
    drawn = {seed: swiss_round(range(20), 2, [], {}, seed).tables for seed in range(4)}
    assert len(set(drawn.values())) == len(drawn)
