"""Kylo Ren Siege: rows are found from every side, and each tile is told where it lies."""

import json
from dataclasses import replace

import numpy as np
import pytest

from device.games.listing import arrangement_of, profile_of
from engines import sevens
from engines.vocabulary import NOTHING
from simulator.scenes.layouts import whole_view
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.paths import SHARED_PHOTOS, needs_shared
from tests.support.vision.table_pieces import Count, careless, lying, names_of, taught_art, turned
from tests.support.vision.tables import scene
from vision.board.camera_pose import view_from_field
from vision.dimensions import TILE_THICK
from vision.places.base import TablePiece
from vision.places.rows import RowPlaces
from vision.simulator.pieces import Tile
from vision.table_reader import TableReader

SQUARES = [f"row/{row}/{number}" for row in range(1, 7) for number in range(1, 10)]


def at(place, wide=27.0, high=36.0) -> np.ndarray:
    """Where a place of the rows is in front of the player who reads them (2, mm)."""
    _, row, number = place.split("/")
    return np.array([(int(number) - 5) * wide, (3.5 - int(row)) * high])


def tile(place, face, shift=(0.0, 0.0), **size) -> Tile:
    x, y = at(place, **size) + shift
    return Tile(float(x), float(y), face)


def fives(turn=0.0, **size) -> list[Tile]:
    return [replace(tile(f"row/{row}/5", "5", **size), turn=turn) for row in range(1, 7)]


def placed(reader, tiles, rng, way=0.0, noise=1.0):
    return reader.place([lying(turned(one, way), rng, noise) for one in tiles])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(12))
def test_the_rows_of_a_game_are_read_from_every_side(seed):
    rng = np.random.default_rng(seed)
    wide, high, care = rng.uniform(25, 33), rng.uniform(34, 45), rng.uniform(0.3, 2)
    way, reader, count = 90 * seed + rng.uniform(-10, 10), RowPlaces(), Count()
    tiles: dict[str, Tile] = {}
    game = (greedy_game if seed % 2 else random_game)(sevens, ["Aya", "Ben", "Chie"], {}, seed)
    for ply, (state, _) in enumerate(game):
        if ply > 80:
            break
        layout = sevens.layout(sevens.view(state, None))
        laid = {place: min(look) for place, look in layout.items() if place in SQUARES and look != NOTHING}
        tiles = {
            place: replace(tiles[place], face=face)
            if place in tiles
            else turned(tile(place, face, careless(rng, care), wide=wide, high=high), way)
            for place, face in laid.items()
        }
        pieces = [lying(one, rng, 1.5, read=rng.random() > 0.01) for one in tiles.values()]
        count.hold(reader.place([pieces[i] for i in rng.permutation(len(pieces))]).places, layout, SQUARES)
    assert count.wrong == []
    assert count.share_left_out < 0.02


def test_a_wrong_tile_is_told_where_it_lies():
    rng = np.random.default_rng(1)
    tiles = [*fives(), tile("row/2/6", "6"), tile("row/2/7", "3"), tile("row/4/4", "4")]
    for way in (0, 90, 180, 270):
        places = placed(RowPlaces(), tiles, rng, way).places
        assert places["row/2/7"]["3"] > 0.9
        assert places["row/2/8"] == {"empty": 1.0}


def test_numbers_decide_from_which_side_rows_are_read_and_faces_where_there_are_none():
    rng = np.random.default_rng(2)
    # The faces of the 5s stand upside down, but the numbers grow to the right.
    both = [*fives(turn=180), tile("row/1/6", "6"), tile("row/3/4", "4")]
    assert placed(RowPlaces(), both, rng).names[6:] == ("row/1/6", "row/3/4")
    wild = [*fives(), tile("row/1/6", "wild")]
    assert placed(RowPlaces(), wild, rng).names[-1] == "row/1/6"
    assert placed(RowPlaces(), wild, rng, 180).names[-1] == "row/1/6"


def test_an_almighty_beside_5s_that_stand_either_way_leaves_the_rows_open():
    rng = np.random.default_rng(3)
    mixed = [replace(five, turn=180 * (row % 2)) for row, five in enumerate(fives())]
    assert placed(RowPlaces(), [*mixed, tile("row/1/6", "wild")], rng).places == {}
    # With nothing but the 5s a table looks the same from both sides.
    assert placed(RowPlaces(), mixed, rng).places["row/1/6"] == {"empty": 1.0}


def test_without_six_5s_there_are_no_rows_until_they_have_been_seen():
    rng, reader = np.random.default_rng(4), RowPlaces()
    tiles = [*fives(), tile("row/1/6", "6")]
    assert placed(reader, tiles[1:], rng).places == {}
    placed(reader, tiles, rng)
    again = placed(reader, tiles[1:], rng)
    assert again.names[-1] == "row/1/6"
    assert again.places["row/1/5"] == {"empty": 1.0}
    after_restart = RowPlaces()
    after_restart.remember(json.loads(json.dumps(reader.memory())))
    assert placed(after_restart, tiles[1:], rng).names == again.names


