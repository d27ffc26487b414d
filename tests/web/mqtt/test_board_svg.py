"""The drawing of a board that is published: a picture of its own, which says what the page's own drawing says."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from device.texts import LANGUAGES
from tests.support.web.tables import KEPT, TABLES, played, table, view_after
from web.diagrams.board import Board, board_of
from web.diagrams.plan import Label
from web.mqtt.board_svg import board_svg

DRAWN = (*TABLES, *KEPT)
LAST, WRONG, BACK = "#d97a12", "#b3261e", "#2b4a9e"
MOST_BYTES = 64_000
STANDING = "#d9cba9"


def board(name: str, language: str = "en") -> Board:
    return board_of(table(name).view, language)


def texts(svg: str) -> Counter[str]:
    return Counter(one.text for one in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))


def count(svg: str, **attributes: str) -> int:
    """The number of rectangles with these attributes."""
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")
    return sum(
        attributes.items() <= {key.replace("-", "_"): told for key, told in one.items()}.items() for one in found
    )


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_one_picture_that_loads_and_runs_nothing(name: str, language: str) -> None:
    svg = board_svg(board(name, language))
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "rect", "circle", "path", "polyline", "text"}
    assert not re.search(r"href|url\(|style=|\son\w+=", svg)
    assert len(svg.encode()) < MOST_BYTES


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_written_on_the_table_can_be_read(name: str, language: str) -> None:
    shown = board(name, language)
    written = texts(board_svg(shown))
    assert Counter(label.text for label in shown.labels) <= written
    assert Counter(cell.mark for cell in shown.cells if cell.mark) <= written
    assert Counter(cell.hint for cell in shown.cells if cell.hint and cell.look in ("empty", "back")) <= written
    assert Counter(str(cell.count) for cell in shown.cells if cell.count) <= written


@pytest.mark.parametrize("name", DRAWN)
def test_a_game_is_drawn_from_beginning_to_end(name: str) -> None:
    game, players, _, seed = (TABLES | KEPT)[name]
    plies = played(game, players, seed + 1, 300)
    for at in range(1, len(plies) + 1, 9):
        shown = board_of(view_after(game, plies[:at]), "ja")
        assert count(board_svg(shown), fill=BACK) == sum(cell.look == "back" for cell in shown.cells)


@pytest.mark.parametrize("name", DRAWN)
def test_backs_standing_tiles_and_the_last_move_are_drawn(name: str) -> None:
    shown = board(name)
    svg = board_svg(shown)
    for look, colour in (("back", BACK), ("upright", STANDING)):
        assert count(svg, fill=colour) == sum(cell.look == look for cell in shown.cells)
    assert count(svg, stroke=LAST, stroke_width="1.1") == sum(cell.last for cell in shown.cells)
    assert count(svg, stroke=WRONG) == 0


def test_what_contradicts_the_game_is_marked_with_more_than_a_colour() -> None:
    svg = board_svg(board_of(table("checkers").view, "en", {"e5", "a1"}))
    assert count(svg, stroke=WRONG, stroke_dasharray="2 1.2") == 2
    assert texts(svg)["!"] == 2


def test_cards_have_their_rank_and_suit_also_under_another_card() -> None:
    shown = board("stop")
    written = texts(board_svg(shown))
    suits = Counter("♥♦♠♣"["HDSC".index(cell.look[-1])] for cell in shown.cells if cell.look != "back")
    assert {suit: written[suit] for suit in "♥♦♠♣"} == suits
    assert any(cell.covered for cell in shown.cells)


def test_pieces_of_two_players_differ_by_their_shape() -> None:
    shown = board("checkers")
    svg = board_svg(shown)
    owners = Counter(cell.owner for cell in shown.cells if cell.owner in (0, 1))
    signs = owners + Counter(label.owner for label in shown.labels if label.owner in (0, 1))
    assert (svg.count("<circle") // 2, svg.count("M0-3.2 3.3 2.6H-3.3Z")) == (signs[0], signs[1])


def test_a_name_is_text_whatever_it_is() -> None:
    name = "</text><script>alert('hi')</script> & \"Aya\""
    svg = board_svg(Board("cards", (90.0, 20.0), [Label(name, 5, 5, "start")], []))
    assert texts(svg) == {name: 1}
    assert "<script" not in svg
