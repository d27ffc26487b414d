"""A table of cards without a sheet before the frame gate: which pictures are read, and that no board is looked for."""

import numpy as np
import pytest

from device.hardware.camera import Frame
from device.referee.outcomes import Problem, with_also
from device.table.frame_gate import CARD_LOOKS, TURNS_S, FrameGate, Reader
from engines.messages import message
from vision.card_table_reader import CardTableReader
from vision.cards.reading import DetectedCard
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.places import CardPlaces
from vision.reading import Picture, Points, Reading


class Still:
    """Nothing moves, unless it is said so."""

    moves = False

    def is_still(self, _picture: Picture, _at_s: float) -> bool:
        return not self.moves

    def fits(self, _picture: Picture) -> bool:
        return True


def no_board(_picture: Picture) -> Points | None:
    raise AssertionError("a board was looked for")


def cards(_picture: Picture) -> list[DetectedCard]:
    """Two stocks and a draw pile."""
    return [
        DetectedCard("back", ((x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)), 1.0)
        for x, y in ((20, 20), (40, 200), (200, 380))
    ]


def test_after_each_movement_several_pictures_are_read_and_no_board_is_looked_for() -> None:
    motion = Still()
    gate = FrameGate(
        CardTableReader(cards, CardPlaces(dealt_zones)),
        motion,
        find=no_board,
        lies_at=lambda _p, _c: no_board(_p) is None,
    )
    picture = np.full((480, 640, 3), 120, np.uint8)
    for moved in (0.0, 20.0):
        motion.moves = True
        assert gate.read_if_due(Frame(picture, moved), unsettled=False) is None
        motion.moves = False
        readings = [gate.read_if_due(Frame(picture, moved + at), unsettled=False) for at in np.arange(1.0, 12.0)]
        read = [reading for reading in readings if reading is not None]
        assert len(read) == CARD_LOOKS
        assert read[-1].places["draw"]["back"] == 1.0


@pytest.mark.parametrize("light", [500.0, 300.0, 180.0, 120.0])
def test_cards_are_exposed_until_their_paper_is_bright_but_not_overexposed(light: float) -> None:
    """`light`: what their paper would be without exposing for it, of 255: on a dark table it is overexposed."""
    card = DetectedCard("5H", ((200, 200), (260, 200), (260, 290), (200, 290)), 1.0)
    assert 140 <= last_paper(light, [card]) <= 232


def test_a_table_without_cards_that_lie_face_up_is_not_exposed_more() -> None:
    assert last_paper(60.0, []) == 60


@pytest.mark.parametrize(("light", "is_less"), [(255, True), (180, False), (40, False)])
def test_a_lesson_is_exposed_less_where_it_is_overexposed(light: int, is_less: bool) -> None:
    """As long as nothing has been taught, whatever lies before the camera may be a lesson."""
    gate = FrameGate(None, Still())
    gate.read_if_due(Frame(np.full((480, 640, 3), light, np.uint8), 1.0), unsettled=False)
    assert (gate.next_capture(1.0, unsettled=False).exposure < 0) == is_less


def test_a_board_is_exposed_as_the_camera_chooses_after_cards_were() -> None:
    """A game of tiles begins on the dark table on which cards were bright."""
    gate = FrameGate(CardTableReader(cards, CardPlaces(dealt_zones)), Still(), find=lambda _: None)
    bright = np.full((480, 640, 3), 255, np.uint8)
    gate.read_if_due(Frame(bright, 1.0), unsettled=False)
    assert gate.next_capture(1.0, unsettled=False).exposure < 0
    gate.reader = Tiles()
    gate.watch_anew()
    gate.read_if_due(Frame(bright, 2.0), unsettled=False)
    assert gate.next_capture(2.0, unsettled=False).exposure == 0.0


def looks_at_one(picture: Picture, unsettled: bool, reader: Reader) -> int:
    """How often a picture of a folder is read."""
    gate, looks = FrameGate(reader, Still(), find=no_board), 0
    is_wanted = True
    while is_wanted:
        looks += 1
        gate.read_if_due(Frame(picture, 1.0, "0001.jpg"), unsettled)
        is_wanted = gate.next_capture(1.0, unsettled).again
    return looks


def test_a_picture_of_a_folder_is_read_as_often_as_cards_that_lie_still_before_a_camera() -> None:
    """One picture shows no card in twenty, so that nothing is recorded from one; a folder has no other."""
    grey = np.full((480, 640, 3), 120, np.uint8)
    assert looks_at_one(grey, False, CardTableReader(cards, CardPlaces(dealt_zones))) == 3
    assert looks_at_one(grey, True, CardTableReader(cards, CardPlaces(dealt_zones))) == 8, "something is open"
    assert looks_at_one(grey, True, Tiles()) == 1
    assert looks_at_one(np.zeros_like(grey), True, CardTableReader(cards, CardPlaces(dealt_zones))) == 1, "dark"


class Tiles:
    """Reads a board, on which nothing lies."""

    def read(self, _picture: Picture, *, check_board: bool) -> Reading:
        assert check_board
        return Reading(None, (), {}, ())


