"""The box as its page uses it: photographs, hands, lessons, and everything taken apart at the end."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.box import Box
from device.demo.demo import Demo
from device.demo.pace import CONTROLS, Control, Pace
from device.hardware.camera.stand_in import StandInCamera
from device.hardware.display import Display
from device.lessons import Lessons
from device.oled import panel
from device.oled.canvas import Page
from device.oled.pages.choices import choice_pages
from device.oled.pages.demo import control_pages
from device.oled.pages.join import boot_page, code_page, qr_page
from device.oled.pages.listing import further_pages, pages_with, snapshot_pages
from device.record.pictures import PictureStore
from device.settings import Settings
from device.system.worker import Worker
from device.table.events import FrameTaken, Noticed
from engines.messages import Refusal, message
from tests.support.device.fake_pi import FakePi
from tests.support.device.tabletop import Scene, Scenes, after, seen, table_of
from tests.support.waiting import PATIENCE_S, eventually
from vision.faces.recogniser import BadTaught, TaughtFaces
from vision.faces.side_classifier import UntaughtFaces
from vision.pictures import BadPicture
from vision.reading import DetectedPiece, PictureWarning, Reading
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from vision.tiles.hand_row import SeenHand


class InPlace(Worker):
    """A worker that does at once what it is asked, so that a test may say what is read and taught."""

    def do(self, work, *args, **kwargs):
        return work(*args, **kwargs)


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch) -> Scenes:
    scenes = Scenes()
    monkeypatch.setattr(Lessons, "reader_of", lambda _lessons, _game: scenes)
    monkeypatch.setattr("device.box.Worker", InPlace)
    return scenes


@pytest.fixture
def box(tmp_path: Path, scenes: Scenes) -> Iterator[Box]:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera()) as box:
        yield box


def show(box: Box, scenes: Scenes, *squares: str) -> None:
    frame = scenes.frame(Scene(seen(table_of(after(*squares)))), 1.0, "0001.jpg")
    box.table.post(FrameTaken(frame)).result(PATIENCE_S)


def png_of(page) -> bytes:
    with Display() as display:
        display.show(page.image)
        return display.png()


def jpeg(picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


def test_a_weak_supply_is_said_by_the_box_as_long_as_it_lasts(tmp_path: Path, scenes: Scenes) -> None:
    pi = FakePi(tmp_path / "pi")
    pi.sags()
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben"), sys=pi.sys), StandInCamera()) as box:
        assert box.supervisor.check()
        eventually(lambda: [said.key for said in box.table.snapshot.notices] == ["health.power_low"])


def test_the_screen_is_a_png_of_the_display(box: Box) -> None:
    assert box.display.png().startswith(b"\x89PNG")


def test_two_buttons_turn_the_displays_pages_and_the_last_ones_say_where_the_page_is(box: Box, scenes: Scenes) -> None:
    show(box, scenes, "f5")
    box.panel.greet("http://192.168.1.23:8000")
    eventually(lambda: box.display.png() == png_of(boot_page("http://192.168.1.23:8000", "en")))
    game = snapshot_pages(box.table.snapshot, "en")
    box.press("next")
    eventually(lambda: box.display.png() == png_of(game[0]))
    for page in (qr_page("http://192.168.1.23:8000", "en"), boot_page("http://192.168.1.23:8000", "en")):
        box.press("back")
        eventually(lambda page=page: box.display.png() == png_of(page))
    for _ in range(2):
        box.press("next")
    eventually(lambda: box.display.png() == png_of(game[0]))
    assert [line.said.key for line in box.table.snapshot.moves] == ["reversi.moved"]


ADDRESS = "http://192.168.1.23:8000"


def shows(box: Box, *pages: Page) -> bool:
    return box.display.last.tobytes() in [page.image.tobytes() for page in pages]


@pytest.fixture
def fresh_box(box: Box, scenes: Scenes, monkeypatch: pytest.MonkeyPatch) -> Box:
    """A box that people have just built: it has a display, has never met a phone, and greets."""
    monkeypatch.setattr(Display, "is_seen", True)
    monkeypatch.setattr(panel, "GREETING_S", 0.0)  # so that a greeting that is not a welcome is over at once
    show(box, scenes, "f5")
    box.panel.greet(ADDRESS)
    eventually(lambda: shows(box, qr_page(ADDRESS, "en")))
    return box


def test_the_first_screen_of_a_new_box_is_the_qr_code_until_a_phone_is_there(fresh_box: Box) -> None:
    fresh_box.table.post(Noticed(message("table.turned"))).result(PATIENCE_S)
    fresh_box.panel.greet("http://192.168.1.40:8000")  # the router has given it another address
    eventually(lambda: shows(fresh_box, qr_page("http://192.168.1.40:8000", "en")))
    fresh_box.pairing.ask()
    fresh_box.pairing.answer(fresh_box.pairing.code, "Aya's phone", "192.168.1.20")
    eventually(lambda: shows(fresh_box, *snapshot_pages(fresh_box.table.snapshot, "en")))


@pytest.mark.parametrize("button", ["ok", "undo", "next", "back"])
def test_any_button_ends_the_welcome_of_a_new_box_and_does_nothing_else(fresh_box: Box, button: str) -> None:
    fresh_box.press(button)
    eventually(lambda: shows(fresh_box, *snapshot_pages(fresh_box.table.snapshot, "en")))
    assert len(fresh_box.table.snapshot.moves) == 1
    fresh_box.press("undo")
    eventually(lambda: len(fresh_box.table.snapshot.moves) == 0)


def covers(box: Box) -> bytes | None:
    """What hides the display's picture, if anything does."""
    cover = box.display.covered_by
    return None if cover is None else cover.tobytes()