def test_a_tile_between_two_rows_leaves_both_open():
    rng = np.random.default_rng(5)
    reader = RowPlaces()
    read = placed(reader, [*fives(), tile("row/4/6", "6"), tile("row/1/6", "6", (0.0, -18.0))], rng, noise=0.2)
    assert read.names[-1] is None
    assert {"row/1/6", "row/2/6"}.isdisjoint(read.places)
    assert read.places["row/4/6"]["6"] > 0.9


def test_the_stock_lies_face_down_beside_the_rows_and_keeps_its_numbers():
    rng, reader = np.random.default_rng(6), RowPlaces()
    stock = [Tile(-140 + 23.5 * n, 140.0, "back") for n in range(10)]
    rows = [replace(one, y=one.y - 30) for one in fives(high=33)]
    first = placed(reader, [*rows, *stock], rng)
    assert first.names[6:] == tuple(f"stock/{number}" for number in range(1, 11))
    drawn = placed(reader, [*rows, *stock[:3], *stock[4:]], rng)
    assert drawn.places["stock/4"] == {"empty": 1.0}
    assert drawn.places["stock/10"]["back"] > 0.9
    assert "stock/11" not in drawn.places


def test_what_is_hardly_seen_where_a_tile_of_the_stock_lay_may_be_it():
    rng, reader = np.random.default_rng(5), RowPlaces()
    rows = [*fives(), tile("row/1/6", "6")]
    stock = [Tile(-140 + 23.5 * n, 140.0, "back") for n in range(10)]
    placed(reader, [*rows, *stock], rng)
    pieces = [lying(one, rng, 1.0) for one in [*rows, *stock]]
    washed_out = replace(pieces[9], probabilities={"?": 1.0}, confidence=0.17)
    for seen in ([*pieces[:9], washed_out, *pieces[10:]], [*pieces[:9], *pieces[10:]]):
        read = reader.place(seen)
    assert read.places["stock/3"] == {"empty": 1.0}  # not seen at all
    for unclear in (washed_out, replace(pieces[9], probabilities={"1": 0.3, "9": 0.3, "back": 0.2}, confidence=1.0)):
        again = reader.place([*pieces[:9], unclear, *pieces[10:]])
        assert "stock/3" not in again.places
        assert again.places["stock/4"]["back"] > 0.9


def test_a_tile_of_the_stock_that_looks_like_no_face_under_a_highlight_lies_face_down():
    rng = np.random.default_rng(5)
    reader, rows = RowPlaces(), [*fives(), tile("row/1/6", "6")]
    stock = [Tile(-140 + 23.5 * n, 140.0, "back") for n in range(10)]
    placed(reader, [*rows, *stock], rng)
    pieces = [lying(one, rng, 1.0) for one in [*rows, *stock]]
    hazy = {str(number): 0.1 for number in range(1, 10)} | {"back": 0.1}
    pieces[len(rows) + 2] = replace(pieces[len(rows) + 2], probabilities=hazy)
    pieces[len(rows) + 3] = replace(pieces[len(rows) + 3], probabilities={"6": 1.0})  # somebody has turned it up
    read = reader.place(pieces)
    assert read.places["stock/3"]["back"] > 0.7
    assert read.places["stock/4"]["6"] > 0.9


def test_the_stock_lies_along_the_edges_and_a_drawn_tile_is_missed_from_every_side():
    rng = np.random.default_rng(9)
    laying = profile_of("sevens").filming.lay
    spots = [laying(f"stock/{count}", {}) for count in range(1, 38)]
    stock = [Tile(spot.x, spot.y, "back", spot.turn) for spot in spots]
    size = {"wide": 24.0, "high": 31.5}
    rows = [tile("row/2/6", "6", **size), tile("row/2/7", "7", **size), tile("row/6/4", "4", **size)]
    for way in (0, 90, 180, 270):
        reader = RowPlaces()
        numbers = placed(reader, [*fives(high=31.5), *stock], rng, way).names[6:]
        assert sorted(numbers) == sorted(f"stock/{count}" for count in range(1, 38))
        read = placed(reader, [*fives(high=31.5), *rows, *stock[:20], *stock[21:]], rng, way)
        assert read.names[6:9] == ("row/2/6", "row/2/7", "row/6/4")
        gone = [name for name in numbers if read.places[name] == {"empty": 1.0}]
        assert gone == [numbers[20]]


def test_faint_detections_under_a_hand_do_not_say_how_far_columns_are_apart():
    rng, reader = np.random.default_rng(10), RowPlaces()
    faint = [replace(lying(tile(f"row/{row}/6", "6", wide=14.0), rng), confidence=0.1) for row in range(1, 6)]
    reader.place([*(lying(five, rng) for five in fives()), *faint])
    assert placed(reader, [*fives(), tile("row/1/6", "6")], rng).names[-1] == "row/1/6"


