"""From one game to the next on the page, around a real table: again, anew, and how the last one has ended."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from device.games.listing import GAMES
from device.record.corrections import Correction
from device.record.journal import Journal
from device.settings import Settings, begin_or_resume
from device.table.events import NewGame
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import KeptBox, as_seen, kept_box, write_game
from tests.support.web.phones import NewPhone, Phone, everywhere, in_both_languages, place_of
from tests.support.web.tables import played
from web.server.http import WebServer, open_server


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)))
    with kept_box(tmp_path) as box:
        yield box


@in_both_languages
def test_after_the_last_move_the_result_is_handed_on_and_one_tap_plays_the_same_again(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    phone.context.add_init_script("navigator.share = async (told) => (window.shared = told)")
    page = phone.open(server)
    again = page.locator("#again")
    expect(again).to_contain_text({"en": "Play again", "ja": "もう一度遊ぶ"}[phone.language])
    expect(again).to_contain_text({"en": "Aya and Ben", "ja": "Aya、Ben"}[phone.language])
    expect(page.locator("#seeing")).to_be_hidden()
    expect(page.locator("#problem")).to_be_hidden()
    phone.keep(f"over-{phone.language}")
    page.locator("#share").click()
    page.wait_for_function("window.shared")
    assert "1. Ben 37" in page.evaluate("window.shared.text")
    expect(page.locator("#toast")).to_be_hidden()
    again.click()
    expect(page.locator("#no-moves")).to_be_visible()
    expect(again).to_be_hidden()
    expect(page.locator("#next-game a")).to_have_attribute("href", "/set-up")
    # A game that others have begun is theirs, also before its first move; over, it is offered again.
    box.do(NewGame("doubt", ("Chika", "Dan", "Eri")))
    expect(page.locator("#scores .name")).to_have_text(["Chika", "Dan", "Eri"])
    expect(again).to_be_hidden()
    expect(page.locator("#next-game a")).to_be_visible()
    box.do(NewGame("reversi", ("Aya", "Ben")))
    box.do(Correction("insert", 0, "f5", "test"))
    expect(page.locator("#next-game")).to_be_hidden()


def test_when_the_box_is_switched_on_again_one_tap_plays_the_same_as_last_time(tmp_path: Path, phone: Phone) -> None:
    write_game(tmp_path, "doubt", as_seen(GAMES["doubt"], played("doubt", 3, 1, 4)), ("Chika", "Dan", "Eri"))
    with Journal(tmp_path / "journal.db") as journal:
        begin_or_resume(journal, Settings(tmp_path, fresh=True))
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        page = phone.open(server)
        again = page.locator("#again")
        expect(again).to_contain_text("Same again Expose the Lie: Chika, Dan, and Eri")
        phone.keep("same-again")
        again.click()
        expect(page.locator("#scores .name")).to_have_text(["Chika", "Dan", "Eri"])
        expect(again).to_be_hidden()
        phone.settle()  # before the box is gone


@pytest.mark.walk
@everywhere
def test_the_end_of_a_game_is_told_printed_and_shared(server: WebServer, phone: Phone) -> None:
    phone.context.grant_permissions(["clipboard-read"])
    phone.context.add_init_script("window.print = () => (window.printed = true)")
    page = phone.open(server)
    expect(page.locator("#scores .name").first).to_contain_text("Ben")  # who has won stands first
    expect(page.locator("#scores .winner")).to_have_count(1)
    again, board = (place_of(page.locator(part)) for part in ("#again", "#board"))
    assert (again["y"] < board["y"]) == (phone.size != "television"), "in view at once; a television shows both"
    page.locator("#share").click()
    expect(page.locator("#toast")).to_contain_text({"en": "copied", "ja": "コピーしました"}[phone.language])
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[1:3] == ["1. Ben 37", "2. Aya 27"]
    assert "2026" in copied
    page.locator("#print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.locator("#sheet-title")).to_contain_text("2026")
    expect(page.locator("#sheet-moves li:visible")).to_have_count(60)
    expect(page.locator(".tabs, #again, #print, .photo, .display").locator("visible=true")).to_have_count(0)
    phone.keep(f"printed-{phone.language}")
    page.emulate_media(media="screen")
    page.locator("#again").click()
    expect(page.locator("#end")).to_be_hidden()


@in_both_languages
def test_an_evening_and_everybody_s_games_are_told_with_the_list(tmp_path: Path, phone: Phone) -> None:
    reversi = as_seen(GAMES["reversi"], played("reversi", 2, 1, 200))
    longest = "おばあちゃん" * 4
    for players in (("Aya", longest), (longest, "Aya"), ("Chika", "Dan")):
        write_game(tmp_path, "reversi", reversi, players)
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        page = phone.open(server, "/games")
        expect(page.locator("#evening-list > li")).to_have_count(1)
        expect(page.locator("#evening-list td")).to_have_text(["1", "1"])
        expect(page.locator("#evening-list tbody th").first).to_contain_text("64")
        expect(page.locator("#player-table tbody tr")).to_have_count(4)
        phone.keep(f"evenings-{phone.language}")
        with page.expect_download() as download:
            page.locator("#players a[download]").click()
        assert download.value.suggested_filename == "players.csv"


def test_the_slower_of_two_phones_hears_what_happened(box: KeptBox, server: WebServer, new_phone: NewPhone) -> None:
    quick, slow = new_phone(), new_phone(language="ja")
    pages = [phone.open(server) for phone in (quick, slow)]
    form = slow.context.new_page()
    form.goto(f"http://127.0.0.1:{server.port}/set-up")
    expect(pages[1].locator("#again")).to_be_visible()
    # The slower phone has not heard yet what the quicker one has done.
    pages[1].route("**/api/events*", lambda route: route.abort())
    pages[1].evaluate("window.stop()")
    pages[1].evaluate("window.late = ['again', 'undo'].map((id) => document.getElementById(id))")
    pages[0].locator("#again").click()
    expect(pages[0].locator("#no-moves")).to_be_visible()
    for button in range(2):
        pages[1].evaluate(f"window.late[{button}].click()")
        expect(pages[1].locator("#toast")).to_contain_text("ゲームが始まった")
        pages[1].locator("#toast button").click()
    slow.keep("too-late")
    start = form.locator("[data-game=reversi] .main")
    start.click()
    expect(form.locator("#toast")).to_contain_text("ゲームが始まった")
    assert len(box.archive.latest()) == 2
    start.click()  # all the same
    expect(form.locator("#prompt")).to_be_visible()


def test_two_of_one_name_are_told_before_they_begin(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/set-up?game=reversi")
    form = page.locator("[data-game=reversi]")
    names = form.locator("[name=player]")
    expect(names.nth(0)).to_have_value("Aya")
    names.nth(1).fill("ａｙａ ")
    form.locator(".main").click()
    expect(form.locator(".alike")).to_have_text(re.compile("Two players are called “aya”"))
    phone.keep("alike")
    assert len(box.archive.latest()) == 1
    names.nth(1).fill("Chie")
    names.nth(1).blur()
    expect(form.locator(".alike")).to_be_hidden()
    form.locator(".main").click()
    expect(page.locator("#scores .name")).to_have_text(["Aya", "Chie"])
