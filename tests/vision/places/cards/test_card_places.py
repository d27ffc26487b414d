"""Where cards lie on a table without a sheet: zones found from the set-up, piles and columns followed."""

from dataclasses import replace

import numpy as np
import pytest

from vision.cards.reading import DetectedCard
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.melded import melded_zones
from vision.places.cards.pile import LOOKS, Pile
from vision.places.cards.places import CardPlaces
from vision.places.cards.river import River
from vision.places.cards.rows import Rows

SHORT, LONG, WIDTH = 60.0, 92.0, 1700.0


def card(code: str, x: float, y: float, turn: float = 0.0, level: int = 0) -> DetectedCard:
    """A card whose middle lies there (px), turned clockwise by so many degrees."""
    angle = np.radians(turn)
    along = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (SHORT / 2, LONG / 2) @ along + (x, y)
    a, b, c, d = ((float(px), float(py)) for px, py in ring)
    return DetectedCard(code, (a, b, c, d), 1.0, level=level)


def column(*codes: str) -> list[DetectedCard]:
    return [card(code, 500.0, 500.0 + 24.0 * at, level=at) for at, code in enumerate(codes)]


def shown(pile: Pile) -> dict[str, str]:
    """What each place shows that is not open."""
    return {place: max(likely, key=lambda face: likely[face]) for place, likely in pile.shown("at")[0].items()}


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


def test_a_card_that_one_picture_misses_still_lies_there() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9", "2"), SHORT)
    pile.see([one for one in column("5", "9", "2") if one.code != "9"], SHORT)
    assert shown(pile) == {"at/1": "5", "at/3": "2", "at/4": "empty"}
    assert pile.shown("at")[1] == {}, "the card that lies on it proves it"


def test_a_card_is_gone_when_several_pictures_do_not_show_it() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    for look in range(1, LOOKS):
        pile.see(column("5"), SHORT)
        assert pile.shown("at")[1] == {"at/2": look}
    pile.see(column("5"), SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "empty"}


def test_a_card_that_takes_the_place_of_another_is_not_counted_beside_it() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    for _ in range(LOOKS):
        pile.see(column("5", "3"), SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "3", "at/3": "empty"}


def test_a_card_that_is_missed_once_another_lies_farther_down_may_lie_under_it() -> None:
    pile = Pile(is_column=True)
    five, one, four = column("5", "1", "4")
    for _ in range(2):
        pile.see([five, one], SHORT)
    for _ in range(2 * LOOKS):
        pile.see([five, four], SHORT)
    assert shown(pile) == {"at/1": "5", "at/4": "empty"}
    assert pile.shown("at")[1] == {"at/2": 2 * LOOKS, "at/3": 2 * LOOKS}
    pile.see([five, one, four], SHORT)
    assert shown(pile) == {"at/1": "5", "at/2": "1", "at/3": "4", "at/4": "empty"}


def test_a_card_that_was_never_read_may_lie_under_one_that_comes_beside_its_place() -> None:
    pile = Pile(is_column=True)
    five, unread, seven = column("5", "?", "7")
    for _ in range(2):
        pile.see([five, unread], SHORT)
    for looks in range(1, 2 * LOOKS):
        pile.see([five, seven], SHORT)
        assert shown(pile) == {"at/1": "5", "at/4": "empty"}
        assert pile.shown("at")[1] == {"at/2": looks, "at/3": looks}


def test_a_card_that_cannot_be_read_is_the_one_that_was() -> None:
    pile = Pile(is_column=True)
    pile.see(column("5", "9"), SHORT)
    pile.see(column("?", "9"), SHORT)
    assert pile.kept[0].code == "5"
    pile.see(column("5", "9", "?"), SHORT)
    assert pile.shown("at")[1] == {"at/3": 0}, "something new, of which the next picture may say what it is"


@pytest.mark.parametrize("apart", [0.0, 4.0, 24.0])
def test_of_two_cards_that_are_alike_the_upper_one_is_gone(apart: float) -> None:
    pile = Pile(is_column=True)
    lying = [card("6", 500.0, 476.0), card("1", 500.0, 500.0, level=1), card("1", 502.0, 500.0 + apart, level=2)]
    jittered = [one.moved(2.0, 2.0) for one in lying]
    pile.see(lying, SHORT)
    pile.see(jittered, SHORT)
    for look in range(1, LOOKS):
        pile.see((lying if look % 2 else jittered)[:2], SHORT)
        assert (shown(pile), pile.shown("at")[1]) == ({"at/1": "6", "at/2": "1", "at/4": "empty"}, {"at/3": look})
    pile.see(jittered[:2], SHORT)
    assert shown(pile) == {"at/1": "6", "at/2": "1", "at/3": "empty"}


