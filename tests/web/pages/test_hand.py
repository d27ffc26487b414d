"""The page's hand check takes every option that the command line takes."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from device.hands.question import HAND_OPTIONS
from tests.support.web.phones import Phone, needs_chromium
from web.server.http import WebServer

WILD_WIN = {"tiles": [*"11155599", "wild"], "ron": True, "winning": "wild"}
SIX_AND_THREE = {"tiles": [*"444444777"]}


def check(client: FlaskClient, asked: dict[str, Any]) -> Any:
    answer = client.post("/api/hand", json=asked)
    assert answer.status_code == 200, answer.json
    return answer.json


def test_a_table_may_forbid_winning_on_a_discarded_almighty(client: FlaskClient) -> None:
    assert check(client, WILD_WIN)["valid"] is True
    assert check(client, WILD_WIN | {"wild_ron": True})["valid"] is True
    assert check(client, WILD_WIN | {"wild_ron": False})["valid"] is False


def test_payers_give_what_they_have(client: FlaskClient) -> None:
    answer = check(client, SIX_AND_THREE | {"others": [3000, 100, 180], "chips": 1})
    assert (answer["paid"], answer["left"], answer["match_over"]) == ([180, 100, 180], [2820, 0, 0], True)
    assert answer["received"] == 180 + 100 + 180 + 10


def test_an_option_that_is_null_has_its_default(client: FlaskClient) -> None:
    options = {option.name: None for option in HAND_OPTIONS}
    assert check(client, WILD_WIN | options | {"ron": True}) == check(client, {"tiles": WILD_WIN["tiles"], "ron": True})


@pytest.mark.parametrize(("wrong", "status", "code"), [
    ({"others": "3000 50 200"}, 400, "web.error.bad_field"),
    ({"others": [3000, "50", 200]}, 400, "web.error.bad_field"),
    ({"others": [3000, 2**53, 200]}, 400, "web.error.bad_field"),
    ({"wild_ron": "no"}, 400, "web.error.bad_field"),
    ({"others": [3000, 200]}, 422, "hand.others"),
    ({"others": [3000, -1, 200]}, 422, "hand.others"),
    ({"players": 5}, 422, "hand.players"),
    ({"chips": -1}, 422, "hand.chips"),
])  # fmt: skip
def test_what_an_option_cannot_be_is_refused_by_its_name(
    client: FlaskClient, wrong: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/hand", json=SIX_AND_THREE | wrong)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    if code == "web.error.bad_field":
        assert next(iter(wrong)) in answer.json["sentence"]


def test_the_document_describes_every_option(client: FlaskClient) -> None:
    hand = client.get("/api/openapi.json").json["components"]["schemas"]["Hand"]
    assert set(hand["properties"]) == {"tiles", *(option.name for option in HAND_OPTIONS)}
    assert hand["required"] == ["tiles"]
    assert hand["properties"]["players"]["anyOf"][0] | {"type": "integer"} == {
        "type": "integer", "minimum": 2, "maximum": 4,
    }  # fmt: skip


@needs_chromium
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_offers_them(server: WebServer, browser: Browser, language: str) -> None:
    phone = Phone(browser, language=language)
    page = phone.open(server, "/hand")
    for number in (4, 4, 4, 4, 4, 4, 7, 7, 7):
        page.locator("#keys button").nth(number - 1).click()
    page.locator("details:has(input[name=others]) summary").click()
    purses = page.locator("input[name=others]")
    expect(purses.locator("visible=true")).to_have_count(3)
    for at, force in enumerate((3000, 100, 180)):
        purses.nth(at).fill(str(force))
    purses.last.blur()
    expect(page.locator("#answer .why")).to_contain_text("100")
    phone.keep(f"hand-others-{language}")
    page.locator("label:has(input[name=ron][value=yes])").click()
    expect(purses.locator("visible=true")).to_have_count(1)
    phone.close()
