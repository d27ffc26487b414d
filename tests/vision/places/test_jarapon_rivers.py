"""Rivers of Galaxy Jarapon keep their numbers: what a picture misses leaves a gap and shifts nothing."""

import json
from itertools import islice

import numpy as np
import pytest

from device.games.profile import likeliest_face
from engines.bots import NAMES
from engines.vocabulary import BACK, EMPTY
from tests.support.engines.bot_games import random_game
from tests.support.engines.jarapon import jarapon
from tests.support.vision.jarapon_tables import PITCH, Manner, as_seen, rotation, tables
from tests.vision.places.test_jarapon_places import only, row, shown, tile, told
from vision.places.base import TablePiece
from vision.places.jarapon.places import JaraponPlaces

SET = row("333", 90, 135, side=2)
LAIN, OTHER = row("12345", -53, 74), row("678", -53, 74, side=3)

# Pictures of the river before one player, and after `->` what is told of its first places, see `shown`.
# In a picture, rows are parted by `/`, nothing is seen at `-`, and `+` is an open set.
RIVERS: dict[str, tuple[str, ...]] = {
    "called tiles leave no number free": ("12-45/678 + -> 1245678.",),
    "a gap while no set lies open is a tile that was not seen": ("12-45 -> 12??????????????",),
    "so it is in the beginning": ("-2345/678 -> ????????????????",),
    "what is missed leaves a gap though an open set could explain it": (
        "12345 +",
        "1-345 + -> 1?345.",
        "1-345/67 + -> 1?34567.",
        "12345/67 + -> 1234567.",
    ),
    "the last discard is gone only when that was seen twice": ("12345", "1234 -> 1234?.", "1234 -> 1234.."),
    "a missed last discard counts when the next one comes": ("1234", "123-5 -> 123?5."),
    "a called discard counts no more, the river being closed up": ("12345", "1234 + -> 1234..", "12349 + -> 12349."),
    "a called discard counts no more, its room being left free": ("12345", "1234 +", "1234/9 + -> 12349."),
}


def laid(picture: str) -> list[TablePiece]:
    river, _, is_open = picture.strip().partition(" ")
    rows = [
        tile(-53 + PITCH * at, 74 + 30 * down, face)
        for down, faces in enumerate(river.split("/"))
        for at, face in enumerate(faces)
        if face != "-"
    ]
    return [*rows, *(SET if is_open else ())]


def river(places, side: int = 1, most: int = 16) -> str:
    return shown(places, f"river/{side}")[:most]


@pytest.mark.parametrize("pictures", RIVERS.values(), ids=RIVERS)
def test_a_river_followed_from_picture_to_picture(pictures: tuple[str, ...]) -> None:
    reader = JaraponPlaces()
    for step in pictures:
        picture, arrow, after = step.partition("->")
        places = told(laid(picture), reader)
        assert not arrow or river(places, most=len(after.strip())) == after.strip()


def test_a_faint_find_where_the_last_discard_lay_may_be_it() -> None:
    reader = JaraponPlaces()
    for lying in (LAIN, LAIN[:4], LAIN[:4]):
        told(lying, reader)
    faint = tile(-53 + 4.5 * PITCH - 11, 74, "5", confidence=0.3)
    assert river(told([*LAIN[:4], faint], reader), most=6) == "1234?."


def test_which_river_lost_its_last_discard_is_open_while_two_last_ones_are_not_seen() -> None:
    reader = JaraponPlaces()
    told([*LAIN, *OTHER], reader)
    for other, rivers in ((OTHER[:2], ("1234?", "67?")), (OTHER, ("1234.", "678."))):
        places = told([*LAIN[:4], *other, *SET], reader)
        assert (river(places, most=5), river(places, 3, len(rivers[1]))) == rivers


@pytest.mark.parametrize(("share", "before"), [(0.7, ()), (0.99, LAIN)])
def test_a_discard_burnt_white_by_light_is_left_out_and_counted_and_is_none_of_a_wall(share: float, before) -> None:
    reader = JaraponPlaces()
    told(before, reader)
    overexposed = TablePiece(LAIN[2].ring, {BACK: share, "3": 1 - share}, 1.0)
    places = told([*LAIN[:2], overexposed, *LAIN[3:]], reader)
    assert river(places, most=6) == "12?45."
    assert "wall/1/1" not in places