def test_of_two_cards_that_are_alike_the_lower_one_may_be_covered() -> None:
    pile = Pile(is_column=True)
    pile.see(column("6", "1", "1"), SHORT)
    for _ in range(LOOKS):
        pile.see([one for one in column("6", "1", "1") if one.level != 1], SHORT)
    assert shown(pile) == {"at/1": "6", "at/3": "1", "at/4": "empty"}


def test_what_is_not_read_below_cards_that_lie_there_is_no_card() -> None:
    pile = Pile(is_column=True)
    for _ in range(2):
        pile.see(column("11", "11", "11"), SHORT)
    pile.see([card("?", 500.0, 470.0), *column("11", "11", "11")], SHORT)
    assert shown(pile) == {"at/1": "11", "at/2": "11", "at/3": "11", "at/4": "empty"}
    assert pile.shown("at")[1] == {}


def test_what_is_not_read_beside_the_place_of_a_card_may_be_another_that_covers_it() -> None:
    pile = Pile(is_column=True)
    twelve, another = column("12", "?")
    pile.see([twelve], SHORT)
    for _ in range(2 * LOOKS):
        pile.see([another], SHORT)
    assert shown(pile) == {"at/3": "empty"}
    pile.see(column("12", "12")[1:], SHORT)
    assert shown(pile) == {"at/3": "empty"}, "which one it is"
    for _ in range(2):
        pile.see(column("12", "12"), SHORT)
    assert shown(pile) == {"at/1": "12", "at/2": "12", "at/3": "empty"}


def test_of_two_like_cards_the_lower_one_may_be_missed_when_the_upper_one_comes() -> None:
    pile = Pile(is_column=True)
    pile.see(column("11"), SHORT)
    for _ in range(2):
        pile.see(column("?", "11"), SHORT)
    assert shown(pile) == {"at/2": "11", "at/3": "empty"}


def test_of_a_pile_the_top_card_counts_once_two_pictures_show_it() -> None:
    pile = Pile()
    for _ in range(2):
        pile.see([card("7", 500, 500)], SHORT)
    assert shown(pile) == {"at": "7"}
    pile.see([card("back", 490, 500)], SHORT)  # the 7 is missed, and a card below it is seen
    assert pile.shown("at") == ({}, {"at": 0})


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


def test_without_a_draw_pile_that_is_seen_no_zones_are_proposed() -> None:
    stocks = [replace(one, code="5") for one in dealt(3)[1:]]
    assert dealt_zones(stocks, WIDTH) == {}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_draw_pile_that_is_not_seen_lies_where_the_stocks_let_expect_it(players: int) -> None:
    draw, *stocks = dealt(players)
    seen, unseen = dealt_zones([draw, *stocks], WIDTH, players), dealt_zones(stocks, WIDTH, players)
    assert unseen.keys() == seen.keys()
    for name, zone in seen.items():
        off = np.hypot(zone.x - unseen[name].x, zone.y - unseen[name].y) * WIDTH
        assert off < 0.1 * SHORT, name
    others = stocks[1:] if players > 2 else stocks[:1]
    assert dealt_zones([draw, *others], WIDTH, players) == {}, "the draw pile is no stock"


def test_all_piles_are_found_though_they_are_dealt_one_after_the_other() -> None:
    places = CardPlaces(dealt_zones)
    for count in range(3, 6):
        places.place(dealt(4)[:count], WIDTH)
    assert [name for name in places.zones if name.startswith("stock")] == ["stock/1", "stock/2", "stock/3", "stock/4"]


def test_zones_stay_with_a_table_that_is_pushed_and_survive_a_restart() -> None:
    places = CardPlaces(dealt_zones)
    table = [replace(one, code="5") if at else one for at, one in enumerate(dealt(4))]
    places.place(dealt(4), WIDTH)
    places.place(table, WIDTH)
    again = CardPlaces(dealt_zones)
    again.remember(places.memory())
    for reader in (places, again):
        reader.place(table, WIDTH)
        pushed = [card(one.code, one.xy[0] + 40, one.xy[1] - 25, 90.0 * at) for at, one in enumerate(table)]
        assert reader.place(pushed, WIDTH).names == ("draw", "stock/1", "stock/2", "stock/3", "stock/4")
        assert reader.zones["draw"].x * WIDTH == pytest.approx(740.0)