def test_a_code_for_a_phone_hides_everything_on_the_display_but_never_reaches_the_page(
    box: Box, scenes: Scenes
) -> None:
    show(box, scenes, "f5")
    game = png_of(snapshot_pages(box.table.snapshot, "en")[0])
    eventually(lambda: box.display.png() == game)
    box.pairing.ask()
    eventually(lambda: covers(box) == code_page(box.pairing.code, "en").image.tobytes())
    assert box.display.png() == game
    box.pairing.answer(box.pairing.code, "Aya's phone", "192.168.1.20")
    eventually(lambda: covers(box) is None)
    assert box.display.png() == game


def test_any_button_puts_the_code_away_and_does_nothing_else(
    box: Box, scenes: Scenes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Display, "is_seen", True)
    show(box, scenes, "f5")
    box.pairing.ask()
    eventually(lambda: covers(box) is not None)
    box.press("undo")
    eventually(lambda: covers(box) is None)
    assert len(box.table.snapshot.moves) == 1
    box.press("undo")
    eventually(lambda: len(box.table.snapshot.moves) == 0)


def test_where_no_display_shows_the_code_a_button_is_just_a_button(box: Box, scenes: Scenes) -> None:
    show(box, scenes, "f5")
    box.pairing.ask()
    box.press("undo")
    eventually(lambda: len(box.table.snapshot.moves) == 0)
    assert box.pairing.code


def test_next_held_down_shows_a_code_of_its_own_whatever_code_is_there(
    box: Box, scenes: Scenes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Display, "is_seen", True)
    show(box, scenes, "f5")
    box.pairing.ask()  # a stranger does
    seen = set()
    for _ in range(2):
        box.press("next_long")
        seen.add(box.pairing.code)
        eventually(lambda: covers(box) == code_page(box.pairing.code, "en", is_window=True).image.tobytes())
    assert len(seen) == 2
    box.press("next")
    eventually(lambda: covers(box) is None)
    assert len(box.table.snapshot.moves) == 1


