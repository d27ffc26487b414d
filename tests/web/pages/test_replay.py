"""A game looked at again: it plays by itself, shows what the camera saw, and each move has an address."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from device.record.imports import read_games
from engines.bots import NAMES
from tests.support.engines.jarapon import BROKEN, lines_of
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import as_seen, kept_box, write_game
from tests.support.web.kept_tables import WHEN, begin_evening
from tests.support.web.phones import NewPhone, Phone, in_both_languages
from tests.support.web.tables import played
from web.server.http import WebServer, open_server

MOVES = 6
STEP_MS = 1800
HOUR_S = 3600


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[WebServer]:
    """Game 1 has pictures of its first and its fourth move."""
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, MOVES)))
    write_game(tmp_path, "reversi", [], NAMES[:2])
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        yield server


def begun(phone: Phone, kept: WebServer) -> Page:
    """The page of a game before its first move; no time goes by but what a test lets go by."""
    phone.context.clock.install(time=0)
    page = phone.open(kept, "/games/1#move=0")
    expect(page.locator("body")).to_have_attribute("data-at", "0")
    page.clock.pause_at(HOUR_S)
    return page


@pytest.mark.walk
@in_both_languages
def test_it_plays_by_itself_to_the_end(kept: WebServer, phone: Phone) -> None:
    page = begun(phone, kept)
    body, play = page.locator("body"), page.locator("#play")
    play.click()
    for at in range(1, 4):
        page.clock.run_for(STEP_MS)
        expect(body).to_have_attribute("data-at", str(at))
    expect(play).to_have_class(re.compile("playing"))
    phone.keep(f"replay-playing-{phone.language}")
    play.click()
    page.clock.run_for(3 * STEP_MS)
    expect(body).to_have_attribute("data-at", "3")
    play.click()
    for at in range(4, MOVES + 1):
        page.clock.run_for(STEP_MS)
        expect(body).to_have_attribute("data-at", str(at))
    expect(play).not_to_have_class(re.compile("playing"))
    page.locator("#first").click()
    expect(body).to_have_attribute("data-at", "0")
    play.click()
    page.locator("#next").click()  # who turns the pages stops it
    expect(body).to_have_attribute("data-at", "1")
    page.clock.run_for(3 * STEP_MS)
    expect(body).to_have_attribute("data-at", "1")
    expect(play).not_to_have_class(re.compile("playing"))


def test_a_link_leads_to_a_move_and_to_what_the_camera_saw(kept: WebServer, phone: Phone) -> None:
    page = phone.open(kept, "/games/1#move=4")
    photo = page.locator("#photo img")
    expect(photo).to_be_visible()
    assert page.wait_for_function("() => document.querySelector('#photo img').naturalWidth")
    page.locator("#next").click()
    expect(photo).to_be_hidden()
    expect(page).to_have_url(re.compile("#move=5$"))
    page.evaluate("location.hash = '#move=2'")
    expect(page.locator("body")).to_have_attribute("data-at", "2")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-at", "2")
    page.evaluate("location.hash = '#move=99'")
    expect(page.locator("body")).to_have_attribute("data-at", str(MOVES))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("has won the hand", "Resistance", "Ben gives Aya")),
        ("ja", ("上がり", "レジスタンス", "480")),
    ],
)
def test_a_winning_hand_its_points_and_who_pays_whom_are_seen(
    tmp_path: Path, language: str, told: tuple[str, ...], new_phone: NewPhone
) -> None:
    begin_evening(tmp_path)
    hand = f"{BROKEN}; deal 9; 1 draw; 1 discard 9; 2 draw; 2 discard 3; 1 jarapon 1 1 1 2 2 2 3 3; build"
    text = "\n".join(["# player: Aya", "# player: Ben", "# player: Chika", "# dealer: first", *lines_of(hand)])
    phone = new_phone(language=language)
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        number = box.archive.add(read_games(text.encode(), WHEN, "jarapon", text)[0].numbered)
        page = phone.open(server, f"/games/{number}#move=8")
        settled = page.locator("#settled")
        expect(page.locator("body")).to_have_attribute("data-at", "8")
        expect(settled).to_be_hidden()
        expect(page.locator("#status")).to_contain_text({"en": "Dealer Aya", "ja": "親はAya"}[language])
        page.locator("#next").click()
        expect(settled).to_be_visible()
        for words in told:
            expect(settled).to_contain_text(words)
        expect(page.locator("#said")).to_be_in_viewport(ratio=1.0)
        hand_shown = page.locator("#board [data-place^='hand/1/']")
        assert hand_shown.evaluate_all("all => all.map((one) => one.dataset.look).join('')") == "111222333"
        phone.keep(f"replay-won-{language}")
        page.locator("#next").click()
        expect(settled).to_be_hidden()


@pytest.mark.walk
@in_both_languages
def test_whoever_wants_comments_on_a_finished_game_gets_them_move_by_move(tmp_path: Path, phone: Phone) -> None:
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, 200)))
    write_game(tmp_path, "reversi", as_seen(GAMES["reversi"], played("reversi", 2, 1, MOVES)))
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        page = phone.open(server, "/games/1#move=8")
        switch, comments = page.locator("#comment"), page.locator("#comments")
        expect(switch).to_have_attribute("aria-pressed", "false")
        expect(comments).to_be_hidden()
        switch.click()
        expect(comments).to_contain_text({"en": "The computer", "ja": "コンピューター"}[phone.language])
        phone.keep(f"replay-comments-{phone.language}")
        page.locator("#first").click()
        expect(comments).to_be_hidden()
        page.locator("#next").click()
        expect(comments).to_be_visible()
        switch.click()
        expect(comments).to_be_hidden()
        going_on = phone.open(server, f"/games/{box.archive.latest()[0].number}#move=3")
        expect(going_on.locator("body")).to_have_attribute("data-at", "3")
        expect(going_on.locator("#comment")).to_be_hidden()
