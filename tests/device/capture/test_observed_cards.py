"""A table of cards without a sheet: which pictures are read and how exposed, and that no board is looked for."""

from collections.abc import Callable

import numpy as np
import pytest

from device.capture.field_tracker import FieldTracker
from device.capture.game_reader import GameReader, reader_of_cards
from device.capture.motion_gate import CARD_READINGS, MIN_TURNS_S, MotionGate
from device.capture.observation import Observation
from device.capture.table_observer import TableObserver
from device.hardware.camera import Frame
from device.referee.outcomes import Problem, with_also
from engines.messages import message
from vision.card_table_reader import CardTableReader
from vision.cards.common.reading import DetectedCard
from vision.places.cards.dealt import dealt_zones
from vision.places.cards.places import CardPlaces
from vision.reading import Picture, Reading

GREY = np.full((480, 640, 3), 120, np.uint8)
BRIGHT = np.full_like(GREY, 255)


class Still:
    """Nothing moves, unless it is said so."""

    moves = False

    def is_still(self, _picture: Picture, _at_s: float) -> bool:
        return not self.moves

    def fits(self, _picture: Picture) -> bool:
        return True


TILES = GameReader(lambda _picture: Reading(None, ()))  # on a sheet, on which nothing lies


def no_board(*_: object) -> None:
    raise AssertionError("a board was looked for")


def at(x: float, y: float, code: str = "back") -> DetectedCard:
    return DetectedCard(code, ((x, y), (x + 60, y), (x + 60, y + 90), (x, y + 90)), 0.99)


PILES = [at(20, 20), at(40, 200), at(200, 380)]  # two stocks and a draw pile
CARD = at(200, 200, "5H")


def card_reader(find: Callable[[Picture], list[DetectedCard]]) -> GameReader:
    return reader_of_cards(CardTableReader(find, CardPlaces(dealt_zones)))


def observer_with(reader: GameReader | None, motion: Still | None = None) -> TableObserver:
    return TableObserver(reader, MotionGate(motion or Still()), FieldTracker(find=no_board, lies_at=no_board))


def observer_of(laid: list[DetectedCard], motion: Still | None = None) -> TableObserver:
    return observer_with(card_reader(lambda _: laid), motion)


def look(observer: TableObserver, at_s: float, picture: Picture = GREY, unsettled: bool = False) -> Observation | None:
    return observer.read_if_due(Frame(picture, at_s), unsettled)


def exposure_after(observer: TableObserver, picture: Picture, at_s: float) -> float:
    observer.read_if_due(Frame(picture, at_s, f"{at_s}.jpg"), unsettled=False)
    return observer.next_capture(at_s, unsettled=False).exposure


def test_after_each_movement_several_pictures_are_read_and_no_board_is_looked_for() -> None:
    motion = Still()
    observer = observer_of(PILES, motion)
    for moved in (0.0, 20.0):
        motion.moves = True
        assert look(observer, moved) is None
        motion.moves = False
        read = [found for s in np.arange(1.0, 12.0) if (found := look(observer, moved + s)) is not None]
        assert len(read) == CARD_READINGS
        assert read[-1].reading.places["draw"]["back"] == 0.99


def test_a_reading_says_that_nothing_was_still_for_long_before_it() -> None:
    motion = Still()
    observer = observer_of(PILES, motion)

    def is_unwatched_after(moving_s: float, at_s: float) -> bool:
        motion.moves = True
        look(observer, at_s + 0.1)
        motion.moves = False
        observation = look(observer, at_s + moving_s)
        assert observation is not None
        return observation.is_unwatched

    assert look(observer, 0.0) is not None
    assert not is_unwatched_after(MIN_TURNS_S - 1, 0.0)
    assert is_unwatched_after(MIN_TURNS_S + 1, MIN_TURNS_S - 1)
    assert not is_unwatched_after(1.0, 2 * MIN_TURNS_S)


def last_paper(light: float, up: list[DetectedCard]) -> int:
    """How bright paper is after some pictures, each of them exposed as the one before asked for.

    `light`: what it would be without exposing for it, of 255: on a dark table it is overexposed.
    """
    observer, paper, exposure = observer_of([*PILES, *up]), 0, 0.0
    for second in range(12):
        paper = min(255, round(light * 2 ** (exposure / 2.2)))  # a picture's gamma is 2.2
        picture = np.full_like(GREY, 40)
        picture[200:290, 200:260] = paper
        exposure = exposure_after(observer, picture, second)
    return paper


