"""The menu as people use it at the box, without a phone."""

import zipfile
from io import BytesIO
from threading import Event
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from PIL import Image

from device.capture.events import FrameTaken
from device.games.rule_lines import rule_lines
from device.lessons import Lessons
from device.oled.menu import maintenance
from device.oled.menu.maintenance import power_off
from device.oled.menu.widgets import PagesScreen
from device.oled.pages.join import joining_pages, qr_page, wifi_page
from device.oled.pages.listing import snapshot_pages
from device.record import backup_files
from device.table.events import NewGame, TakeSeat
from device.texts import say
from device.voice.engines import Engine
from engines.messages import Refusal, message
from tests.support.device.menu_box import (
    ADDRESS,
    at_cursor,
    choose,
    menu_box,
    open_at,
    pressed,
    said,
    say_yes,
    seen_box,
)
from tests.support.device.own_wifi import ACCESS, OwnWifi
from tests.support.device.tabletop import Scene, Scenes, after, seen, table_of
from tests.support.refusals import refused
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web import laid_box


@pytest.fixture
def box(tmp_path, monkeypatch):
    with menu_box(tmp_path / "data", monkeypatch) as box:
        yield box


def shown(box):
    return box.hardware.display.last.tobytes()


def test_a_question_is_answered_in_the_menu_and_a_move_taken_back_only_when_asked_twice(tmp_path, monkeypatch):
    scenes = Scenes()
    monkeypatch.setattr(Lessons, "reader_of", lambda *_: scenes.reader())
    monkeypatch.setattr(laid_box, "lesson", lambda: np.zeros((96, 128, 3), np.uint8))
    with seen_box(tmp_path / "data", monkeypatch, players=("Aya", "Ben")) as box:

        def show(*squares, unseen=()):
            places = {place: look for place, look in seen(table_of(after(*squares))).items() if place not in unseen}
            box.table.post(FrameTaken(scenes.frame(Scene(places), 9.0, "0001.jpg"))).result(PATIENCE_S)

        open_at(box, "Take a move back")
        assert said(box) == say(message("table.nothing_to_undo"), "en")
        squares = ("f5", "d6", "c3", "d3", "c6")
        for count in range(1, 5):
            show(*squares[:count])
        show(*squares, unseen=("c5", "c6"))
        open_at(box, "Answer, or tell")
        pressed(box, "next", "ok")
        assert "c6" in said(box)
        say_yes(box)
        eventually(lambda: len(box.table.snapshot.moves) == 5)
        assert box.table_parts.game.played.record().endswith("c6")
        assert box.front.menu.screen is None
        open_at(box, "Take a move back")
        assert "on c6" in said(box)
        pressed(box, "ok")
        assert len(box.table.snapshot.moves) == 5
        choose(box, "Take a move back")
        say_yes(box)
        eventually(lambda: len(box.table.snapshot.moves) == 4)


def test_with_the_menu_open_no_button_reaches_the_table_and_the_game_comes_back_after_it(box):
    game = {page.image.tobytes() for page in snapshot_pages(box.table.snapshot, "en")}
    moves = len(box.table.snapshot.moves)
    eventually(lambda: shown(box) in game)
    pressed(box, "ok_long")
    eventually(lambda: shown(box) not in game)
    for button in ("undo_long", "back_long", "next", "back"):
        pressed(box, button)
    box.table.post(None).result(PATIENCE_S)
    assert len(box.table.snapshot.moves) == moves
    assert box.front.menu.screen is not None
    pressed(box, "ok_long")
    eventually(lambda: shown(box) in game)


