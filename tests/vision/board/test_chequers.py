"""The chequered board of another game is not taken for the sheet, and the box says so."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.games.listing import arrangement_of
from simulator.photographs.spoilings import KINDS, Spoiling
from simulator.render.pieces import Hand
from simulator.render.tiles import render
from simulator.scenes.layouts import whole_view
from simulator.scenes.light import random_light, random_sensor
from simulator.scenes.tables import random_art, random_table
from vision.board.field_view import field_view
from vision.board.finder import find_new_board
from vision.board.sheet_likeness import chequered, has_other_colours, is_another_board, is_like_sheet
from vision.faces.side_classifier import UntaughtFaces
from vision.reading import Picture, Points
from vision.table_reader import TableReader, read_once

CORNERS = np.array([[200.0, 100.0], [800.0, 100.0], [800.0, 700.0], [200.0, 700.0]])
READ_AS = (arrangement_of("reversi"), UntaughtFaces())


def board(squares: int, margin: int) -> Picture:
    """A sheet of 300 mm, 2 px a millimetre, chequered within its margin (mm)."""
    side = 600 - 4 * margin
    odd = (np.indices((squares, squares)).sum(axis=0) % 2).astype(np.uint8) * 130
    print_ = cv2.resize(odd, (side, side), interpolation=cv2.INTER_NEAREST) + np.uint8(60)
    whole = cv2.copyMakeBorder(print_, *(2 * margin,) * 4, cv2.BORDER_CONSTANT, value=90)
    return cv2.cvtColor(whole, cv2.COLOR_GRAY2BGR)


def on_table(sheet: Picture) -> Picture:
    """A picture of it with its corners in CORNERS."""
    picture = np.full((800, 1000, 3), 150, np.uint8)
    picture[100:700, 200:800] = sheet
    return picture


@pytest.mark.parametrize(
    ("squares", "margin", "size"), [(8, 14, 34), (10, 20, 26), (10, 0, 30), (8, 0, 37), (12, 10, 23)]
)
def test_squares_are_measured(squares: int, margin: int, size: int) -> None:
    picture = on_table(board(squares, margin))
    assert is_another_board(field_view(picture, CORNERS)) == (size != 34)
    assert chequered(cv2.resize(picture[0:800, 100:900], (160, 160), interpolation=cv2.INTER_AREA))[1] > 0.75


RED, BLACK, WHITE, CREAM, BROWN, GREEN = (
    (45, 40, 200), (30, 30, 32), (245, 245, 245), (170, 215, 235), (40, 75, 120), (70, 110, 50)
)  # fmt: skip


def coloured(light: tuple[int, int, int], dark: tuple[int, int, int]) -> Picture:
    """The field view of a board with squares as large as the sheet's, in two colours (BGR)."""
    grey = board(8, 14)[..., :1]
    print_ = np.where(grey > 150, np.uint8(light), np.where(grey < 80, np.uint8(dark), np.uint8((120, 60, 60))))
    return field_view(on_table(print_), CORNERS)


@pytest.mark.parametrize(("light", "dark"), [(CREAM, BROWN), (WHITE, BLACK), (WHITE, GREEN), (CREAM, BLACK)], ids=str)
@pytest.mark.parametrize("spoiling", [Spoiling("noise", 6), Spoiling("warm", 0.6), Spoiling("haze", 0.5)], ids=str)
def test_a_board_of_chess_is_none_though_its_squares_are_as_large(light, dark, spoiling: Spoiling) -> None:
    assert has_other_colours(spoiling.of(coloured(light, dark), 1))


@pytest.mark.parametrize("spoiling", [Spoiling(kind, strengths[-1]) for kind, (_, strengths) in KINDS.items()], ids=str)
def test_black_and_red_squares_are_the_sheets_in_any_light(spoiling: Spoiling) -> None:
    assert not has_other_colours(spoiling.of(coloured(RED, BLACK), 1))


def test_tiles_on_most_red_squares_are_no_colours_of_the_sheet() -> None:
    view, faces = coloured(RED, BLACK), [(240, 120, 30), (30, 230, 60), (240, 240, 230), (20, 210, 220)]
    for row in range(8):
        for column in range(8):
            if (row + column) % 2 == 1 and row not in (3, 4):
                x, y = (round(80 + (at - 4 + 0.5) * 34 * 0.4) for at in (column, row))
                view[y - 5 : y + 6, x - 4 : x + 5] = faces[(row + column // 2) % 4]
    assert not has_other_colours(view)


def test_a_picture_without_colours_says_nothing_of_them() -> None:
    assert not has_other_colours(Spoiling("grey", 0).of(coloured(CREAM, BROWN), 1))


def test_a_board_of_chess_on_a_table_is_reported_as_another_board() -> None:
    rng = np.random.default_rng([91, 7])
    table = random_table(rng, random_art(rng))
    print_ = cv2.resize(coloured(CREAM, BROWN)[20:140, 20:140], (600, 600), interpolation=cv2.INTER_NEAREST)
    chess = replace(table, art=replace(table.art, sheet=print_), tiles=(), hands=(), clutter=())
    picture, truth = render(chess, whole_view(rng), random_light(rng), random_sensor(rng), rng)
    assert not is_like_sheet(field_view(picture, truth.field))
    assert [warned.kind for warned in read_once(*READ_AS, picture).warnings] == ["another_board"]


def test_what_is_not_chequered_may_be_the_sheet() -> None:
    fields = np.full((600, 600, 3), 70, np.uint8)
    for x in range(9):
        for y in range(6):
            cv2.rectangle(fields, (12 + 64 * x, 24 + 92 * y), (64 + 64 * x, 104 + 92 * y), (200, 180, 90), -1)
    for sheet in (fields, np.random.default_rng(1).integers(0, 255, (600, 600, 3), np.uint8), fields * 0):
        assert not is_another_board(field_view(on_table(sheet), CORNERS))


def other_board(number: int) -> tuple[Picture, Points]:
    """A table with the board of another game, and where its corners are (4 × 2 px); over number 4 there is a hand."""
    rng = np.random.default_rng([91, number])
    table = random_table(rng, random_art(rng))
    hands = (Hand(0.0, 0.0, 200.0),) if number == 4 else ()
    other = replace(table, art=replace(table.art, sheet=board(10, 20)), tiles=(), hands=hands, clutter=())
    picture, truth = render(other, whole_view(rng), random_light(rng), random_sensor(rng), rng)
    return picture, truth.field


@pytest.mark.parametrize("number", [3, 4])
def test_people_are_told_that_it_is_another_board_and_of_a_hand_where_they_say_that_it_is_the_board(
    number: int,
) -> None:
    picture, corners = other_board(number)
    assert find_new_board(picture).corners is None
    seen = read_once(*READ_AS, picture)
    assert (seen.field, [warned.kind for warned in seen.warnings], seen.pieces) == (None, ["another_board"], ())
    assert seen.warnings[0].said().key == "seen.another_board"
    reader = TableReader(*READ_AS)
    reader.set_field(corners, picture.shape[1])
    for seen in (reader.read(picture, check_board=True), read_once(*READ_AS, picture, corners)):
        assert ("hand" in {warned.kind for warned in seen.warnings}) == (number == 4)
