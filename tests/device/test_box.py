"""The box as its page uses it: photographs, hands, lessons, and everything taken apart at the end."""

import threading
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from device.box import Box
from device.capture.events import FrameTaken, Noticed
from device.demo.demo import Demo
from device.demo.pace import CONTROLS, Pace
from device.hardware.display import Display
from device.lessons import Lessons
from device.oled import panel
from device.oled.pages.choices import choice_pages
from device.oled.pages.demo import control_pages
from device.oled.pages.join import boot_page, code_page, qr_page
from device.oled.pages.listing import further_pages, further_with, snapshot_pages
from device.pending_lessons import PendingLessons
from device.record.pictures import PictureStore
from device.services import TablePictures
from device.settings import Settings
from device.system.worker import Worker
from device.testing.camera import StandInCamera
from device.testing.raspberry_pi import StandInPi
from engines.messages import Refusal, message
from tests.support.device.tabletop import Scene, Scenes, after, seen, table_of
from tests.support.refusals import refused
from tests.support.trust.hostile_pictures import claiming
from tests.support.waiting import PATIENCE_S, eventually
from vision.faces.recogniser import TaughtFaces
from vision.faces.side_classifier import UntaughtFaces
from vision.reading import DetectedPiece, PictureWarning, Reading
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from vision.tiles.hand_row import HandRow

ADDRESS = "http://192.168.1.23:8000"
PHOTO = bytes(cv2.imencode(".jpg", np.zeros((60, 80, 3), np.uint8))[1])


class InPlace(Worker):
    """A worker that does at once what it is asked, so that a test may say what is read and taught."""

    def do(self, work, *args, **kwargs):
        return work(*args, **kwargs)


@pytest.fixture
def scenes(monkeypatch):
    scenes = Scenes()
    monkeypatch.setattr(Lessons, "reader_of", lambda *_: scenes.reader())
    monkeypatch.setattr("device.box.Worker", InPlace)
    return scenes


@pytest.fixture
def box(tmp_path, scenes):
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera()) as box:
        yield box


def show(box, scenes, *squares):
    frame = scenes.frame(Scene(seen(table_of(after(*squares)))), 1.0, "0001.jpg")
    box.table.post(FrameTaken(frame)).result(PATIENCE_S)


def shows(box, *pages):
    return box.hardware.display.last.tobytes() in [page.image.tobytes() for page in pages]


def test_a_weak_supply_is_said_by_the_box_as_long_as_it_lasts(tmp_path, scenes):
    pi = StandInPi(tmp_path / "pi")
    pi.drop_voltage()
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), sys=pi.sys), StandInCamera()) as box:
        assert box.supervisor.check()
        eventually(lambda: [said.key for said in box.table.snapshot.notices] == ["health.power_low"])


def test_two_buttons_turn_the_displays_pages_and_the_last_ones_say_where_the_page_is(box, scenes):
    show(box, scenes, "f5")
    box.front.panel.greet(ADDRESS)
    eventually(lambda: shows(box, boot_page(ADDRESS, "en")))
    game = snapshot_pages(box.table.snapshot, "en")
    box.front.router.press("next")
    eventually(lambda: shows(box, game[0]))
    for page in (qr_page(ADDRESS, "en"), boot_page(ADDRESS, "en")):
        box.front.router.press("back")
        eventually(lambda page=page: shows(box, page))
    for _ in range(2):
        box.front.router.press("next")
    eventually(lambda: shows(box, game[0]))
    assert [line.said.key for line in box.table.snapshot.moves] == ["reversi.moved"]


@pytest.fixture
def fresh_box(box, scenes, monkeypatch):
    """A box that people have just built: it has a display, has never met a phone, and greets."""
    monkeypatch.setattr(Display, "is_visible", True)
    monkeypatch.setattr(panel, "GREETING_S", 0.0)  # so that a greeting that is not a welcome is over at once
    show(box, scenes, "f5")
    box.front.panel.greet(ADDRESS)
    eventually(lambda: shows(box, qr_page(ADDRESS, "en")))
    return box


def test_the_first_screen_of_a_new_box_is_the_qr_code_until_a_phone_is_there(fresh_box):
    fresh_box.table.post(Noticed(message("table.turned"))).result(PATIENCE_S)
    fresh_box.front.panel.greet("http://192.168.1.40:8000")  # the router has given it another address
    eventually(lambda: shows(fresh_box, qr_page("http://192.168.1.40:8000", "en")))
    fresh_box.front.pairing.ask()
    fresh_box.front.pairing.answer(fresh_box.front.pairing.code, "Aya's phone", "192.168.1.20")
    eventually(lambda: shows(fresh_box, *snapshot_pages(fresh_box.table.snapshot, "en")))


