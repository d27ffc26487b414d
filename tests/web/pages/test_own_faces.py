"""Boards show the family's own tiles: the crops with which their faces were taught."""

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone, everywhere
from tests.support.web.tables import table
from vision.tiles.crop import CROP_HIGH, CROP_WIDE
from web.server.http import WebServer

RED, BLUE = np.array([40, 40, 200], np.uint8), np.array([200, 80, 40], np.uint8)
CROPS = {face: np.broadcast_to(colour, (CROP_HIGH, CROP_WIDE, 3)) for face, colour in (("5", RED), ("back", BLUE))}


@pytest.mark.parametrize("path", ["/", "/screen"])
@everywhere
def test_a_taught_face_is_its_crop_with_its_number_and_another_one_is_invented(
    box: FakeBox, server: WebServer, phone: Phone, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(box.lessons, "known", lambda: CROPS)
    box.table.tell(table("sevens"))
    page = phone.open(server, path)
    five = page.locator("#board [data-look='5']").first
    expect(five.locator("use")).to_have_attribute("href", "#face-5")
    expect(five.locator(".corner + .number")).to_have_text("5")
    expect(page.locator("#board [data-look='back'] use").first).to_have_attribute("href", "#face-back")
    expect(page.locator("#board [data-look='4'] use")).to_have_count(0)
    expect(page.locator("#board [data-look='4'] .number").first).to_have_text("4")
    phone.keep(f"own-faces{path.replace('/', '-')}")


def test_a_tile_that_stands_or_has_an_owner_is_drawn_as_ever(
    box: FakeBox, server: WebServer, new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box.lessons, "known", lambda: CROPS)
    box.table.tell(table("infiltration"))
    page = new_phone().open(server)
    expect(page.locator("#face-5")).to_be_attached()
    expect(page.locator("#board use")).to_have_count(0)
    expect(page.locator("#board .standing").first).to_be_visible()