def test_people_can_say_where_a_pile_lies() -> None:
    places = CardPlaces(dealt_zones)
    places.place(dealt(2), WIDTH)
    places.lay("build/1", 0.1, 0.1)
    assert places.place([*dealt(2), card("1", 0.1 * WIDTH, 0.1 * WIDTH)], WIDTH).names[-1] == "build/1"


@pytest.mark.parametrize("stock", [[], [(880.0, 640.0)]], ids=["not detected", "detected"])
def test_what_passes_for_the_stock_outside_the_ring_of_lots_is_none(stock: list[tuple[float, float]]) -> None:
    places = CardPlaces(melded_zones, 5)
    places.seats = 5
    lots = [(850.0, 950.0), (1135.0, 743.0), (1026.0, 407.0), (674.0, 407.0), (565.0, 743.0)]
    table = [card("back", 1600.0, 600.0), *(card("back", *xy) for xy in stock)]
    for count in (1, 2, 3, 4, 5, 5):
        found = places.place([*table, *(card("45678"[at], *xy) for at, xy in enumerate(lots[:count]))], WIDTH)
    x, y = stock[0] if stock else (850.0, 650.0)
    assert (places.zones["stock"].x, places.zones["stock"].y) == pytest.approx((x / WIDTH, y / WIDTH))
    before = [max(found.places[f"seat/{row}/1"].items(), key=lambda one: one[1])[0] for row in range(1, 6)]
    assert before == ["1", "2", "3", "4", "5"]
    lots_alone = [card("45678"[at], *xy) for at, xy in enumerate(lots)]
    for cards in (*[lots_alone] * LOOKS, *[list[DetectedCard]()] * 2 * LOOKS, [table[0], card("9", x + 100.0, y)]):
        places.place(cards, WIDTH, is_bare=not cards)
    assert places.zones["stock"].x == pytest.approx(x / WIDTH), "nor is it where the stock of the next game is not seen"


def test_melds_that_lie_in_a_ring_round_another_spot_are_no_lots() -> None:
    places = CardPlaces(melded_zones, 5)
    places.seats = 5
    ring = [(850.0, 950.0), (1135.0, 743.0), (1026.0, 407.0), (674.0, 407.0), (565.0, 743.0)]
    fans = [card(f"{at}{'SHDCS'[seat]}", x + 20 * at, y) for seat, (x, y) in enumerate(ring) for at in (2, 3, 4)]
    for cards in (fans[:1], fans[:1], fans, fans, fans):
        places.place([card("back", 1400.0, 650.0), *cards], WIDTH)
    assert places.zones["stock"].x == pytest.approx(1400.0 / WIDTH)


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


def test_a_discard_that_was_taken_may_be_discarded_again_elsewhere() -> None:
    river = River()
    first, second = card("KH", 500.0, 500.0), card("6C", 500.0, 500.0)
    later = [card(code, 500.0 + 16.0 * at, 500.0, level=at) for at, code in enumerate(("4H", "5S"), start=1)]
    again = card("KH", 548.0, 500.0, level=3)
    for lying in ([first], [second], [second, *later], [second, *later, again]):
        for _ in range(2 * LOOKS):
            river.see(lying)
    assert river.shown("river")[0]["river"]["KH"] == 1.0


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


def test_the_rows_of_a_game_are_no_part_of_the_next_ones() -> None:
    places = CardPlaces(melded_zones, 5)
    stock = card("back", 850.0, 650.0)
    for cards in ([stock], *([stock, card("AS", 700.0, 400.0), card("AH", 720.0, 400.0)],) * 2, *([],) * 5):
        places.place(cards, WIDTH)
    found = places.place([stock, card("2S", 710.0, 400.0)], WIDTH)
    assert [place for place in found.places if place.startswith("row/")] == ["row/2/1"]


def test_a_table_laid_for_more_players_than_play_is_not_laid_for_the_game() -> None:
    places = CardPlaces(dealt_zones)
    places.seats = 2
    places.place(dealt(3), WIDTH)
    assert places.zones == {}
    for _ in range(LOOKS):
        places.place(dealt(2), WIDTH)
    assert [name for name in places.zones if name.startswith("stock")] == ["stock/1", "stock/2"]