@pytest.mark.parametrize("button", ["ok", "undo", "next", "back"])
def test_any_button_ends_the_welcome_of_a_new_box_and_does_nothing_else(fresh_box, button):
    fresh_box.front.router.press(button)
    eventually(lambda: shows(fresh_box, *snapshot_pages(fresh_box.table.snapshot, "en")))
    assert len(fresh_box.table.snapshot.moves) == 1
    fresh_box.front.router.press("undo")
    eventually(lambda: not fresh_box.table.snapshot.moves)


def covers(box):
    """What hides the display's picture, if anything does."""
    cover = box.hardware.display.covered_by
    return None if cover is None else cover.tobytes()


def test_a_code_for_a_phone_hides_everything_on_the_display_but_never_reaches_the_page(box, scenes):
    show(box, scenes, "f5")
    game = snapshot_pages(box.table.snapshot, "en")[0]
    eventually(lambda: shows(box, game))
    before = box.hardware.display.png()
    box.front.pairing.ask()
    eventually(lambda: covers(box) == code_page(box.front.pairing.code, "en").image.tobytes())
    assert box.hardware.display.png() == before
    box.front.router.press("undo")  # where no display shows the code a button is just a button
    eventually(lambda: len(box.table.snapshot.moves) == 0)
    box.front.pairing.answer(box.front.pairing.code, "Aya's phone", "192.168.1.20")
    eventually(lambda: covers(box) is None)


def test_any_button_puts_the_code_away_and_does_nothing_else(box, scenes, monkeypatch):
    monkeypatch.setattr(Display, "is_visible", True)
    show(box, scenes, "f5")
    box.front.pairing.ask()  # a stranger does
    codes = {box.front.pairing.code}
    eventually(lambda: covers(box) is not None)
    for _ in range(2):  # held down, next shows one of its own, whatever code is there
        box.front.router.press("next_long")
        codes.add(box.front.pairing.code)
        eventually(lambda: covers(box) == code_page(box.front.pairing.code, "en", is_window=True).image.tobytes())
    assert len(codes) == 3
    box.front.router.press("undo")
    eventually(lambda: covers(box) is None)
    assert len(box.table.snapshot.moves) == 1
    box.front.router.press("undo")
    eventually(lambda: len(box.table.snapshot.moves) == 0)


def test_paired_phones_survive_a_restart(tmp_path, scenes):
    settings = Settings(tmp_path / "data", players=("Aya", "Ben"))
    with Box(settings, StandInCamera()) as box:
        box.front.pairing.ask()
        _, token = box.front.pairing.answer(box.front.pairing.code, "Aya's phone", "192.168.1.20")
    with Box(settings, StandInCamera()) as box:
        assert box.front.pairing.phones.known(token).name == "Aya's phone"
    (settings.data / "phones.json").write_text("{")
    with Box(settings, StandInCamera()) as box:
        assert "phones.damaged" in [said.key for said in box.troubles]


def test_what_the_camera_cannot_see_is_chosen_with_two_buttons(box, scenes):
    for count in range(1, 5):
        show(box, scenes, *("f5", "d6", "c3", "d3")[:count])
    places = seen(table_of(after("f5", "d6", "c3", "d3", "c6")))
    del places["c5"], places["c6"]
    box.table.post(FrameTaken(scenes.frame(Scene(places), 2.0, "0002.jpg"))).result(PATIENCE_S)
    pages = choice_pages(box.table.snapshot, "en")
    assert [page.choice for page in pages] == ["c5", "c6"]
    eventually(lambda: shows(box, snapshot_pages(box.table.snapshot, "en")[0]))
    for page in pages:
        box.front.router.press("next")
        eventually(lambda page=page: shows(box, page))
    box.front.router.press("ok")
    eventually(lambda: len(box.table.snapshot.moves) == 5)
    assert box.table_parts.game.played.record().endswith("c6")
    assert box.table.snapshot.choices.question == ()


def test_a_game_of_the_demo_table_is_begun_with_two_buttons(tmp_path, scenes):
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera(), Demo()) as box:
        first, *others = snapshot_pages(box.table.snapshot, "en")
        eventually(lambda: shows(box, first))
        for page in (*others, *further_pages(box.table.snapshot, "en", further_with(Pace))):
            box.front.router.press("next")
            eventually(lambda page=page: shows(box, page))
            if page.game == "doubt":
                break
        box.front.router.press("ok")
        eventually(lambda: box.table.snapshot.view.game == "doubt")
        assert box.table.snapshot.view.players == ("Aya", "Ben", "Chie")


