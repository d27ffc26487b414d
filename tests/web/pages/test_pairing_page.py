"""Pairing a phone as people do it, in a real browser: refused, asked for the code, let in, and sent out again."""

import re

import pytest
from playwright.sync_api import Page, expect

from device.phones.paired import PairedPhones
from device.phones.pairing import VALID_S, Pairing
from device.table.events import Undo
from tests.support.web.fake_box import FakeBox, app_of
from tests.support.web.phones import NewPhone, Phone, everywhere, in_both_languages
from web.server.http import WebServer, open_server


def another_code(code: str) -> str:
    """Six digits that are not the code."""
    return f"{(int(code) + 1) % 10**6:06}"


def ask_to_undo(box: FakeBox, phone: Phone, server: WebServer) -> Page:
    """A phone that may only watch wants to take a move back; gives its page with the dialog open."""
    page = phone.open(server)
    box.table.lay("f5")
    page.locator("#undo").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("[data-part=where]")).not_to_be_empty()
    return page


@pytest.mark.walk
@everywhere
def test_what_a_new_phone_wants_is_done_once_it_has_typed_the_code(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    page = ask_to_undo(box, phone.unpair(), server)
    assert box.table.posted == []
    phone.keep("pairing")
    page.locator("[name=code]").fill(another_code(box.pairing.code))
    page.locator("dialog[open] .main").click()
    expect(page.locator("[data-part=trouble]")).to_contain_text("4")
    phone.keep("pairing-wrong")
    page.locator("[name=code]").fill(f"{box.pairing.code[:3]} {box.pairing.code[3:]}")
    page.locator("dialog [name=name]").fill("Aya's phone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#toast")).to_contain_text({"en": "taken back", "ja": "取り消しました"}[phone.language])
    assert box.table.posted == [Undo("phone:Aya's phone", known=0)]
    assert [phone.name for phone in box.pairing.phones.all()][1:] == ["Aya's phone"]
    # Once is enough, also after the page has been opened anew.
    page.reload()
    page.locator("#undo").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(box.table.posted) == 2


def test_in_a_browser_of_the_computer_that_plays_the_demo_nobody_is_asked_for_a_code(
    box: FakeBox, new_phone: NewPhone
) -> None:
    box.pairing = Pairing(PairedPhones(), is_free_here=True)
    with open_server(app_of(box), 0, "127.0.0.1") as server:
        page = new_phone().unpair().open(server)
        box.table.lay("f5")
        page.locator("#undo").click()
        expect(page.locator("#toast")).to_contain_text("taken back")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert box.table.posted == [Undo("phone:Computer", known=0)]


