"""The page's hand check takes every option that the command line takes."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from device.hands.question import HAND_OPTIONS
from device.referee.outcomes import Problem
from engines.jarapon.moves import Discard
from engines.jarapon.state import State
from engines.messages import message
from tests.support.web.fake_box import FakeBox, jpeg
from tests.support.web.phones import Phone, in_both_languages
from tests.support.web.tables import played, snapshot_after
from web.server.http import WebServer

WILD_WIN = {"tiles": [*"11155599", "wild"], "ron": True, "winning": "wild"}
SIX_AND_THREE = {"tiles": [*"444444777"]}
PHOTO = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": jpeg("hand")}


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
    ({"tiles": ["1"] * 7}, 422, "tiles.wrong_count"),
    ({"tiles": ["1"] * 8 + ["?"]}, 422, "web.hand.unsure"),
    ({"tiles": ["1"] * 8 + ["king"]}, 422, "tiles.unknown"),
    ({"tiles": ["1"] * 8 + [1]}, 400, "web.error.bad_field"),
    ({"tiles": "1 1 1"}, 400, "web.error.bad_field"),
    ({"players": "many"}, 400, "web.error.bad_field"),
    ({"riichi": 1}, 400, "web.error.bad_field"),
    ({"pon": ["2"]}, 422, "hand.no_such_pon"),
    ({"pon": [2]}, 400, "web.error.bad_field"),
])  # fmt: skip
def test_what_an_option_cannot_be_is_refused_by_its_name(
    client: FlaskClient, wrong: dict[str, Any], status: int, code: str
) -> None:
    answer = client.post("/api/hand", json=SIX_AND_THREE | wrong)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    if code == "web.error.bad_field":
        assert next(iter(wrong)) in answer.json["sentence"]


def test_half_a_character_goes_no_further(client: FlaskClient) -> None:
    answer = client.post("/api/hand", data='{"tiles": ["\\ud800"]}', content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "web.error.not_understood")


def test_a_hand_is_told_as_on_the_command_line(client: FlaskClient) -> None:
    told = check(client, SIX_AND_THREE | {"riichi": True, "dora": "7", "ron": True, "players": 3, "pon": None})
    assert (told["hand"], told["points"], told["total"]) == ("Six and Three", 180, 300)
    assert told["payments"] == {"discarder": 300}
    assert told["reconstruction"] is True
    assert [wait["tile"] for wait in check(client, {"tiles": [*"44444477"]})["waits"]] == ["7", "wild"]


def test_the_document_describes_every_option(client: FlaskClient) -> None:
    hand = client.get("/api/openapi.json").json["components"]["schemas"]["Hand"]
    assert set(hand["properties"]) == {"tiles", *(option.name for option in HAND_OPTIONS)}
    assert hand["required"] == ["tiles"]
    assert hand["properties"]["players"]["anyOf"][0] | {"type": "integer"} == {
        "type": "integer", "minimum": 2, "maximum": 4,
    }  # fmt: skip


@in_both_languages
def test_the_page_offers_them(server: WebServer, phone: Phone) -> None:
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
    phone.keep(f"hand-others-{phone.language}")
    page.locator("label:has(input[name=ron][value=yes])").click()
    expect(purses.locator("visible=true")).to_have_count(1)


@pytest.mark.parametrize("tiles", ["4444447", "4444447771", "444444777444"])
def test_no_verdict_unless_there_are_eight_or_nine_tiles(client: FlaskClient, tiles: str) -> None:
    for pon in ([], ["4"]):
        answer = client.post("/api/hand", json={"tiles": [*tiles], "pon": pon})
        assert (answer.status_code, "sentence" in answer.json) == (422, True)


def test_ten_tiles_in_a_photograph_are_not_scored(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.hand_seen = [*"4444447771"]
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(PHOTO)
    expect(page.locator("#slots button")).to_have_count(10)
    expect(page.locator("#guide")).to_contain_text("10 tiles")
    expect(page.locator("#read-said")).to_contain_text("10 tiles")
    expect(page.locator("#answer")).to_be_hidden()
    phone.keep("hand-ten")
    page.locator("#slots button").nth(9).click()
    page.locator("#back").click()
    expect(page.locator(".verdict")).to_have_text("Six and Three")


def test_tiles_beside_the_row_are_asked_about(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.hand_seen, box.others_seen = [*"444444777"], 3
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(PHOTO)
    expect(page.locator("#guide")).to_contain_text("3 more tiles")
    expect(page.locator("#answer")).to_be_hidden()
    phone.keep("hand-beside")
    page.locator("#is-whole").click()
    expect(page.locator("#is-whole")).to_be_hidden()
    expect(page.locator(".verdict")).to_have_text("Six and Three")


def test_a_face_down_tile_in_a_photograph_is_asked_for(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.hand_seen = [*"44444477", "back"]
    page = phone.open(server, "/hand")
    page.locator("#photo").set_input_files(PHOTO)
    expect(page.locator("#guide")).to_contain_text("not sure")
    expect(page.locator("#answer")).to_be_hidden()


def test_the_tiles_stay_in_their_order_over_a_reload(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    for number in (7, 4, 7, 4, 4, 4, 7, 4, 4):
        page.locator("#keys button").nth(number - 1).click()
    expect(page.locator("#answer .total b")).to_have_text("180")
    page.reload()
    expect(page.locator("#answer .total b")).to_have_text("180")
    labels = page.locator("#slots button").evaluate_all("all => all.map((one) => one.ariaLabel).join(' ')")
    assert labels == "1: 7 2: 4 3: 7 4: 4 5: 4 6: 4 7: 7 8: 4 9: 4"


def test_the_total_is_the_headline_and_a_photograph_may_be_an_old_one(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    assert page.locator("#photo").get_attribute("capture") is None
    for number in (4, 4, 4, 4, 4, 4, 7, 7, 7):
        page.locator("#keys button").nth(number - 1).click()
    expect(page.locator("#answer > :first-child b")).to_have_text("180")
    sizes = page.evaluate("""[...document.querySelectorAll("main *")].filter((one) => one.checkVisibility())
        .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent])""")
    assert max(sizes)[1] == "180"
    phone.keep("hand-total")


@in_both_languages
def test_an_untaught_box_says_to_teach_first(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.hand_seen = None
    page = phone.open(server, "/hand")
    expect(page.locator(".entry .notice a")).to_have_attribute("href", "/teach")
    expect(page.locator("#photo")).to_have_count(0)
    phone.keep(f"hand-untaught-{phone.language}")
    page.locator("#keys button").first.click()
    expect(page.locator("#slots button")).to_have_count(1)


@in_both_languages
def test_the_table_of_an_untaught_box_leads_to_teaching(box: FakeBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server)
    expect(page.locator("#teach-first")).to_be_hidden()
    box.table.tell(replace(box.table.snapshot, problem=Problem(message("table.teach_first"))))
    said = {"en": "Teach your tiles first", "ja": "先にパイを教えて"}[phone.language]
    expect(page.locator("#problem")).to_contain_text(said)
    phone.keep(f"teach-first-{phone.language}")
    page.locator("#teach-first").click()
    expect(page).to_have_url(re.compile("/teach$"))
    assert page.locator("#photos").get_attribute("capture") is None  # photographs of the gallery are welcome, too


def test_what_the_game_on_the_table_knows_is_filled_in(box: FakeBox, server: WebServer, phone: Phone) -> None:
    plies = played("jarapon", 4, 3, 130)
    while not isinstance(plies[-1][1], Discard):
        plies.pop()
    now = snapshot_after("jarapon", plies)
    box.table.tell(now)
    page = phone.open(server, "/hand")
    assert isinstance(now.state, State)
    dealer = page.locator("input[name=dealer]")
    expect(page.locator("select[name=dora]")).to_have_value(now.state.dora)
    expect(page.locator("select[name=players]")).to_have_value("4")
    expect(dealer).not_to_be_checked()
    page.locator("#whose").select_option(now.players[now.state.dealer])
    expect(dealer).to_be_checked()
    assert now.state.last is not None
    page.locator("#whose").select_option(now.players[now.state.last])
    expect(page.locator("input[name=ron][value=yes]")).not_to_be_checked()
    page.locator("#whose").select_option(now.players[(now.state.last + 1) % 4])
    expect(page.locator("input[name=ron][value=yes]")).to_be_checked()
    expect(page.locator("select[name=winning]")).to_have_value(now.state.taken)
    phone.keep("hand-known")