def test_every_button_on_the_pages_by_which_the_demo_table_is_commanded(tmp_path, scenes):
    demo = Demo()
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera(), demo) as box:

        def is_seen(control):
            page = control_pages(demo.pace, "en")[CONTROLS.index(control)]
            eventually(lambda: shows(box, page))

        def press(button, control):
            """Press it, and see the page of a control, as it is now."""
            box.front.router.press(button)
            is_seen(control)

        first, *others = snapshot_pages(box.table.snapshot, "en")
        eventually(lambda: shows(box, first))
        for _ in (*others, *choice_pages(box.table.snapshot, "en")):
            box.front.router.press("next")
        press("next", "pause")
        press("ok", "pause")
        assert demo.paused
        press("next", "mistake")
        press("ok", "mistake")
        assert (demo.pace.mistake_due, demo.paused) == (True, False), "a mistake that is asked for is to be seen"
        press("next", "speed")
        for speed in (2.0, 4.0, 0.5, 1.0):
            press("ok", "speed")
            assert demo.speed == speed
        press("back", "mistake")
        press("back", "pause")
        press("ok", "pause")
        assert demo.paused
        demo.paused = False  # on a phone
        is_seen("pause")
        moves = len(box.table.snapshot.moves)
        box.front.router.press("undo")  # is still the table's
        eventually(lambda: bool(box.table.snapshot.notices))
        assert (demo.paused, len(box.table.snapshot.moves)) == (False, moves)


def test_pictures_are_jpegs_the_last_one_changes_with_the_table_and_each_move_has_its_own(box, scenes):
    pictures = next(one for one in box.services if isinstance(one, TablePictures))
    assert pictures.drawn() is None
    show(box, scenes)
    first = pictures.drawn()
    assert first.startswith(b"\xff\xd8")
    assert pictures.drawn() is first
    show(box, scenes, "f5")
    assert pictures.drawn() is not first
    assert box.table_parts.kept_pictures.read(box.table.snapshot.moves[0].picture).startswith(b"\xff\xd8")
    for nonsense in ("", "7", "../journal.db", "hand-1", "1-99"):
        assert box.table_parts.kept_pictures.read(nonsense) is None
    begun, *_, last = box.table_parts.game.played.record().splitlines()
    assert (begun, last) == ("# player: Aya", "f5")


def test_a_hand_is_checked_as_on_the_command_line_on_the_sheet_in_the_data_folder(box):
    answer = box.table_parts.hands.check("4 4 4 4 4 4 7 7 7", riichi=True, dora="7")
    assert (answer["hand"], answer["reconstruction"]) == ("Six and Three", True)
    assert box.table_parts.hands.check("1 1 1 2 2 2 3 3", language="ja")["waits"]
    (box.settings.data / "sheet.toml").write_text("not a sheet")
    with pytest.raises(Refusal):
        box.table_parts.hands.sheet()


def test_a_hand_is_read_from_a_photograph(box, scenes, monkeypatch):
    row = [DetectedPiece(face, "flat", (9.0, 9.0), None, 1.0, {}) for face in ("1", "?", "wild")]
    monkeypatch.setattr("device.services.hand_of", lambda _reading: HandRow(["1", "?", "wild"], 2))
    monkeypatch.setattr(Lessons, "faces_of", lambda _lessons, _game: UntaughtFaces())
    reading = Reading(None, tuple(row), {}, (PictureWarning("glare", (3, 4)),))
    monkeypatch.setattr("device.services.read_once", lambda _game, _faces, _picture: reading)
    read = box.table_parts.hands.read(PHOTO)
    assert (read["tiles"], read["others"]) == (["1", "?", "wild"], 2)
    assert [said.key for said in read["warnings"]] == ["seen.glare"]
    assert box.table_parts.kept_pictures.read(read["picture"]).startswith(b"\xff\xd8")
    for _ in range(9):
        box.table_parts.hands.read(PHOTO)
    assert box.table_parts.kept_pictures.read(read["picture"]) is None


@pytest.mark.parametrize(
    ("photo", "key"),
    [
        (b"", "picture.not_a_picture"),
        (b"no picture", "picture.not_a_picture"),
        (PHOTO[:100], "picture.truncated"),
        (claiming(10_000, 10_000), "picture.too_large"),
    ],
    ids=["empty", "text", "cut off", "huge"],
)
def test_a_photograph_that_cannot_be_read_is_refused_in_words(box, photo, key):
    for read in (box.table_parts.hands.read, lambda photo: box.table_parts.lessons.teach([photo], ["1"])):
        with refused(key):
            read(photo)
    assert box.table.snapshot.notices == ()


