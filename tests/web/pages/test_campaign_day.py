"""A campaign of Stop in a real browser, as a family has it: begun, looked at, left for another game, gone on with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from device.record.journal import Journal
from device.table.events import NewGame
from tests.support.device.campaigns import LOTS_OF_AYA, WON, write_campaign
from tests.support.web.axe import assert_nothing_serious, needs_axe
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone
from web.server.http import WebServer, open_server

NAMES = ("Aya", "おばあちゃん", "Chie", "Dan", "Emi")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", [])
    with kept_box(tmp_path) as box:
        yield box


@pytest.mark.walk
def test_a_campaign_is_begun_left_and_gone_on_with(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/games")
    page.locator("a[href='/campaigns']").click()
    page.locator("main a.button.main").click()
    form = page.locator("form[data-game=stop]")
    expect(form.locator("[name=player]")).to_have_count(len(NAMES))
    for seat, player in enumerate(NAMES):
        form.locator("[name=player]").nth(seat).fill(player)
    expect(form.locator("[name=course][value='1000']")).to_be_checked()
    form.locator("[name=course][value='500'] + span").click()
    form.locator("[name=campaign]").fill("To the Indus")
    form.locator("button.main").click()
    march = page.locator("#march")
    expect(march).to_have_text("Game 1 · Pella, city 0 of 100 · 500 coins")
    for move in (*LOTS_OF_AYA, *WON):
        box.asked(lambda move=move: box.game.enter(move, "phone"))
    box.do(NewGame("reversi", ("Aya", "Ben")))
    expect(march).to_be_hidden()
    page = phone.open(server, "/campaigns")
    expect(page.locator("time").first).not_to_contain_text("-")  # as people write a day
    phone.follow(page.locator(".kept", has_text="To the Indus"))
    expect(page.locator(".march-map.whole text.here:not(.small)")).to_have_text("Pella")
    phone.keep("campaign")
    page.locator("#go-on").click()
    expect(page.locator("#march")).to_have_text("Game 2 · Pella, city 0 of 100 · 508 coins")
    page.locator("#march").click()
    expect(page.locator("h1")).to_have_text("To the Indus")


@needs_axe
def test_axe_finds_nothing_serious_on_a_campaigns_pages(tmp_path: Path, phone: Phone) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        number = write_campaign(journal, 57, 640)
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        for path in ("/campaigns", f"/campaigns/{number}"):
            page = phone.open(server, path)
            assert_nothing_serious(page)
