"""Where cards lie on a table without a sheet: zones found from the set-up, and kept."""

from dataclasses import replace

import numpy as np
import pytest

from device.games.profile import likeliest_face
from tests.support.vision.laid_cards import SHORT, card
from vision.cards.common.reading import DetectedCard
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.melded import melded_zones
from vision.places.cards.pile import MAX_MISSES
from vision.places.cards.places import CardPlaces

WIDTH = 1700.0


def dealt(players: int) -> list[DetectedCard]:
    """Stocks round a draw pile, each before its player, clockwise from the lower edge."""
    found = [card("back", 700.0, 650.0)]
    for seat in range(players):
        turn = 360.0 * seat / players
        angle = np.radians(turn)
        right, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        x, y = np.array([850.0, 650.0]) + 350.0 * down - 153.0 * right
        found.append(card("back", x, y, turn))
    return found


def turned_up(players: int) -> list[DetectedCard]:
    """The same with the stocks turned up."""
    return [replace(one, code="5") if at else one for at, one in enumerate(dealt(players))]


@pytest.mark.parametrize("players", range(2, 7))
def test_zones_are_proposed_from_a_table_that_is_laid_for_the_start(players: int) -> None:
    zones = dealt_zones(dealt(players), WIDTH)
    assert len(zones) == 1 + 4 + players * 5
    for seat, stock in enumerate(dealt(players)[1:], start=1):
        zone = zones[f"stock/{seat}"]
        assert (zone.x * WIDTH, zone.y * WIDTH) == pytest.approx(stock.xy)
        last = zones[f"discard/{seat}/4"]
        assert (last.x - zone.x, last.y - zone.y) == pytest.approx(
            tuple(value * 5.1 * SHORT / WIDTH for value in zone.right)
        )
    assert zones["build/4"].x > zones["build/1"].x > zones["draw"].x


def test_the_row_beside_a_stock_that_lies_nearer_to_the_camera_is_wider() -> None:
    near, *others = dealt(2)[1:]
    larger = tuple((near.xy[0] + 1.3 * (x - near.xy[0]), near.xy[1] + 1.3 * (y - near.xy[1])) for x, y in near.corners)
    zones = dealt_zones([dealt(2)[0], replace(near, corners=larger), *others], WIDTH)
    wide = [zones[f"discard/{seat}/4"].x - zones[f"stock/{seat}"].x for seat in (1, 2)]
    assert wide[0] == pytest.approx(-1.3 * wide[1])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_draw_pile_that_is_not_seen_lies_where_the_stocks_of_all_players_let_expect_it(players: int) -> None:
    draw, *stocks = dealt(players)
    seen, unseen = dealt_zones([draw, *stocks], WIDTH, players), dealt_zones(stocks, WIDTH, players)
    assert unseen.keys() == seen.keys()
    off = [np.hypot(zone.x - unseen[name].x, zone.y - unseen[name].y) * WIDTH for name, zone in seen.items()]
    assert max(off) < 0.1 * SHORT
    others = stocks[1:] if players > 2 else stocks[:1]
    assert dealt_zones([draw, *others], WIDTH, players) == {}, "the draw pile is no stock"
    assert dealt_zones(turned_up(players)[1:], WIDTH) == {}, "it is not known how many play"


def watched(seats: int, *pictures: list[DetectedCard], times: int = MAX_MISSES) -> CardPlaces:
    """The places of a game for so many after pictures that are each taken so many times."""
    places = CardPlaces(dealt_zones)
    places.seats = seats
    for cards in pictures:
        for _ in range(times):
            places.place(cards, WIDTH)
    return places


def stocks(places: CardPlaces) -> list[str]:
    return [name for name in places.zones if name.startswith("stock")]


def test_all_piles_are_found_though_they_are_dealt_one_after_the_other() -> None:
    places = CardPlaces(dealt_zones)
    for count in range(3, 6):
        places.place(dealt(4)[:count], WIDTH)
    assert stocks(places) == ["stock/1", "stock/2", "stock/3", "stock/4"]


def test_zones_stay_with_a_table_that_is_pushed_and_survive_a_restart_and_people_can_drag_them() -> None:
    places, table = CardPlaces(dealt_zones), turned_up(4)
    places.place(dealt(4), WIDTH)
    places.place(table, WIDTH)
    places.lay("build/1", 0.1, 0.1)
    assert places.place([*table, card("1", 0.1 * WIDTH, 0.1 * WIDTH)], WIDTH).names[-1] == "build/1"
    again = CardPlaces(dealt_zones)
    again.remember(places.memory())
    pushed = [card(one.code, one.xy[0] + 40, one.xy[1] - 25, 90.0 * at) for at, one in enumerate(table)]
    for reader in (places, again):
        reader.place(table, WIDTH)
        assert reader.place(pushed, WIDTH).names == ("draw", "stock/1", "stock/2", "stock/3", "stock/4")
        assert reader.is_moved
        reader.lay_as_proposed()
        assert not reader.is_moved
        assert reader.zones["build/1"].x - reader.zones["draw"].x == pytest.approx(1.5 * SHORT / WIDTH)
        assert reader.zones["draw"].x * WIDTH == pytest.approx(740.0)


RING = [(850.0, 950.0), (1135.0, 743.0), (1026.0, 407.0), (674.0, 407.0), (565.0, 743.0)]