def test_without_taught_faces_or_a_lesson_the_box_says_what_to_do(tmp_path):
    with Box(Settings(tmp_path), StandInCamera()) as box:
        with refused("taught.missing"):
            box.table_parts.hands.read(PHOTO)
        with refused("teach.no_board"):
            box.table_parts.lessons.teach([PHOTO], ["1"])
        with refused("table.no_lesson"):
            box.table_parts.lessons.accept(1)


def test_an_accepted_lesson_is_kept_and_read_with_and_refused_where_it_cannot_be_written(box, scenes, monkeypatch):
    given = Mock(faces=())
    monkeypatch.setattr("device.lessons.examples_of", lambda _picture, _number, _count: [])
    monkeypatch.setattr("device.lessons.lesson_of", lambda _examples, _faces: given)
    number = box.table_parts.lessons.teach([PHOTO], ["1"]).number
    given.taught.save.side_effect = OSError(28, "No space left on device")
    with refused("taught.cannot_write"):
        box.table_parts.lessons.accept(number)
    given.taught.save = Mock()
    readers = []
    monkeypatch.setattr(scenes, "reader", lambda: readers.append(Scenes.reader(scenes)) or readers[-1])
    box.table_parts.lessons.accept(number)
    box.table.post(None).result(PATIENCE_S)
    given.taught.save.assert_called_once_with(box.table_parts.lessons.folder)
    assert len(readers) == 1, "the table is read with what was taught"


def test_what_was_taught_can_be_shown_and_forgotten(tmp_path):
    TaughtFaces({"1": [np.full((CROP_HIGH, CROP_WIDE, 3), 200, np.uint8)]}).save(tmp_path / "taught")
    with Box(Settings(tmp_path), StandInCamera()) as box:
        assert box.table_parts.lessons.taught.faces == ("1",)
        for _ in range(2):  # then there is nothing left to forget
            box.table_parts.lessons.forget()
            assert box.table_parts.lessons.taught is None
    (aside,) = tmp_path.glob("taught-forgotten-*")
    assert TaughtFaces.load(aside).faces == ("1",)
    with Box(Settings(tmp_path), StandInCamera()) as box:
        assert box.table_parts.lessons.taught is None


def test_hands_before_the_camera(tmp_path, scenes, monkeypatch):
    seen_hand = HandRow([], 0)
    monkeypatch.setattr("device.hands.table_hand.hand_of", lambda _reading: seen_hand)
    with Box(Settings(tmp_path, game="hand"), StandInCamera()) as box:

        def problem(tiles, others=0):
            """What is wrong with the tiles that lie there, as a key."""
            nonlocal seen_hand
            seen_hand = HandRow(list(tiles), others)
            show(box, scenes)
            return box.table.snapshot.problem and box.table.snapshot.problem.message

        assert [prompt.said.key for prompt in box.table.snapshot.view.prompts] == ["table.lay_hand"]
        assert problem("11").key == "table.hand_count"
        assert dict(problem("11122233?").facts) == {"tiles": "9"}
        assert problem("444444777") is None
        now = box.table.snapshot
        assert (now.view.game, now.hand["hand"]) == ("hand", "Six and Three")
        assert len(now.view.prompts) == len(now.hand["reasons"])
        # Whatever else lies there, the verdict is not about it.
        for lying, beside, key in (("4444447771", 0, "count"), ("444444777", 1, "others"), ("", 0, "count")):
            assert problem(lying, beside).key == f"table.hand_{key}"
            assert box.table.snapshot.hand is None


def test_everything_is_taken_apart(tmp_path, scenes):
    before = set(threading.enumerate())
    with Box(Settings(tmp_path), StandInCamera()):
        assert {"table", "front"} <= {thread.name for thread in threading.enumerate()}
    left = {thread.name for thread in set(threading.enumerate()) - before if thread.name != "may hang"}
    assert left == set()


def test_pictures_keep_within_their_room_the_oldest_games_going_first(tmp_path):
    picture = np.zeros((120, 160, 3), np.uint8)
    size = len(cv2.imencode(".jpg", picture)[1])
    store = PictureStore(tmp_path, room_bytes=int(3.5 * size))
    for name in ("2-9", "10-11", "2-10", "10-12"):
        assert store.keep(name, picture) == name
    assert {path.stem for path in tmp_path.glob("*")} == {"2-10", "10-11", "10-12"}


def test_a_number_from_before_a_restart_accepts_nothing_that_was_shown_after_it():
    before, restarted = PendingLessons().add("the sheet on the table"), PendingLessons()
    restarted.add("another sheet")
    with refused("table.other_lesson"):
        restarted.of(before)