def turned_up(players: int) -> list[DetectedCard]:
    """The same with the stocks turned up."""
    return [replace(one, code="5") if at else one for at, one in enumerate(dealt(players))]


def test_what_one_picture_misses_another_shows() -> None:
    places = CardPlaces(dealt_zones)
    places.seats = 3
    for missed in (1, 2):
        assert places.zones == {}
        places.place([one for at, one in enumerate(turned_up(3)) if at != missed], WIDTH)
    assert places.place(turned_up(3), WIDTH).names == ("draw", "stock/1", "stock/2", "stock/3")


def test_zones_that_were_proposed_wrongly_are_proposed_again_though_cards_were_laid_meanwhile() -> None:
    places = CardPlaces(dealt_zones)
    places.seats = 2
    draw, near, far = turned_up(2)
    wallet = card("back", 500.0, 500.0)
    for _ in range(LOOKS):
        places.place([draw, near, wallet], WIDTH)  # the other stock is hidden by a lamp's mirror image
    assert places.zones
    laid = [card("1", near.xy[0] + 90, near.xy[1]), card("7", near.xy[0] + 162, near.xy[1])]
    for _ in range(LOOKS):
        found = places.place([draw, near, far, *laid], WIDTH)
    assert found.names == ("draw", "stock/1", "stock/2", "discard/1/1", "discard/1/2")


def test_a_zone_that_people_moved_stays_though_another_pile_lies_in_none() -> None:
    places = CardPlaces(dealt_zones)
    places.seats = 2
    for _ in range(LOOKS):
        places.place(turned_up(2), WIDTH)
    places.lay("stock/2", 0.1, 0.1)
    for _ in range(LOOKS):
        places.place(turned_up(2), WIDTH)
    assert (places.zones["stock/2"].x, places.zones["stock/2"].y) == (0.1, 0.1)


def test_zones_that_were_dragged_go_back_to_where_the_table_lies_now() -> None:
    places = CardPlaces(dealt_zones)
    table = [replace(one, code="5") if at else one for at, one in enumerate(dealt(4))]
    places.place(dealt(4), WIDTH)
    places.place(table, WIDTH)
    places.lay("build/1", 0.1, 0.1)
    assert places.is_moved
    again = CardPlaces(dealt_zones)
    again.remember(places.memory())
    for reader in (places, again):
        reader.place(table, WIDTH)
        reader.place([card(one.code, one.xy[0] + 40, one.xy[1] - 25, 90.0 * at) for at, one in enumerate(table)], WIDTH)
        reader.lay_as_proposed()
        assert not reader.is_moved
        assert reader.zones["build/1"].x - reader.zones["draw"].x == pytest.approx(1.5 * SHORT / WIDTH)
        assert reader.zones["draw"].x * WIDTH == pytest.approx(740.0)


def test_nothing_is_said_of_a_picture_without_a_card() -> None:
    places = CardPlaces(melded_zones, 5)
    laid = [card("back", 850.0, 650.0), card("KD", 940.0, 650.0)]
    for cards in (laid, laid, [], [], [], [], laid):
        found = places.place(cards, WIDTH)
        assert cards or not found.places
    assert found.places["river"]["KD"] == 1.0


def test_a_bare_table_says_that_all_cards_are_gone() -> None:
    places = CardPlaces(melded_zones, 5)
    laid = [card("back", 850.0, 650.0), card("KD", 940.0, 650.0), card("5H", 850.0, 950.0)]
    for cards in (laid, laid, *([],) * 6):
        found = places.place(cards, WIDTH, is_bare=not cards)
    assert found.places["river"] == {"empty": 1.0}
    assert not any(place.startswith("row/") for place in found.places)


def test_a_coin_that_comes_lies_before_a_player_and_says_nothing_new_after_a_while() -> None:
    places = CardPlaces(melded_zones, 5)
    table = [card("back", 600, 450), card("AS", 760, 450)]
    sides = []
    for at in range(16):
        found = places.place(table, 1280, [np.array([600.0, 800.0])] if at else [])
        sides.append(found.places.get("seat/coin/1"))
    assert sides[:2] == [None, None]
    assert sides[2] == pytest.approx({"1": 1.0, "5": 0.0})
    assert sides[-1] is None
