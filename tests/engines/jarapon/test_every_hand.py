"""Every one of the 43,615 possible hands against an independent search, by the shipped sheet and by random ones."""

import random
from collections.abc import Sequence

import pytest

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.hand import Pon, Win, score_hand
from engines.jarapon.sheet import ScoreSheet, parse_sheet
from engines.jarapon.tiles import PLAIN_TILES
from tests.support.engines.jarapon_brute_force import ANY, RECONSTRUCTION, WILD, BruteForce, Row, every_hand, toml_of


def random_rows(seed: int) -> tuple[Row, ...]:
    """Rows of all sorts: counts, numbers, runs, rules, an almighty as itself, with pon points and without."""
    rng = random.Random(seed)
    rows = []
    while len(rows) < 8:
        counts = rng.choice([(9,), (6, 3), (3, 3, 3), (4, 4, 1), (5, 4), (2, 3, 4), (7, 2), (3, 5, 1)])
        rule = rng.choice(["free", "different", "in a row"])
        groups = []
        for count in counts:
            numbers = "".join(sorted(rng.sample(ANY, rng.randint(3, 9))))
            runs = rule != "in a row" and rng.random() < 0.3
            groups.append((count, ANY if runs else numbers, runs))
        if rule != "in a row" and counts[-1] == 1 and rng.random() < 0.7:
            groups[-1] = (1, WILD, False)
        points = 10 * rng.randint(1, 60)
        rows.append(Row(f"row {len(rows)}", tuple(groups), rule, points, rng.choice([0, 10 * rng.randint(1, 60)])))
    return tuple(rows)


def shipped() -> tuple[ScoreSheet, BruteForce]:
    return load_sheet(None, load_tile_set(None)), BruteForce(RECONSTRUCTION)


def of_chance(seed: int) -> tuple[ScoreSheet, BruteForce]:
    rows = random_rows(seed)
    return parse_sheet(toml_of(rows), "random.toml", PLAIN_TILES), BruteForce(rows)


every_sheet = pytest.mark.parametrize(
    ("sheet", "search"), [shipped(), *(pytest.param(*of_chance(seed), marks=pytest.mark.full) for seed in (1, 2))]
)


def test_there_are_as_many_hands_as_there_should_be() -> None:
    wilds = [hand.count(WILD) for hand in every_hand()]
    assert [wilds.count(count) for count in (0, 1, 2)] == [24310, 12870, 6435]


@pytest.mark.full
@every_sheet
def test_j7_18_every_hand_pays_what_a_search_finds_where_almighty_tiles_count_as_dora(
    sheet: ScoreSheet, search: BruteForce
) -> None:
    rng, wrong = random.Random(5), []
    for hand in every_hand():
        if WILD not in hand:
            continue
        dora = rng.choice(ANY)
        score = score_hand(hand, sheet, Win(dora=dora, almighty_counts=True))
        found = search.points(hand, dora=dora)
        if (score.total - 30 * hand.count(WILD) if score else 0) != found:
            wrong.append((hand, dora, score and score.total, found))
    assert wrong == []


@every_sheet
def test_every_hand_pays_what_a_search_finds_and_is_read_as_tiles_that_make_its_row(
    sheet: ScoreSheet, search: BruteForce
) -> None:
    wrong, scored = [], 0
    for hand in every_hand():
        score = score_hand(hand, sheet)
        if (score.points if score else 0) != search.points(hand):
            wrong.append(hand)
        if score:
            natural = [tile for tile in hand if tile != WILD]
            assert sorted(score.reading) == sorted([*natural, *score.stands_for])
            assert score.row.en in {row.name for row in search.fitting(tuple(sorted(score.reading)))}
            scored += 1
    assert wrong == []
    assert scored > 100


@every_sheet
def test_open_sets_pay_what_a_search_finds(sheet: ScoreSheet, search: BruteForce) -> None:
    rng = random.Random(7)
    won = 0
    for _ in range(6000):
        pons = [random_pon(rng) for _ in range(rng.choice([1, 2]))]
        fixed = tuple(pon.number for pon in pons for _ in range(pon.wilds))
        if len(fixed) > 2:
            continue
        hand = (*open_tiles(pons), *concealed(rng, 9 - 3 * len(pons), most_wild=2 - len(fixed)))
        score = score_hand(hand, sheet, Win(pons=tuple(pons)))
        assert (score.points if score else 0) == search.points(hand, fixed, with_pon=True), (hand, pons)
        won += score is not None
    assert won > 20


def random_pon(rng: random.Random) -> Pon:
    return Pon(rng.choice(ANY), rng.choice([0, 0, 0, 1, 2]))


def open_tiles(pons: Sequence[Pon]) -> list[str]:
    return [tile for pon in pons for tile in [pon.number] * (3 - pon.wilds) + [WILD] * pon.wilds]


def concealed(rng: random.Random, count: int, most_wild: int) -> list[str]:
    """So many tiles of few numbers, so that many of them are hands."""
    numbers = rng.choices(ANY, k=2)
    wilds = rng.randint(0, most_wild)
    return rng.choices(numbers, k=count - wilds) + [WILD] * wilds
