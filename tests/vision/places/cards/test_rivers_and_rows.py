"""The river and the rows of melds of Stop, followed from picture to picture."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.vision.laid_cards import LONG, SHORT, card
from vision.places.cards.melded import melded_zones
from vision.places.cards.pile import LOOKS
from vision.places.cards.places import CardPlaces
from vision.places.cards.river import River
from vision.places.cards.rows import Rows

WIDTH = 1700.0


def test_a_river_begins_where_its_first_card_is_laid_and_its_row_is_told_from_a_meld_beside_it() -> None:
    places = CardPlaces(melded_zones, 5)
    stock, meld = card("back", 850.0, 650.0), [card(code, 700.0, 400.0 + 20 * at) for at, code in enumerate("789")]
    row = [card(code, 840.0 + 16 * at, 520.0, level=at) for at, code in enumerate(("KD", "5S", "2C"))]
    for count in (0, 1, 1, 2, 2, 3, 3):
        found = places.place([stock, *row[:count], *(meld if count > 1 else ())], WIDTH)
    assert found.names == ("stock", "river", "river", "river", "row/1", "row/1", "row/1")
    shown = {place: max(likely, key=lambda face: likely[face]) for place, likely in found.places.items() if likely}
    assert (shown["river"], shown["beside/river/1"], shown["beside/river/2"]) == ("2C", "KD", "5S")


def test_a_hand_that_is_shown_beside_the_river_is_no_part_of_it() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 600, 450)
    river = [card(code, 700 + 20 * at, 450, level=at) for at, code in enumerate(("KD", "5S", "2C"))]
    for _ in range(2 * LOOKS):
        places.place([stock], 1280)
    for _ in range(LOOKS):
        places.place([stock, *river], 1280)
    hand = [card(code, 680 + 24 * at, 512, level=at) for at, code in enumerate(("3H", "6C", "9D", "JS"))]
    for _ in range(LOOKS):
        found = places.place([stock, *river, *hand], 1280)
    assert found.names[4:] == ("row/1",) * 4
    assert found.places["river"]["2C"] == 1.0


def test_the_last_card_of_a_line_and_the_first_of_the_next_may_come_at_once() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 600, 450)
    line = [card(code, 700 + 16 * at, 450, level=at) for at, code in enumerate(("KD", "5S", "3C", "JH", "9D", "2C"))]
    for count in (0, 0, 1, 1, 5, 5):
        places.place([stock, *line[:count]], 1280)
    for _ in range(LOOKS):
        found = places.place([stock, *line, card("AS", 700, 450 + 1.1 * LONG, level=6)], 1280)
    assert found.names[-2:] == ("river", "river")


def test_a_card_laid_off_beside_a_line_that_has_begun_is_the_melds() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 600, 450)
    line = [card(code, 700 + 16 * at, 450, level=at) for at, code in enumerate(("KD", "5S", "3C", "JH", "9D", "2C"))]
    begun = [*line, card("AS", 712, 530, level=6)]
    meld = [card(code, 612 + 24 * at, 590, level=at) for at, code in enumerate(("10C", "JC", "QC"))]
    for seen in ([stock], [stock], [stock, line[0]], [stock, *line], [stock, *begun], [stock, *begun, *meld]):
        for _ in range(LOOKS):
            places.place(seen, 1280)
    for _ in range(LOOKS):
        found = places.place([stock, *begun, *meld, card("KC", 694, 585, level=3)], 1280)
    assert found.names[-1] == found.names[-2] != "river"
    assert found.places["river"]["AS"] == 1.0
    near = {
        max(likely, key=lambda face: likely[face])
        for place, likely in found.places.items()
        if place.startswith("beside/near/")
    }
    assert "KC" in near, "it lies as near to the river as its next card may"
    assert "10C" not in near


def test_the_second_card_of_a_line_is_a_discard_though_the_first_is_missed() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 600, 450)
    line = [card(code, 700 + 16 * at, 450, level=at) for at, code in enumerate(("KD", "5S", "3C", "JH", "9D", "2C"))]
    first, second = card("AS", 710, 542, level=6), card("4S", 728, 570, level=7)
    for seen in ([stock], [stock, line[0]], [stock, *line], [stock, *line, first]):
        for _ in range(LOOKS):
            places.place(seen, 1280)
    assert places.place([stock, *line, second], 1280).names[-1] == "river"


def test_a_card_taken_from_the_river_for_a_meld_near_by_is_the_melds() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 600, 450)
    river = [card(code, 700 + 20 * at, 450, level=at) for at, code in enumerate(("KD", "5S", "3C"))]
    for seen in ([stock], [stock], [stock, *river], [stock, *river]):
        places.place(seen, 1280)
    meld = [card(code, 800 + 24 * at, 340, level=at) for at, code in enumerate(("3H", "3D", "3C"))]
    for _ in range(LOOKS):
        found = places.place([stock, *river[:2], *meld], 1280)
    assert found.names == ("stock", "river", "river", "row/1", "row/1", "row/1")
    assert found.places["river"]["5S"] == 1.0


def test_a_card_of_the_river_that_is_pushed_aside_is_still_its_top() -> None:
    places = CardPlaces(melded_zones, 5)
    stock, king, ace = card("back", 600, 450), card("KD", 700, 450), card("AS", 720, 450, level=1)
    for seen in ([stock], [stock], [stock, king, ace], [stock, king, ace]):
        places.place(seen, 1280)
    for _ in range(LOOKS):
        found = places.place([stock, king, card("AS", 800, 500, level=1)], 1280)
    assert found.places["river"]["AS"] == 1.0


def test_a_card_of_the_river_that_lies_under_another_is_open() -> None:
    places = CardPlaces(melded_zones, 5)
    stock, ace, king = card("back", 850.0, 650.0), card("AS", 940.0, 650.0), card("KH", 941.0, 650.0, level=1)
    for cards in ([stock], [stock, ace], [stock, ace], [stock, king], [stock, king]):
        found = places.place(cards, WIDTH)
    assert found.places["river"]["KH"] == 1.0
    assert found.places["beside/river/1"] == {"AS": 0.5, "empty": 0.5}


def test_a_discard_lies_on_those_before_it_though_its_level_does_not_show_that() -> None:
    places = CardPlaces(melded_zones, 5)
    table = [card("back", 600.0, 450.0), card("4H", 720.0, 450.0), card("JS", 736.0, 450.0, level=1)]
    for _ in range(3):
        places.place(table, WIDTH)
    for _ in range(2):
        found = places.place([*table, card("9D", 752.0, 450.0, level=0)], WIDTH)
    assert found.places["river"]["9D"] == 1.0


def test_a_row_between_two_players_may_lie_before_either() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 850.0, 650.0)
    for row in ([], [(850.0, 950.0)], [(850.0, 950.0), (1020.0, 900.0)]):
        found = places.place([stock, *(card("789"[at], *xy) for at, xy in enumerate(row))], WIDTH)
    assert found.places["seat/1/1"]["1"] == pytest.approx(1.0)
    assert found.places["seat/2/1"] == pytest.approx({"1": 0.52, "2": 0.48}, abs=0.02)


def test_a_card_of_a_row_that_is_not_read_keeps_its_place_in_it() -> None:
    places = CardPlaces(melded_zones, 5)
    places.place([card("back", 850.0, 650.0)], WIDTH)
    row = [card("?", 700.0, 400.0), card("10H", 725.0, 400.0, turn=180.0), card("JH", 750.0, 400.0, level=1)]
    for _ in range(2):
        found = places.place([card("back", 850.0, 650.0), *row[1:], row[0]], WIDTH)
    assert found.places["row/1/1"] == {}, "whichever way the others lie"
    assert [found.places[f"row/1/{at}"][code] for at, code in ((2, "10H"), (3, "JH"))] == [1.0, 1.0]


@pytest.mark.parametrize("beside", [False, True], ids=["at its place", "beside it"])
def test_a_card_of_a_row_that_is_seen_twice_is_one_card(beside: bool) -> None:
    places = CardPlaces(melded_zones, 5)
    stock, row = card("back", 850.0, 650.0), [card(f"{at + 5}H", 700.0 + 20 * at, 400.0, level=at) for at in range(4)]
    for at in (2, 1, 2):
        twin = card("?", row[at].xy[0] + 5, 407.0, level=4)
        twin = replace(twin, probabilities={"6H": 0.6, "7H": 0.35}) if beside else twin
        twin = twin.moved(30.0 * beside, 0.0)
        found = places.place([stock, *row, twin], WIDTH)
    assert found.left_open == {}
    assert [place for place in found.places if place.startswith("row/")] == [f"row/1/{at}" for at in (1, 2, 3, 4)]
    assert found.names[-1] == "row/1"


def test_what_only_one_picture_shows_in_a_row_is_left_open_but_is_no_card() -> None:
    places = CardPlaces(melded_zones, 5)
    stock, row = card("back", 850.0, 650.0), [card(f"{at + 5}H", 700.0 + 20 * at, 400.0, level=at) for at in range(3)]
    found = []
    for more in ([], [], [card("KC", 775.0, 400.0, level=3)], [], [], []):
        placed = places.place([stock, *row, *more], WIDTH)
        found.append((len([place for place in placed.places if place.startswith("row/")]), dict(placed.left_open)))
    assert found[2] == (4, {"row/1/4": 0})
    assert found[3:] == [(3, {"row/1/4": 1}), (3, {"row/1/4": 2}), (3, {})]


def test_the_rows_of_a_game_are_no_part_of_the_next_ones() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 850.0, 650.0)
    for cards in ([stock], *([stock, card("AS", 700.0, 400.0), card("AH", 720.0, 400.0)],) * 2, *([],) * 5):
        places.place(cards, WIDTH)
    found = places.place([stock, card("2S", 710.0, 400.0)], WIDTH)
    assert [place for place in found.places if place.startswith("row/")] == ["row/2/1"]


def test_a_discard_that_was_taken_may_be_discarded_again_elsewhere() -> None:
    river = River()
    first, second = card("KH", 500.0, 500.0), card("6C", 500.0, 500.0)
    later = [card(code, 500.0 + 16.0 * at, 500.0, level=at) for at, code in enumerate(("4H", "5S"), start=1)]
    again = card("KH", 548.0, 500.0, level=3)
    for lying in ([first], [second], [second, *later], [second, *later, again]):
        for _ in range(2 * LOOKS):
            river.see(lying)
    assert river.shown("river")[0]["river"]["KH"] == 1.0


@pytest.mark.parametrize(
    ("at", "levels", "is_askew"),
    [
        ((0.0, 40.0, 60.0), (0, 1, 2), False),
        ((0.0, 58.0, 42.0), (0, 1, 2), True),  # the one that lies farther on lies below
        ((0.0, 30.0, 70.0), (1, 0, 1), False),  # one that was laid on top later lies where it lies
        ((0.0, 40.0, 43.0), (0, 1, 1), True),
        ((0.0, 40.0, 60.0), (0, 0, 0), False),
        ((0.0, 70.0, 140.0), (1, 0, 0), False),
    ],
)
def test_the_order_of_a_row_is_open_where_its_cards_do_not_lie_as_they_lie_on_each_other(
    at: tuple[float, ...], levels: tuple[int, ...], is_askew: bool
) -> None:
    rows = Rows(4)
    lying = [
        card(code, 400.0 + x, 900.0, level=level)
        for code, x, level in zip(("joker", "7S", "8S"), at, levels, strict=True)
    ]
    for _ in range(2):
        rows.see(lying, SHORT)
    assert ("beside/askew/1" in rows.shown(np.array([500.0, 500.0]))[0]) == is_askew
