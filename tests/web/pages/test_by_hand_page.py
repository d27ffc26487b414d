"""Games without a camera, on a phone: begun from the first page, and played by taps on the board and from lists."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from device.table.events import Enter
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone, in_both_languages, place_of
from web.server.http import WebServer


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", [])
    with kept_box(tmp_path) as box:
        yield box


def begin(page: Page, name: str, *players: str) -> None:
    """From the forms of all games to the first move of one."""
    expect(page.locator("form.new-game")).to_have_count(len(GAMES))  # on the page before there are none
    form = page.locator(f"form[data-game={name}]")
    form.locator(".who > summary").click()
    for seat, player in enumerate(players):
        form.locator("[name=player]").nth(seat).fill(player)
    form.locator("button.main").click()
    expect(page.locator("#by-hand")).to_be_visible()


def place(page: Page, name: str) -> None:
    page.locator(f'#board [data-place="{name}"] .tap').click()


@pytest.mark.walk
@in_both_languages
def test_a_tile_is_laid_by_one_tap_on_its_square_and_taken_back_by_another(
    box: KeptBox, server: WebServer, phone: Phone
) -> None:
    page = phone.open(server)
    page.locator("#no-camera").click()
    begin(page, "reversi", "Aya", "Ben")
    expect(page.locator("#board .open")).to_have_count(4)
    phone.keep(f"by-hand-reversi-{phone.language}")
    place(page, "f5")
    expect(page.locator("#scores .points")).to_have_text(["4", "1"])
    expect(page.locator("#board .open")).to_have_count(3)
    page.locator("#undo").click()
    expect(page.locator("#scores .points")).to_have_text(["2", "2"])
    expect(page.locator("#board .open")).to_have_count(4)
    assert box.table.snapshot.moves == ()


def test_every_kind_of_move_is_entered_by_taps(box: KeptBox, server: WebServer, phone: Phone) -> None:
    """A piece goes where it is tapped, a tile gets its face, a drop its parts, a card its pile; or a name is typed."""
    page = phone.open(server, "/by-hand")
    moves, offered = page.locator("#moves li"), page.locator("#next-moves button")
    begin(page, "checkers", "Aya", "Ben")
    place(page, "b3")
    expect(page.locator("#board .tapped")).to_have_count(1)
    expect(page.locator("#board .open")).to_have_count(2)
    expect(offered).to_have_count(2)
    phone.keep("by-hand-checkers")
    assert box.table.snapshot.moves == ()  # nothing is made by half a move
    place(page, "c4")
    expect(moves).to_contain_text("Aya moves from b3 to c4.")
    expect(page.locator("#board .tapped")).to_have_count(0)

    begin(phone.open(server, "/by-hand"), "search", "Aya", "Ben")
    place(page, "tile/16")
    expect(page.locator("#next-moves .kind p").first).to_have_text("Aya turns up tile 16: number …")
    phone.keep("by-hand-search")
    offered.filter(has_text="7").click()
    expect(moves).to_contain_text("Aya turns up tile 16: number 7.")

    begin(phone.open(server, "/by-hand"), "drop_it", "Aya", "Ben")
    done = page.locator("#entering > .button.main")
    expect(done).to_be_disabled()
    for part in ("blue circle", "3"):
        page.get_by_role("button", name=part, exact=True).click()
    for _ in range(2):
        page.get_by_role("button", name="small circles").click()
    expect(page.get_by_role("button", name="small circles ×2")).to_be_visible()
    phone.keep("by-hand-drop")
    done.click()
    expect(moves).to_contain_text("Aya drops the blue circle: level 3.")

    begin(phone.open(server, "/by-hand"), "skip_bo", "Aya", "Ben")
    for count in (1, 2):
        offered.filter(has_text="5").first.click()
        expect(moves).to_have_count(count)
    phone.keep("by-hand-skip-bo")
    place(page, "discard/1/2/1")
    expect(page.locator("#next-moves .kind p")).to_contain_text("on discard pile 2")
    offered.filter(has_text="12").click()
    expect(moves.first).to_contain_text("Aya discards 12 on discard pile 2.")

    begin(phone.open(server, "/by-hand"), "stop", "Aya", "Ben", "Chie", "Dan", "Emi")
    page.locator("#find-move").fill("ace of spades")
    expect(offered).to_have_count(1)
    offered.click()
    expect(moves).to_contain_text("Aya turns up the ace of spades.")
    phone.keep("by-hand-stop")


def test_after_the_last_move_nothing_is_asked_for(box: KeptBox, server: WebServer, phone: Phone) -> None:
    page = phone.open(server, "/by-hand")
    begin(page, "reversi", "Aya", "Ben")
    while not box.table.snapshot.view.over:
        played = box.game.played
        box.do(Enter(played.game.move_to_json(played.game.moves(played.now)[0]), "phone"))
    expect(page.locator("#by-hand")).to_be_hidden()
    expect(page.locator("#again")).to_be_visible()


def test_on_a_phone_the_board_comes_before_the_list_also_where_nothing_on_it_is_tapped(
    server: WebServer, phone: Phone
) -> None:
    page = phone.open(server, "/by-hand")
    begin(page, "stop", "Aya", "Ben", "Chie", "Dan", "Emi")
    expect(page.locator("#table.list-first")).to_be_attached()
    assert place_of(page.locator("#board"))["y"] < place_of(page.locator("#by-hand"))["y"]
    assert place_of(page.locator("#by-hand"))["y"] < place_of(page.locator("#record"))["y"]
