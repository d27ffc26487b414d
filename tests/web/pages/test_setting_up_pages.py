"""The set-up pages in a real browser around the real box, as people use them on an evening."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
import smbus2
from playwright.sync_api import FilePayload, expect

from device.box import Box
from device.capture.events import Noticed
from device.hardware import display
from device.hardware.wiring import keep_display_kind
from device.system.decoder import Decoder
from device.testing.display import SH1106, DisplayBus
from device.wiring_check import pattern
from engines.messages import message
from tests.support.vision.sheet_photos import FIELDS, picture_of
from tests.support.vision.sheet_photos import camera as above
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of
from tests.support.web.laid_box import LaidCamera, as_jpeg
from tests.support.web.phones import NewPhone, Phone, everywhere, held, in_both_languages, place_of
from vision.reading import Picture
from web.server.http import WebServer, open_server


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[tuple[Box, LaidCamera]]:
    with laid_box.laid_box(tmp_path, laid_box.nothing_laid()[0]) as laid:
        yield laid


@pytest.fixture
def box(laid: tuple[Box, LaidCamera]) -> Box:
    return laid[0]


def file(name: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


@pytest.mark.walk
@everywhere
def test_a_printed_sheet_is_copied_row_by_row(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/sheet")
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(11)
    expect(page.locator("#in-use")).to_contain_text("reconstruction")
    expect(rows.nth(5).locator(".tiles svg")).to_have_count(9)
    expect(page.locator("#said li")).to_have_count(1)  # the rows are well: only the name is missing
    expect(page.locator("#save")).to_be_disabled()
    phone.keep("sheet")
    page.locator("[name=name]").fill("ours")
    page.locator("[name=copied]").check()
    rows.nth(5).locator("summary").click()
    row = rows.nth(5)
    row.locator("[name=points]").fill("190")
    row.locator("[name=pattern]").select_option("fours")
    expect(row.locator(".group")).to_have_count(3)
    row.locator("[name=of]").first.select_option("numbers")
    row.locator(".group").first.locator("label:has([value='3'])").click()
    expect(row).to_have_attribute("data-standing", "counts")
    expect(row.locator(".worth")).to_have_text("190 / 90")
    # A tile too few is said beside the row, and the sheet cannot be used until it is put right.
    row.locator("[name=shape]").first.select_option("3")
    expect(row).to_have_attribute("data-standing", "wrong")
    expect(row.locator(".reach")).to_contain_text("8")
    expect(page.locator("#save")).to_be_disabled()
    phone.keep("sheet-wrong")
    row.locator("[name=shape]").first.select_option("4")
    expect(page.locator("#save")).to_be_enabled()
    phone.assert_fits()
    page.locator("#save").click()
    expect(page.locator("#toast")).to_contain_text("ours")
    expect(page.locator("#in-use")).to_have_text("ours")
    expect(page.locator("#draft")).to_be_hidden()
    saved = box.table_parts.hands.sheet()
    assert (saved.name, saved.reconstruction, saved.rows[5].points) == ("ours", False, 190)
    first = saved.rows[5].shape.groups[0]
    assert (first.count, sorted(first.of)) == (4, ["3"])


def test_what_is_not_saved_is_there_again_and_can_be_thrown_away(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/sheet")
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(11)
    expect(page.locator("#draft")).to_be_hidden()
    phone.settle()  # what is drawn into the rows moves what stands below them
    page.locator("#add").click()
    expect(rows).to_have_count(12)
    rows.last.locator("[name=en]").fill("Twelfth")
    rows.last.locator("[name=up]").click()
    expect(rows.nth(10).locator(".title")).to_have_text("Twelfth")
    expect(page.locator("#said")).to_contain_text("12 hands")
    page.reload()
    expect(rows).to_have_count(12)
    expect(rows.nth(10).locator(".title")).to_have_text("Twelfth")
    expect(page.locator("#draft")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("12 hands")  # which moves what stands below it
    page.locator("#discard").click()
    expect(rows).to_have_count(11)
    expect(page.locator("#discard")).to_be_disabled()
    page.reload()
    expect(rows).to_have_count(11)


def test_a_sheet_comes_from_a_file_and_the_shipped_one_comes_back(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/sheet")
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(11)
    page.locator("#upload").set_input_files(file("ours.toml", b"\xff\xd8\xff\xe0"))
    expect(page.locator("#toast")).to_contain_text("not text")
    page.locator("#upload").set_input_files(file("ours.toml", b'[sheet]\nname = "ours'))
    expect(page.locator("#toast")).to_contain_text("ours.toml: line 2")
    expect(rows).to_have_count(11)  # nothing is lost
    words = b'[sheet]\nname = "ours"\n[words]\npilots = [3, 4]\n'
    own = words + b'[[hand]]\nen = "Pilots"\ntiles = ["9 pilots"]\npoints = 900\n'
    page.locator("#upload").set_input_files(file("ours.toml", own))
    expect(rows).to_have_count(1)
    assert box.table_parts.hands.sheet().reconstruction
    rows.first.locator("summary").click()
    expect(rows.first.locator("[name=of] option:checked")).to_have_text("pilots (3, 4)")
    page.locator("#save").click()
    expect(page.locator("#in-use")).to_have_text("ours")
    assert [row.en for row in box.table_parts.hands.sheet().rows] == ["Pilots"]
    page.locator("#toast button").click()
    page.locator("#restore").click()
    phone.keep("sheet-restore")
    page.locator("#yes").click()
    expect(page.locator("#in-use")).to_contain_text("reconstruction")
    expect(rows).to_have_count(11)
    assert len(list((box.settings.data / "sheets").glob("*.toml"))) == 1


def test_a_tap_on_save_counts_while_the_box_is_asked_what_the_form_means(
    box: Box, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/sheet")
    expect(page.locator("#rows > li")).to_have_count(11)
    page.locator("[name=name]").fill("ours")
    expect(page.locator("#save")).to_be_enabled()
    asked = held(page, "**/api/sheet/check*")
    with page.expect_request("**/api/sheet/check*"):
        page.locator("[name=copied]").check()
    page.locator("#save").scroll_into_view_if_needed()
    at = place_of(page.locator("#save"))
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)  # a finger, which waits for nothing
    expect(page.locator("#in-use")).to_have_text("ours")
    for one in asked:
        one.continue_()
    page.unroute("**/api/sheet/check*")


@pytest.mark.walk
@everywhere
def test_four_corners_are_dragged_looked_at_and_used(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/calibrate")
    handles = page.locator(".handle")
    expect(handles).to_have_count(4)
    expect(page.locator("#view image")).to_be_visible()
    phone.keep("calibrate")
    # The first corner is dragged over to the other side: the lines cross.
    drag(page, handles.nth(0), handles.nth(1), 40, 40)
    page.locator("#try").click()
    expect(page.locator("#wrong")).to_be_visible()
    expect(page.locator("#accept")).to_be_hidden()
    phone.keep("calibrate-crossing")
    page.locator("#discard").click()
    expect(page.locator("#fits")).to_be_hidden()
    # A touch of the keyboard moves it by pixels.
    before = handles.nth(0).get_attribute("aria-valuetext")
    handles.nth(0).focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert handles.nth(0).get_attribute("aria-valuetext") != before
    page.locator("#try").click()
    expect(page.locator("#flat")).to_be_visible()
    expect(page.locator("#read")).to_contain_text({"ja": "パイはありません", "en": "no tile"}[phone.language])
    assert (
        page.evaluate(
            "document.querySelector('#flat').decode().then(() => document.querySelector('#flat').naturalWidth)"
        )
        == 512
    )
    phone.keep("calibrate-fits")
    page.locator("#accept").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#said")).to_contain_text({"ja": "人が決めた", "en": "People set"}[phone.language])
    assert (box.settings.data / "field.json").exists()
    page.locator("#alone").click()
    expect(page.locator("#said")).to_contain_text({"ja": "自分で見つけました", "en": "by itself"}[phone.language])
    assert not (box.settings.data / "field.json").exists()
    phone.assert_fits()


def drag(page, one, other, right: float, down: float) -> None:
    """Drag the middle of one thing to that of another, and a little further."""
    start, end = place_of(one.locator(".ring")), place_of(other.locator(".ring"))
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2 + right, end["y"] + end["height"] / 2 + down, steps=5)
    page.mouse.up()


@pytest.mark.walk
@in_both_languages
def test_tiles_are_taught_under_the_box_s_own_camera(
    laid: tuple[Box, LaidCamera], server: WebServer, phone: Phone
) -> None:
    box, camera = laid
    page = phone.open(server, "/teach")
    expect(page.locator("#said")).to_contain_text("0")
    camera.picture = laid_box.lesson()
    expect(page.locator(".seen-tile")).to_have_count(11)
    expect(page.locator(".seen-tile text").first).to_contain_text("1")
    phone.keep("teach-view")
    page.locator("#camera").click()
    expect(page.locator("#faces li")).to_have_count(11)
    phone.keep("teach-lesson")
    page.locator("#accept").click()
    expect(page.locator("#lesson")).to_be_hidden()
    assert (box.settings.data / "taught" / "taught.json").exists()
    page.locator("#view").scroll_into_view_if_needed()  # the box looks only while somebody looks at it
    camera.picture = laid_box.lesson(without="8")
    expect(page.locator("#said")).to_contain_text(
        {"ja": "まだ見えないもの：8", "en": "Not seen yet: 8"}[phone.language]
    )
    phone.assert_fits()
    expect(page.locator("#known-faces li")).to_have_count(11)
    phone.keep("teach-known")
    page.locator("#forget").click()
    page.locator("#do-forget").click()
    expect(page.locator("#toast")).to_contain_text({"ja": "忘れました", "en": "forgotten"}[phone.language])
    expect(page.locator("#known")).to_be_hidden()
    assert not (box.settings.data / "taught").exists()


@in_both_languages
def test_the_empty_sheet_is_taught_and_forgotten_only_after_a_question(
    laid: tuple[Box, LaidCamera], server: WebServer, phone: Phone
) -> None:
    box, camera = laid
    camera.picture = picture_of(FIELDS, above(1))[0]
    page = phone.open(server, "/teach")
    page.locator("#look-at-sheet").click()
    expect(page.locator("#sheet-view polygon")).to_have_count(1)
    phone.keep("teach-sheet-seen")
    page.locator("#sheet-name").fill("Fields")
    page.locator("#accept-sheet").click()
    sheets = page.locator("#known-sheets li")
    expect(sheets).to_have_count(1)
    sheets.first.locator("button").click()
    expect(page.locator("#really-sheet-said")).to_contain_text("Fields")
    phone.keep("teach-sheet-really")
    page.locator("#keep-sheet").click()
    expect(page.locator("#really-sheet")).to_be_hidden()
    assert [sheet.name for sheet in box.table_parts.prints.sheets] == ["Fields"]
    sheets.first.locator("button").click()
    page.locator("#do-forget-sheet").click()
    expect(page.locator("#known-sheets")).to_be_hidden()
    assert box.table_parts.prints.sheets == ()


@in_both_languages
def test_a_lesson_says_how_far_it_is_and_can_be_cancelled_with_the_keyboard(
    box: Box, server: WebServer, monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    cancelled, cancel = Event(), box.table_parts.lessons.cancel

    class HeldDecoder(Decoder):
        """Decodes the first photograph, and no other one before the lesson has been cancelled."""

        def decode(self, data: bytes, name: str) -> Picture:
            assert name == "photo 1" or cancelled.wait(PATIENCE_S)
            return super().decode(data, name)

    monkeypatch.setattr("device.lesson_store.DECODER", HeldDecoder())
    monkeypatch.setattr(box.table_parts.lessons, "cancel", lambda: (cancel(), cancelled.set()))
    page = phone.open(server, "/teach")
    photo = file("lesson.jpg", as_jpeg(laid_box.lesson()))
    page.locator("#photos").set_input_files([photo, photo, photo])
    expect(page.locator("#far")).to_contain_text({"ja": "3枚のうち、2枚目", "en": "2 of 3"}[phone.language])
    expect(page.locator("#progress")).to_have_js_property("value", 1)
    phone.keep("teach-progress")
    page.locator("#cancel").press("Enter")
    expect(page.locator("#toast")).to_contain_text({"ja": "中止しました", "en": "cancelled"}[phone.language])
    expect(page.locator("#sent")).to_be_hidden()
    expect(page.locator("#lesson")).to_be_hidden()
    page.locator("#photos").set_input_files(photo)
    expect(page.locator("#faces li")).to_have_count(11)


def test_a_picture_of_dots_is_put_right_with_one_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_phone: NewPhone
) -> None:
    bus = DisplayBus(SH1106)
    monkeypatch.setattr(smbus2, "SMBus", bus)
    monkeypatch.setattr(display, "bus_path", lambda _wiring: tmp_path)
    (tmp_path / "data").mkdir()
    keep_display_kind(tmp_path / "data", "ssd1306")
    with laid_box.laid_box(tmp_path, None) as (box, _), open_server(app_of(box), 0, "127.0.0.1") as server:
        phone = new_phone("phone", "ja")
        page = phone.open(server, "/wiring")
        page.locator("#show").click()
        expect(page.locator("#screen")).to_be_visible()
        page.locator("#other_chip").click()
        expect(page.locator("#shown")).to_contain_text("sh1106")
        expect(page.locator("#shown")).to_have_class("lead")
        eventually(lambda: bus.picture() == pattern().tobytes())
        phone.keep("wiring-chip")


@pytest.mark.walk
@in_both_languages
def test_wires_are_tried_one_by_one(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/wiring")
    expect(page.locator("#sharpness")).to_have_text(re.compile(r"\d+"))
    expect(page.locator("#now")).to_be_visible()
    page.locator("#start").click()
    expect(page.locator("#stop")).to_be_visible()
    box.front.router.press("undo")  # the wire's end: what gpiozero calls
    expect(page.locator("[data-button=undo]")).to_have_class(re.compile("works"))
    box.front.router.press("undo_long")
    expect(page.locator("[data-button=undo] span")).to_contain_text("·")
    expect(page.locator("[data-button=ok]")).not_to_have_class(re.compile("works"))
    page.locator("#beep").click()
    expect(page.locator("#beeped")).to_be_visible()
    page.locator("#show").click()
    expect(page.locator("#screen")).to_be_visible()
    page.locator(".diagram").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.diagram').naturalWidth > 300")
    phone.keep("wiring")
    with page.expect_download() as report:
        page.locator("#report").click()
    assert report.value.suggested_filename == "jarapon-report.zip"
    with zipfile.ZipFile(report.value.path()) as files:
        assert "doctor.txt" in files.namelist()
    page.locator("#stop").click()
    expect(page.locator("#start")).to_be_visible()
    box.front.router.press("undo")
    box.table.post(Noticed(message("table.turned"))).result(PATIENCE_S)
    assert message("table.nothing_to_undo") in box.table.snapshot.notices
    phone.assert_fits()
