"""The box's own Wi-Fi on the page where things are set up: a phone is told how to come back before it loses the box."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.support.device.own_wifi import OwnWifi
from tests.support.waiting import eventually
from tests.support.web.fake_box import FakeBox, app_of
from tests.support.web.phones import Phone
from web.server.http import WebServer, open_server


@pytest.fixture
def app(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The box is found at 127.0.0.2 in its own Wi-Fi."""
    monkeypatch.setattr("web.places.own_addresses", lambda _: ["127.0.0.1", "127.0.0.2"])
    monkeypatch.setattr("web.places.local_name", lambda _: "")
    return app_of(box)


def test_the_phone_is_led_into_the_box_s_wifi_and_finds_the_box_there(
    box: FakeBox, app: Flask, server: WebServer, phone: Phone
) -> None:
    box.hotspot = OwnWifi(None)
    page = phone.open(server, "/box")
    own_wifi, change, said = (page.locator(f"#{name}") for name in ("own-wifi", "change-wifi", "wifi-said"))
    own_wifi.click()
    expect(page.locator("#toast")).to_contain_text("make install")
    box.hotspot = OwnWifi(fails="hotspot.switched_off")
    own_wifi.click()
    change.click()
    expect(said).to_contain_text("country")
    box.hotspot = OwnWifi()  # one at a box with a cable, which stays in reach
    page.reload()
    own_wifi.click()
    change.click()
    expect(said).to_contain_text("is open")

    box.hotspot = own = OwnWifi()
    page.reload()
    own_wifi.click()
    expect(page.locator("#wifi-ssid")).to_have_text("Jarapon-7K")
    expect(page.locator("#wifi-password")).to_have_text("kimonasu-4827")
    page.locator("#wifi").scroll_into_view_if_needed()
    phone.keep("own-wifi")
    page.locator("#keep-wifi").click()
    expect(page.locator("#wifi")).to_be_hidden()
    assert not own.is_on
    own_wifi.click()
    change.click()
    expect(said).to_contain_text("Now join this Wi-Fi")
    server.close()  # the Wi-Fi is gone
    with open_server(app, server.port, "127.0.0.2"):
        page.wait_for_url(f"http://127.0.0.2:{server.port}/box")
        eventually(lambda: own.is_on)
