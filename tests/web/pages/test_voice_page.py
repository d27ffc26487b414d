"""The box's voice on the page where things are set up."""

from playwright.sync_api import expect

from device.voice.engines import Engine
from device.voice.voice import Voice
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import Phone
from web.server.http import WebServer


def test_one_tap_switches_it_on_and_another_off(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.voice = Voice(Engine("stand-in", ("true",), "true"))
    page = phone.open(server, "/set-up")
    button = page.locator("#box-voice button")
    expect(button).to_have_text("Voice: off")
    button.click()
    expect(button).to_have_text("Voice: on")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert box.voice.is_on
    button.scroll_into_view_if_needed()
    phone.keep("voice-box")
    page.reload()
    expect(button).to_have_text("Voice: on")
    button.click()
    expect(button).to_have_text("Voice: off")
    assert not box.voice.is_on