def test_what_looks_like_a_back_once_is_no_stock():
    """Under a hand, or by a lamp's doing: a stock of which one tile was drawn would be thought of for ever."""
    rng, laid, back = np.random.default_rng(6), tile("row/2/6", "6"), Tile(125.0, 125.0, "back")
    for begun in (False, True):
        reader = RowPlaces()
        if begun:
            placed(reader, [*fives(), laid], rng)
        placed(reader, [*fives(), *[laid] * begun, back], rng)
        read = placed(reader, [*fives(), laid], rng)
        assert not any(place.startswith("stock/") for place in read.places)


def test_a_stock_that_comes_into_view_later_is_numbered():
    rng, reader, laid = np.random.default_rng(6), RowPlaces(), tile("row/2/6", "6")
    placed(reader, [*fives(), laid], rng)
    stock = [Tile(-140 + 28.0 * n, 140.0, "back") for n in range(4)]
    placed(reader, [*fives(), laid, *stock], rng)
    assert placed(reader, [*fives(), laid, *stock], rng).names[7:] == ("stock/1", "stock/2", "stock/3", "stock/4")


def test_a_face_down_tile_in_a_row_is_told_there():
    rng = np.random.default_rng(7)
    read = placed(RowPlaces(), [*fives(), tile("row/2/6", "6"), tile("row/2/7", "back")], rng)
    assert read.places["row/2/7"]["back"] > 0.9
    assert not any(place.startswith("stock/") for place in read.places)


def test_rows_of_a_rendered_picture():
    taught, art = taught_art(60)
    rng = np.random.default_rng(8)
    layout = {"row/1/4": "4", "row/1/3": "3", "row/2/6": "6", "row/2/7": "wild", "row/2/8": "8", "row/5/4": "4"}
    tiles = [*fives(), *(tile(place, face, careless(rng, 1.0)) for place, face in layout.items())]
    picture, truth, _ = scene(61, [turned(one, 4) for one in tiles], view=whole_view(rng), art=art)
    names = names_of(TableReader(arrangement_of("sevens"), taught).read(picture), truth)
    assert names == [*(f"row/{row}/5" for row in range(1, 7)), *layout]


@needs_shared
@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("set-a/sevens_101", (0, 1, 2, 3, 4, 6)),
        ("set-a/sevens_101", (1, 2, 3, 4, 6, 8)),
        ("set-b/sevens_200", (1, 2, 4, 5, 6, 7)),
        ("set-b/sevens_201", (0, 1, 2, 3, 4, 5)),
        ("set-b/sevens_201", (3, 4, 5, 6, 7, 8)),
    ],
)
def test_six_rows_of_a_photograph(taught_by_set, name, rows):
    """The photographs hold five to nine rows: six of them are kept."""
    truth = json.loads((SHARED_PHOTOS / f"{name}.json").read_text(encoding="utf-8"))
    tiles = [one for one in truth["tiles"] if one["role"] == "layout" and one["row"] in rows]
    pieces = pieces_of(name, taught_by_set(name.split("/")[0]))
    spots = np.array([piece.middle for piece, _ in pieces])
    seen, wanted = [], []
    for one in tiles:
        away = np.hypot(*(np.array([xy for _, xy in pieces]) - np.mean(one["top_corners_px"], axis=0)).T)
        if away.min() < 20:
            seen.append(pieces[int(away.argmin())][0])
            wanted.append(f"row/{rows.index(one['row']) + 1}/{one['col'] + 1}")
    assert len(spots) >= len(seen) > 0.9 * len(tiles)
    assert list(RowPlaces().place(seen).names) == wanted


@pytest.fixture(scope="session")
def taught_by_set():
    from tools.bench.judging import FACES
    from vision.faces.teaching import teach
    from vision.pictures import open_picture

    found = {}

    def of(folder):
        if folder not in found:
            lessons = [open_picture(path) for path in sorted((SHARED_PHOTOS / folder).glob("teach_*.jpg"))]
            found[folder] = teach(lessons, FACES).taught
        return found[folder]

    return of


def pieces_of(name, taught) -> list[tuple[TablePiece, tuple[float, float]]]:
    """The pieces of a photograph on the table, and their pixels."""
    from vision.pictures import open_picture

    picture = open_picture(SHARED_PHOTOS / f"{name}.jpg")
    reading = TableReader(arrangement_of("sevens"), taught).read(picture)
    view = view_from_field(reading.field, (picture.shape[1], picture.shape[0]))
    return [
        (TablePiece(view.on_plane(np.array(piece.corners), TILE_THICK), piece.probabilities, 1.0), piece.xy)
        for piece in reading.pieces
    ]
