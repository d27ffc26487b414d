"""A family photographs its tiles with a phone and with the box's camera, and hears on the page what is missing."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from device.box import Box
from engines.jarapon.wall import SUPPLY
from tests.support.vision.lesson import FACES
from tests.support.waiting import eventually
from tests.support.web import laid_box
from tests.support.web.fake_box import app_of
from tests.support.web.laid_box import LaidCamera
from tests.support.web.phones import Phone, everywhere
from vision.faces.teaching import teach
from vision.reading import Picture
from web.server.http import WebServer, open_server

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

TILES = [face for face, count in SUPPLY.items() for _ in range(count)]
ALL, NO_SEVEN = {"en": "The set is complete.", "ja": "全部そろっています。"}, {"en": "one 7", "ja": "7が1枚"}
MANY = {"en": "At least 41 are still missing", "ja": "まだ41枚以上"}
CARDS = {"en": "Playing cards", "ja": "トランプ"}


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[tuple[Box, LaidCamera]]:
    teach([laid_box.lesson()], FACES).taught.save(tmp_path / "data" / "taught")
    with laid_box.laid_box(tmp_path, laid_box.spread(TILES[42:])) as (box, camera):
        eventually(lambda: box.camera_parts.capture.newest is not None)
        yield box, camera


@pytest.fixture
def server(laid: tuple[Box, LaidCamera]) -> Iterator[WebServer]:
    with open_server(app_of(laid[0]), 0) as server:
        yield server


def photograph(page: Page, picture: Picture) -> None:
    photo: FilePayload = {"name": "tiles.jpg", "mimeType": "image/jpeg", "buffer": laid_box.as_jpeg(picture)}
    page.locator("#photos").set_input_files(photo)


@pytest.mark.walk
@everywhere
def test_the_set_is_counted_in_several_photographs(server: WebServer, phone: Phone) -> None:
    page, language = phone.open(server, "/check-set"), phone.language
    expect(page.locator("#answer")).to_be_hidden()
    photograph(page, laid_box.spread(TILES[:42]))
    expect(page.locator("#reasons")).to_contain_text(MANY[language])
    page.locator("#camera").click()
    expect(page.locator("#reasons")).to_contain_text(ALL[language])
    expect(page.locator("#pictures img")).to_have_count(2)
    expect(page.locator("#games li")).to_have_count(7)
    phone.keep(f"check-set-whole-{language}")
    page.locator("#undo").click()
    expect(page.locator("#pictures img")).to_have_count(1)
    lacking = TILES[42:]
    lacking.remove("7")
    photograph(page, laid_box.spread(lacking))
    expect(page.locator("#reasons")).to_contain_text(NO_SEVEN[language])
    phone.keep(f"check-set-lacks-{language}")
    photograph(page, laid_box.arm_over_it())
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#reasons")).to_contain_text(NO_SEVEN[language])
    page.get_by_text(CARDS[language], exact=True).click()
    expect(page.locator("#answer")).to_be_hidden()
    phone.settle()