def last_paper(light: float, up: list[DetectedCard]) -> int:
    """How bright paper is after some pictures, each of them exposed as the one before asked for."""
    gate = FrameGate(CardTableReader(lambda picture: [*cards(picture), *up], CardPlaces(dealt_zones)), Still())
    paper, exposure = 0, 0.0
    for look in range(12):
        paper = min(255, round(light * 2 ** (exposure / 2.2)))  # a picture's gamma is 2.2
        picture = np.full((480, 640, 3), 40, np.uint8)
        picture[200:290, 200:260] = paper
        gate.read_if_due(Frame(picture, look, str(look)), unsettled=False)
        exposure = gate.next_capture(look, unsettled=False).exposure
    return paper


def test_a_reading_says_that_nothing_was_still_for_long_before_it() -> None:
    motion = Still()
    gate = FrameGate(CardTableReader(cards, CardPlaces(dealt_zones)), motion, find=no_board)
    picture = np.full((480, 640, 3), 120, np.uint8)

    def read_after(moving_s: float, at_s: float) -> bool:
        motion.moves = True
        gate.read_if_due(Frame(picture, at_s + 0.1), unsettled=False)
        motion.moves = False
        reading = gate.read_if_due(Frame(picture, at_s + moving_s), unsettled=False)
        assert reading is not None
        return reading.unwatched

    assert gate.read_if_due(Frame(picture, 0.0), unsettled=False) is not None
    assert not read_after(TURNS_S - 1, 0.0)
    assert read_after(TURNS_S + 1, TURNS_S - 1)
    assert not read_after(1.0, 2 * TURNS_S)


def gate_of(laid: list[DetectedCard]) -> FrameGate:
    return FrameGate(CardTableReader(lambda _: laid, CardPlaces(dealt_zones)), Still(), find=no_board)


def at(x: float, y: float, code: str) -> DetectedCard:
    return DetectedCard(code, ((x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)), 0.99)


def test_of_two_mixed_decks_nothing_is_taken_and_people_are_told() -> None:
    picture = np.full((480, 640, 3), 120, np.uint8)
    twins = [DetectedCard("?", at(x, 100, "?").corners, 0.99, {"5S": 0.99}) for x in (100, 400)]
    gate = gate_of([at(200, 300, "KD"), *twins])
    assert gate.read_if_due(Frame(picture, 1.0), unsettled=False) is None
    assert gate.trouble == message("seen.twice", other="5S")
    assert gate.last is not None
    assert gate.last[1] is not None
    assert [warned.at for warned in gate.last[1].warnings] == [(130, 145), (430, 145)]


def test_half_a_card_in_the_picture_is_none_to_go_by() -> None:
    picture = np.full((480, 640, 3), 120, np.uint8)
    gate = gate_of([at(-35, 100, "KD"), at(300, 100, "5S")])
    reading = gate.read_if_due(Frame(picture, 1.0), unsettled=False)
    assert reading is not None
    assert [piece.face for piece in reading.pieces] == ["?", "5S"]
    assert gate.warnings == [message("seen.cut_off")]


def test_as_long_as_a_pile_is_not_seen_people_are_told_that_places_are_not_known() -> None:
    picture = np.full((480, 640, 3), 120, np.uint8)
    laid = [at(200, 30, "4"), at(200, 300, "8")]  # nobody sees the draw pile, which looks like the table
    gate = gate_of(laid)
    assert gate.read_if_due(Frame(picture, 1.0), unsettled=False) is not None
    assert gate.warnings == [message("seen.not_laid")]
    laid.append(at(150, 165, "back"))
    gate.read_if_due(Frame(picture, 4.0), unsettled=True)
    assert gate.warnings == []


def test_a_problem_comes_with_what_the_picture_itself_warns_of() -> None:
    problem = Problem(message("cards.unclear", places="card_river"))
    both = with_also(problem, [message("seen.glare")])
    assert both is not None
    assert (both.message, both.also) == (problem.message, (message("seen.glare"),))
    assert with_also(None, [message("seen.glare")]) is None


def test_a_reader_goes_on_from_what_it_kept() -> None:
    picture = np.full((480, 640, 3), 120, np.uint8)
    before = CardTableReader(cards, CardPlaces(dealt_zones))
    before.read(picture)
    before.read(picture)
    again = CardTableReader(lambda _picture: [], CardPlaces(dealt_zones))
    again.remember(before.memory())
    assert again.places.zones == before.places.zones
    assert again.read(picture).left_open == {"draw": 1, "stock/1": 1, "stock/2": 1}


def test_an_arm_that_rests_over_the_table_holds_back_the_reading_and_hides_no_card() -> None:
    table = np.full((480, 640, 3), 120, np.uint8)
    with_arm = table.copy()
    with_arm[370:, 180:280] = 40  # over the draw pile

    def find(picture: Picture) -> list[DetectedCard]:
        return cards(picture)[:-1] if picture is with_arm else cards(picture)

    gate = FrameGate(CardTableReader(find, CardPlaces(dealt_zones)), Still(), find=no_board)
    for at in range(3):
        assert gate.read_if_due(Frame(table, float(at)), unsettled=True) is not None
    for at in range(3, 40):
        assert gate.read_if_due(Frame(with_arm, float(at)), unsettled=True) is None
        assert gate.seeing == "moving"
    assert gate.trouble is not None
    assert gate.trouble.key == "seen.waiting"
    reading = gate.read_if_due(Frame(table, 41.0), unsettled=True)
    assert reading is not None
    assert (reading.places["draw"]["back"], gate.trouble) == (1.0, None)
