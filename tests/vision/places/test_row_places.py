"""Kylo Ren Siege: rows are found from every side, and each tile is told where it lies."""

import json
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from device.games.listing import arrangement_of, profile_of
from engines import sevens
from engines.vocabulary import NOTHING
from simulator.render.pieces import Tile
from simulator.scenes.layouts import whole_view
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.paths import SHARED_PHOTOS, needs_shared
from tests.support.vision.table_pieces import Count, careless, lying, names_of, placed, restarted, taught_art, turned
from tests.support.vision.tables import scene
from tools.bench.photos import taught_by
from vision.dimensions import TILE_THICK
from vision.geometry.camera_pose import view_from_field
from vision.pictures import open_picture
from vision.places.base import TablePiece
from vision.places.rows import RowPlaces
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


@pytest.mark.full
@pytest.mark.parametrize("seed", range(12))
def test_the_rows_of_a_game_are_read_from_every_side(seed):
    rng = np.random.default_rng(seed)
    wide, high, care = rng.uniform(25, 33), rng.uniform(34, 45), rng.uniform(0.3, 2)
    way, reader, count = 90 * seed + rng.uniform(-10, 10), RowPlaces(), Count()
    tiles: dict[str, Tile] = {}
    game = (greedy_game if seed % 2 else random_game)(sevens, ["Aya", "Ben", "Chie"], {}, seed)
    for state, _ in islice(game, 81):
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


SIX = tile("row/1/6", "6")
STOCK = [Tile(-140 + 23.5 * n, 140.0, "back") for n in range(10)]


def test_a_wrong_tile_and_one_face_down_are_told_where_they_lie():
    tiles = [*fives(), tile("row/2/6", "6"), tile("row/2/7", "3"), tile("row/4/4", "4"), tile("row/5/6", "back")]
    for way in (0, 90, 180, 270):
        places = placed(RowPlaces(), tiles, way).places
        assert places["row/2/7"]["3"] > 0.9
        assert places["row/5/6"]["back"] > 0.9
        assert places["row/2/8"] == {"empty": 1.0}
        assert not any(place.startswith("stock/") for place in places)


def test_numbers_decide_from_which_side_rows_are_read_and_faces_where_there_are_none():
    # The faces of the 5s stand upside down, but the numbers grow to the right.
    both = [*fives(turn=180), SIX, tile("row/3/4", "4")]
    assert placed(RowPlaces(), both).names[6:] == ("row/1/6", "row/3/4")
    wild = tile("row/1/6", "wild")
    for way in (0, 180):
        assert placed(RowPlaces(), [*fives(), wild], way).names[-1] == "row/1/6"
    mixed = [replace(five, turn=180 * (row % 2)) for row, five in enumerate(fives())]
    assert placed(RowPlaces(), [*mixed, wild]).places == {}, "an almighty beside 5s that stand either way"
    assert placed(RowPlaces(), mixed).places["row/1/6"] == {"empty": 1.0}, "5s alone look the same from both sides"


def test_without_six_5s_there_are_no_rows_until_they_have_been_seen():
    reader, tiles = RowPlaces(), [*fives(), SIX]
    assert placed(reader, tiles[1:]).places == {}
    placed(reader, tiles)
    again = placed(reader, tiles[1:])
    assert again.names[-1] == "row/1/6"
    assert again.places["row/1/5"] == {"empty": 1.0}
    assert placed(restarted(reader), tiles[1:]).names == again.names


def test_a_tile_between_two_rows_leaves_both_open():
    tiles = [*fives(), tile("row/4/6", "6"), tile("row/1/6", "6", (0.0, -18.0))]
    read = placed(RowPlaces(), tiles, noise=0.2)
    assert read.names[-1] is None
    assert {"row/1/6", "row/2/6"}.isdisjoint(read.places)
    assert read.places["row/4/6"]["6"] > 0.9


def test_the_stock_lies_face_down_beside_the_rows_and_keeps_its_numbers():
    reader, rows = RowPlaces(), [*(replace(one, y=one.y - 30) for one in fives(high=33)), SIX]
    first = placed(reader, [*rows, *STOCK])
    assert first.names[7:] == tuple(f"stock/{number}" for number in range(1, 11))
    drawn = placed(reader, [*rows, *STOCK[:3], *STOCK[4:]])
    assert drawn.places["stock/4"] == {"empty": 1.0}
    assert drawn.places["stock/10"]["back"] > 0.9
    assert "stock/11" not in drawn.places


def test_a_tile_of_the_stock_that_is_hardly_read_may_lie_there_still():
    reader, rows, rng = RowPlaces(), [*fives(), SIX], np.random.default_rng(5)
    placed(reader, [*rows, *STOCK])
    pieces = [lying(one, rng, 1.0) for one in [*rows, *STOCK]]
    before, third, after = pieces[:9], pieces[9], pieces[10:]
    hazy = replace(third, probabilities={str(number): 0.1 for number in range(1, 10)} | {"back": 0.1})
    up = replace(after[0], probabilities={"6": 1.0})
    read = reader.place([*before, hazy, up, *after[1:]])
    assert read.places["stock/3"]["back"] > 0.7, "what looks like no face under a highlight lies face down"
    assert read.places["stock/4"]["6"] > 0.9
    washed_out = replace(third, probabilities={"?": 1.0}, confidence=0.17)
    for seen in ([*before, washed_out, *after], [*before, *after]):
        read = reader.place(seen)
    assert read.places["stock/3"] == {"empty": 1.0}  # not seen at all
    for unclear in (washed_out, replace(third, probabilities={"1": 0.3, "9": 0.3, "back": 0.2}, confidence=1.0)):
        again = reader.place([*before, unclear, *after])
        assert "stock/3" not in again.places
        assert again.places["stock/4"]["back"] > 0.9


