"""Number cards that were taught by one photograph are read on any table, or not at all."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from simulator.artwork.number_cards import number_deck
from simulator.photographs.deck_photographs import write_deck
from simulator.photographs.spoilings import Spoiling
from simulator.render.cards import Card, CardTruth
from simulator.render.pieces import Hand
from simulator.scenes.card_tables import cascade, lesson_cards, number_table, pile
from tests.support.vision.card_tables import FACES, SENSOR, deck, lesson, photograph, with_four_indices
from vision.card_table_reader import read_cards
from vision.cards.common.reading import UNSURE, DetectedCard
from vision.cards.taught.edges import find_corners, find_edges
from vision.cards.taught.lesson import laid_cards
from vision.cards.taught.lesson_view import view_cards
from vision.cards.taught.outline import find_outlines
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import TaughtCards, teach_cards
from vision.cards.taught.uncovered import UncoveredFinder
from vision.faces.recogniser import BadTaught
from vision.faces.teaching import CannotTeach
from vision.geometry.homography import mapped
from vision.reading import Picture

PLAIN = 27  # a deck of white cards without a frame


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(teach_cards(lesson(), FACES))


def codes(cards: list[DetectedCard]) -> list[str]:
    return sorted(card.code for card in cards)


def nearest(card: DetectedCard, laid: Sequence[Card], truth: CardTruth) -> str:
    """The face that lies where a card was read."""
    return laid[int(np.linalg.norm(truth.corners.mean(axis=1) - card.xy, axis=1).argmin())].face


def table(seed: int = 1) -> tuple[Card, ...]:
    """Two cascades, a pile laid across, and a card face down."""
    rng = np.random.default_rng(seed)
    return (
        *cascade(rng, ["6", "9", "11", "8"], (-90, 80), 0, 17, 0.6),
        *cascade(rng, ["9", "3", "6"], (60, 20), 160, 17, 0.6),
        *pile(rng, ["2", "5", "7"], (160, 100), 90),
        Card(150, -60, "back", 12),
    )


def test_cards_alone_in_cascades_on_piles_and_face_down_are_read_in_any_turn_and_less_light(reader: CardReader):
    picture, truth = photograph(*table())
    middles, found = truth.corners.mean(axis=1), reader.read(picture)
    for card in found:
        same = [n for n, laid in enumerate(table()) if laid.face == card.code]
        assert min(np.linalg.norm(middles[n] - card.xy) for n in same) < 0.1 * card.shorter_side
    turned = [np.ascontiguousarray(np.rot90(picture, turns)) for turns in (1, 2, 3)]
    again = [reader.read(seen) for seen in (*turned, np.asarray(picture * 0.7, np.uint8))]
    assert [codes(cards) for cards in (found, *again)] == [["11", "3", "6", "6", "7", "8", "9", "9", "back"]] * 5


def test_a_six_is_no_nine_in_covered_strips_whichever_way_round(reader: CardReader):
    faces = ["6", "9", "6", "6", "9", "9"]
    for turn in (0.0, 180.0):
        down = -1 if turn else 1
        cards = cascade(np.random.default_rng(3), [*faces, "1"], (0, 60 * down), turn, 17, 0.5)
        picture, truth = photograph(*cards)
        assert all(card.code == nearest(card, cards, truth) for card in reader.read(picture))


def test_backs_alone_are_read_and_a_hand_over_a_card_makes_no_other_of_it(reader: CardReader):
    backs, _ = photograph(Card(-110, 0, "back"), Card(0, 0, "back"), Card(110, 0, "back"))
    assert codes(reader.read(backs)) == ["back"] * 3
    picture, _ = photograph(Card(-70, 0, "4"), Card(60, 0, "12"), hands=(Hand(60.0, -40.0, -80.0),))
    assert set(codes(reader.read(picture))) <= {"4", "12", "?"}


def test_nothing_is_read_where_no_card_lies(reader: CardReader):
    reading = read_cards(reader.read, photograph()[0])
    assert (reading.pieces, [str(warned) for warned in reading.warnings]) == ((), ["blurred"]), "a bare ground"


def test_a_table_full_of_squares_has_no_more_edges_than_can_be_looked_through():
    down, across = np.indices((960, 1280)) % 30 < 20
    picture = np.repeat(np.asarray(60 + 150 * (down & across), np.uint8)[..., None], 3, axis=2)
    edges = find_edges(picture)
    assert len(edges.ends) == 1200
    assert np.linalg.norm(edges.ends[:, 1] - edges.ends[:, 0], axis=1).min() >= 7


def test_the_outline_of_a_card_is_found_to_the_pixel():
    picture, truth = photograph(Card(10, 5, "8", 20))
    edges = find_edges(picture)
    outlines = find_outlines(edges, find_corners(edges.ends))
    turns = [np.roll(truth.corners[0], 2 * n, axis=0) for n in range(2)]
    assert min(np.abs(one.corners - ring).max() for one in outlines for ring in turns) < 2.5


@pytest.mark.parametrize("size", [0.4, 0.7, 1.0])
def test_a_card_that_nothing_covers_is_found_at_any_size(reader: CardReader, size: float):
    picture, truth = photograph(Card(10, 5, "8", 20), Card(-90, 30, "back", -50))
    small = np.asarray(cv2.resize(picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA))
    found = UncoveredFinder(reader.taught).find(small)
    assert found is not None
    faces = [reader.taught.faces[face] for face in found.faces]
    for face, ring in zip(("8", "back"), truth.corners, strict=True):
        outline = mapped(found.cards[faces.index(face)], found.plane.to_picture)
        turns = [np.roll(ring, 2 * turn, axis=0) for turn in range(2)]
        assert min(np.abs(outline / size - turned).max() for turned in turns) < 5


def refused(picture: Picture, faces: list[str] = FACES) -> tuple[str, dict[str, object]]:
    """What is said where a lesson is refused."""
    with pytest.raises(CannotTeach) as why:
        teach_cards(picture, faces)
    return why.value.said.key, dict(why.value.said.facts)


def one_of_each(seed: int = 14) -> list[Card]:
    return lesson_cards(np.random.default_rng(1), deck(seed), FACES)


def design(folder: Path, number: int, *seeds: int, tables: int = 1) -> Path:
    """Photographs of an invented deck are written; the file of its lesson, without its ending."""
    rng = np.random.default_rng(seeds)
    of = number_deck(rng)
    for _ in range(tables):
        number_table(rng, of)
    write_deck(folder, number, of, [], rng)
    return folder / f"design-{number}" / "teach_0"


@pytest.mark.full
@pytest.mark.parametrize("place", [1, 8, 10, 14])
def test_a_lesson_without_one_of_its_cards_says_which_and_rings_its_place(place: int):
    laid = one_of_each()
    picture, _ = photograph(*laid[: place - 1], *laid[place:])
    assert refused(picture) == ("teach.cards_missing", {"place": place, "face": FACES[place - 1]})
    seen = view_cards(picture, FACES)
    assert (len(seen.tiles), seen.complete, seen.missing) == (13, False, (FACES[place - 1],))
    where = photograph(*laid)[1].corners[place - 1].mean(axis=0)
    assert [np.linalg.norm(np.mean(gap.corners, axis=0) - where) < 30 for gap in seen.gaps] == [True]


def test_a_lesson_is_refused_with_a_card_too_few_in_each_row_two_alike_or_in_too_much_light():
    few, _ = photograph(*(card for card in one_of_each() if card.x < 60))
    assert refused(few)[0] == "teach.cards_count", "it is not sure where they would lie"
    alike, _ = photograph(*(Card((n % 4 - 1.5) * 75, 50 - n // 4 * 100, "35"[n > 5]) for n in range(8)))
    assert refused(alike, [str(n) for n in range(1, 9)])[0] == "teach.cards_alike"
    bright, _ = photograph(*one_of_each(PLAIN), of=deck(PLAIN), sensor=replace(SENSOR, exposure=4.0))
    assert refused(bright)[0] == "teach.cards_overexposed"


def test_a_card_of_rules_laid_among_the_cards_of_a_lesson_is_none_of_them():
    rules = np.full_like(deck(7).faces["1"], 235)
    for line in range(40, len(rules) - 30, 24):
        rules[line - 2 : line + 3, 30:-30] = 60
    with_rules = replace(deck(7), faces={**deck(7).faces, "rules": rules})
    picture, _ = photograph(*lesson_cards(np.random.default_rng(1), with_rules, ["rules", *FACES[:-1]]), of=with_rules)
    key, facts = refused(picture)
    assert (key, facts["place"]) == ("teach.cards_doubtful", 1)


@pytest.mark.full
def test_what_lies_askew_among_the_cards_of_a_lesson_is_none_of_them(tmp_path: Path):
    picture = cv2.imread(f"{design(tmp_path, 42, 5501, 42)}.jpg")
    key, facts = refused(picture)
    assert (key, facts["face"]) == ("teach.cards_doubtful", "back")
    doubtful = [tile for tile in view_cards(picture, FACES).tiles if not tile.confident]
    assert [(tile.face, [str(warned) for warned in tile.warnings]) for tile in doubtful] == [("back", ["no_card_sure"])]


def test_a_frame_of_several_colours_is_no_index(tmp_path: Path):
    taught = teach_cards(cv2.imread(f"{design(tmp_path, 4, 6103, 4, tables=2)}.jpg"), FACES)
    assert taught.index_corners == (0, 2), "at the bottom left only the frame tells 6 and 7 from 1"


def test_a_patch_of_the_ground_beside_the_cards_of_a_lesson_is_no_card(tmp_path: Path):
    lesson_of = design(tmp_path, 33, 5501, 33)
    laid = laid_cards(cv2.imread(f"{lesson_of}.jpg"), len(FACES))
    assert laid is not None
    truth = json.loads(lesson_of.with_suffix(".json").read_text(encoding="utf-8"))
    middles = np.array([card["corners_px"] for card in truth["cards"]]).mean(axis=1)
    off = np.linalg.norm(middles[None] - laid.corners.mean(axis=1)[:, None], axis=2)
    assert (off.min(axis=1) < 10).all()


@pytest.mark.parametrize(
    ("spoiling", "reason"), [(Spoiling("blur", 5), "blurred"), (Spoiling("grey", 0), "no_colours")], ids=str
)
def test_a_picture_that_hides_faces_names_no_number_and_the_reason_is_reported(
    reader: CardReader, spoiling: Spoiling, reason: str
):
    reading = read_cards(reader.read, spoiling.of(photograph(*table())[0], 1))
    assert reading.pieces
    assert {piece.face for piece in reading.pieces} == {UNSURE}
    assert [warned.kind for warned in reading.warnings] == [reason]


def test_a_deck_that_was_taught_without_colours_is_read_without_them():
    grey = Spoiling("grey", 0)
    reader = CardReader(teach_cards(grey.of(lesson(), 1), FACES))
    assert not reader.taught.has_colours
    cards = reader.read(grey.of(photograph(*table())[0], 1))
    assert cards
    assert {card.doubt for card in cards} == {None}


def test_a_veil_hides_no_numbers(reader: CardReader):
    picture = photograph(*table())[0]
    assert codes(reader.read(Spoiling("haze", 0.75).of(picture, 1))) == codes(reader.read(picture))


@pytest.mark.full
@pytest.mark.parametrize("blur", [1.0, 1.6])
def test_a_blurred_index_is_read_as_no_other_face(blur: float):
    """A blurred 5 looks more like a sharp 8 than like a sharp 5."""
    reader = CardReader(teach_cards(lesson(0), FACES))
    cards = [
        *cascade(np.random.default_rng(3), ["3", "5", "6", "8", "1"], (-60, 60), 0, 17, 0.5),
        *cascade(np.random.default_rng(4), ["9", "2", "10", "11", "12", "1"], (60, 60), 0, 17, 0.5),
    ]
    picture, truth = photograph(*cards, of=deck(0), high=760.0)
    for card in reader.read(np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)):
        assert card.code in (nearest(card, cards, truth), "?")


def test_strips_of_white_cards_without_a_frame_are_followed():
    assert (deck(PLAIN).faces["1"][2:60, 120:200] > 235).all(), "white up to their edge and within it"
    reader = CardReader(teach_cards(lesson(PLAIN), FACES))
    cards = cascade(np.random.default_rng(3), ["2", "10", "7", "4"], (0, 60), 0, 18, 0.5)
    picture, _ = photograph(*cards, Card(120, 0, "9"), of=deck(PLAIN))
    column = [card for card in reader.read(picture) if card.code != "9"]
    assert [card.code for card in sorted(column, key=lambda card: card.xy[1])] == ["2", "10", "7", "4"]


def test_strips_of_cards_with_an_index_at_every_corner_are_no_cards_on_their_other_side():
    """An 8 upside down is much like an 8, and would be that of a card on the bare table."""
    reader, of = CardReader(teach_cards(lesson(four_indices=True), FACES)), with_four_indices(deck())
    laid = (
        *cascade(np.random.default_rng(0), ["8", "1", "wild", "3"], (-80, 60), 0, 18, 0.6),
        *cascade(np.random.default_rng(1), ["11", "8", "1", "6"], (60, -30), 180, 18, 0.6),
    )
    picture, truth = photograph(*laid, of=of)
    cards = reader.read(picture)
    assert codes(cards) == sorted(card.face for card in laid)
    for card in cards:
        assert np.linalg.norm(truth.corners.mean(axis=1) - card.xy, axis=1).min() < 0.15 * card.shorter_side


def test_half_an_index_is_not_named(reader: CardReader):
    for step in (6.0, 8.0, 10.0):
        picture, truth = photograph(*cascade(np.random.default_rng(4), ["12", "7"], (0, 20), 0, step, 0.0))
        assert not truth.indices[0, 0]
        assert set(codes(reader.read(picture))) <= {"12", "7", "?"}


def test_what_was_taught_is_kept_and_damage_is_noticed(reader: CardReader, tmp_path: Path):
    reader.taught.save(tmp_path)
    kept = TaughtCards.load(tmp_path)
    assert kept.faces == reader.taught.faces
    assert (kept.crops == reader.taught.crops).all()
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-2000])
    with pytest.raises(BadTaught) as refused:
        TaughtCards.load(tmp_path)
    assert refused.value.said.key == "taught.damaged"


@pytest.mark.parametrize(
    ("game", "faces"),
    [
        ("stop", [*(f"{number}S" for number in range(1, 13)), "joker", "back"]),
        pytest.param("skip_bo", FACES, marks=pytest.mark.full),
    ],
)
def test_the_command_line_teaches_any_deck_and_reads(tmp_path, capsys, game, faces):
    cv2.imwrite(str(tmp_path / "lesson.png"), lesson())
    cv2.imwrite(str(tmp_path / "table.png"), photograph(Card(-70, 0, "4"), Card(60, 0, "12"))[0])
    named, kept = ["--game", game, "--faces", " ".join(faces)], str(tmp_path / "taught")
    assert main(["teach", str(tmp_path / "lesson.png"), *named, "--out", kept]) == 0
    capsys.readouterr()
    assert main(["read", str(tmp_path / "table.png"), "--game", game, "--taught", kept, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["game"], line["field"], {piece["pose"] for piece in line["pieces"]}) == (game, None, {"flat"})
    assert sorted(piece["face"] for piece in line["pieces"]) == sorted([faces[3], faces[11]])
