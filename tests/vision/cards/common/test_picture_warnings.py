"""What people can mend in a picture of cards is said with its place, and nothing that is not so."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulator.render.cards import Card
from simulator.scenes.french_tables import LaidCard
from tests.support.vision import card_tables
from tests.support.vision.card_tables import FACES, lesson
from tests.support.vision.french_cards import deck_of, fan, photograph
from vision.card_table_reader import read_cards
from vision.cards.common.picture_warnings import is_cut_off, warnings_of
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.cards.french.reader import read_french_cards
from vision.overlay import draw_reading
from vision.reading import Picture, PictureWarning, Reading

APART = [
    LaidCard(code, x, y, 0.1) for code, x, y in (("AS", -130, -40), ("6H", -40, 50), ("10C", 50, -50), ("KD", 140, 40))
]


def kinds(warnings: Sequence[PictureWarning]) -> set[str]:
    return {warned.kind for warned in warnings}


def read_photograph(picture: Picture) -> Reading:
    return read_cards(read_french_cards, picture)


def laid(code: str, x: float, y: float, level: int = 0, **more: object) -> DetectedCard:
    """A card of 60 × 90 px with its top left corner there."""
    ring = ((x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90))
    return DetectedCard(code, ring, more.pop("confidence", 0.99), {code: 1.0}, level)


def grey(level: int = 120) -> Picture:
    return np.full((480, 640, 3), level, np.uint8)


def test_a_picture_in_which_nothing_is_amiss_has_no_warning() -> None:
    assert read_photograph(photograph(deck_of(), APART)[0]).warnings == ()


def test_two_mixed_decks_are_asked_about_and_told_at_both_cards() -> None:
    cards = [LaidCard("5S", -90, 0, 0.3), LaidCard("5S", 90, 0, 2.0), LaidCard("8D", 0, 90, 1)]
    picture, table = photograph(deck_of(), cards)
    reading = read_photograph(picture)
    assert sorted(piece.face for piece in reading.pieces) == ["8D", UNSURE, UNSURE]
    assert [(warned.kind, warned.other) for warned in reading.warnings] == [("twice", "5S")] * 2
    for card in table.cards()[:2]:
        away = [np.hypot(*(card.corners.mean(axis=0) - warned.at)) for warned in reading.warnings]
        assert min(away) < 30, card


def test_one_card_that_was_outlined_twice_is_not_two_cards() -> None:
    doubtful = [DetectedCard(UNSURE, laid("AC", x, 100).corners, 0.99, {"AC": 1.0}) for x in (100, 115)]
    assert warnings_of(grey(), doubtful) == []


def test_half_a_card_in_the_picture_is_told_where_it_is() -> None:
    whole, table = photograph(deck_of(), APART)
    x, y = table.cards()[0].corners.mean(axis=0)
    told = read_photograph(np.ascontiguousarray(whole[:, round(x) - 4 :])).warnings
    assert kinds(told) == {"cut_off"}
    assert told[0].at is not None
    assert told[0].at[0] < 5
    assert abs(told[0].at[1] - y) < 40


@pytest.mark.parametrize(("x", "is_cut"), [(-10, False), (-35, True), (610, True), (585, False)])
def test_a_card_may_reach_a_little_out_of_the_picture(x: float, is_cut: bool) -> None:
    assert is_cut_off(grey(), laid("AS", x, 100)) == is_cut


def test_cards_that_are_too_small_are_told() -> None:
    picture, _ = photograph(deck_of(), APART)
    small = cv2.resize(picture, None, fx=0.27, fy=0.27, interpolation=cv2.INTER_AREA)
    reading = read_photograph(np.asarray(small, np.uint8))
    assert kinds(reading.warnings) == {"too_small"}
    assert {piece.face for piece in reading.pieces} == {UNSURE}


def test_a_deck_that_is_not_known_is_told_at_its_cards_and_marked_on_the_picture() -> None:
    reading = read_photograph(lesson())
    assert kinds(reading.warnings) == {"untaught"}
    assert len(reading.warnings) >= len(FACES) - 3
    changed = np.abs(draw_reading(lesson(), reading).astype(int) - lesson()).max(axis=2) > 60
    for x, y in (warned.at for warned in reading.warnings if warned.at is not None):
        assert changed[y - 30 : y + 30, x - 30 : x + 30].any()
    assert kinds(warnings_of(photograph(deck_of(), APART)[0], [])) == {"untaught"}, "French cards that none was taught"


def test_neither_backs_alone_nor_tiles_on_their_board_are_an_unknown_deck(lesson_photos: list[Picture]) -> None:
    backs = [Card(x, y, "back", turn) for x, y, turn in ((-110, 0, 3), (0, 20, 40), (110, -10, -8), (0, -110, 90))]
    for picture in (card_tables.photograph(*backs)[0], lesson_photos[0]):
        assert kinds(read_photograph(picture).warnings) == {"no_cards"}


def test_glare_on_an_index_is_told_where_it_is() -> None:
    of_two = replace(deck_of(), style=replace(deck_of().style, four=False))
    picture, table = photograph(of_two, fan("AS 6H 10C 9D", 0, 0, 0.2))
    dim = np.asarray(picture * 0.75, np.uint8)
    assert read_photograph(dim).warnings == ()
    index = next(index for index in table.indices() if index.code == "6H" and index.rank_visible > 0.9)
    middle = (round(index.centre[0]), round(index.centre[1]))
    cv2.circle(dim, middle, round(1.3 * float(np.hypot(*index.up))), (255, 255, 255), -1)
    reading = read_photograph(dim)
    told = reading.warnings
    assert "6H" not in {piece.face for piece in reading.pieces}
    assert kinds(told) == {"glare"}
    assert np.hypot(*(np.array(told[0].at) - index.centre)) < 12


def test_light_on_a_card_whose_other_index_shows_hides_nothing() -> None:
    picture = grey()
    card = laid("AS", 100, 100)
    cv2.fillConvexPoly(picture, np.array(card.corners, np.int32), (190, 190, 190))
    cv2.circle(picture, (110, 115), 10, (255, 255, 255), -1)
    assert warnings_of(picture, [card]) == []
    cover = laid("KD", 130, 100, level=1)
    cv2.fillConvexPoly(picture, np.array(cover.corners, np.int32), (190, 190, 190))
    assert kinds(warnings_of(picture, [card, cover])) == {"glare"}


def test_a_place_where_something_is_wrong_is_marked_on_the_picture() -> None:
    picture = grey()
    reading = Reading(None, (laid("7H", 100, 100).as_piece("stock"), laid("KD", 300, 100).as_piece("river")))
    marked, plain = draw_reading(picture, reading, wrong=["stock"]), draw_reading(picture, reading)
    rows, columns = np.nonzero((marked != plain).any(axis=2))
    assert abs(columns.mean() - 130) < 1
    assert abs(rows.mean() - 145) < 1
