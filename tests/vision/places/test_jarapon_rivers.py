"""Rivers of Galaxy Jarapon keep their numbers: what a picture misses leaves a gap and shifts nothing."""

import json
from itertools import islice

import numpy as np
import pytest

from engines.bots import NAMES
from engines.vocabulary import BACK, EMPTY
from tests.support.engines.bot_games import random_game
from tests.support.engines.jarapon import jarapon
from tests.support.vision.jarapon_tables import Gaps, Manner, as_seen, fits, tiles_of
from tests.vision.places.test_jarapon_places import only, row, tile, told
from vision.places.base import Remembering, TablePiece
from vision.places.jarapon.places import JaraponPlaces

SET = row("333", 90, 135, side=2)


def river(places, side: int = 1, most: int = 9) -> list:
    """What the first places of a river show, None for those that are left out."""
    return [places.get(f"river/{side}/{at}") for at in range(1, most + 1)]


def test_a_missed_discard_leaves_a_gap_though_an_open_set_could_explain_it() -> None:
    reader, lain = JaraponPlaces(), row("12345", -53, 74)
    told([*lain, *SET], reader)
    assert river(told([*lain[:1], *lain[2:], *SET], reader), most=6) == ["1", None, "3", "4", "5", EMPTY]
    later = [*lain[:1], *lain[2:], *row("67", -53, 104), *SET]
    assert river(told(later, reader), most=8) == ["1", None, "3", "4", "5", "6", "7", EMPTY]
    assert river(told([*lain, *row("67", -53, 104), *SET], reader), most=8) == [*"1234567", EMPTY]


def test_the_last_discard_is_gone_only_when_that_was_seen_twice() -> None:
    reader, lain = JaraponPlaces(), row("12345", -53, 74)
    told(lain, reader)
    assert river(told(lain[:4], reader), most=6) == [*"1234", None, EMPTY]
    assert river(told(lain[:4], reader), most=6) == [*"1234", EMPTY, EMPTY]
    faint = tile(-53 + 4.5 * 22.4 - 11, 74, "5", confidence=0.3)
    assert river(told([*lain[:4], faint], reader), most=6) == [*"1234", None, EMPTY]


def test_a_missed_last_discard_still_counts_when_the_next_one_comes() -> None:
    reader, lain = JaraponPlaces(), row("12345", -53, 74)
    told(lain[:4], reader)
    assert river(told([*lain[:3], lain[4]], reader), most=6) == [*"123", None, "5", EMPTY]


@pytest.mark.parametrize("closed_up", [True, False])
def test_a_discard_that_was_called_away_counts_no_more(closed_up: bool) -> None:
    reader, lain = JaraponPlaces(), row("12345", -53, 74)
    told(lain, reader)
    called = told([*lain[:4], *SET], reader)
    assert river(called, most=6) == [*"1234", EMPTY, EMPTY]
    after = tile(-53 + 22.4 * 4, 74, "9") if closed_up else tile(-53, 104, "9")
    assert river(told([*lain[:4], after, *SET], reader), most=6) == [*"1234", "9", EMPTY]


def test_which_river_lost_its_last_discard_is_open_while_two_last_ones_are_not_seen() -> None:
    reader, lain, other = JaraponPlaces(), row("12345", -53, 74), row("678", -53, 74, side=3)
    told([*lain, *other], reader)
    at_once = told([*lain[:4], *other[:2], *SET], reader)
    assert river(at_once, most=5) == [*"1234", None]
    assert river(at_once, side=3, most=3) == ["6", "7", None]
    again = told([*lain[:4], *other, *SET], reader)
    assert river(again, most=5) == [*"1234", EMPTY]
    assert river(again, side=3, most=4) == [*"678", EMPTY]


def test_a_discard_burnt_white_by_light_is_left_out_and_is_none_of_a_wall() -> None:
    reader, lain = JaraponPlaces(), row("12345", -53, 74)
    told(lain, reader)
    overexposed = TablePiece(lain[2].ring, {BACK: 0.99, "3": 0.01}, 1.0)
    places = told([*lain[:2], overexposed, *lain[3:]], reader)
    assert river(places, most=6) == ["1", "2", None, "4", "5", EMPTY]
    assert "wall/1/1" not in places


def test_a_shade_that_looks_like_a_back_beside_the_last_discard_hides_none() -> None:
    reader, lain = JaraponPlaces(), [*row("1234567", -53, 90), *row("123", -53, 120)]
    told(lain, reader)
    shade = tile(-53 + 22.4 * 4, 120, BACK, confidence=0.56)
    places = told([*lain, tile(-53 + 22.4 * 3, 120, "4"), shade], reader)
    assert river(places, most=12) == [*"1234567", *"1234", EMPTY]


