"""On *Set up* the meter follows the camera while somebody puts lamp and lens right."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from device.box import Box
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of
from tests.support.web.laid_box import LaidCamera
from tests.support.web.phones import Phone, in_both_languages
from vision.quality.exposure import times_as_bright
from web.server.http import WebServer, open_server


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[tuple[Box, LaidCamera]]:
    with laid_box.laid_box(tmp_path, laid_box.lesson()) as laid:
        yield laid


@pytest.fixture
def server(laid: tuple[Box, LaidCamera]) -> Iterator[WebServer]:
    with open_server(app_of(laid[0]), 0, "127.0.0.1") as server:
        yield server


@in_both_languages
def test_lamp_and_glare_are_put_right(laid: tuple[Box, LaidCamera], server: WebServer, phone: Phone) -> None:
    _, camera = laid
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    page = phone.open(server, "/box")
    meter = page.locator("#meter")
    expect(meter).to_have_attribute("data-grade", "good")
    expect(meter.locator(".glance span:visible")).to_have_count(5)
    assert [url for url in asked if "/meter-" in url or "now.jpg" in url] == []  # nobody has wanted to see more
    phone.keep("meter-folded")
    meter.locator("summary").click()
    expect(meter.locator("#meter-lines li:visible")).to_have_count(5)
    expect(meter.locator("#meter-view image")).to_be_visible()
    expect(meter.locator(".examples img")).to_have_count(7)
    camera.picture = times_as_bright(laid_box.lesson(), 0.2)
    expect(meter).to_have_attribute("data-grade", "fair")
    expect(meter.locator("li[data-kind=light]")).to_have_attribute("data-grade", "fair")
    dim = meter.locator("li[data-kind=light] .said").text_content()
    expect(page.locator("#meter-said")).to_have_text(dim or "")
    phone.keep("meter-dim")
    lit, middle = laid_box.lesson().copy(), laid_box.nothing_laid()[1].mean(axis=0)
    cv2.circle(lit, tuple(int(at) for at in np.round(middle)), 50, (255, 255, 255), cv2.FILLED)
    camera.picture = lit
    expect(meter.locator(".rings .glare")).to_have_count(1)
    expect(meter.locator("li[data-kind=light]")).to_have_attribute("data-grade", "good")
    phone.keep("meter-glare")
    camera.picture = laid_box.lesson()
    expect(meter).to_have_attribute("data-grade", "good")
    expect(meter.locator(".rings .glare")).to_have_count(0)
    expect(meter.locator(".rings .sheet-seen")).to_have_count(1)


def test_without_a_camera_the_page_says_so_and_elsewhere_nobody_measures(tmp_path: Path, phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    with laid_box.laid_box(tmp_path, None) as (box, _), open_server(app_of(box), 0, "127.0.0.1") as server:
        for path in ("/set-up", "/by-hand", "/"):
            phone.open(server, path)
            phone.settle()
        assert [url for url in asked if "/api/meter" in url] == []
        page = phone.open(server, "/box")
        expect(page.locator("#meter-said")).to_contain_text("no picture from the camera")
        expect(page.locator("#meter")).to_have_attribute("data-grade", "none")
        expect(page.locator("#meter .glance span:visible")).to_have_count(0)