def test_paired_phones_survive_a_restart(tmp_path: Path, scenes: Scenes) -> None:
    settings = Settings(tmp_path / "data", players=("Aya", "Ben"))
    with Box(settings, StandInCamera()) as box:
        box.pairing.ask()
        _, token = box.pairing.answer(box.pairing.code, "Aya's phone", "192.168.1.20")
    with Box(settings, StandInCamera()) as box:
        assert box.pairing.phones.known(token).name == "Aya's phone"
    (settings.data / "phones.json").write_text("{")
    with Box(settings, StandInCamera()) as box:
        assert "phones.damaged" in [said.key for said in box.troubles]


def test_what_the_camera_cannot_see_is_chosen_with_two_buttons(box: Box, scenes: Scenes) -> None:
    for count in range(1, 5):
        show(box, scenes, *("f5", "d6", "c3", "d3")[:count])
    places = seen(table_of(after("f5", "d6", "c3", "d3", "c6")))
    del places["c5"], places["c6"]
    box.table.post(FrameTaken(scenes.frame(Scene(places), 2.0, "0002.jpg"))).result(PATIENCE_S)
    pages = choice_pages(box.table.snapshot, "en")
    assert [page.choice for page in pages] == ["c5", "c6"]
    eventually(lambda: box.display.png() == png_of(snapshot_pages(box.table.snapshot, "en")[0]))
    for page in pages:
        box.press("next")
        eventually(lambda page=page: box.display.png() == png_of(page))
    box.press("ok")
    eventually(lambda: len(box.table.snapshot.moves) == 5)
    assert box.record().endswith("c6")
    assert box.table.snapshot.question == ()


def test_a_game_of_the_demo_table_is_begun_with_two_buttons(tmp_path: Path, scenes: Scenes) -> None:
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera(), Demo()) as box:
        first, *others = snapshot_pages(box.table.snapshot, "en")
        eventually(lambda: box.display.png() == png_of(first))
        for page in (*others, *further_pages(box.table.snapshot, "en", pages_with(Pace))):
            box.press("next")
            eventually(lambda page=page: box.display.png() == png_of(page))
            if page.game == "doubt":
                break
        box.press("ok")
        eventually(lambda: box.table.snapshot.game == "doubt")
        assert box.table.snapshot.players == ("Aya", "Ben", "Chie")


def test_every_button_on_the_pages_by_which_the_demo_table_is_commanded(tmp_path: Path, scenes: Scenes) -> None:
    demo = Demo()
    with Box(Settings(tmp_path / "data", players=("Aya", "Ben")), StandInCamera(), demo) as box:

        def is_seen(control: Control) -> None:
            page = control_pages(demo.pace, "en")[CONTROLS.index(control)]
            eventually(lambda: box.display.png() == png_of(page))

        first, *others = snapshot_pages(box.table.snapshot, "en")
        eventually(lambda: box.display.png() == png_of(first))
        choices = len(choice_pages(box.table.snapshot, "en"))
        for _ in range(len(others) + choices + 1):
            box.press("next")
        is_seen("pause")
        box.press("ok")
        is_seen("pause")
        assert demo.paused
        box.press("next")
        is_seen("mistake")
        box.press("ok")
        is_seen("mistake")
        assert demo.mistake_is_due
        assert not demo.paused  # a mistake that is asked for is to be seen
        box.press("next")
        is_seen("speed")
        for speed in (2.0, 4.0, 0.5, 1.0):
            box.press("ok")
            is_seen("speed")
            assert demo.speed == speed
        box.press("back")
        is_seen("mistake")
        box.press("back")
        is_seen("pause")
        box.press("ok")
        assert demo.paused
        is_seen("pause")
        demo.paused = False  # on a phone
        is_seen("pause")
        moves = len(box.table.snapshot.moves)
        box.press("undo")  # is still the table's
        eventually(lambda: bool(box.table.snapshot.notices))
        assert (demo.paused, len(box.table.snapshot.moves)) == (False, moves)


def test_the_last_photograph_is_none_and_then_a_jpeg_that_changes_with_the_table(box: Box, scenes: Scenes) -> None:
    assert box.last_photo() is None
    show(box, scenes)
    first = box.last_photo()
    assert first is not None
    assert first.startswith(b"\xff\xd8")
    assert box.last_photo() is first
    show(box, scenes, "f5")
    assert box.last_photo() is not first


