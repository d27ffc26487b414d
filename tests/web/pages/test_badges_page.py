"""Each player's colour and tile: chosen once where a game is set up, and shown beside the name everywhere."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.config.players import Badge
from device.games.listing import GAMES
from device.table.events import ChooseBadge
from tests.support.engines.bot_games import greedy_game
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.phones import NewPhone, Phone, in_both_languages
from web.server.http import WebServer, open_server

GRANNY = "おばあちゃん"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", ["e6", "f6"], (GRANNY, "Ben"))
    with kept_box(tmp_path) as box:
        yield box


def badges_of(page: Page) -> list[str]:
    """The colours that stand in the rows of the open form."""
    shown = page.locator("details[open] .badge-of .badge")
    return [
        str(colour).removeprefix("badge ")
        for colour in shown.evaluate_all("all => all.map((one) => one.getAttribute('class'))")
    ]


@in_both_languages
def test_a_colour_and_a_tile_are_chosen_on_set_up_and_stand_beside_the_name_everywhere(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/set-up?game=reversi")
    expect(page.locator("details[open] .badge-of .badge")).to_have_count(2)
    assert badges_of(page) == ["blue", "orange"]
    page.locator("details[open] .badge-of").first.click()
    page.locator("[data-colour=pink]").click()
    page.locator("[data-tile=wild]").click()
    phone.keep(f"badge-choose-{phone.language}")
    page.locator("#badge-done").click()
    expect(page.locator("details[open] .badge-of .badge.pink")).to_be_visible()
    phone.keep(f"badge-set-up-{phone.language}")
    phone.open(server)
    expect(page.locator("#scores li").first.locator(".badge.pink")).to_be_visible()
    phone.keep(f"badge-live-{phone.language}")
    phone.open(server, "/seat")
    page.get_by_role("button", name=GRANNY).click()
    expect(page.locator("#my-badge .badge.pink")).to_be_visible()
    assert "ちゃんさん" not in page.inner_text("main")
    phone.keep(f"badge-seat-{phone.language}")
    phone.open(server, "/screen")
    expect(page.locator("#scores li").first.locator(".badge.pink")).to_be_visible()


def test_two_players_who_look_alike_are_told_so_and_who_watches_sees_it_at_once(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server)
    expect(page.locator("#scores .badge.blue")).to_be_visible()
    for name in (GRANNY, "Ben"):
        box.do(ChooseBadge(name, Badge("green", "5")))
    expect(page.locator("#scores .badge.green")).to_have_count(2)
    phone.open(server, "/set-up?game=reversi")
    expect(page.locator("details[open] .same-badge")).to_contain_text(f"{GRANNY} and Ben have the same colour and tile")
    phone.keep("badge-alike")
    page.locator("details[open] .badge-of").last.click()
    page.locator("[data-tile='6']").click()
    page.locator("#badge-done").click()
    expect(page.locator("details[open] .same-badge")).to_be_hidden()


def test_nobody_has_two_titles(tmp_path: Path, new_phone: NewPhone) -> None:
    names = (GRANNY, "太郎くん", "花子先生", "あや")
    jarapon = GAMES["jarapon"]
    write_game(tmp_path, "jarapon", as_seen(jarapon, [*islice(greedy_game(jarapon, names, {}, 3), 40)]), names)
    phone = new_phone(language="ja")
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        for path in ("/", "/seat", "/moves", "/screen"):
            page = phone.open(server, path)
            for name in names:
                expect(page.locator("body")).to_contain_text(name)
            words = page.inner_text("body")
            assert not any(f"{title}さん" in words for title in ("ちゃん", "くん", "先生", "さん")), path