def test_a_find_that_was_none_is_not_remembered() -> None:
    reader, lain = JaraponPlaces(), row("123", -53, 74)
    told([*lain, tile(-53 + 22.4 * 3, 74, "4", confidence=0.9)], reader)
    assert river(told(lain, reader), most=4) == [*"123", EMPTY]


def test_a_new_deal_begins_with_empty_rivers() -> None:
    reader = JaraponPlaces()
    told([*row("12345", -53, 74), *row("678", -53, 74, side=3)], reader)
    assert not only(told([], reader), "river")
    assert told([], reader)["river/1/1"] == EMPTY
    assert river(told(row("98", -53, 74), reader), most=3) == ["9", "8", EMPTY]


def test_another_table_is_believed_when_it_is_seen_twice() -> None:
    reader = JaraponPlaces()
    told([*row("12345", -53, 74), *row("12345", -53, 104), *row("678", -53, 74, side=3)], reader)
    other = [*row("99", -53, 74), *row("777", -53, 74, side=2)]
    assert not only(told(other, reader), "river/1")
    assert river(told(other, reader), most=3) == ["9", "9", EMPTY]
    assert river(told(other, reader), side=2, most=4) == ["7", "7", "7", EMPTY]


def moved(pieces, degrees: float, shift) -> list[TablePiece]:
    way = np.radians(degrees)
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    return [TablePiece(piece.ring @ turn.T + shift, piece.probabilities, piece.confidence) for piece in pieces]


def test_a_pushed_board_keeps_its_numbers() -> None:
    reader, lain = JaraponPlaces(), [*row("12345", -53, 74), *row("678", -53, 74, side=3)]
    told([*lain, *SET], reader)
    pushed = moved([*lain[:1], *lain[2:], *SET], 3.0, [14.0, -9.0])
    places = told(pushed, reader)
    assert river(places, most=6) == ["1", None, "3", "4", "5", EMPTY]
    assert river(places, side=3, most=4) == [*"678", EMPTY]


def test_a_table_turned_by_a_quarter_begins_anew() -> None:
    reader, lain = JaraponPlaces(), [*row("12345", -53, 74), *row("678", -53, 74, side=3)]
    told(lain, reader)
    places = told(moved(lain, 90.0, [0.0, 0.0]), reader)
    assert river(places, side=2, most=6) == [*"12345", EMPTY]
    assert river(places, most=1) == [EMPTY]


def test_what_is_remembered_outlives_a_power_cut() -> None:
    before, lain = JaraponPlaces(), row("12345", -53, 74)
    first, second = row("777", 90, 135), row("888", 5, 135)
    told([*lain, *first], before)
    told([*lain, *first, *second], before)
    assert isinstance(before, Remembering)
    after = JaraponPlaces()
    after.remember(json.loads(json.dumps(before.memory())))
    places = told([*lain[:1], *lain[2:], *first, *second], after)
    assert river(places, most=6) == ["1", None, "3", "4", "5", EMPTY]
    assert [places[f"pon/1/{number}/1"] for number in (1, 2)] == ["7", "8"]
    with pytest.raises((KeyError, TypeError, ValueError)):
        after.remember({"rivers": {"1": [[1, 2]]}})
    assert after.memory() == before.memory() or river(told(lain, after), most=5) == [*"12345"]


MANNERS = [Manner(), Manner(row=6, gaps=True, sideways=False, care=2, twist=4)]


def pictures(manner: Manner, players: int, missed: float):
    """Every picture of a game with what must lie there; each misses a share of the tiles before players."""
    rng, gaps = np.random.default_rng(players), Gaps()
    for state, _ in islice(random_game(jarapon, NAMES[:players], {"dealer": "first"}, players), 150):
        free = gaps.see(state)
        if fits(state, manner):
            layout = jarapon.layout(state)
            tiles = tiles_of(state, layout, manner, players, free)
            seen = [
                one for one in tiles if one.face == BACK or max(abs(one.x), abs(one.y)) > 130 or rng.random() > missed
            ]
            yield as_seen(seen, 0, 1.5, rng), layout


@pytest.mark.parametrize("manner", MANNERS)
def test_in_whole_games_of_which_every_picture_misses_discards_no_place_shows_another_tile(manner: Manner) -> None:
    right = 0
    for players in (2, 4):
        reader = JaraponPlaces()
        for pieces, layout in pictures(manner, players, missed=0.06):
            for place, probabilities in reader.place(pieces).places.items():
                shows = max(probabilities, key=lambda face: probabilities[face])
                assert shows == EMPTY or shows in layout.get(place, ()), place
                right += shows != EMPTY
    assert right > 900
