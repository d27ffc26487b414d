"""Two phones at a table, in a real browser: who pressed first has called, whichever phone was heard first."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.calls.events import MakeCall
from device.table.events import Asked
from engines.jarapon.moves import PON, Call
from engines.stop.moves import Call as StopCall
from tests.support.device.calling_at_stop import BEN, CHIE, OPENS, at_stop
from tests.support.device.calling_table import (
    PATIENCE_S,
    CallingTable,
    calling_table,
    is_laid,
    may_say_riichi,
    two_may_pon,
)
from tests.support.web.fake_box import app_of, paired
from tests.support.web.phones import NewPhone, Phone, held, in_both_languages
from tools.bench.bare_box import BareBox
from web.server.http import WebServer, open_server

CLOCKS = 4  # how often a phone asks for the box's clock
# A phone that waits as long as it is let, where it would say after seconds that the box is out of reach.
PATIENT = """{
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (call, ms, ...more) => wait(call, ms >= 5000 ? 1e9 : ms, ...more);
}"""


@contextmanager
def served(folder: Path, name: str, when: Any) -> Iterator[tuple[CallingTable, WebServer]]:
    """A real table of a game when people may call, and its page."""
    with (
        calling_table(folder, name, when, clock=time.monotonic) as table,
        open_server(app_of(BareBox(table.table, pairing=paired())), 0, "127.0.0.1") as server,
    ):
        yield table, server


@pytest.fixture
def discarded(tmp_path: Path) -> Iterator[tuple[CallingTable, WebServer]]:
    with served(tmp_path, "jarapon", two_may_pon) as both:
        yield both


def sit(phone: Phone, server: WebServer, name: str) -> Page:
    page = phone.open(server, "/seat")
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#sitting")).to_be_visible()
    return page


@pytest.mark.walk
def test_who_pressed_first_has_called_though_the_other_phone_was_heard_first(
    discarded: tuple[CallingTable, WebServer], monkeypatch: pytest.MonkeyPatch, new_phone: NewPhone
) -> None:
    table, server = discarded
    early, late = table.possible("pon")
    # The box waits until the test has let both calls through, however slow this machine is, and so do the phones.
    monkeypatch.setattr("device.calls.calling.WINDOW_S", 1e9)
    monkeypatch.setattr("device.calls.order.MAX_AGO_S", 1e9)
    posted, post = [], table.table.post
    monkeypatch.setattr(table.table, "post", lambda event: (posted.append(event), post(event))[1])
    slow, quick = new_phone(), new_phone(language="ja", dark=True)
    on_the_way = held(slow.page, "**/api/calls?*")
    clocks: Counter[Phone] = Counter()
    for phone, seat in ((slow, early), (quick, late)):
        phone.page.add_init_script(PATIENT)
        phone.page.on("response", lambda answer, phone=phone: clocks.update({phone: "/api/calls/clock" in answer.url}))
        sit(phone, server, table.now.view.players[seat])
    for phone in (slow, quick):
        wait_for(phone.page, lambda phone=phone: clocks[phone] >= CLOCKS)
        phone.settle()
    slow.page.locator("[data-key=pon]").click()
    slow.page.wait_for_timeout(300)
    with quick.page.expect_request("**/api/calls?*"):
        quick.page.locator("[data-key=pon]").click()
    wait_for(quick.page, lambda: heard(table, posted) == 1 and on_the_way)
    on_the_way[0].continue_()
    wait_for(slow.page, lambda: heard(table, posted) == 2)
    monkeypatch.setattr("device.calls.calling.WINDOW_S", 0.0)
    table.table.post(Asked(lambda: None)).result(PATIENCE_S)
    assert table.recorded[-1] == Call(early, PON)
    expect(slow.page.locator("#outcome")).to_contain_text("calls pon")
    expect(quick.page.locator("#outcome")).to_contain_text("早かった")
    expect(quick.page.locator("#outcome")).to_contain_text(table.now.view.players[early])
    expect(slow.page.locator("#mistake")).to_be_visible()
    expect(quick.page.locator("#mistake")).to_be_hidden()
    slow.keep("seat-called")
    quick.keep("seat-slower-dark-ja")
    slow.page.locator("#mistake").click()
    expect(slow.page.locator("#outcome")).to_contain_text("taken back")
    assert table.recorded[-1] != Call(early, PON)


def heard(table: CallingTable, posted: Sequence[object]) -> int:
    """How many calls of those posted the table has heard."""
    calls = sum(isinstance(event, MakeCall) for event in posted)
    table.table.post(Asked(lambda: None)).result(PATIENCE_S)
    return calls


def wait_for(page: Page, is_so: Any) -> None:
    for _ in range(1200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


def test_a_phone_that_is_not_paired_is_asked_for_the_code_before_there_is_something_to_call(
    discarded: tuple[CallingTable, WebServer], new_phone: NewPhone
) -> None:
    table, server = discarded
    phone = new_phone().unpair()
    page = phone.open(server)
    phone.follow(page.locator("#my-seat"))
    page.locator("#watch").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#change").click()
    page.get_by_role("button", name=table.now.view.players[0], exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


@in_both_languages
@pytest.mark.parametrize(("game", "when"), [("jarapon", two_may_pon), ("doubt", is_laid)])
def test_a_seat_is_chosen_once_and_shows_what_it_may_call(tmp_path: Path, game: str, when: Any, phone: Phone) -> None:
    with served(tmp_path, game, when) as (table, server):
        page = phone.open(server, "/seat")
        expect(page.locator("#names .button")).to_have_count(3)
        phone.keep(f"seat-who-{game}-{phone.language}")
        key = "pon" if game == "jarapon" else "lie"
        may = table.possible(key)[0]
        other = next(seat for seat in range(3) if seat not in table.possible(key))
        page.get_by_role("button", name=table.now.view.players[may], exact=True).click()
        expect(page.locator(f"[data-key={key}]")).to_be_enabled()
        phone.keep(f"seat-{game}-{phone.language}")
        page.reload()
        expect(page.locator("#me")).to_contain_text(table.now.view.players[may])
        page.locator("#change").click()
        page.get_by_role("button", name=table.now.view.players[other], exact=True).click()
        expect(page.locator(f"[data-key={key}]")).to_be_disabled()
        expect(page.locator(f"[data-key={key}] span")).not_to_be_empty()
        phone.keep(f"seat-not-now-{game}-{phone.language}")
        page.locator("#change").click()
        page.locator("#watch").click()
        expect(page.locator("#calls .call")).to_have_count(0)
        expect(page.locator("#no-calls")).to_be_visible()


def test_riichi_by_the_keyboard_is_announced_to_all_and_taken_back(tmp_path: Path, new_phone: NewPhone) -> None:
    with served(tmp_path, "jarapon", may_say_riichi) as (table, server):
        seat = table.possible("riichi")[0]
        tablet, phone = new_phone("tablet"), new_phone()
        page = sit(tablet, server, table.now.view.players[seat])
        phone.open(server)
        page.locator("[data-key=riichi]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#outcome")).to_contain_text("says riichi")
        expect(page.locator("[data-key=riichi]")).to_be_disabled()
        tablet.keep("seat-riichi")
        expect(phone.page.locator("#notices")).to_contain_text("says riichi")
        page.locator("#mistake").click()
        expect(phone.page.locator("#notices")).not_to_contain_text("riichi")
        expect(page.locator("[data-key=riichi]")).to_be_enabled()


@in_both_languages
def test_six_calls_of_stop_stay_in_reach_and_the_player_in_turn_calls_stop(tmp_path: Path, phone: Phone) -> None:
    with (
        at_stop(tmp_path, OPENS, clock=time.monotonic) as table,
        open_server(app_of(BareBox(table.table, pairing=paired())), 0, "127.0.0.1") as server,
    ):
        page = sit(phone, server, table.now.view.players[BEN])
        calls = page.locator("#calls .call")
        expect(calls).to_have_count(6)
        expect(calls.last).to_be_in_viewport()
        expect(page.locator("[data-key=ron]")).to_be_disabled()
        for seat in (BEN, CHIE):  # in turn, and not: with the reasons
            page.locator("#change").click()
            page.get_by_role("button", name=table.now.view.players[seat], exact=True).click()
            assert calls.evaluate_all("all => all.filter((one) => one.scrollHeight > one.clientHeight).length") == 0
            phone.keep(f"seat-stop-{seat}-{phone.language}")
        expect(page.locator("[data-key=stop]")).to_be_disabled()
        page.locator("#change").click()
        page.get_by_role("button", name=table.now.view.players[BEN], exact=True).click()
        page.locator("[data-key=stop]").click()
        expect(page.locator("#outcome")).to_contain_text("Stop!" if phone.language == "en" else "ストップ")
        assert table.recorded[-1] == StopCall(BEN, "stop")


@pytest.mark.parametrize(("name", "said"), [("あや", "あやさん"), ("おばあちゃん", "おばあちゃん")])
def test_a_name_that_the_page_fills_in_has_one_title(
    server: WebServer, name: str, said: str, new_phone: NewPhone
) -> None:
    phone = new_phone(language="ja")
    page = phone.open(server, "/seat")
    phone.settle()
    filled = """async (player) => {
      const loaded = performance.getEntriesByType("resource").find((one) => one.name.includes("api_client"));
      return (await import(loaded.name)).text("you", { player });
    }"""
    assert page.evaluate(filled, name) == said