def test_a_code_that_came_too_late_or_that_another_phone_has_used_is_said_and_a_new_one_is_shown(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    phone = new_phone().unpair()
    page = ask_to_undo(box, phone, server)
    trouble = page.locator("[data-part=trouble]")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#toast")).to_contain_text("may only watch")
    box.table.lay("d6")
    expect(page.locator("#moves li")).to_have_count(2)  # whoever only watches goes on watching
    page.locator("#undo").click()
    expect(page.locator("[data-part=where]")).not_to_be_empty()
    page.locator("[name=code]").fill(box.pairing.code)
    box.later_s = VALID_S
    page.locator("dialog[open] .main").click()
    expect(trouble).to_contain_text("expired")
    assert box.table.posted == []
    new_code(box, page)
    box.pairing.answer(box.pairing.code, "Ben's phone", "192.168.1.21")
    page.locator("dialog[open] .main").click()
    expect(trouble).to_contain_text("Another phone")
    phone.keep("pairing-used")
    new_code(box, page)
    page.locator("dialog[open] .main").click()
    expect(page.locator("#toast")).to_contain_text("taken back")
    assert [type(event) for event in box.table.posted] == [Undo]


def new_code(box: FakeBox, page: Page) -> None:
    """Have the box show another code, and type it. The trouble is hidden before the box has answered."""
    used = box.pairing.code
    box.later_s += VALID_S  # whoever asks again at once has to wait
    with page.expect_response("**/api/pairing?*"):
        page.locator("[data-part=again]").click()
    expect(page.locator("[data-part=trouble]")).to_be_hidden()
    assert box.pairing.code not in ("", used)
    page.locator("[name=code]").fill(box.pairing.code)


def test_a_phone_that_was_removed_is_told_so_and_one_that_keeps_no_cookies_is_not_asked_for_ever(
    box: FakeBox, server: WebServer, monkeypatch: pytest.MonkeyPatch, phone: Phone
) -> None:
    page = phone.open(server, "/set-up?game=reversi")
    page.locator("[data-game=reversi] input[name=player]").first.fill("Chika")
    known = box.pairing.phones.known
    box.pairing.phones.revoke_all()
    page.locator("[data-game=reversi] .main").click()
    expect(page.get_by_role("dialog")).to_contain_text("no longer paired with the box")
    expect(page.locator("[data-part=where]")).not_to_be_empty()
    page.locator("[name=code]").fill(box.pairing.code)
    monkeypatch.setattr(box.pairing.phones, "known", lambda token: None)  # as when no token comes back
    page.locator("dialog[open] .main").click()
    expect(page.locator("#toast")).to_contain_text("cookies")
    expect(page.get_by_role("dialog")).to_have_count(0)
    monkeypatch.setattr(box.pairing.phones, "known", known)
    page.locator("[data-game=reversi] .main").click()
    # What was typed before is not lost: the game begins with it.
    expect(page.locator("#prompt")).to_be_visible()
    assert box.table.posted[0].players[0] == "Chika"


@pytest.mark.walk
@in_both_languages
def test_paired_phones_see_who_may_and_remove_whom_they_want(box: FakeBox, server: WebServer, phone: Phone) -> None:
    for name in ("Ben's phone", "おばあちゃんのスマホ"):
        box.pairing.phones.add(name)
    page = phone.open(server, "/phones")
    expect(page.locator("#phones li")).to_have_count(3)
    expect(page.locator("#phones li:has(.own)")).to_contain_text("The tests' phone")
    phone.keep("phones")
    page.locator("#phones li", has_text="Ben").get_by_role("button").click()
    expect(page.locator("#really-said")).to_contain_text("Ben's phone")
    page.locator("#no").click()
    expect(page.locator("#phones li")).to_have_count(3)
    page.locator("#phones li", has_text="Ben").get_by_role("button").click()
    page.locator("#yes").click()
    expect(page.locator("#phones li")).to_have_count(2)
    page.locator("#remove-all").click()
    page.locator("#yes").click()
    expect(page.locator("#not-paired")).to_be_visible()
    assert box.pairing.phones.all() == ()
    phone.keep("phones-none")
    page.locator("#pair").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("[data-part=where]")).not_to_be_empty()
    page.locator("[name=code]").fill(box.pairing.code)
    page.locator("dialog[open] .main").click()
    expect(page.locator("#phones li")).to_have_count(1)


@in_both_languages
def test_the_page_shows_how_others_come_in(server: WebServer, monkeypatch: pytest.MonkeyPatch, phone: Phone) -> None:
    monkeypatch.setattr("web.pages.join.own_addresses", lambda _: ["192.168.100.123", "10.0.0.5"])
    monkeypatch.setattr("web.pages.join.local_name", lambda _: "raspberrypi.local")
    page = phone.open(server)
    page.locator("a.join").click()
    expect(page.locator(".address").first).to_have_text(f"http://192.168.100.123:{server.port}")
    expect(page.locator(".address").nth(1)).to_have_text(f"http://raspberrypi.local:{server.port}")
    expect(page.locator("img.qr")).to_be_visible()
    assert page.locator("img.qr").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    phone.keep("join")
    page.locator("main a.button").click()
    expect(page).to_have_url(re.compile("/phones$"))
