"""What the box advises on a hand, held against trying every tile that may come next."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.advice import Advice, advise
from engines.jarapon.hand import Pon, Win, fitting_rows, score_hand
from engines.jarapon.sheet import PADAWAN
from engines.jarapon.tiles import BadTiles
from tests.support.engines.jarapon_brute_force import ANY, FACES, RECONSTRUCTION, WILD, BruteForce, every_hand
from tests.support.refusals import refused

SHEET = load_sheet(None, load_tile_set(None))
SEARCH = BruteForce(RECONSTRUCTION)
SUPPLY = Counter([*ANY * 9, WILD, WILD])
Hand = tuple[str, ...]


def advice(tiles: str, seen: str = "", **win: object) -> Advice:
    return advise(tiles.split(), SHEET, Win(**win), seen.split())  # type: ignore[arg-type]


def chances(told: Advice) -> list[tuple[str, int, str, int]]:
    found = told.outlooks[0].chances
    return [(one.wait.tile, one.left, one.wait.score.row.en, one.wait.score.total) for one in found]


def lacking(told: Advice) -> list[tuple[str, str]]:
    return [(near.row.en, " ".join(near.lacks)) for near in told.nearest.near]


def test_nine_tiles_hear_what_to_discard_and_what_then_wins() -> None:
    told = advice("1 1 5 5 5 9 9 9 8")
    assert told.outlooks[0].discard == "8"
    assert chances(told) == [(WILD, 2, "Fated Duel", 230), ("1", 7, "Fated Duel", 200)]
    assert lacking(told)[0] == ("Fated Duel", "1")


def test_tiles_that_lie_open_can_no_longer_come() -> None:
    told = advice("1 1 5 5 5 9 9 9 8", seen="1 1 1 1 1 1 1 wild 8")
    assert chances(told) == [(WILD, 1, "Fated Duel", 230), ("1", 0, "Fated Duel", 200)]
    assert told.outlooks[0].value == 230
    gone = advice("1 1 5 5 5 9 9 9", seen="1 1 1 1 1 1 1 wild wild")
    assert gone.outlooks[0].value == 0
    assert gone.riichi is None
    assert "Fated Duel" not in dict(lacking(gone))  # it cannot be made any more


def test_more_open_tiles_than_there_are_do_no_harm() -> None:
    assert chances(advice("1 1 5 5 5 9 9 9", seen="1 1 1 1 1 1 1 1 1"))[-1][:2] == ("1", 0)


def test_a_near_miss_is_explained_by_the_tiles_that_are_lacking() -> None:
    assert lacking(advice("1 2 2 4 5 6 7 9"))[0] == ("Galaxy Tour", "3 8")
    told = advice("1 2 2 4 5 6 7 9").nearest.helps
    assert [(one.tile, one.left, one.points) for one in told] == [("3", 9, 50), ("8", 9, 50), (WILD, 2, 50)]


def test_an_almighty_laid_as_itself_is_lacking_too() -> None:
    assert ("Balance of the Force", WILD) in lacking(advice("1 1 1 1 5 5 5 5"))


def test_j7_17_riichi_is_told_with_its_worth_and_without() -> None:
    riichi = advice("1 1 1 5 5 5 9 9", dealer=True).riichi
    assert riichi is not None
    assert (riichi.tile, riichi.without, riichi.worth, riichi.pays) == ("9", 400, 460, True)
    assert advice("1 1 1 5 5 5 9 9", riichi=True).riichi is None
    assert advice("1 1 1 5 5 5 9 9", pons=(Pon("1"),)).riichi is None
    assert advice("1 2 2 4 5 6 7 9").riichi is None


def test_j7_22_a_pon_is_told_with_what_it_costs() -> None:
    pon = advice("1 1 2 2 2 4 4 4 8").pon
    assert pon is not None  # a pon of 2, after which the pair of 1 waits as before, for half
    assert (pon.number, pon.without, pon.worth, pon.pays) == ("2", 240, 120, False)
    pon = advice("1 1 2 2 2 4 4 8").pon
    assert pon is not None  # a pon of 1, after which 4 wins
    assert (pon.number, pon.after.discard, pon.without, pon.worth, pon.pays) == ("1", "8", 240, 120, True)


def test_no_pon_where_there_can_be_none() -> None:
    assert advise(["1", "2", "3", "4", "5", "6", "7", "7"], PADAWAN).pon is None
    assert advice("1 1 2 2 2 4 4 4", pons=(Pon("2"), Pon("4"))).pon is None
    assert advice("1 1 2 2 2 4 4 4", riichi=True).pon is None
    assert advice("1 1 2 2 2 4 4 8", seen="1 1 1 1 1 1 1 4 4 4 4 4 4 4").pon is None


def test_tiles_in_open_sets_stay() -> None:
    told = advice("3 3 3 2 2 5 6 7 7", pons=(Pon("3"),))
    assert {outlook.discard for outlook in told.outlooks} == set("2567")
    told = advice("3 3 wild 2 2 5 6 7 7", pons=(Pon("3", wilds=1),))
    assert WILD not in {outlook.discard for outlook in told.outlooks}


def test_what_is_no_hand_of_eight_or_nine_is_refused() -> None:
    with refused("tiles.wrong_count", BadTiles):
        advice("1 2 3")


def some_hands(count: int, size: int, seed: int) -> Iterator[tuple[Hand, Win, Hand]]:
    """Hands of some numbers with almighty tiles, open sets, a dora, and tiles that lie open elsewhere."""
    rng = random.Random(seed)
    while count:
        pons = tuple(Pon(rng.choice(ANY), rng.choice([0, 0, 1])) for _ in range(rng.choice([0, 0, 1, 2])))
        laid = [tile for pon in pons for tile in [pon.number] * (3 - pon.wilds) + [WILD] * pon.wilds]
        wilds = rng.randint(0, 2 - laid.count(WILD)) if laid.count(WILD) < 3 else 0
        numbers = rng.sample(ANY, rng.choice([2, 3, 4, 9]))
        tiles = (*laid, *rng.choices(numbers, k=size - len(laid) - wilds), *[WILD] * wilds)
        win = Win(dealer=rng.random() < 0.3, dora=rng.choice([None, *ANY]), pons=pons)
        rest = list((SUPPLY - Counter(tiles)).elements())
        if max(Counter(tiles).values()) > 9 or (size == 9 and score_hand(tiles, SHEET, win)):
            continue
        yield tiles, win, tuple(rng.sample(rest, rng.choice([0, 15, 50])))
        count -= 1


def paid(tiles: Hand, win: Win) -> int:
    """What nine tiles pay by plain search."""
    fixed = tuple(pon.number for pon in win.pons for _ in range(pon.wilds))
    points = SEARCH.points(tiles, fixed, with_pon=bool(win.pons))
    bonus = 30 * (tiles.count(WILD) + tiles.count(win.dora or "?"))
    return (points + bonus) * (1 + win.dealer) if points else 0


def next_draw(tiles: Sequence[str], left: Counter[str], win: Win) -> int:
    """What every single tile that may come next pays together."""
    return sum(
        left[face] * paid((*tiles, face), win) for face in FACES if left[face] and [*tiles, face].count(WILD) < 3
    )


def concealed(tiles: Hand, win: Win) -> Counter[str]:
    laid = [tile for pon in win.pons for tile in [pon.number] * (3 - pon.wilds) + [WILD] * pon.wilds]
    return Counter(tiles) - Counter(laid)


def without(tiles: Hand, face: str) -> Hand:
    return tuple((Counter(tiles) - Counter([face])).elements())


several = pytest.mark.parametrize("count", [60, pytest.param(3000, marks=pytest.mark.full)])


@several
def test_discards_are_ranked_by_what_every_next_tile_pays(count: int) -> None:
    waiting = 0
    for tiles, win, seen in some_hands(count, 9, seed=1):
        told = advise(tiles, SHEET, win, seen).outlooks
        left = SUPPLY - Counter(tiles) - Counter(seen)
        expected = {face: next_draw(without(tiles, face), left, win) for face in concealed(tiles, win)}
        assert {one.discard: one.value for one in told} == expected, (tiles, win, seen)
        assert [one.value for one in told] == sorted(expected.values(), reverse=True)
        waiting += told[0].value > 0
    assert count / 5 < waiting < count


@several
def test_eight_tiles_wait_for_what_a_search_finds_at_its_worth(count: int) -> None:
    for tiles, win, seen in some_hands(count, 8, seed=2):
        left = SUPPLY - Counter(tiles) - Counter(seen)
        drawn = [face for face in FACES if [*tiles, face].count(WILD) < 3]
        expected = {face: (left[face], paid((*tiles, face), win)) for face in drawn if paid((*tiles, face), win)}
        found = advise(tiles, SHEET, win, seen).outlooks[0].chances
        assert {one.wait.tile: (one.left, one.wait.score.total) for one in found} == expected, (tiles, win, seen)
        totals = [(one.left > 0, one.wait.score.total) for one in found]
        assert totals == sorted(totals, reverse=True)


@cache
def winners(with_pon: bool) -> tuple[Counter[str], ...]:
    """Every nine tiles that are a hand, almighty ones among them, where no tile is fixed."""
    return tuple(Counter(hand) for hand in every_hand() if SEARCH.points(hand, with_pon=with_pon))


def lack(tiles: Hand, left: Counter[str]) -> int:
    """How many tiles the nearest hand lacks that can still be made; 10 where there is none."""
    have = Counter(tiles)
    return min((sum(rest.values()) for hand in winners(False) if (rest := hand - have) <= left), default=10)


@pytest.mark.parametrize("count", [12, pytest.param(300, marks=pytest.mark.full)])
@pytest.mark.parametrize("size", [8, 9])
def test_the_nearest_hands_lack_as_little_as_any_and_what_helps_brings_them_closer(count: int, size: int) -> None:
    for tiles, win, seen in some_hands(count, size, seed=3):
        if win.pons:
            continue
        left = SUPPLY - Counter(tiles) - Counter(seen)
        told, fewest = advise(tiles, SHEET, win, seen).nearest, lack(tiles, left)
        assert told.lacks == fewest
        for near in told.near:
            assert Counter(near.lacks) <= left
            assert len(near.lacks) in (fewest, fewest + 1)
            kept = combinations(tiles, 9 - len(near.lacks))
            assert any(near.row in fitting_rows((*some, *near.lacks), SHEET) for some in kept)
        helps = {face for face in FACES if left[face] and [*tiles, face].count(WILD) < 3}
        helps = {face for face in helps if lack((*tiles, face), left - Counter([face])) < fewest}
        assert {one.tile for one in told.helps} == helps, (tiles, seen)


@several
def test_a_pon_is_offered_where_the_next_tile_then_pays_most(count: int) -> None:
    offered = 0
    for tiles, win, seen in some_hands(count, 8, seed=4):
        left = SUPPLY - Counter(tiles) - Counter(seen)
        found = []
        for number, held in concealed(tiles, win).items():
            then = Win(dealer=win.dealer, dora=win.dora, pons=(*win.pons, Pon(number)))
            nine = (*tiles, number)
            may = number != WILD and held > 1 and left[number] and len(win.pons) < 2 and not paid(nine, win)
            for face in concealed(nine, then) if may else ():
                found.append(next_draw(without(nine, face), left - Counter([number]), then))
        told = advise(tiles, SHEET, win, seen).pon
        assert (told.after.value if told else 0) == max(found, default=0), (tiles, win, seen)
        assert told is None or told.pays is (max(found) > next_draw(tiles, left, win))
        offered += told is not None
    assert offered > count / 10
