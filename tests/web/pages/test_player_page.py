"""The page of a player: what people tell each other about their games, for whoever would rather look than read."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from tests.support.web.axe import assert_nothing_serious, needs_axe
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import BEGINS, as_seen, kept_box, write_game
from tests.support.web.phones import Phone, everywhere, in_both_languages
from tests.support.web.tables import played
from web.server.http import WebServer, open_server

GRANDMOTHER = "おばあちゃん/../?&"
LATEST = [("Aya", GRANDMOTHER), (GRANDMOTHER, "Aya"), ("Aya", GRANDMOTHER)]


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[WebServer]:
    """The page of a box at which Aya and her grandmother have played; grandmother's games: won, lost, won."""
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    for day, players in enumerate([*LATEST, ("Aya", "プレイヤー2")]):
        write_game(tmp_path, "reversi", reversi, players, BEGINS + timedelta(days=day))
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        yield server


def open_grandmother(phone: Phone, server: WebServer) -> Page:
    page = phone.open(server, "/games")
    phone.follow(page.locator("#player-table a", has_text=GRANDMOTHER))
    return page


@pytest.mark.walk
@everywhere
def test_a_tap_on_a_name_shows_that_player_over_all_evenings(evenings: WebServer, phone: Phone) -> None:
    page = open_grandmother(phone, evenings)
    expect(page.locator("h1")).to_have_text(GRANDMOTHER)
    expect(page.locator(".counts dd")).to_have_text(["3", "2", "3"])
    dots = page.locator(".dots circle")
    assert dots.evaluate_all("all => all.map((one) => one.getAttribute('class'))") == ["won", "not-won", "won"]
    expect(page.locator("main")).to_contain_text({"en": "37 tiles", "ja": "37枚"}[phone.language])
    expect(page.locator("time").first).to_contain_text("2026")
    phone.assert_fits()
    phone.keep(f"player-{phone.language}")
    phone.follow(page.get_by_role("link", name="Aya", exact=True))
    expect(page.locator("h1")).to_have_text("Aya")
    expect(page.locator(".shares a")).to_have_text([GRANDMOTHER])  # a player without a name has no page
    phone.follow(page.locator(".language"))
    expect(page.locator("h1")).to_have_text("Aya")


def test_the_best_leads_to_the_move_in_its_replay(evenings: WebServer, phone: Phone) -> None:
    page = open_grandmother(phone, evenings)
    phone.follow(page.locator(".kept-games a").first)
    assert page.url.endswith("/games/1#move=60")


@in_both_languages
def test_ratings_are_there_for_whoever_opens_them_and_this_phone_remembers(evenings: WebServer, phone: Phone) -> None:
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    page = open_grandmother(phone, evenings)
    assert not [url for url in asked if "ratings?" in url]
    page.locator("#ratings summary").click()
    expect(page.locator("#rating-tables li")).to_have_count(1)
    expect(page.locator("#rating-tables")).to_contain_text(
        {"en": "still few games", "ja": "まだゲームが少なめ"}[phone.language]
    )
    phone.open(evenings, "/games")
    expect(page.locator("#rating-tables li")).to_have_count(2)
    page.locator("#ratings summary").click()
    page.reload()
    phone.settle()
    expect(page.locator("#rating-tables")).to_be_hidden()


def test_a_player_s_results_are_saved_as_a_table(evenings: WebServer, phone: Phone) -> None:
    page = open_grandmother(phone, evenings)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    rows = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 1 + 3
    assert all(GRANDMOTHER in row for row in rows[1:])


@needs_axe
@in_both_languages
def test_axe_finds_nothing_serious_on_a_player_s_page(evenings: WebServer, phone: Phone) -> None:
    page = open_grandmother(phone, evenings)
    page.locator("#ratings summary").click()
    expect(page.locator("#rating-tables li")).to_have_count(1)
    assert_nothing_serious(page)