def test_the_menu_leaves_by_itself_and_nobody_opens_one_that_nobody_can_see(box, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(box.front.menu, "_clock", lambda: now[0])
    pressed(box, "ok_long", "next")
    now[0] += 59.0
    box.front.menu.close_if_left()
    assert box.front.menu.screen is not None
    now[0] += 1.0
    eventually(lambda: box.front.menu.screen is None)
    pressed(box, "ok_long")
    monkeypatch.setattr(type(box.hardware.display), "is_visible", False)
    eventually(lambda: box.front.menu.screen is None)
    pressed(box, "ok_long")
    assert box.front.menu.screen is None


def test_the_network_shows_codes_and_addresses_and_opens_the_box_s_own_wifi(box):
    open_at(box, "Network", "Code for a phone")
    eventually(lambda: box.hardware.display.covered_by is not None)
    pressed(box, "next")  # any button puts it away
    assert not box.front.pairing.code
    assert at_cursor(box) == "Code for a phone"
    choose(box, "Address and QR code")
    pressed(box, "next")
    eventually(lambda: shown(box) == qr_page(ADDRESS, "en").image.tobytes())
    pressed(box, "ok")
    choose(box, "Own Wi-Fi")
    assert box.front.hotspot.access is None, "it asks first"
    say_yes(box)
    assert box.front.hotspot.access == ACCESS
    eventually(lambda: shown(box) == wifi_page(ACCESS, "en").image.tobytes())
    assert not any(Image.open(BytesIO(box.hardware.display.png())).getextrema()), "its password is not for the page"
    pressed(box, "ok")
    choose(box, "Network", "Own Wi-Fi")
    say_yes(box)
    assert (box.front.hotspot.access, said(box)) == (None, "The box's own Wi-Fi is closed.")
    pressed(box, "ok_long", "ok_long")
    box.front.panel.greet("")
    choose(box, "Network", "Address and QR code")
    (page,) = joining_pages("", "en")
    eventually(lambda: shown(box) == page.image.tobytes())


def test_what_this_box_cannot_do_says_why(tmp_path, monkeypatch):
    without = laid_box.lesson("5")
    monkeypatch.setattr(laid_box, "lesson", lambda: without)
    monkeypatch.setattr("device.box.find_engine", lambda _language: None)
    monkeypatch.setattr("device.box.Hotspot", lambda: OwnWifi(fails="hotspot.no_device"))
    with seen_box(tmp_path, monkeypatch) as box:
        open_at(box, "Sound", "Voice: off")
        assert said(box) == say(message("voice.no_engine"), "en")
        pressed(box, "ok_long")
        open_at(box, "Network", "Own Wi-Fi")
        say_yes(box)
        assert said(box) == say(message("hotspot.no_device"), "en")
        open_at(box, "Teach", "Teach the tiles")
        say_yes(box)
        assert "no tile in row 1, place 5" in said(box)
        pressed(box, "ok")
        assert said(box) == say(message("web.teach.order"), "en")
        assert box.table_parts.lessons.taught is None


def test_language_buzzer_and_voice_change_at_once_and_stay_so_after_the_next_start(tmp_path, monkeypatch):
    monkeypatch.setattr("device.box.find_engine", lambda _language: Engine("Silence", ("true",), "true"))
    with seen_box(tmp_path, monkeypatch, language="en") as box:
        open_at(box, "Sound", "Buzzer: on", "Voice: off")
        assert at_cursor(box) == "Voice: on"
        open_at(box, "Language", "日本語")
        assert at_cursor(box) == say(message("menu.language"), "ja")
        assert box.language.code == "ja"
    with seen_box(tmp_path, monkeypatch, language="en") as box:
        assert (box.language.code, box.hardware.buzzer.sound.is_on, box.hardware.voice.is_on) == ("ja", False, True)
        assert box.troubles == []
    (tmp_path / "language.json").write_text('{"language": "klingon"}')
    with seen_box(tmp_path, monkeypatch, language="en") as box:
        assert box.language.code == "en"
        assert [said.key for said in box.troubles] == ["kept.damaged"]
    assert list(tmp_path.glob("language-damaged-*.json"))


def test_the_seat_of_a_phone_that_is_gone_is_freed_at_the_box(box):
    for event in NewGame("sevens", ("Aya", "Ben"), {}, computers=("easy", "")), TakeSeat(1, "9c2e"):
        box.table.post(event).result(PATIENCE_S)
    open_at(box, "Free a seat")
    assert at_cursor(box) == "Ben"
    pressed(box, "ok")
    assert "see the hidden hand" in said(box)
    say_yes(box)
    eventually(lambda: box.table.snapshot.seats.held == ())


def test_a_backup_says_where_it_lies(box, tmp_path, monkeypatch):
    open_at(box, "Back up now")
    assert str(box.settings.data / "backups") in said(box)
    assert list((box.settings.data / "backups").glob("jarapon-*.zip"))
    disk = tmp_path / "stick" / "jarapon-backups"
    disk.mkdir(parents=True)
    monkeypatch.setattr(backup_files, "other_disks", lambda: [disk])
    pressed(box, "ok")
    choose(box, "Back up now")
    assert said(box).endswith(f"on this disk too: {disk}")
    assert list(disk.glob("jarapon-*.zip"))


@pytest.mark.full
def test_the_report_goes_to_the_first_disk_that_takes_it(box, tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr(maintenance, "other_disks", list)
    monkeypatch.setattr(maintenance, "mounted_disks", lambda: [tmp_path / "gone", stick])
    open_at(box, "Report")
    assert str(stick / "jarapon-report.zip") in said(box)
    with zipfile.ZipFile(stick / "jarapon-report.zip") as report:
        assert {"about.json", "doctor.txt", "log.txt"} <= set(report.namelist())


def test_without_a_disk_a_phone_fetches_the_report_by_a_code_that_can_be_read(box, monkeypatch):
    monkeypatch.setattr(maintenance, "bug_report", lambda *_: iter([b""]))
    monkeypatch.setattr(maintenance, "other_disks", list)
    monkeypatch.setattr(maintenance, "mounted_disks", list)
    box.front.panel.greet("http://192.168.100.123:8000")
    open_at(box, "Report")
    pressed(box, "ok")
    screen = box.front.menu.screen
    assert isinstance(screen, PagesScreen)
    picture = np.asarray(screen.draw("en").image.convert("L").resize((512, 256)))
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == "http://192.168.100.123:8000/wiring#report"
    pressed(box, "ok", "ok_long")
    box.front.panel.greet("")
    open_at(box, "Report")
    assert say(message("menu.report_nowhere"), "en") in said(box)


def test_the_rules_of_a_game_are_read_part_by_part_those_of_the_game_on_the_table_first(box):
    open_at(box, "Rules")
    assert at_cursor(box) == "Galaxy Reversi"
    pressed(box, "ok")
    assert at_cursor(box) == "What it is about"
    choose(box, "Your turn")
    lines = said(box).splitlines()
    assert lines == [f"・{line}" for line in rule_lines("reversi", "turn", "en")]
    pressed(box, "ok")
    choose(box, "Back")
    choose(box, "Infiltration", "A hint")
    assert said(box).splitlines() == list(rule_lines("infiltration", "hint", "en"))


def test_tiles_are_taught_and_kept_only_after_they_were_looked_at(box):
    open_at(box, "Teach", "Teach the tiles")
    say_yes(box)
    assert said(box).startswith("I see 11 faces.")
    pressed(box, "ok", "next", "ok")
    assert box.table_parts.lessons.taught is None
    say_yes(box)
    assert said(box) == say(message("web.teach.accepted"), "en")
    assert len(box.table_parts.lessons.taught.faces) == 11
    assert box.table_parts.lessons.folder.is_dir()


def test_shutting_down_asks_first_and_then_says_when_to_pull_the_plug(box, monkeypatch):
    def shut_down(*answers):
        """Choose it with an answer of the system, and say yes; gives what is said then."""
        monkeypatch.setattr("device.oled.menu.maintenance.power_off", off := Mock(side_effect=answers))
        open_at(box, "Shut down")
        pressed(box, "ok")
        assert not off.called
        choose(box, "Shut down")
        say_yes(box)
        assert off.called
        return said(box)

    refusing = ("sh", "-c", "echo Interactive authentication required. >&2; exit 1")
    with pytest.raises(Refusal) as refusal:
        power_off(refusing)
    told = shut_down(refusal.value)
    assert told.startswith("The box cannot shut itself down. Just pull the plug")
    assert "Interactive authentication required." in told
    assert not box.hardware.display.stays_lit
    assert shut_down(RuntimeError("a fault of ours")) == say(message("table.fault"), "en")
    assert not box.hardware.display.stays_lit
    pressed(box, "undo", "undo")
    assert at_cursor(box) == "Shut down", "the menu goes on"
    assert shut_down(None) == "Pull the plug when the green light is off."
    assert box.hardware.display.stays_lit
    with refused("menu.no_power_off"):
        power_off(("no-such-systemctl",))
    power_off(("true",))


def test_safe_mode_asks_first_and_then_has_the_program_end_whatever_is_still_being_done(box):
    goes_on, ended = Event(), Event()

    def take_long():
        goes_on.wait(PATIENCE_S)
        ended.set()

    pressed(box, "ok_long")
    box.front.menu.do("Something", take_long)
    box.front.router.press("ok_long")
    assert box.front.menu.screen is None
    pressed(box, "ok_long")
    goes_on.set()
    eventually(ended.is_set)
    assert at_cursor(box) == "New game", "what took long does not show up after the menu was left"
    choose(box, "Safe mode")
    pressed(box, "ok")
    assert not box.front.safe_mode_wanted.is_set()
    choose(box, "Safe mode")
    say_yes(box)
    assert box.front.safe_mode_wanted.is_set()