@pytest.mark.parametrize("light", [500.0, 300.0, 180.0, 120.0])
def test_cards_are_exposed_until_their_paper_is_bright_but_not_overexposed(light: float) -> None:
    assert 140 <= last_paper(light, [CARD]) <= 232


def test_a_table_without_cards_that_lie_face_up_is_not_exposed_more() -> None:
    assert last_paper(60.0, []) == 60


@pytest.mark.parametrize(("light", "is_less"), [(255, True), (180, False), (40, False)])
def test_a_lesson_is_exposed_less_where_it_is_overexposed(light: int, is_less: bool) -> None:
    """As long as nothing has been taught, whatever lies before the camera may be a lesson."""
    assert (exposure_after(observer_with(None), np.full_like(GREY, light), 1.0) < 0) == is_less


def test_a_board_is_exposed_as_the_camera_chooses_after_cards_were() -> None:
    """A game of tiles begins on the dark table on which cards were bright."""
    observer = observer_of(PILES)
    assert exposure_after(observer, BRIGHT, 1.0) < 0
    observer.use(TILES)
    observer.watch_anew()
    assert exposure_after(observer, BRIGHT, 2.0) == 0.0


@pytest.mark.parametrize(
    ("picture", "unsettled", "reader", "looks"),
    [
        (GREY, False, card_reader(lambda _: PILES), 3),
        (GREY, True, card_reader(lambda _: PILES), 8),
        (GREY, True, TILES, 1),
        (np.zeros_like(GREY), True, card_reader(lambda _: PILES), 1),
    ],
    ids=["cards", "cards while something is open", "tiles", "cards in the dark"],
)
def test_how_often_a_folders_picture_is_read(picture: Picture, unsettled: bool, reader: GameReader, looks: int) -> None:
    """One picture shows no card in twenty, so that nothing is recorded from one; a folder has no other."""
    observer = observer_with(reader)
    for number in range(1, looks + 1):
        observer.read_if_due(Frame(picture, 1.0, "0001.jpg"), unsettled)
        assert observer.next_capture(1.0, unsettled).again == (number < looks)


def test_of_two_mixed_decks_nothing_is_taken_and_people_are_told() -> None:
    twins = [DetectedCard("?", at(x, 100).corners, 0.99, {"5S": 0.99}) for x in (100, 400)]
    observer = observer_of([at(200, 300, "KD"), *twins])
    assert look(observer, 1.0) is None
    assert observer.view.trouble == message("seen.twice", other="5S")
    assert observer.view.reading is not None
    assert [warned.at for warned in observer.view.reading.warnings] == [(130, 145), (430, 145)]


def test_half_a_card_in_the_picture_is_none_to_go_by() -> None:
    observer = observer_of([at(-35, 100, "KD"), at(300, 100, "5S")])
    observation = look(observer, 1.0)
    assert observation is not None
    assert [piece.face for piece in observation.reading.pieces] == ["?", "5S"]
    assert observer.view.warnings == [message("seen.cut_off")]


def test_as_long_as_a_pile_is_not_seen_people_are_told_that_places_are_not_known() -> None:
    laid = [at(200, 30, "4"), at(200, 300, "8")]  # nobody sees the draw pile, which looks like the table
    observer = observer_of(laid)
    assert look(observer, 1.0) is not None
    assert observer.view.warnings == [message("seen.not_laid")]
    laid.append(at(150, 165))
    look(observer, 4.0, unsettled=True)
    assert observer.view.warnings == []


def test_a_problem_comes_with_what_the_picture_itself_warns_of() -> None:
    problem, glare = Problem(message("cards.unclear", places="card_river")), message("seen.glare")
    both = with_also(problem, [glare])
    assert both is not None
    assert (both.message, both.also) == (problem.message, (glare,))
    assert with_also(None, [glare]) is None


def test_an_arm_that_rests_over_the_table_holds_back_the_reading_and_hides_no_card() -> None:
    with_arm = GREY.copy()
    with_arm[370:, 180:280] = 40  # over the draw pile
    reader = card_reader(lambda picture: PILES[:-1] if picture is with_arm else PILES)
    observer = observer_with(reader)
    for second in range(3):
        assert look(observer, second, unsettled=True) is not None
    for second in range(3, 40):
        assert look(observer, second, with_arm, unsettled=True) is None
        assert observer.view.seeing == "moving"
    assert observer.view.trouble is not None
    assert observer.view.trouble.key == "seen.waiting"
    observation = look(observer, 41.0, unsettled=True)
    assert observation is not None
    assert (observation.reading.places["draw"]["back"], observer.view.trouble) == (0.99, None)