def test_a_shade_that_looks_like_a_back_beside_the_last_discard_hides_none() -> None:
    reader, lain = JaraponPlaces(), [*row("1234567", -53, 90), *row("123", -53, 120)]
    told(lain, reader)
    shade = tile(-53 + PITCH * 4, 120, BACK, confidence=0.56)
    places = told([*lain, tile(-53 + PITCH * 3, 120, "4"), shade], reader)
    assert river(places, most=12) == "12345671234."


def test_a_find_that_was_none_is_not_remembered() -> None:
    reader = JaraponPlaces()
    told([*LAIN[:3], tile(-53 + PITCH * 3, 74, "4", confidence=0.9)], reader)
    assert river(told(LAIN[:3], reader), most=4) == "123."


def test_a_new_deal_begins_with_empty_rivers() -> None:
    reader = JaraponPlaces()
    told([*LAIN, *OTHER], reader)
    assert not only(told([], reader), "river")
    assert told([], reader)["river/1/1"] == EMPTY
    assert river(told(row("98", -53, 74), reader), most=3) == "98."


def test_another_table_is_believed_when_it_is_seen_twice() -> None:
    reader = JaraponPlaces()
    told([*LAIN, *row("12345", -53, 104), *OTHER], reader)
    other = [*row("99", -53, 74), *row("777", -53, 74, side=2)]
    assert not only(told(other, reader), "river/1")
    places = told(other, reader)
    assert (river(places, most=3), river(places, 2, 4)) == ("99.", "777.")


def moved(pieces, degrees: float, shift=(0.0, 0.0)) -> list[TablePiece]:
    return [
        TablePiece(piece.ring @ rotation(degrees).T + shift, piece.probabilities, piece.confidence) for piece in pieces
    ]


def test_a_pushed_board_keeps_its_numbers_and_one_turned_by_a_quarter_begins_anew() -> None:
    reader = JaraponPlaces()
    told([*LAIN, *OTHER, *SET], reader)
    pushed = told(moved([*LAIN[:1], *LAIN[2:], *OTHER, *SET], 3.0, [14.0, -9.0]), reader)
    assert (river(pushed, most=6), river(pushed, 3, 4)) == ("1?345.", "678.")
    reader = JaraponPlaces()
    told([*LAIN, *OTHER], reader)
    turned = told(moved([*LAIN, *OTHER], 90.0), reader)
    assert (river(turned, 2, 6), river(turned, most=1)) == ("12345.", ".")


def test_what_is_remembered_outlives_a_power_cut() -> None:
    before, sets = JaraponPlaces(), [*row("777", 90, 135), *row("888", 5, 135)]
    told([*LAIN, *sets[:3]], before)
    told([*LAIN, *sets], before)
    after = JaraponPlaces()
    after.memory = json.loads(json.dumps(before.memory))
    places = told([*LAIN[:1], *LAIN[2:], *sets], after)
    assert river(places, most=6) == "1?345."
    assert [places[f"pon/1/{number}/1"] for number in (1, 2)] == ["7", "8"]
    with pytest.raises((KeyError, TypeError, ValueError)):
        after.memory = {"rivers": {"1": [[1, 2]]}}
    assert after.memory == before.memory or river(told(LAIN, after), most=5) == "12345"


@pytest.mark.parametrize("manner", [Manner(), Manner(row=6, gaps=True, sideways=False, care=2, twist=4)])
def test_in_whole_games_of_which_every_picture_misses_discards_no_place_shows_another_tile(manner: Manner) -> None:
    right = 0
    for players in (2, 4):
        reader, rng = JaraponPlaces(), np.random.default_rng(players)
        game = islice(random_game(jarapon, NAMES[:players], {"dealer": "first"}, players), 150)
        for tiles, layout in tables(game, manner, players):
            if tiles is None:
                continue
            seen = [
                one for one in tiles if one.face == BACK or max(abs(one.x), abs(one.y)) > 130 or rng.random() > 0.06
            ]
            for place, likely in reader.place(as_seen(seen, 0, 1.5, rng)).places.items():
                if max(likely, key=lambda face: likely[face]) != EMPTY:
                    assert likeliest_face(likely) in layout.get(place, ()), place
                    right += 1
    assert right > 900