@pytest.mark.parametrize("stock", [[], [(880.0, 640.0)]], ids=["not detected", "detected"])
def test_what_passes_for_the_stock_outside_the_ring_of_lots_is_none(stock: list[tuple[float, float]]) -> None:
    places = CardPlaces(melded_zones, 5)
    places.seats = 5
    table = [card("back", 1600.0, 600.0), *(card("back", *xy) for xy in stock)]
    lots = [card("45678"[at], *xy) for at, xy in enumerate(RING)]
    for count in (1, 2, 3, 4, 5, 5):
        found = places.place([*table, *lots[:count]], WIDTH)
    x, y = stock[0] if stock else (850.0, 650.0)
    assert (places.zones["stock"].x, places.zones["stock"].y) == pytest.approx((x / WIDTH, y / WIDTH))
    assert [likeliest_face(row.cards[0].seats) for row in found.facts.rows] == ["1", "2", "3", "4", "5"]
    for cards in (*[lots] * MAX_MISSES, *[list[DetectedCard]()] * 2 * MAX_MISSES, [table[0], card("9", x + 100.0, y)]):
        places.place(cards, WIDTH, is_bare=not cards)
    assert places.zones["stock"].x == pytest.approx(x / WIDTH), "nor is it where the stock of the next game is not seen"


def test_melds_that_lie_in_a_ring_round_another_spot_are_no_lots() -> None:
    places = CardPlaces(melded_zones, 5)
    places.seats = 5
    fans = [card(f"{at}{'SHDCS'[seat]}", x + 20 * at, y) for seat, (x, y) in enumerate(RING) for at in (2, 3, 4)]
    for cards in (fans[:1], fans[:1], fans, fans, fans):
        places.place([card("back", 1400.0, 650.0), *cards], WIDTH)
    assert places.zones["stock"].x == pytest.approx(1400.0 / WIDTH)


def test_a_table_laid_for_more_players_than_play_is_not_laid_for_the_game() -> None:
    assert watched(2, dealt(3), times=1).zones == {}
    assert stocks(watched(2, dealt(3), *[dealt(2)] * MAX_MISSES, times=1)) == ["stock/1", "stock/2"]


def test_what_one_picture_misses_another_shows() -> None:
    draw, first, second, third = turned_up(3)
    assert watched(3, [draw, second, third], times=1).zones == {}
    places = watched(3, [draw, second, third], [draw, first, third], times=1)
    assert places.place(turned_up(3), WIDTH).names == ("draw", "stock/1", "stock/2", "stock/3")


def test_zones_that_were_proposed_wrongly_are_proposed_again_though_cards_were_laid_meanwhile() -> None:
    draw, near, far = turned_up(2)
    wrong = [draw, near, card("back", 500.0, 500.0)]  # a wallet; the other stock is hidden by a lamp's mirror image
    laid = [card("1", near.xy[0] + 90, near.xy[1]), card("7", near.xy[0] + 162, near.xy[1])]
    assert watched(2, wrong).zones
    names = watched(2, wrong, [draw, near, far, *laid]).place([draw, near, far, *laid], WIDTH).names
    assert names == ("draw", "stock/1", "stock/2", "discard/1/1", "discard/1/2")


def test_zones_in_which_every_player_has_discarded_stay_whatever_else_passes_for_a_pile() -> None:
    draw, near, far = turned_up(2)
    table = [draw, near, far, card("1", near.xy[0] + 90, near.xy[1]), card("7", far.xy[0] - 90, far.xy[1], 180.0)]
    begun = [table[:3], table[:4], table]
    after = watched(2, *begun, [*table, card("8", near.xy[0] - 270, near.xy[1])])
    assert after.zones == watched(2, *begun).zones


def test_a_zone_that_people_moved_stays_though_another_pile_lies_in_none() -> None:
    places = watched(2, turned_up(2))
    places.lay("stock/2", 0.1, 0.1)
    for _ in range(MAX_MISSES):
        places.place(turned_up(2), WIDTH)
    assert (places.zones["stock/2"].x, places.zones["stock/2"].y) == (0.1, 0.1)


def test_a_picture_without_a_card_says_nothing_unless_the_table_is_bare() -> None:
    places = CardPlaces(melded_zones, 5)
    laid = [card("back", 850.0, 650.0), card("KD", 940.0, 650.0), card("5H", 850.0, 950.0)]
    for cards in (laid, laid, [], [], [], [], laid):
        found = places.place(cards, WIDTH)
        assert cards or not found.places
    assert found.places["river"]["KD"] == 1.0
    for _ in range(6):
        found = places.place([], WIDTH, is_bare=True)
    assert found.places["river"] == {"empty": 1.0}
    assert found.facts.rows == ()


def test_a_coin_that_comes_lies_before_a_player_and_says_nothing_new_after_a_while() -> None:
    places = CardPlaces(melded_zones, 5)
    table, sides = [card("back", 600, 450), card("AS", 760, 450)], []
    for at in range(16):
        found = places.place(table, 1280, [np.array([600.0, 800.0])] if at else [])
        sides.append(next(iter(found.facts.coins), None))
    assert (sides[:2], sides[-1]) == ([None, None], None)
    assert sides[2] == pytest.approx({"1": 1.0, "5": 0.0})