def test_the_stock_lies_along_the_edges_and_a_drawn_tile_is_missed_from_every_side():
    laying, size = profile_of("sevens").filming.lay, {"wide": 24.0, "high": 31.5}
    spots = [laying(f"stock/{count}", {}) for count in range(1, 38)]
    stock = [Tile(spot.x, spot.y, "back", spot.turn) for spot in spots]
    rows = [tile("row/2/6", "6", **size), tile("row/2/7", "7", **size), tile("row/6/4", "4", **size)]
    for way in (0, 90, 180, 270):
        reader = RowPlaces()
        numbers = placed(reader, [*fives(high=31.5), *stock], way).names[6:]
        assert sorted(numbers) == sorted(f"stock/{count}" for count in range(1, 38))
        read = placed(reader, [*fives(high=31.5), *rows, *stock[:20], *stock[21:]], way)
        assert read.names[6:9] == ("row/2/6", "row/2/7", "row/6/4")
        assert [name for name in numbers if read.places[name] == {"empty": 1.0}] == [numbers[20]]


def test_faint_detections_under_a_hand_do_not_say_how_far_columns_are_apart():
    rng, reader = np.random.default_rng(10), RowPlaces()
    faint = [replace(lying(tile(f"row/{row}/6", "6", wide=14.0), rng), confidence=0.1) for row in range(1, 6)]
    reader.place([*(lying(five, rng) for five in fives()), *faint])
    assert placed(reader, [*fives(), SIX]).names[-1] == "row/1/6"


def test_what_looks_like_a_back_once_is_no_stock_but_one_that_comes_into_view_later_is_numbered():
    """Under a hand, or by a lamp's doing: a stock of which one tile was drawn would be thought of for ever."""
    laid, back = tile("row/2/6", "6"), Tile(125.0, 125.0, "back")
    for before in ([], [[*fives(), laid]]):
        reader = RowPlaces()
        for tiles in (*before, [*fives(), *[laid] * len(before), back], [*fives(), laid]):
            read = placed(reader, tiles)
        assert not any(place.startswith("stock/") for place in read.places)
    for _ in range(2):
        names = placed(reader, [*fives(), laid, *STOCK[:4]]).names
    assert names[7:] == ("stock/1", "stock/2", "stock/3", "stock/4")


def test_rows_of_a_rendered_picture():
    taught, art = taught_art(60)
    rng = np.random.default_rng(8)
    layout = {"row/1/4": "4", "row/1/3": "3", "row/2/6": "6", "row/2/7": "wild", "row/2/8": "8", "row/5/4": "4"}
    tiles = [*fives(), *(tile(place, face, careless(rng, 1.0)) for place, face in layout.items())]
    picture, truth, _ = scene(61, [turned(one, 4) for one in tiles], view=whole_view(rng), art=art)
    names = names_of(TableReader(arrangement_of("sevens"), taught).read(picture), truth)
    assert names == [*(f"row/{row}/5" for row in range(1, 7)), *layout]


taught_in = cache(taught_by)


@cache
def pieces_of(name) -> list[tuple[TablePiece, tuple[float, float]]]:
    """The pieces of a photograph on the table, and their pixels."""
    picture = open_picture(SHARED_PHOTOS / f"{name}.jpg")
    reading = TableReader(arrangement_of("sevens"), taught_in(SHARED_PHOTOS / name.split("/")[0])).read(picture)
    view = view_from_field(reading.field, (picture.shape[1], picture.shape[0]))
    return [
        (TablePiece(view.on_plane(np.array(piece.corners), TILE_THICK), piece.probabilities, 1.0), piece.xy)
        for piece in reading.pieces
    ]


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
def test_six_rows_of_a_photograph(name, rows):
    """The photographs hold five to nine rows: six of them are kept."""
    truth = json.loads((SHARED_PHOTOS / f"{name}.json").read_text(encoding="utf-8"))
    tiles = [one for one in truth["tiles"] if one["role"] == "layout" and one["row"] in rows]
    pieces = pieces_of(name)
    seen, wanted = [], []
    for one in tiles:
        away = np.hypot(*(np.array([xy for _, xy in pieces]) - np.mean(one["top_corners_px"], axis=0)).T)
        if away.min() < 20:
            seen.append(pieces[int(away.argmin())][0])
            wanted.append(f"row/{rows.index(one['row']) + 1}/{one['col'] + 1}")
    assert len(pieces) >= len(seen) > 0.9 * len(tiles)
    assert list(RowPlaces().place(seen).names) == wanted
