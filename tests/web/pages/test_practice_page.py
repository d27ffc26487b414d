"""A hand a day: a tap answers, the box says what it would discard, and the phone counts the days in a row."""

from collections.abc import Callable
from datetime import datetime

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.system import household_time
from tests.support.web.phones import Phone, everywhere
from web.server.http import WebServer

Travel = Callable[[int], None]


@pytest.fixture
def on_day(monkeypatch: pytest.MonkeyPatch) -> Travel:
    """Makes it a day of November."""

    def travel(day: int) -> None:
        monkeypatch.setattr(household_time, "now", lambda: datetime(2026, 11, day, 20).astimezone())

    return travel


def tiles_of(page: Page) -> list[str]:
    labels = page.locator("#slots button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return [str(label).partition(": ")[2] for label in labels]


@pytest.mark.walk
@everywhere
def test_a_tap_answers_and_the_box_says_what_it_would_discard(server: WebServer, phone: Phone, on_day: Travel) -> None:
    on_day(29)
    page = phone.open(server, "/hand")
    page.locator("a[href='/practice']").click()
    expect(page.locator("#slots button")).to_have_count(9)
    assert tiles_of(page)[:8] == [*"11115999"]
    expect(page.locator("#answer")).to_be_hidden()
    phone.keep(f"practice-asked-{phone.language}")
    page.locator("#slots button").nth(4).click()
    expect(page.locator("#answer .verdict")).to_contain_text(
        {"en": "at most 6 tiles win", "ja": "多くて6枚"}[phone.language]
    )
    expect(page.locator("#answer .discard")).to_contain_text(
        {"en": "Discard 1.", "ja": "1を捨てましょう"}[phone.language]
    )
    phone.keep(f"practice-answered-{phone.language}")
    page.locator("#slots button").first.click()
    expect(page.locator("#answer .verdict")).to_contain_text("★")
    page.locator("#more").click()
    expect(page.locator("#answer")).to_be_hidden()
    expect(page.locator("#title")).to_contain_text("2")
    assert tiles_of(page)[:8] == [*"11137777"]


def test_days_in_a_row_are_counted_on_the_phone_and_further_hands_do_not_count(
    server: WebServer, phone: Phone, on_day: Travel
) -> None:
    streak = phone.page.locator("#streak")

    def answer_on(day: int, *, another: bool = False) -> None:
        on_day(day)
        page = phone.open(server, "/practice")
        expect(page.locator("#slots button")).to_have_count(9)
        if another:
            page.locator("#more").click()
            expect(page.locator("#title")).to_contain_text("2")
        page.locator("#slots button").first.click()
        expect(page.locator("#answer")).to_be_visible()

    answer_on(20, another=True)
    expect(streak).to_be_hidden()
    for day, days in ((20, 1), (20, 1), (21, 2), (22, 3), (24, 1)):
        answer_on(day)
        expect(streak).to_have_text(f"Days in a row: {days}")
    on_day(25)
    phone.open(server, "/practice")
    expect(streak).to_have_text("Days in a row: 1")  # until tomorrow it can be kept
    on_day(27)
    phone.open(server, "/practice")
    expect(phone.page.locator("#slots button")).to_have_count(9)
    expect(streak).to_be_hidden()


def test_a_program_gets_the_hand_with_its_answer(client: FlaskClient, on_day: Travel) -> None:
    on_day(29)
    hand = client.get("/api/hand/practice").json
    assert (hand["day"], hand["number"], "".join(hand["tiles"])) == ("2026-11-29", 0, "11115999wild")
    assert [one["tile"] for one in hand["choices"]] == [one["tile"] for one in hand["advice"]["discards"]]
    assert client.get("/api/hand/practice?number=1").json["tiles"] != hand["tiles"]
    assert client.get("/api/hand/practice?number=-1").status_code == 400


def test_the_rules_lead_to_it(client: FlaskClient) -> None:
    assert 'href="/practice"' in client.get("/rules/jarapon").text
    assert 'href="/practice"' not in client.get("/rules/reversi").text