def test_the_picture_of_a_move(box: Box, scenes: Scenes) -> None:
    show(box, scenes, "f5")
    picture = box.table.snapshot.moves[0].picture
    assert picture is not None
    assert box.picture_of(picture).startswith(b"\xff\xd8")
    for nonsense in ("", "7", "../journal.db", "hand-1", "1-99"):
        assert box.picture_of(nonsense) is None


def test_the_record(box: Box, scenes: Scenes) -> None:
    show(box, scenes, "f5")
    first, *_, last = box.record().splitlines()
    assert (first, last) == ("# player: Aya", "f5")


def test_a_hand_is_checked_as_on_the_command_line(box: Box) -> None:
    answer = box.check_hand("4 4 4 4 4 4 7 7 7", riichi=True, dora="7")
    assert answer["hand"] == "Six and Three"
    assert answer["reconstruction"] is True
    assert box.check_hand("1 1 1 2 2 2 3 3", language="ja")["waits"]


def test_the_own_score_sheet_lies_in_the_data_folder(box: Box) -> None:
    (box.data / "sheet.toml").write_text("not a sheet")
    with pytest.raises(Refusal):
        box.sheet()


def test_a_hand_is_read_from_a_photograph(box: Box, scenes: Scenes, monkeypatch: pytest.MonkeyPatch) -> None:
    row = [DetectedPiece(face, "flat", (9.0, 9.0), None, 1.0, {}) for face in ("1", "?", "wild")]
    monkeypatch.setattr("device.box.hand_of", lambda _reading: SeenHand(["1", "?", "wild"], 2))
    monkeypatch.setattr(Lessons, "faces_of", lambda _lessons, _game: UntaughtFaces())
    reading = Reading(None, tuple(row), {}, (PictureWarning("glare", (3, 4)),))
    monkeypatch.setattr("device.box.read_once", lambda _game, _faces, _picture: reading)
    read = box.read_hand(jpeg(np.zeros((60, 80, 3), np.uint8)))
    assert (read["tiles"], read["others"]) == (["1", "?", "wild"], 2)
    assert [said.key for said in read["warnings"]] == ["seen.glare"]
    assert box.picture_of(read["picture"]).startswith(b"\xff\xd8")
    for _ in range(9):
        box.read_hand(jpeg(np.zeros((60, 80, 3), np.uint8)))
    assert box.picture_of(read["picture"]) is None


def test_a_photograph_that_is_none_is_refused_and_the_box_goes_on(box: Box) -> None:
    for photo in (b"", b"no picture", jpeg(np.zeros((60, 80, 3), np.uint8))[:100]):
        with pytest.raises(BadPicture):
            box.read_hand(photo)
        with pytest.raises(BadPicture):
            box.lessons.teach([photo], ["1"])
    assert box.table.snapshot.notices == ()


def test_without_taught_faces_a_photographed_hand_says_what_to_do(tmp_path: Path) -> None:
    with Box(Settings(tmp_path), StandInCamera()) as box, pytest.raises(BadTaught):
        box.read_hand(jpeg(np.zeros((60, 80, 3), np.uint8)))


def test_a_lesson_that_was_never_given_cannot_be_accepted(box: Box) -> None:
    with pytest.raises(Refusal):
        box.lessons.accept(1)


