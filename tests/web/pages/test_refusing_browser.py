"""What a browser may refuse: to keep anything, to run scripts, to show a script what it has drawn."""

import pytest
from playwright.sync_api import expect

from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import Phone
from web.server.http import WebServer

# Each as browsers do it: with cookies blocked, in a view of an app that keeps nothing, and where no room is left.
REFUSES_STORAGE = {
    "blocked": "get() { throw new DOMException('denied', 'SecurityError'); }",
    "missing": "value: null",
    "full": "value: { getItem: () => null, setItem() { throw new DOMException('full', 'QuotaExceededError'); } }",
}
PAGES = ("/", "/screen", "/seat", "/hand", "/games", "/moves", "/teach", "/set-up", "/phones")


def refuse_storage(phone: Phone, how: str) -> None:
    for area in ("localStorage", "sessionStorage"):
        phone.page.add_init_script(f"Object.defineProperty(window, '{area}', {{ {REFUSES_STORAGE[how]} }})")


@pytest.mark.parametrize("how", REFUSES_STORAGE)
def test_a_browser_that_keeps_nothing_shows_the_table_and_keeps_a_seat_until_the_page_is_left(
    box: FakeBox, server: WebServer, phone: Phone, how: str
) -> None:
    refuse_storage(phone, how)
    box.table.lay("f5")
    page = phone.open(server)
    expect(page.locator("#prompt")).to_contain_text("Ben")
    expect(page.locator("#scores .points")).to_have_text(["4", "1"])
    expect(page.locator("#moves li")).to_have_count(1)
    page.locator("#voice").click()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    phone.open(server, "/seat")
    page.get_by_role("button", name="Ben").click()
    expect(page.locator("#my-name")).to_contain_text("Ben")
    box.table.lay("d6")
    expect(page.locator("#last")).to_contain_text("d6")
    expect(page.locator("#my-name")).to_contain_text("Ben")


def test_every_page_runs_in_a_browser_that_keeps_nothing(server: WebServer, phone: Phone) -> None:
    refuse_storage(phone, "blocked")
    for path in PAGES:
        phone.open(server, path)
        phone.settle()
    expect(phone.page.locator("#paired, #not-paired").locator("visible=true")).to_have_count(1)


def test_a_draft_of_the_score_sheet_is_lost_where_nothing_is_kept_and_the_page_says_so(
    full_server: WebServer, phone: Phone
) -> None:
    refuse_storage(phone, "full")
    page = phone.open(full_server, "/sheet")
    expect(page.locator("#rows > li")).not_to_have_count(0)
    page.locator("#heading [name=name]").fill("Ours")
    expect(page.locator("#draft")).to_contain_text("This browser keeps nothing")
    page.locator("#discard").click()
    expect(page.locator("#draft")).to_be_hidden()
    expect(page.locator("#heading [name=name]")).to_have_value("")
