"""What a hand is worth, rule by rule (J7-14 to J7-19)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.config.sheets import load_sheet, load_tile_set
from engines.jarapon.hand import Bonus, HandScore, Pon, Win, fitting_rows, is_waiting, pons_among, score_hand, waits
from engines.jarapon.sheet import PADAWAN, ScoreSheet
from engines.jarapon.tiles import BadTiles
from engines.vocabulary import NUMBERS, WILD
from tests.support.engines.in_short import short
from tests.support.refusals import refused

SHEET = load_sheet(None, load_tile_set(None))


def scored(tiles: str, win: Win | None = None) -> HandScore:
    score = score_hand(tiles.split(), SHEET, win or Win())
    assert score is not None
    return score


def test_j7_16_only_the_dearest_hand_counts() -> None:
    tiles = "1 1 1 2 2 2 3 3 3"
    assert scored(tiles).row.en == "Resistance"
    assert [row.en for row in fitting_rows(tiles.split(), SHEET)] == ["Resistance", "Sets in a Row", "Three Sets"]


@pytest.mark.parametrize(
    ("tiles", "hand", "stands_for"),
    [
        ("4 4 4 4 wild 4 7 7 7", "Six and Three", ("4",)),
        ("9 9 9 9 9 9 9 wild wild", "Nine of One", ("9", "9")),
        ("1 1 1 2 2 2 4 4 wild", "Resistance", ("4",)),
        ("1 1 1 5 5 5 5 wild wild", "Balance of the Force", ("wild", "1")),
        ("1 2 3 4 5 6 7 8 wild", "Galaxy Tour", ("9",)),
    ],
)
def test_j7_16_almighty_tiles_stand_for_what_pays_most(tiles: str, hand: str, stands_for: tuple[str, ...]) -> None:
    score = scored(tiles)
    assert (score.row.en, score.stands_for) == (hand, stands_for)


def test_nine_tiles_that_are_no_hand_are_none() -> None:
    assert score_hand(["1", "1", "1", "2", "2", "2", "3", "3", "4"], SHEET) is None


@pytest.mark.parametrize(
    ("tiles", "win", "bonuses"),
    [
        ("9 9 9 9 9 9 9 wild wild", Win(), [Bonus("almighty", 2, 60)]),
        ("4 4 4 4 4 4 7 7 7", Win(dora="7"), [Bonus("dora", 3, 90)]),
        ("4 4 4 4 4 4 7 7 7", Win(riichi=True), [Bonus("riichi", 1, 30)]),
        ("4 4 4 4 4 4 7 7 7", Win(bonus="7"), []),
        ("4 4 4 4 4 4 7 7 7", Win(riichi=True, bonus="7"), [Bonus("riichi", 1, 30), Bonus("bonus", 3, 90)]),
        ("4 4 4 4 4 4 7 7 wild", Win(dora="7"), [Bonus("almighty", 1, 30), Bonus("dora", 2, 60)]),
        ("4 4 4 4 4 4 7 7 wild", Win(dora=WILD, bonus=WILD), [Bonus("almighty", 1, 30)]),
    ],
)
def test_j7_17_and_18_bonuses(tiles: str, win: Win, bonuses: list[Bonus]) -> None:
    score = scored(tiles, win)
    assert list(score.bonuses) == bonuses
    assert score.total == 180 + sum(bonus.points for bonus in bonuses) + (420 if tiles.startswith("9") else 0)


def test_j7_17_dora_and_bonus_of_one_number_are_sixty_a_tile() -> None:
    score = scored("4 4 4 4 4 4 7 7 7", Win(riichi=True, dora="7", bonus="7"))
    assert score.total == 180 + 30 + 3 * 60


def test_j7_21_a_dealer_gets_points_and_bonuses_twice() -> None:
    assert scored("4 4 4 4 4 4 7 7 7", Win(dealer=True, dora="7")).total == 2 * (180 + 90)


def test_j7_22_pon_points_replace_points_and_bonuses_are_not_halved() -> None:
    score = scored("4 4 4 4 4 4 7 7 7", Win(dora="7", dealer=True, pons=(Pon("7"),)))
    assert (score.points, score.total) == (90, 2 * (90 + 90))


def test_a_row_printed_with_a_dash_cannot_be_made_with_pon() -> None:
    tiles = ["1", "1", "1", "1", "5", "5", "5", "5", "wild"]
    assert score_hand(tiles, SHEET, Win(pons=(Pon("1"),))) is None


def test_j7_8_an_almighty_in_an_open_set_is_fixed() -> None:
    free = scored("1 1 1 2 2 2 4 4 wild", Win(pons=(Pon("1"),)))
    assert (free.row.en, free.points) == ("Resistance", 120)
    fixed = scored("3 3 wild 2 2 2 7 7 7", Win(pons=(Pon("3", wilds=1),)))
    assert (fixed.row.en, fixed.stands_for, fixed.bonuses) == ("Three Sets", ("3",), (Bonus("almighty", 1, 30),))
    assert score_hand(["3", "3", "wild", "2", "2", "7", "7", "7", "7"], SHEET, Win(pons=(Pon("3", wilds=1),))) is None


def test_the_sets_that_lie_open_are_found_among_the_tiles() -> None:
    tiles = ["3", "3", "wild", "3", "4", "4", "4", "wild", "4"]
    assert pons_among(tiles, ["3"]) == (Pon("3"),)
    assert pons_among(tiles, [("3", "wild", "3")]) == (Pon("3", wilds=1),)
    assert pons_among(["4", "4", "4", "4", "4", "wild", "7", "7", "7"], ["4", "4"]) == (Pon("4"), Pon("4", wilds=1))


@pytest.mark.parametrize(
    ("tiles", "win", "why"),
    [
        ("1 2 3", Win(), "wrong_count 3"),
        ("1 2 3 4 5 6 wild wild wild", Win(), "too_many_wild 3 2"),
        ("1 1 2 2 2 3 3 3 3", Win(pons=(Pon("1"),)), "no_such_pon 1"),
        ("1 1 2 2 2 3 3 3 3", Win(pons=(Pon("1", wilds=1),)), "no_such_pon 1"),
        ("1 1 1 1 1 2 3 3 3", Win(pons=(Pon("1"), Pon("1"))), "no_such_pon 1"),
        ("1 1 1 2 2 2 3 3 3", Win(pons=(Pon("1"), Pon("2"), Pon("3"))), "too_many_pons 2"),
        ("1 1 1 2 2 2 3 3 3", Win(riichi=True, pons=(Pon("1"),)), "riichi_with_pon"),
    ],
)
def test_tiles_that_cannot_be_are_refused(tiles: str, win: Win, why: str) -> None:
    with pytest.raises(BadTiles) as error:
        score_hand(tiles.split(), SHEET, win)
    assert short(error.value.said) == why


@pytest.mark.parametrize("laid", [("3", "3"), ("3", "3", "4"), ("wild",), ("wild", "wild", "wild"), ()])
def test_what_is_no_open_set_is_refused(laid: tuple[str, ...]) -> None:
    with refused("hand.not_a_pon", BadTiles):
        pons_among(["3", "3", "3", "4", "4", "4", "5", "5", "5"], [laid])


def test_eight_tiles_wait_for_what_makes_them_a_hand() -> None:
    found = waits(["1", "1", "1", "5", "5", "5", "9", "9"], SHEET, Win(dora="9"))
    assert [(wait.tile, wait.score.row.en, wait.score.total) for wait in found] == [
        ("9", "Fated Duel", 200 + 90),
        (WILD, "Fated Duel", 200 + 60 + 30),
    ]


def test_a_third_almighty_is_never_waited_for() -> None:
    found = waits(["9", "9", "9", "9", "9", "9", "wild", "wild"], SHEET)
    assert [wait.tile for wait in found] == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert found[-1].score.row.en == "Nine of One"


def test_j7_14_and_19_padawan_knows_one_hand_and_two_bonuses() -> None:
    score = score_hand(["1", "2", "3", "4", "5", "6", "7", "8", "wild"], PADAWAN, Win(riichi=True, dora="1", bonus="2"))
    assert score is not None
    assert (score.points, score.total) == (50, 50 + 30 + 30)
    assert score_hand(["1", "1", "1", "2", "2", "2", "3", "3", "3"], PADAWAN) is None


hands = st.lists(st.sampled_from(NUMBERS), min_size=8, max_size=8).flatmap(
    lambda tiles: st.integers(0, 2).map(lambda wilds: tiles[: 8 - wilds] + [WILD] * wilds)
)


@given(hands)
def test_waits_are_just_the_tiles_that_complete(tiles: list[str]) -> None:
    complete = {
        tile for tile in (*NUMBERS, WILD) if [*tiles, tile].count(WILD) <= 2 and score_hand([*tiles, tile], SHEET)
    }
    assert {wait.tile for wait in waits(tiles, SHEET)} == complete


@given(hands, st.sampled_from(NUMBERS), st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(tiles: list[str], tile: str, rng: Random) -> None:
    hand = [*tiles, tile]
    shuffled = list(hand)
    rng.shuffle(shuffled)
    assert score_hand(shuffled, SHEET) == score_hand(hand, SHEET)


@pytest.mark.parametrize("sheet", [SHEET, PADAWAN], ids=["reconstruction", "padawan"])
@given(st.lists(st.sampled_from([*NUMBERS[:6], WILD]), min_size=8, max_size=8).filter(lambda t: t.count(WILD) < 3))
def test_whether_eight_tiles_wait_is_what_their_waits_say(sheet: ScoreSheet, tiles: list[str]) -> None:
    assert is_waiting(tiles, sheet) is bool(waits(tiles, sheet))


def test_j7_18_opt_the_assignment_that_pays_most_is_taken_with_the_dora() -> None:
    """J7-16: the almighty in three sets may stand for either pair's number; where it may be a dora it does."""
    tiles = "2 2 3 3 3 3 3 3 wild"
    plain, counted = (scored(tiles, Win(dora="2", almighty_counts=counts)) for counts in (False, True))
    assert (plain.row.en, plain.stands_for, plain.total) == ("Six and Three", ("2",), 180 + 30 + 60)
    assert counted.total == 180 + 30 + 90
    pairs = "1 1 1 2 2 2 2 wild wild"
    assert scored(pairs, Win(dora="1", almighty_counts=True)).stands_for == ("2", "2")
    nines = scored("9 9 9 9 9 9 9 wild wild", Win(dora="9", riichi=True, bonus="9", almighty_counts=True))
    assert nines.total == 600 + 60 + 270 + 30 + 270
    assert scored("3 3 wild 4 4 4 5 5 5", Win(dora="3", pons=(Pon("3", 1),), almighty_counts=True)).bonuses == (
        Bonus("almighty", 1, 30),
        Bonus("dora", 3, 90),
    )
