"""The river and the rows of melds of Stop, followed from picture to picture."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from device.games.profile import likeliest_face
from tests.support.vision.laid_cards import LONG, SHORT, card
from vision.cards.common.reading import DetectedCard
from vision.places.cards.melded import melded_zones
from vision.places.cards.pile import MAX_MISSES
from vision.places.cards.places import CardPlaces, PlacedCards
from vision.places.cards.river import River
from vision.places.cards.rows import Rows

WIDTH, STOCK = 1700.0, (850.0, 650.0)
Cards = Sequence[DetectedCard]


def one(code: str, right: float, down: float, turn: float = 0.0, level: int = 0) -> DetectedCard:
    """A card whose middle lies so many px beside that of the stock."""
    return card(code, STOCK[0] + right, STOCK[1] + down, turn, level)


def line(codes: str, right: float, down: float, step: float = 16.0) -> list[DetectedCard]:
    """Cards laid on each other from left to right."""
    return [one(code, right + step * at, down, level=at) for at, code in enumerate(codes.split())]


def seen(*pictures: Cards, times: int = MAX_MISSES, places: CardPlaces | None = None) -> PlacedCards:
    """What is told after pictures of the stock and these cards, each taken so many times."""
    reader = places or CardPlaces(melded_zones, 5)
    for cards in pictures:
        for _ in range(times):
            placed = reader.place([one("back", 0, 0), *cards], WIDTH)
    return placed


def of_rows(placed: PlacedCards) -> list[int]:
    """How many cards each row has."""
    return [len(row.cards) for row in placed.facts.rows]


RIVER, SIX = line("KD 5S 2C", 100, 0, 20), line("KD 5S 3C JH 9D 2C", 100, 0)
NEXT_LINE = one("AS", 112, 80, level=6)


def test_a_river_begins_where_its_first_card_is_laid_and_its_row_is_told_from_a_meld_beside_it() -> None:
    meld = [one(code, -150, -250 + 20 * at) for at, code in enumerate("789")]
    row = line("KD 5S 2C", -10, -130)
    placed = seen([], row[:1], [*row[:2], *meld], [*row, *meld], times=2)
    assert placed.names == ("stock", "river", "river", "river", "row/1", "row/1", "row/1")
    assert likeliest_face(placed.places["river"]) == "2C"
    assert [likeliest_face(card.shows) for card in placed.facts.river] == ["KD", "5S"]


def test_a_hand_that_is_shown_beside_the_river_is_no_part_of_it() -> None:
    placed = seen([], [], RIVER, [*RIVER, *line("3H 6C 9D JS", 80, 62, 24)])
    assert placed.names[4:] == ("row/1",) * 4
    assert placed.places["river"]["2C"] == 1.0


def test_the_last_card_of_a_line_and_the_first_of_the_next_may_come_at_once() -> None:
    placed = seen([], SIX[:1], SIX[:5], [*SIX, one("AS", 100, 1.1 * LONG, level=6)])
    assert placed.names[-2:] == ("river", "river")


def test_a_card_laid_off_beside_a_line_that_has_begun_is_the_melds() -> None:
    begun, meld = [*SIX, NEXT_LINE], line("10C JC QC", 12, 140, 24)
    placed = seen([], SIX[:1], SIX, begun, [*begun, *meld], [*begun, *meld, one("KC", 94, 135, level=3)])
    assert placed.names[-1] == placed.names[-2] != "river"
    assert placed.places["river"]["AS"] == 1.0
    near = {*map(likeliest_face, placed.facts.near_river)}
    assert "KC" in near, "it lies as near to the river as its next card may"
    assert "10C" not in near


def test_the_second_card_of_a_line_is_a_discard_though_the_first_is_missed() -> None:
    places = CardPlaces(melded_zones, 5)
    seen([], SIX[:1], SIX, [*SIX, one("AS", 110, 92, level=6)], places=places)
    assert seen([*SIX, one("4S", 128, 120, level=7)], times=1, places=places).names[-1] == "river"


def test_a_card_taken_from_the_river_for_a_meld_near_by_is_the_melds() -> None:
    placed = seen([], RIVER, [*RIVER[:2], *line("3H 3D 2C", 200, -110, 24)])
    assert placed.names == ("stock", "river", "river", "row/1", "row/1", "row/1")
    assert placed.places["river"]["5S"] == 1.0


@pytest.mark.parametrize(
    ("before", "now", "top"),
    [
        (RIVER[:2], [RIVER[0], one("5S", 200, 50, level=1)], "5S"),
        (RIVER[:2], [*RIVER[:2], one("9D", 136, 0)], "9D"),
        (RIVER[:1], [one("KH", 101, 0, level=1)], "KH"),
    ],
    ids=["one that was pushed aside is still the top", "the last to come is it, at any level", "it may hide another"],
)
def test_the_top_of_the_river(before: Cards, now: Cards, top: str) -> None:
    placed = seen([], before, now)
    assert placed.places["river"][top] == 1.0
    if top == "KH":
        assert placed.facts.river[0].shows == {"KD": 0.5, "empty": 0.5}


def test_a_row_between_two_players_may_lie_before_either() -> None:
    row = [one("7", 0, 300), one("8", 170, 250)]
    placed = seen([], row[:1], row, times=1)
    (first,), (second,) = (row.cards for row in placed.facts.rows)
    assert first.seats["1"] == pytest.approx(1.0)
    assert second.seats == pytest.approx({"1": 0.52, "2": 0.48}, abs=0.02)


def test_a_card_of_a_row_that_is_not_read_keeps_its_place_in_it() -> None:
    row = [one("10H", -125, -250, turn=180.0), one("JH", -100, -250, level=1), one("?", -150, -250)]
    (found,) = seen([], row, row, times=1).facts.rows
    unread, *read = (card.shows for card in found.cards)
    assert unread == {}, "whichever way the others lie"
    assert [shows[code] for shows, code in zip(read, ("10H", "JH"), strict=True)] == [1.0, 1.0]


@pytest.mark.parametrize("beside", [False, True], ids=["at its place", "beside it"])
def test_a_card_of_a_row_that_is_seen_twice_is_one_card(beside: bool) -> None:
    row, pictures = line("5H 6H 7H 8H", -150, -250, 20), []
    for at in (2, 1, 2):
        twin = card("?", row[at].xy[0] + 5, STOCK[1] - 243, level=4)
        twin = replace(twin, probabilities={"6H": 0.6, "7H": 0.35}) if beside else twin
        pictures.append([*row, twin.moved(30.0 * beside, 0.0)])
    placed = seen(*pictures, times=1)
    assert placed.left_open == {}
    assert of_rows(placed) == [4]
    assert placed.names[-1] == "row/1"


def test_what_only_one_picture_shows_in_a_row_is_left_open_but_is_no_card() -> None:
    places, row, found = CardPlaces(melded_zones, 5), line("5H 6H 7H", -150, -250, 20), []
    for more in ([], [], [one("KC", -75, -250, level=3)], [], [], []):
        placed = seen([*row, *more], times=1, places=places)
        found.append((of_rows(placed), dict(placed.left_open)))
    assert found[2] == ([4], {"row/1/4": 0})
    assert found[3:] == [([3], {"row/1/4": 1}), ([3], {"row/1/4": 2}), ([3], {})]


def test_the_rows_of_a_game_are_no_part_of_the_next_ones() -> None:
    places = CardPlaces(melded_zones, 5)
    seen([], *[line("AS AH", -150, -250, 20)] * 2, times=1, places=places)
    for _ in range(5):
        places.place([], WIDTH)
    placed = seen([one("2S", -140, -250)], times=1, places=places)
    assert (placed.names[-1], of_rows(placed)) == ("row/2", [1])


def test_a_discard_that_was_taken_may_be_discarded_again_elsewhere() -> None:
    river, king, six = River(), one("KH", 0, 0), one("6C", 0, 0)
    later = line("6C 4H 5S KH", 0, 0)
    for lying in ([king], [six], later[:3], later):
        for _ in range(2 * MAX_MISSES):
            river.update(lying)
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
def test_the_order_of_a_row_is_open_where_its_cards_do_not_lie_as_they_lie_on_each_other(at, levels, is_askew):
    rows, lying = Rows(4), [one("7S", x, 250, level=level) for x, level in zip(at, levels, strict=True)]
    for _ in range(2):
        rows.update([replace(one, code=code) for one, code in zip(lying, ("joker", "7S", "8S"), strict=True)], SHORT)
    ((row,), _) = rows.shown(np.array(STOCK))
    assert row.is_askew == is_askew
