"""The box's voice on the page where things are set up."""

import pytest
from playwright.sync_api import expect

from device.voice.engines import Engine
from device.voice.voice import Voice
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, needs_chromium
from web.server.http import WebServer

pytestmark = needs_chromium


@pytest.mark.parametrize(
    ("language", "off", "on"), [("en", "Voice: off", "Voice: on"), ("ja", "読み上げ：切", "読み上げ：入")]
)
def test_one_tap_switches_it_on_and_another_off(
    box: FakeBox, server: WebServer, language: str, off: str, on: str, new_phone: NewPhone
) -> None:
    box.voice = Voice(Engine("stand-in", ("true",), "true"))
    phone = new_phone(language=language)
    page = phone.open(server, "/set-up")
    button = page.locator("#box-voice button")
    expect(button).to_have_text(off)
    button.click()
    expect(button).to_have_text(on)
    expect(button).to_have_attribute("aria-pressed", "true")
    assert box.voice.is_on
    button.scroll_into_view_if_needed()
    phone.keep(f"voice-{language}")
    page.reload()
    expect(button).to_have_text(on)
    button.click()
    expect(button).to_have_text(off)
    assert not box.voice.is_on
