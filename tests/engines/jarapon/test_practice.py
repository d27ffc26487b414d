"""Hands to practise on: the same for everybody on a day, and each asks something."""

from datetime import date, timedelta

import pytest

from device.config.sheets import load_sheet, load_tile_set
from device.hands.practice import hand_of
from engines.jarapon.advice import advise
from engines.jarapon.practice import asks, practice_hand
from engines.jarapon.sheet import PADAWAN
from engines.jarapon.tiles import parse_tiles
from engines.messages import Refusal

TILE_SET = load_tile_set(None)
SHEET = load_sheet(None, TILE_SET)
DAY = date(2026, 11, 29)
DAYS = [DAY + timedelta(day) for day in range(20)]


def test_the_hand_of_a_day_stays_the_same() -> None:
    """Another one would be another question on two boxes of one village."""
    hands = ["".join(hand_of(DAY, number, SHEET, "en")["tiles"]).replace("wild", "★") for number in range(3)]
    assert hands == ["11115999★", "11137777★", "77788889★"]


@pytest.mark.parametrize("day", DAYS)
def test_a_hand_does_not_win_and_some_of_its_discards_wait_better_than_others(day: date) -> None:
    tiles = tuple(hand_of(day, 0, SHEET, "en")["tiles"])
    outlooks = advise(tiles, SHEET).outlooks
    assert asks(tiles, SHEET)
    assert outlooks[0].value > outlooks[1].value > 0 or outlooks[1].value > outlooks[2].value > 0


@pytest.mark.parametrize("day", DAYS)
def test_the_advisers_own_choice_is_as_good_as_the_best_and_no_other_gets_more_praise(day: date) -> None:
    hand = hand_of(day, 1, SHEET, "en")
    first, *others = hand["choices"]
    assert first["tile"] == hand["advice"]["discards"][0]["tile"]
    assert first["best"]
    assert first["said"].startswith("No discard is better than")
    values = {outlook.discard: outlook.value for outlook in advise(hand["tiles"], SHEET).outlooks}
    for one in others:
        assert one["best"] is (values[one["tile"]] == values[first["tile"]])
        assert one["best"] is one["said"].startswith("No discard is better than")
    assert {one["tile"] for one in hand["choices"]} == set(hand["tiles"])


@pytest.mark.parametrize(("tiles", "known"), [
    ("1 1 1 2 2 2 3 3 3", False),  # wins
    ("1 1 1 2 2 2 3 3 4", False),  # only without the 4 does a tile win
    ("1 1 1 1 5 9 9 9 wild", True),
])  # fmt: skip
def test_a_hand_that_wins_or_has_one_answer_only_asks_nothing(tiles: str, known: bool) -> None:
    assert asks(parse_tiles(tiles, TILE_SET), SHEET) is known


def test_a_sheet_by_which_nothing_can_be_asked_says_so() -> None:
    """By Padawan rules one each of 1 to 9 wins (J7-14): a tile too many is the only one to discard."""
    assert practice_hand("any day", PADAWAN) is None
    with pytest.raises(Refusal) as error:
        hand_of(DAY, 0, PADAWAN, "en")
    assert error.value.said.key == "practice.none"
