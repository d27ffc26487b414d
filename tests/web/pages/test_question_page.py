"""Three phones at a table: the one that a question concerns asks it, and the others can answer if need be."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.web.phones import NewPhone, Phone, in_both_languages, place_of
from web.server.http import WebServer, open_server

PLAYERS = ("Aya", "Ben", "Chie")
# The page is marked when it has asked for a vibration.
MARK_SHAKES = "navigator.vibrate = (how) => (document.documentElement.dataset.shaken = how)"


def shakes(phone: Phone, *more: str) -> Phone:
    """The phone, which signals, after these lines of a script on each of its pages."""
    phone.context.add_init_script("; ".join(("localStorage.setItem('signals', 'on')", MARK_SHAKES, *more)))
    return phone


def of(phone: Phone, seat: str) -> Phone:
    """The phone as that of the player who sits there; without a name it belongs to nobody."""
    return shakes(phone, f"localStorage.setItem('seat', '{seat}')")


@pytest.fixture
def server(lie: Flask) -> Iterator[WebServer]:
    with open_server(lie, 0, "127.0.0.1") as server:
        yield server


def mover(page: Page) -> str:
    """Who made the move that is asked about, by the first words of the answers."""
    said = page.locator("#answers button").first.text_content() or ""
    return next(player for player in PLAYERS if said.startswith(player))


@in_both_languages
def test_the_phone_of_the_player_asks_first_and_the_others_say_whom(
    server: WebServer, phone: Phone, new_phone: NewPhone
) -> None:
    own, other, none = of(phone, "Aya"), of(new_phone(), "Ben"), new_phone()
    pages = [one.open(server) for one in (other, none)]
    for page in pages:  # the player's phone is not there yet: everybody is asked
        expect(page.locator("#answers button")).to_have_count(4)
    assert mover(pages[0]) == "Aya"
    asked = own.open(server, "/seat")
    for page in pages:
        expect(page.locator("#elsewhere-said")).to_contain_text("Aya")
        expect(page.locator("#question")).to_be_hidden()
    other.keep(f"question-elsewhere-{phone.language}")
    expect(asked.locator("#yours")).to_contain_text("Aya")
    question, calls = (place_of(asked.locator(part)) for part in ("#question", "#calls"))
    assert question["y"] + question["height"] <= calls["y"]
    own.keep(f"question-yours-{phone.language}")
    asked.locator("#answers button").first.click()
    for page in (asked, *pages):  # answered once, nobody is asked again
        expect(page.locator("#question")).to_be_hidden()
        expect(page.locator("#elsewhere")).to_be_hidden()


def test_another_phone_answers_after_a_tap_or_when_the_player_s_is_gone(server: WebServer, new_phone: NewPhone) -> None:
    own, other = of(new_phone(), "Aya"), of(new_phone(), "Ben")
    asked, page = own.open(server), other.open(server)
    expect(page.locator("#elsewhere")).to_be_visible()
    own.open(server, "/hand")
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#elsewhere")).to_be_hidden()
    own.open(server)
    expect(asked.locator("#yours")).to_be_visible()
    page.locator("#answer-here").click()
    expect(page.locator("#answers button")).to_have_count(4)
    expect(page.locator("#yours")).to_be_hidden()
    page.locator("#answers button").nth(1).click()
    for one in (asked, page):
        expect(one.locator("#question")).to_be_hidden()
        expect(one.locator("#moves li").first).to_contain_text("Aya")


def test_a_phone_on_which_a_player_sits_down_is_asked_from_then_on_and_shakes(
    server: WebServer, new_phone: NewPhone
) -> None:
    other = of(new_phone(), "Ben")
    own = shakes(new_phone())
    page, seat = other.open(server), own.open(server, "/seat")
    expect(page.locator("#question")).to_be_visible()
    seat.get_by_role("button", name="Aya", exact=True).click()
    expect(page.locator("#elsewhere")).to_be_visible()
    expect(seat.locator("#yours")).to_be_visible()
    expect(seat.locator("html")).to_have_attribute("data-shaken", "120")
