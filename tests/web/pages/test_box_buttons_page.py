"""The box's buttons under the picture of its display, pressed by finger and by keyboard."""

import pytest
from playwright.sync_api import Locator, Page, expect

from device.hardware.buttons import HOLD_S
from device.table.events import Pressed
from tests.support.waiting import eventually
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import Phone, everywhere, in_both_languages, place_of
from web.server.http import WebServer


def buttons(page: Page) -> Locator:
    """The four buttons, once they can be pressed."""
    page.locator("#box-buttons").scroll_into_view_if_needed()
    expect(page.locator("#hold")).to_be_enabled()
    return page.locator("[data-press]")


def press_down(page: Page, button: Locator) -> None:
    place = place_of(button)
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()


def is_open(box: FakeBox) -> bool:
    return box.menu.screen is not None


@everywhere
def test_hold_and_ok_open_the_menu_which_the_picture_shows(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    ok, _, _, further = buttons(page).all()
    picture = page.locator(".display img[data-live]")
    expect(picture).to_be_visible()
    pictures = [picture.get_attribute("src")]
    page.locator("#hold").click()
    expect(page.locator("#hold")).to_have_attribute("aria-pressed", "true")
    for button in (ok, further):
        button.click()
        expect(picture).not_to_have_attribute("src", pictures[-1] or "")
        pictures.append(picture.get_attribute("src"))
    expect(page.locator("#hold")).to_have_attribute("aria-pressed", "false")
    assert is_open(box)
    phone.keep(f"box-buttons-{phone.language}")


def test_a_finger_that_stays_makes_one_long_press_and_one_that_leaves_none(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server)
    ok, _, undo, _ = buttons(page).all()
    press_down(page, undo)
    page.mouse.move(0, 0)
    page.mouse.up()
    page.wait_for_timeout(1000 * HOLD_S + 100)
    with page.expect_response("**/api/buttons?*"):
        press_down(page, ok)
    eventually(lambda: is_open(box))
    page.mouse.up()  # is no press of its own: it would begin a game
    with page.expect_response("**/api/buttons?*"):
        press_down(page, ok)
    page.mouse.up()
    eventually(lambda: not is_open(box))
    with page.expect_response("**/api/buttons?*"):
        undo.click()
    eventually(lambda: box.table.posted == [Pressed("undo")])


@in_both_languages
def test_all_of_it_goes_by_keyboard_and_a_refusal_is_said(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    ok, _, _, further = buttons(page).all()
    page.locator("#hold").press("Space")
    ok.press("Enter")
    eventually(lambda: is_open(box))
    further.press("Enter")
    for _ in range(2):  # the focus stays where it is
        expect(further).to_be_focused()
        page.keyboard.press("Enter")
    back = 1  # the line “Back” of the menu stands below “Shut down”
    eventually(lambda: box.menu.screen is not None and box.menu.screen._at == 2 + back)  # type: ignore[attr-defined]
    page.keyboard.press("Shift+Tab")
    page.locator("[data-press=back]").press("Enter")
    ok.press("Enter")
    expect(page.locator("#toast p")).to_have_text(
        {"en": "Only the box's own buttons do this. Please go to the box.",
         "ja": "これは、ボックスのボタンでしかできません。ボックスのところへ行ってください。"}[phone.language]
    )  # fmt: skip
    assert is_open(box)


@pytest.mark.parametrize("held", [False, True])
def test_a_phone_that_is_not_paired_is_asked_for_the_code(
    box: FakeBox, server: WebServer, phone: Phone, held: bool
) -> None:
    page = phone.unpair().open(server)
    ok = buttons(page).first
    if held:
        page.locator("#hold").click()
    ok.click()
    expect(page.locator("dialog.pairing")).to_be_visible()
    assert not is_open(box)
    assert box.table.posted == []
