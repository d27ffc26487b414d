"""Teaching is rehearsed at the demo table: its people lay what the page asks for, and then play on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from device.box import Box
from device.texts import say
from engines.messages import message
from tests.support.web.phones import Phone, looked_at
from tests.support.web.rehearsal import rehearsing_box
from web.server.http import WebServer


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with rehearsing_box(tmp_path, "search") as box:
        yield box


def says(part: Locator, key: str, phone: Phone) -> None:
    expect(part).to_have_text(say(message(key), phone.language))


@looked_at(("phone", "en", False), ("television", "ja", True))
def test_tiles_are_laid_as_asked_taught_and_then_lie_on_the_board(box: Box, server: WebServer, phone: Phone) -> None:
    known = box.table_parts.lessons.known()
    page = phone.open(server, "/teach")
    lay, means = page.locator("#lay"), page.locator("#demo-means")
    says(lay, "demo.lay_tiles", phone)
    lay.press("Enter")
    says(lay, "demo.put_away", phone)
    page.locator("#said").scroll_into_view_if_needed()  # the box looks only while somebody looks at it
    says(page.locator("#said"), "web.teach.view_sure", phone)
    expect(page.locator(".seen-tile:not(.doubtful)")).to_have_count(11)
    phone.assert_fits()
    phone.keep("rehearsal-laid")
    phone.open(server)
    says(means, "demo.lesson", phone)
    phone.keep("rehearsal-live")
    phone.open(server, "/teach")
    says(lay, "demo.put_away", phone)
    page.locator("#camera").click()
    expect(page.locator("#faces li:not(.doubtful)")).to_have_count(11)
    page.locator("#accept").click()
    expect(page.locator("#known-faces li")).to_have_count(11)
    says(lay, "demo.lay_tiles", phone)
    now = box.table_parts.lessons.known()
    assert all(now[face] is not known[face] for face in known)
    phone.open(server)
    says(means, "demo.means", phone)
    expect(page.locator("#board use[href='#face-back']").first).to_be_visible()
    phone.keep("rehearsal-board")


def test_cards_are_laid_too_and_put_away_untaught(box: Box, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/teach/cards")
    lay, said = page.locator("#lay"), page.locator("#said")
    lay.click()
    said.scroll_into_view_if_needed()
    says(said, "web.teach_cards.view_sure", phone)
    expect(page.locator(".seen-tile:not(.doubtful)")).to_have_count(14)
    phone.keep("rehearsal-cards")
    lay.click()
    says(lay, "demo.lay_cards", phone)
    said.scroll_into_view_if_needed()
    expect(said).not_to_have_text(say(message("web.teach_cards.view_sure"), "en"))
    assert not (box.settings.data / "cards").exists()