def test_an_accepted_lesson_is_kept_and_read_with(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    taught = []

    class Taught:
        def save(self, folder: Path) -> None:
            taught.append(folder)

    class Given:
        taught, faces = Taught(), ()

    monkeypatch.setattr("device.lessons.examples_of", lambda _picture, _number, _count: [])
    monkeypatch.setattr("device.lessons.lesson_of", lambda _examples, _faces: Given())
    reader = box.table.frame_gate.reader
    box.table.frame_gate.reader = None
    box.lessons.accept(box.lessons.teach([jpeg(np.zeros((60, 80, 3), np.uint8))], ["1"]).number)
    box.table.post(None).result(PATIENCE_S)
    assert taught == [box.taught_folder]
    assert box.table.frame_gate.reader is reader


def test_what_was_taught_can_be_shown_and_forgotten(tmp_path: Path) -> None:
    crop = np.full((CROP_HIGH, CROP_WIDE, 3), 200, np.uint8)
    TaughtFaces({"1": [crop]}).save(tmp_path / "taught")
    with Box(Settings(tmp_path), StandInCamera()) as box:
        known = box.lessons.taught
        assert known is not None
        assert known.faces == ("1",)
        box.lessons.forget()
        assert box.lessons.taught is None
        box.lessons.forget()  # there is nothing left to forget
    (aside,) = tmp_path.glob("taught-forgotten-*")
    assert TaughtFaces.load(aside).faces == ("1",)
    with Box(Settings(tmp_path), StandInCamera()) as box:
        assert box.lessons.taught is None


def test_a_lesson_that_cannot_be_written_is_refused(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    class Taught:
        def save(self, folder: Path) -> None:
            raise OSError(28, "No space left on device")

    class Given:
        taught, faces = Taught(), ()

    monkeypatch.setattr("device.lessons.examples_of", lambda _picture, _number, _count: [])
    monkeypatch.setattr("device.lessons.lesson_of", lambda _examples, _faces: Given())
    offer = box.lessons.teach([jpeg(np.zeros((60, 80, 3), np.uint8))], ["1"])
    with pytest.raises(Refusal) as refused:
        box.lessons.accept(offer.number)
    assert refused.value.said.key == "taught.cannot_write"


def test_hands_before_the_camera(tmp_path: Path, scenes: Scenes, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    others = 0
    monkeypatch.setattr("device.hands.table_hand.hand_of", lambda _reading: SeenHand(list(shown), others))
    with Box(Settings(tmp_path, game="hand"), StandInCamera()) as box:
        assert [prompt.said.key for prompt in box.table.snapshot.prompts] == ["table.lay_hand"]
        shown[:] = ["1", "1"]
        show(box, scenes)
        assert box.table.snapshot.problem.message.key == "table.hand_count"
        shown[:] = ["1", "1", "1", "2", "2", "2", "3", "3", "?"]
        show(box, scenes)
        assert dict(box.table.snapshot.problem.message.facts) == {"tiles": "9"}
        shown[:] = ["4", "4", "4", "4", "4", "4", "7", "7", "7"]
        show(box, scenes)
        now = box.table.snapshot
        assert now.game == "hand"
        assert now.problem is None
        assert now.hand["hand"] == "Six and Three"
        assert len(now.prompts) == len(now.hand["reasons"])
        # Whatever else lies there, the verdict is not about it.
        for lying, beside, key in (
            ("4444447771", 0, "table.hand_count"),
            ("444444777", 1, "table.hand_others"),
            ("", 0, "table.hand_count"),
        ):
            shown[:], others = lying, beside
            show(box, scenes)
            assert box.table.snapshot.problem.message.key == key
            assert box.table.snapshot.hand is None


def test_everything_is_taken_apart(tmp_path: Path, scenes: Scenes) -> None:
    before = set(threading.enumerate())
    with Box(Settings(tmp_path), StandInCamera()):
        assert {"table", "front"} <= {thread.name for thread in threading.enumerate()}
    left = {thread.name for thread in set(threading.enumerate()) - before if thread.name != "may hang"}
    assert left == set()


def test_pictures_keep_within_their_room_the_oldest_games_going_first(tmp_path: Path) -> None:
    picture = np.zeros((120, 160, 3), np.uint8)
    size = len(jpeg(picture))
    store = PictureStore(tmp_path, room_bytes=int(3.5 * size))
    for name in ("2-9", "10-11", "2-10", "10-12"):
        assert store.keep(name, picture) == name
    assert {path.stem for path in tmp_path.glob("*")} == {"2-10", "10-11", "10-12"}
