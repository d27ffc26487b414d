"""Alone on a phone against computer players: the form of a new game, the own hand, moves by buttons with pictures."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.table import computers, game_start
from device.table.events import TakeSeat
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone, in_both_languages
from web.server.http import WebServer


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeptBox]:
    monkeypatch.setattr(computers, "PAUSE_S", 0.0)
    monkeypatch.setattr(game_start, "new_seed", lambda: 1)
    write_game(tmp_path, "reversi", [])
    with kept_box(tmp_path) as box:
        yield box


def begin(page: Page, phone: Phone, name: str, seats: int) -> None:
    """A new game from its form: Aya, and computer players of every strength, whom the form names."""
    page.goto(page.url.rstrip("/") + f"/by-hand?game={name}")
    form = page.locator(f"form[data-game={name}]")
    expect(form.locator("select:visible")).to_have_count(0)
    for seat in range(seats):
        form.locator("[name=player]").nth(seat).fill("" if seat else "Aya")
    form.locator(".fill").click()
    expect(form.locator("select:visible")).to_have_count(seats - 1)
    for seat in range(1, seats):
        expect(form.locator("[name=player]").nth(seat)).to_have_value(re.compile(rf"\D+{seat}$"))
        form.locator("select").nth(seat).select_option(("strong", "medium", "easy")[seat % 3])
    phone.keep(f"computers-form-{name}")
    form.locator("button.main").click()
    page.wait_for_url("**/seat")  # whose seat it is on the phone of the only person, need not be asked
    expect(page.locator("#own")).to_be_visible()


@pytest.mark.walk
@in_both_languages
def test_a_hand_of_stop_against_four_generals(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server)
    begin(page, phone, "stop", 5)
    hand, moves = page.locator("#own-hand svg"), page.locator("#own-moves button")
    for word in ("Turn up", "Deal") if phone.language == "en" else ("めくる", "配る"):  # her ace is lowest: she deals
        moves.filter(has_text=word).click()
    expect(hand).to_have_count(7)
    expect(page.locator("#own-board")).to_be_visible()
    assert len(box.game.played.now.seats[0].hand) == 7
    phone.keep(f"computers-stop-{phone.language}")
    moves.first.click()  # she draws
    expect(hand).to_have_count(8)
    # A card is tapped itself: it leaves the moves with it, or makes the only one.
    card = page.locator("#own-hand button").first
    told = (card.get_attribute("aria-label") or "").split(" / ")
    card.click()
    if len(told) > 1:
        expect(page.locator("#own-moves button:visible > span")).to_have_text(told)
        page.locator("#own-moves button:visible").first.click()
    expect(hand).not_to_have_count(8)
    page.locator("#own-undo").click()
    expect(page.locator("#own-moves button").first).to_be_visible()


@in_both_languages
def test_stop_is_played_by_the_keys_of_the_original(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server)
    begin(page, phone, "stop", 5)
    moves, cards = page.locator("#own-moves button"), page.locator("#own-hand button")
    for word in ("Turn up", "Deal") if phone.language == "en" else ("めくる", "配る"):
        moves.filter(has_text=word).click()
    expect(page.locator("#own-hand svg")).to_have_count(7)
    stop = moves.filter(has_text="Stop!" if phone.language == "en" else "ストップ")
    page.keyboard.press("F6")
    expect(stop).to_be_focused()
    page.keyboard.press("F8")
    expect(cards).to_have_count(8)
    page.keyboard.press("ArrowRight")
    expect(cards.nth(0)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(7)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(6)).to_be_focused()
    thrown = box.game.played.now.seats[0].hand[6]
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator("dt")).to_have_count(7)
    phone.keep(f"seat-keys-{phone.language}")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(box.game.played.now.seats[0].hand) == 8, "keys are for the help while it is open"
    expect(cards.nth(6)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cards).not_to_have_count(8)
    assert thrown in box.game.played.now.seats[0].discarded


@pytest.mark.parametrize(("key", "by_arrows"), [("Enter", True), ("Space", True), ("Enter", False)])
def test_a_card_chosen_by_arrows_is_discarded_but_one_reached_by_tab_shows_its_moves(
    server: WebServer, box: KeptBox, phone: Phone, key: str, by_arrows: bool
) -> None:
    page = phone.open(server)
    begin(page, phone, "stop", 5)
    for word in ("Turn up", "Deal", "Draw"):
        page.locator("#own-moves button").filter(has_text=word).click()
    cards = page.locator("#own-hand button")
    expect(cards).to_have_count(8)
    first = box.game.played.now.seats[0].hand[0]
    told = (cards.first.get_attribute("aria-label") or "").split(" / ")
    assert len(told) > 1, "it may be laid down or discarded"
    page.locator("#change").focus()
    page.keyboard.press("ArrowRight" if by_arrows else "Tab")
    expect(cards.first).to_be_focused()
    page.keyboard.press(key)
    if by_arrows:
        expect(cards).not_to_have_count(8)
        assert box.game.played.now.seats[0].discarded == (first,)
    else:
        expect(page.locator("#own-moves button:visible > span")).to_have_text(told)


def test_a_game_without_hands_is_played_by_its_moves(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server)
    begin(page, phone, "reversi", 2)
    for _ in range(2):
        before = len(box.game.played.plies)
        page.locator("#own-moves button").first.click()
        expect(page.locator("body")).to_have_attribute("data-moves", str(before + 2))  # the computer has answered
        expect(page.locator("#own-moves button").first).to_be_enabled()
        assert len(box.game.played.plies) == before + 2
    phone.keep("computers-reversi")
    page.goto(page.url.removesuffix("/seat"))
    expect(page.locator("#my-seat")).to_be_visible()
    expect(page.locator("#by-hand")).to_be_hidden()


def test_a_phone_whose_seat_was_freed_at_the_box_asks_who_sits_there(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server)
    begin(page, phone, "reversi", 2)
    page.locator("#own-moves button").first.click()
    expect(page.locator("body")).to_have_attribute("data-moves", "2")
    box.do(TakeSeat(0, None))
    expect(page.locator("#names button")).to_have_count(1)
    expect(page.locator("#own-moves")).to_be_hidden()
    page.locator("#names button").click()
    page.locator("#own-moves button").first.click()
    expect(page.locator("body")).to_have_attribute("data-moves", "4")
