"""The page's hand check takes every option that the command line takes."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.hands.question import HAND_OPTIONS, known_options
from device.referee.outcomes import Problem
from engines.jarapon.moves import Discard
from engines.jarapon.state import State
from engines.messages import message
from tests.support.engines.jarapon import after, dealt
from tests.support.web.fake_box import FakeBox, refused
from tests.support.web.phones import PHOTO, Phone, everywhere, in_both_languages
from tests.support.web.tables import played, snapshot_after
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


def test_a_table_may_move_the_deal_after_any_false_win(client: FlaskClient) -> None:
    none = {"tiles": [*"111222334"]}
    for rule, said in ((False, "the same dealer deals again"), (True, "the deal moves to the right")):
        assert any(said in reason for reason in check(client, none | {"next_dealer": rule})["reasons"])


def test_payers_give_what_they_have(client: FlaskClient) -> None:
    answer = check(client, SIX_AND_THREE | {"others": [3000, 100, 180], "chips": 1})
    assert (answer["paid"], answer["left"], answer["match_over"]) == ([180, 100, 180], [2820, 0, 0], True)
    assert answer["received"] == 180 + 100 + 180 + 10


def test_an_option_that_is_null_has_its_default(client: FlaskClient) -> None:
    options = {option.name: None for option in HAND_OPTIONS}
    assert check(client, WILD_WIN | options | {"ron": True}) == check(client, {"tiles": WILD_WIN["tiles"], "ron": True})


@pytest.mark.parametrize(("wrong", "status", "code"), [
    ({"others": [3000, 2**53, 200]}, 400, "web.error.bad_field"),
    ({"others": [3000, 200]}, 422, "hand.others"),
    ({"others": [3000, -1, 200]}, 422, "hand.others"),
    ({"players": 5}, 422, "hand.players"),
    ({"chips": -1}, 422, "hand.chips"),
    ({"tiles": ["1"] * 7}, 422, "tiles.wrong_count"),
    ({"tiles": ["1"] * 8 + ["?"]}, 422, "web.hand.unsure"),
    ({"tiles": ["1"] * 8 + ["king"]}, 422, "tiles.unknown"),
    ({"pon": ["2"]}, 422, "hand.no_such_pon"),
])  # fmt: skip
def test_what_an_option_cannot_be_is_refused(
    client: FlaskClient, wrong: dict[str, Any], status: int, code: str
) -> None:
    assert refused(client, "/api/hand", SIX_AND_THREE | wrong) == (status, code)


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


def test_eight_tiles_may_be_asked_about_while_a_discard_lies_there(client: FlaskClient) -> None:
    waiting = {"tiles": [*"44444477"], "ron": True, "winning": "3"}
    assert [wait["tile"] for wait in check(client, waiting)["waits"]] == ["7", "wild"]


def test_only_what_lies_open_is_counted_never_what_another_player_holds() -> None:
    state = after(
        "1 draw 5; 1 discard 5; 3 call pon; 3 pon 5; 3 discard 6", dealt("1 1 1 1 2 2 3 4", "?", "5 5 6 7 7 7 8 8")
    )
    seen = [options.seen.split() for options in known_options(state)]
    assert [Counter(tiles) for tiles in seen[:2]] == [Counter("96555")] * 2
    assert Counter(seen[2]) == Counter("96")  # his own open set belongs to his hand


@pytest.mark.parametrize("tiles", ["4444447", "4444447771", "444444777444"])
def test_no_verdict_unless_there_are_eight_or_nine_tiles(client: FlaskClient, tiles: str) -> None:
    for pon in ([], ["4"]):
        assert refused(client, "/api/hand", {"tiles": [*tiles], "pon": pon})[0] == 422


@pytest.mark.walk
@everywhere
def test_a_hand_is_tapped(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    expect(page.locator("#answer")).to_be_hidden()
    tap(page, 4, 4, 4, 4, 4, 4, 7, 7)
    expect(page.locator(".wait")).to_have_count(2)
    phone.keep("waits")
    tap(page, 7)
    expect(page.locator(".verdict")).to_have_text({"en": "Six and Three", "ja": "6連"}[phone.language])
    expect(page.locator("#answer > :first-child b")).to_have_text("180")
    sizes = page.evaluate("""[...document.querySelectorAll("main *")].filter((one) => one.checkVisibility())
        .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.textContent])""")
    assert max(sizes)[1] == "180"  # the total is the headline
    page.locator("label:has(input[name=riichi])").click()
    page.locator("label:has(input[name=dealer])").click()
    page.locator("select[name=dora]").select_option("7")
    expect(page.locator("#answer .total b")).to_have_text("600")
    expect(page.locator("#answer .why")).to_contain_text("1800")
    expect(page.locator(".sheet")).to_contain_text(re.compile("reconstruction|推定版"))
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


@in_both_languages
def test_a_hand_that_does_not_win_hears_what_to_discard(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    tap(page, 1, 1, 5, 5, 5, 9, 9, 9, 8)
    expect(page.locator(".discard")).to_contain_text({"en": "Discard 8.", "ja": "8を捨てましょう"}[phone.language])
    expect(page.locator(".why").first).to_contain_text({"en": "at most 7 left", "ja": "多くて7枚"}[phone.language])
    others = page.locator("#answer details .wait")
    expect(others.first).to_be_hidden()
    page.locator("#answer summary").click()
    expect(others).to_have_count(3)
    phone.keep(f"hand-advice-{phone.language}")
    page.locator("details:has(input[name=seen]) summary").click()
    page.locator("input[name=seen]").fill({"en": "Rey 1 Kylo Ren", "ja": "レイ、レイ、カイロ・レン"}[phone.language])
    page.locator("input[name=seen]").blur()
    expect(page.locator(".why").first).to_contain_text({"en": "at most 5 left", "ja": "多くて5枚"}[phone.language])
    page.locator("#back").click()
    expect(page.locator(".wait small").first).to_have_text(
        {"en": "at most 5 left", "ja": "残りは多くて5枚"}[phone.language]
    )
    phone.keep(f"hand-advice-waits-{phone.language}")
    page.locator("#clear").click()
    tap(page, 1, 2, 2, 4, 5, 6, 7, 9)
    expect(page.locator(".why").last).to_contain_text({"en": "lacks 2 tiles", "ja": "あと2枚"}[phone.language])
    phone.keep(f"hand-advice-lacks-{phone.language}")


def test_a_pon_with_an_almighty_is_chosen_and_none_of_almighties_alone(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    tap(page, 3, 3, 10, 2, 2, 2, 7, 7, 7)
    expect(page.locator("#answer .total b")).to_have_text("90")
    pon = page.locator("select[name=pon]").first
    pon.select_option("3 3 ★")
    expect(page.locator("#answer .total b")).to_have_text("60")
    assert "wild" not in pon.locator("option").evaluate_all("all => all.map((one) => one.value)")


def test_a_wrong_tap_is_put_right_and_tiles_stay_in_their_order(server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/hand")
    tap(page, 1, 2, 3, 4, 5, 6, 7, 8, 1)
    expect(page.locator(".verdict")).to_have_text("This is no winning hand")
    page.locator("#slots button").last.click()
    tap(page, 9)
    expect(page.locator(".verdict")).to_have_text("Galaxy Tour")
    page.locator("#back").click()
    expect(page.locator(".wait")).to_have_count(2)
    page.locator("#clear").click()
    expect(page.locator("#slots .empty")).to_have_count(9)
    expect(page.locator("#answer")).to_be_hidden()
    tap(page, 10, 10, 10, 1, 1, 1, 2, 2, 2)
    expect(page.locator(".verdict")).to_contain_text("2")  # so many almighty tiles cannot be
    expect(page.locator("#toast")).to_be_hidden()
    page.locator("#clear").click()
    tap(page, 7, 4, 7, 4, 4, 4, 7, 4, 4)
    for _ in range(2):
        expect(page.locator("#answer .total b")).to_have_text("180")
        labels = page.locator("#slots button").evaluate_all("all => all.map((one) => one.ariaLabel).join(' ')")
        assert labels == "1: 7 2: 4 3: 7 4: 4 5: 4 6: 4 7: 7 8: 4 9: 4"
        page.reload()


def test_a_photographed_hand_is_scored_once_nothing_of_it_is_in_doubt(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/hand")
    guide, slots, verdict = page.locator("#guide"), page.locator("#slots button"), page.locator(".verdict")
    assert page.locator("#photo").get_attribute("capture") is None  # it may be an old one
    page.locator("#photo").set_input_files({**PHOTO, "buffer": b"Dear box, this is no picture."})
    expect(page.locator("#toast")).to_have_class(re.compile("trouble"))
    expect(guide).to_contain_text("nine tiles")
    for seen, others, said in (
        ([*"444444", "?", *"77"], 0, "not sure"), ([*"44444477", "back"], 0, "not sure"),
        ([*"4444447771"], 0, "10 tiles"), ([*"444444777"], 3, "3 more tiles"),
    ):  # fmt: skip
        box.hands.hand_seen, box.hands.others_seen = seen, others
        page.locator("#photo").set_input_files(PHOTO)
        expect(guide).to_contain_text(said)
        expect(slots).to_have_count(len(seen))
        expect(page.locator("#answer")).to_be_hidden()
        phone.keep(f"hand-{said}")
        if "?" in seen:
            expect(page.locator("#overlay")).to_be_visible()
            tap(page, 7)
        elif others:
            page.locator("#is-whole").click()
            expect(page.locator("#is-whole")).to_be_hidden()
        else:
            slots.last.click()
            tap(page, *([7] if "back" in seen else []))
            page.locator("#back").click() if len(seen) > 9 else None
        expect(verdict).to_have_text("Six and Three")
    # The phone made the photographs smaller before it sent them.
    assert set(box.hands.photo_sizes) == {(2600, 1733)}


@in_both_languages
def test_an_untaught_box_says_to_teach_first(box: FakeBox, server: WebServer, phone: Phone) -> None:
    box.hands.hand_seen = None
    page = phone.open(server, "/hand")
    expect(page.locator(".entry .notice a")).to_have_attribute("href", "/teach")
    expect(page.locator("#photo")).to_have_count(0)
    phone.keep(f"hand-untaught-{phone.language}")
    tap(page, 1)
    expect(page.locator("#slots button")).to_have_count(1)
    phone.open(server)
    expect(page.locator("#teach-first")).to_be_hidden()
    box.table.tell(replace(box.table.snapshot, problem=Problem(message("table.teach_first"))))
    said = {"en": "Teach your tiles first", "ja": "先にパイを教えて"}[phone.language]
    expect(page.locator("#problem")).to_contain_text(said)
    page.locator("#teach-first").click()
    expect(page).to_have_url(re.compile("/teach$"))
    assert page.locator("#photos").get_attribute("capture") is None  # photographs of the gallery are welcome, too


def tap(page: Page, *keys: int) -> None:
    """Tap keys of tiles; 10 is the almighty tile."""
    for key in keys:
        page.locator("#keys button").nth(key - 1).click()


def test_what_the_game_on_the_table_knows_is_filled_in(box: FakeBox, server: WebServer, phone: Phone) -> None:
    plies = played("jarapon", 4, 3, 130)
    while not isinstance(plies[-1][1], Discard):
        plies.pop()
    now = snapshot_after("jarapon", plies)
    box.table.tell(now)
    page = phone.open(server, "/hand")
    assert isinstance(now.view.state, State)
    dealer = page.locator("input[name=dealer]")
    expect(page.locator("select[name=dora]")).to_have_value(now.view.state.dora)
    expect(page.locator("select[name=players]")).to_have_value("4")
    expect(dealer).not_to_be_checked()
    page.locator("#whose").select_option(now.view.players[now.view.state.dealer])
    expect(dealer).to_be_checked()
    assert now.view.state.last is not None
    page.locator("#whose").select_option(now.view.players[now.view.state.last])
    expect(page.locator("input[name=ron][value=yes]")).not_to_be_checked()
    page.locator("#whose").select_option(now.view.players[(now.view.state.last + 1) % 4])
    expect(page.locator("input[name=ron][value=yes]")).to_be_checked()
    expect(page.locator("select[name=winning]")).to_have_value(now.view.state.taken)
    lying = [one.tile for seat in now.view.state.seats for one in seat.river]
    assert set(lying) <= set(page.locator("input[name=seen]").input_value().split())
    phone.keep("hand-known")
