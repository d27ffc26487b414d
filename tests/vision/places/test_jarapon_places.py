"""Places of Galaxy Jarapon: whatever the engine says must lie there is told, or left out, but never told wrongly."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np
import pytest

from device.games.listing import arrangement_of
from device.referee.orientation import camera_place
from engines.bots import NAMES
from engines.jarapon import State
from engines.vocabulary import BACK, EMPTY, WILD, Layout
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.engines.jarapon import after, dealt, jarapon
from tests.support.paths import PHOTOS, SHARED_PHOTOS, needs_shared
from tests.support.tiers import first
from tests.support.vision.jarapon_tables import PITCH, Manner, as_seen, before, tables, tiles_of
from tests.support.vision.lesson import FACES
from tools.bench.judging import true_tiles
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import teach
from vision.facts import Probabilities
from vision.pictures import open_picture
from vision.places.base import TablePiece
from vision.places.jarapon.places import RIVER, JaraponPlaces
from vision.table_reader import TableReader


def counted(places: Mapping[str, Probabilities], looks: Layout) -> Counter[str]:
    """How many places with tiles are right, wrong or left open by a reading; wrong is also what lies nowhere."""
    found: Counter[str] = Counter()
    for place, look in looks.items():
        if place in places:
            right = sum(share for face, share in places[place].items() if face in look) > 0.5
            doubtful = max(places[place], key=lambda face: places[place][face]) in look
            found["right" if right else "out" if doubtful else "wrong"] += EMPTY not in look or not right
        elif look != {EMPTY} and place != "bonus" and not place.startswith("wall"):
            found["out"] += 1
    found["wrong"] += sum(
        probabilities.get(EMPTY, 0.0) < 0.5 for place, probabilities in places.items() if place not in looks
    )
    return found


def seen_looks(layout: Layout, turn: int) -> Layout:
    return {camera_place(place, turn): look for place, look in layout.items()}


MANNERS = {
    "as in the photographs": (Manner(), 0.005),
    "rows of six, gaps where tiles were called, sets without a tile across": (
        Manner(row=6, gaps=True, sideways=False, care=2, twist=4),
        0.03,
    ),
    "careless": (Manner(care=4, twist=8), 0.01),
    "very careless": (Manner(row=6, care=6, twist=8), 0.12),
    "rows of seven": (Manner(row=7, care=2), 0.01),
    "the walls round all": (Manner(ring=True), 0.0),
}


@pytest.mark.full
@pytest.mark.parametrize("name", MANNERS)
def test_tables_of_whole_games_are_told_or_left_out_but_never_wrong(name: str) -> None:
    manner, most_out = MANNERS[name]
    found: Counter[str] = Counter()
    for players, turn in ((2, 1), (3, 2), (4, 3), (4, 0)):
        reader, rng = JaraponPlaces(), np.random.default_rng([players, turn])
        game = (random_game, greedy_game)[turn % 2](jarapon, NAMES[:players], {"dealer": "first"}, turn)
        for ply, (tiles, layout) in enumerate(tables(islice(game, 280), manner, turn)):
            if ply % 4 == 0 and tiles is not None:
                seen = as_seen(tiles, turn, 2.0, rng)
                found += counted(reader.place(seen).places, seen_looks(layout, turn))
    assert found["wrong"] == 0
    assert found["right"] > 500
    assert found["out"] <= most_out * found["right"]


def photographed(truth: dict[str, Any]) -> Layout:
    """What a photograph shows, by side of its sheet."""
    looks, sets = {}, dict[int, list[tuple[float, str]]]()
    for tile in truth["tiles"]:
        side, role = (tile.get("player") or 0) + 1, tile.get("role")
        face = WILD if tile["wild"] else str(tile["number"])
        if role == "discard":
            looks[f"river/{side}/{tile['order'] + 1}"] = f"{face} across" if tile["sideways"] else face
        elif role == "winning_hand":
            looks[f"hand/{side}/{tile['order'] + 1}"] = face
        elif role == "dora":
            looks["dora"] = face
        elif role == "pon":
            x, y = tile["pos_mm"][:2]
            sets.setdefault(side, []).append(({1: x, 2: y, 3: -x, 4: -y}[side], face))
    for side, tiles in sets.items():
        looks |= {f"pon/{side}/1/{at}": face for at, (_, face) in enumerate(sorted(tiles), start=1)}
    return {place: frozenset({face}) for place, face in looks.items()}


def lying(truth: dict[str, Any], turn: int, noise: float, rng: np.random.Generator) -> list[TablePiece]:
    """The tiles of a photograph where they truly lie, turned clockwise before the camera."""
    quarter = np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), turn)
    pieces = []
    for tile, true in zip(truth["tiles"], true_tiles(truth), strict=True):
        if true.counts and tile["pose"] in ("up", "down"):
            ring = np.array(tile["top_corners_mm"])[:, :2] @ quarter.T + rng.uniform(-noise, noise, 2)
            pieces.append(TablePiece(ring, {min(true.faces): 1.0}, 0.99))
    return pieces


@needs_shared
@pytest.mark.parametrize("turn", first(range(4), 2))
def test_the_places_of_the_shared_photographs_by_their_truth(turn: int) -> None:
    found: Counter[str] = Counter()
    for path in sorted(SHARED_PHOTOS.glob("set-*/hand_*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        looks = seen_looks(photographed(truth), turn)
        for noise in (0.0, 2.0):
            pieces = lying(truth, turn, noise, np.random.default_rng(turn))
            found += counted(JaraponPlaces().place(pieces).places, looks)
    assert found["wrong"] == 0
    assert found["out"] <= 0.01 * found["right"]


def best_turn(places: Mapping[str, Probabilities], layout: Layout) -> Counter[str]:
    """The count for the quarter turn in which a board lies, that only its corners say."""
    return max((counted(places, seen_looks(layout, turn)) for turn in range(4)), key=lambda found: found["right"])


@pytest.mark.full
@needs_shared
@pytest.mark.parametrize("folder", ["set-a", "set-b"])
def test_the_shared_photographs_are_read(folder: str) -> None:
    lessons = [open_picture(path) for path in sorted((SHARED_PHOTOS / folder).glob("teach_*.jpg"))]
    taught, found = teach(lessons, FACES).taught, Counter[str]()
    for path in sorted((SHARED_PHOTOS / folder).glob("hand_*.jpg")):
        reading = TableReader(arrangement_of("jarapon"), taught).read(open_picture(path))
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        found += best_turn(reading.places, photographed(truth))
    assert found["wrong"] == 0
    assert found["out"] <= 0.02 * found["right"]


def test_a_photograph_is_read_with_sides_across_and_dora(taught: TaughtFaces) -> None:
    truth = json.loads((PHOTOS / "hand_103.json").read_text(encoding="utf-8"))
    reading = TableReader(arrangement_of("jarapon"), taught).read(open_picture(PHOTOS / "hand_103.jpg"))
    layout = photographed(truth)
    found = best_turn(reading.places, layout)
    assert (found["right"], found["wrong"], found["out"]) == (len(layout), 0, 0)


SIDES = (1, 2, 3, 4)
# Laid tile by tile, before the side at the bottom unless said otherwise.


def tile(
    right: float, near: float, face: str, across: bool = False, side: int = 1, confidence: float = 1.0
) -> TablePiece:
    return TablePiece(before(side, right, near, face, across).corners()[:4, :2], {face: 1.0}, confidence)


def row(faces: str, left: float, near: float, side: int = 1) -> list[TablePiece]:
    return [tile(left + PITCH * at, near, face, side=side) for at, face in enumerate(faces)]


def told(pieces: Iterable[TablePiece], reader: JaraponPlaces | None = None) -> dict[str, str]:
    """The likeliest face of each place that is told."""
    places = (reader or JaraponPlaces()).place(list(pieces)).places
    return {place: max(probabilities, key=lambda face: probabilities[face]) for place, probabilities in places.items()}


def only(places: Mapping[str, str], kind: str) -> dict[str, str]:
    return {place: face for place, face in places.items() if place.startswith(kind) and face != EMPTY}


def faces_of(places: Mapping[str, str], kind: str) -> str:
    return "".join(only(places, kind).values())


def shown(places: Mapping[str, str], kind: str) -> str:
    """What is told of the places of a kind: a face, `.` where nothing lies, `?` where nothing is told."""
    return "".join(places.get(f"{kind}/{at}", "?").replace(EMPTY, ".") for at in range(1, RIVER + 1))


def test_an_empty_table_is_seen_to_be_empty() -> None:
    places = told([])
    assert set(places.values()) == {EMPTY}
    assert {f"river/{side}/{at}" for side in (1, 2, 3, 4) for at in (1, RIVER)} <= places.keys()
    assert {"wall/1/1", "bonus"}.isdisjoint(places)


RIVER_OF_4, RIGHT_SET, LEFT_SET = row("1234", -53, 74), row("777", 90, 135), row("888", 5, 135)


def test_two_sets_are_numbered_as_they_came_and_left_out_when_they_appear_at_once() -> None:
    reader = JaraponPlaces()
    assert only(told([*RIVER_OF_4, *LEFT_SET], reader), "pon") == {f"pon/1/1/{at}": "8" for at in (1, 2, 3)}
    both = told([*RIVER_OF_4, *LEFT_SET, *RIGHT_SET], reader)
    assert [both[f"pon/1/{number}/1"] for number in (1, 2)] == ["8", "7"]
    covered = told([*RIVER_OF_4, *RIGHT_SET], reader)
    assert only(covered, "pon") == {f"pon/1/2/{at}": "7" for at in (1, 2, 3)}, "what a hand covers keeps its number"
    assert "pon/1/1/1" not in covered
    at_once = told([*RIVER_OF_4, *LEFT_SET, *RIGHT_SET])
    assert not any(place.startswith("pon/1") for place in at_once)
    assert (at_once["pon/2/1/1"], at_once["river/1/4"]) == (EMPTY, "4")


FIVE, LONG = row("12345", -53, 74), [*row("12345678", -40, 74, 2), *row("1234567", -40, 104, 2)]


@pytest.mark.parametrize(
    ("pieces", "told_as"),
    [
        # A riichi lies across (J7.9), also as the only discard and beside the rows of others.
        *(([tile(-49, 74, "5", True, side)], {f"river/{side}": "5 across."}) for side in SIDES),
        *(
            (
                [*row("12", -53, 74, side), tile(-4, 74, "4", True, side), tile(22, 74, "5", side=side)],
                {f"river/{side}": "124 across5."},
            )
            for side in SIDES
        ),
        *(([*LONG, tile(right, 74, "5", True)], {"river/1": "5 across."}) for right in (-36, -46)),
        *(
            ([*row(opposite, -128, 74, 3), tile(right, 74, "5", True)], {"river/1": "5 across."})
            for right in (-121, -124, -128)  # two players begin their rows far left
            for opposite in ("", "1234")
        ),
        # A shown hand is read from its player's left, with the winning tile apart.
        *(
            ([*row("11122233", -105, 135, side), tile(84, 135, "3", side=side)], {f"hand/{side}": "111222333"})
            for side in SIDES
        ),
        # What fits nothing or may be no tile leaves open what it may belong to.
        ([*FIVE, tile(0, 90, "9")], {"river/1": "??????", "pon/1/1": "???", "river/3": "."}),
        ([*FIVE, tile(-53, 104, "6", confidence=0.4)], {"river/1": "12345?"}),
        ([*FIVE[:2], tile(-8, 74, "3", confidence=0.6), *FIVE[3:]], {"river/1": "12???"}),
        # So does a hand beside a long river that may be either.
        (
            [*FIVE, *row("12345", -53, 104), *row("11122", -53, 135), *RIGHT_SET],
            {"river/1": "1234512345?", "hand/1": "?"},
        ),
        # Six discards in the second row are no open sets.
        ([*row("12345678", -40, 74), *row("123456", -40, 104)], {"river/1": "12345678123456.", "pon/1/1": "..."}),
    ],
)
def test_what_one_picture_tells(pieces, told_as):
    places = told(pieces)
    for kind, faces in told_as.items():
        assert shown(places, kind).startswith(faces), kind


def test_j7_3_walls_are_counted_once_they_were_seen_whole() -> None:
    built, later = after("build", players=4), dealt(players=4)
    reader, rng = JaraponPlaces(), np.random.default_rng(1)

    def seen(state: State) -> dict[str, str]:
        tiles = tiles_of(state, jarapon.layout(state), Manner(ring=True, care=1), 1)
        return told(as_seen(tiles, 0, 1.0, rng), reader)

    assert "wall/1/1" not in seen(later)  # where walls are broken nobody knows which stacks are left
    places = seen(built)
    assert Counter(place.split("/")[1] for place in only(places, "wall")) == {"1": 11, "2": 10, "3": 10, "4": 10}
    assert (places["bonus"], places["dora"]) == (BACK, EMPTY)
    places, looks = seen(later), jarapon.layout(later)
    assert only(places, "wall") == {place: BACK for place, look in looks.items() if look == {BACK} and "/" in place}
    assert places["dora"] == "9"


WALL = [tile(right, near, BACK) for right in (-22, 0, 22) for near in (-15, 16)]
TWO = row("12", -40, 74)
BONUS, BONUS_UP, DORA = tile(-22, 0, BACK), tile(-22, 0, "9"), tile(22, 0, "4")


@pytest.mark.parametrize(
    ("pictures", "bonus", "dora"),
    [
        ([[*WALL, tile(44, 16, "4")]], None, "4"),  # in a wall that was pushed to the middle
        ([[*WALL, tile(44, 16, "4"), tile(-44, 16, "5")]], None, None),  # which of the two?
        ([[tile(0, 0, "4")]], None, None),  # it may be the bonus tile
        ([[BONUS]], BACK, EMPTY),
        ([[BONUS], [BONUS, DORA]], BACK, "4"),
        ([[BONUS], [BONUS, DORA], [*TWO, BONUS_UP, DORA]], "9", "4"),
        ([[BONUS], [BONUS, DORA], [*TWO, BONUS_UP, DORA], [*TWO, BONUS_UP]], "9", None),  # what is missed is not gone
        ([[*TWO, BONUS], [*TWO, BONUS_UP]], "9", None),
        ([[tile(-11, 0, BACK), tile(11, 0, "4")]], None, "4"),  # the back may be the rest of a wall
        ([[BONUS, tile(0, 0, BACK), tile(40, 0, "4")]], None, None),
    ],
)
def test_the_dora_and_the_bonus_tile_in_the_middle(pictures, bonus, dora):
    reader = JaraponPlaces()
    for picture in pictures:
        places = told(picture, reader)
    assert (places.get("bonus"), places.get("dora")) == (bonus, dora)


# Three rows of each side, as people are asked to lay them: discards in the inner two, sets and hands in the outer one.


@pytest.mark.parametrize("side", SIDES)
def test_a_hand_lies_in_the_outer_row_below_rivers_of_any_length(side: int) -> None:
    for count in (3, 8, 9, 11, 14, 16):
        reader, river = JaraponPlaces(), [*row("12345678", -40, 74, side), *row("12345678", -40, 104, side)][:count]
        told(river[:-1], reader)
        assert only(told(river, reader), "hand") == {}
        places = told([*river, *row("111222333", -40, 135, side)], reader)
        assert [places[f"hand/{side}/{at}"] for at in range(1, 10)] == list("111222333"), count
        assert len(only(places, f"river/{side}")) == count


def test_a_hand_lies_beside_open_sets_that_are_known() -> None:
    reader, river, hand = JaraponPlaces(), row("123456", -40, 74), row("111223", -40, 135)
    first, second = row("777", 94, 135), row("888", 27, 135)
    told([*river, *first], reader)
    assert faces_of(told([*river, *first, *hand], reader), "hand") == "111223"
    told([*river, *first, *second], reader)
    assert faces_of(told([*river, *first, *second, *hand[:3]], reader), "hand") == "111"


@pytest.mark.parametrize("near", [147, 171, 217])
def test_walls_on_the_rim_of_the_sheet_or_beside_it_disturb_no_river(near: int) -> None:
    walls = [tile(112 - 22.4 * at, near, BACK, side=side) for side in (1, 2, 3, 4) for at in range(10)]
    reader, river = JaraponPlaces(), [*row("12345678", -40, 74), *row("123", -40, 104)]
    for count in range(1, 12):
        places = told([*walls[count:], *river[:count], *row("98", -40, 74, 3)], reader)
        assert (faces_of(places, "river/1"), faces_of(places, "river/3")) == ("12345678123"[:count], "98")
    assert not only(places, "hand")
    assert not only(places, "pon")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("called", [None, 1, 2, 3])
def test_in_an_open_set_any_tile_may_lie_across_or_none(side: int, called: int | None) -> None:
    """The set says by it whose discard it took (J7-7); which tile lies across is not told, only what each shows."""
    pieces, right = row("12", -40, 74, side), 70.0
    for at, face in enumerate(("5", "wild", "5"), start=1):
        wide = 30.4 if at == called else PITCH
        pieces.append(tile(right + wide / 2, 135, face, at == called, side))
        right += wide
    assert only(told(pieces), "pon") == {f"pon/{side}/1/1": "5", f"pon/{side}/1/2": "wild", f"pon/{side}/1/3": "5"}
