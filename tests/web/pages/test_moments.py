"""What the whole table feels: calls and full rows are called out, the end has a podium, and sound is offered once."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from device.config.routes import load_route
from device.games.stop import march_of
from device.texts import catalogue
from engines import stop
from engines.bots import NAMES
from engines.stop.moves import Pon
from tests.support.web.fake_box import FakeBox
from tests.support.web.phones import NewPhone, Phone, place_of
from tests.support.web.tables import played, snapshot_after, table
from tests.web.pages.test_this_phone import HEARD
from web.server.http import WebServer
from web.static_files import versioned_address

# Words that stand in two lines.
BROKEN = """(texts) => texts.flatMap(({ firstChild: said }) => [...said.data.matchAll(/[^ ]+/g)].filter((word) => {
  const range = document.createRange();
  range.setStart(said, word.index);
  range.setEnd(said, word.index + word[0].length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
})).map(String)"""
CALL_OUT = "async ([module, ...words]) => (await import(module)).callOut(...words)"
WANTED = "delete localStorage['sound-offered']"


def shown(box: FakeBox, page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))


@pytest.mark.parametrize(("size", "path", "language"), [("phone", "/", "ja"), ("television", "/screen", "en")])
def test_a_pon_is_called_out_with_who_called_it_and_sounds_where_that_is_wanted(
    box: FakeBox, server: WebServer, new_phone: NewPhone, size: str, path: str, language: str
) -> None:
    plies = played("stop", 5, 6, 78)
    pon = next(at for at, (_, move) in enumerate(plies) if isinstance(move, Pon))
    before, after = (snapshot_after("stop", plies[:moves]) for moves in (pon, pon + 1))
    phone = new_phone(size, language)
    phone.page.add_init_script(HEARD)
    box.table.tell(before)
    page = phone.open(server, path)
    page.locator("#signals").click()
    page.evaluate("window.tones.length = 0")
    box.table.tell(after)
    moment = page.locator(".moment span")
    name = after.view.players[after.moves[-1].player or 0]
    expect(moment).to_have_text([{"ja": "ポン！", "en": "Pon!"}[language], name])
    page.wait_for_timeout(400)
    phone.keep(f"moment-{language}")
    assert len(page.evaluate("window.tones")) == 2
    expect(moment).to_have_count(0)
    box.table.tell(replace(after, seeing="moving"))  # no new move
    shown(box, page)
    expect(moment).to_have_count(0)


def test_each_city_that_the_king_comes_to_is_called_out_the_first_one_too(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    route = load_route(None)
    march = march_of(stop.start(NAMES[:5], {"course": 700}), route)
    assert march is not None and march.cities == 0
    box.table.tell(replace(table("stop"), march=march))
    page = phone.open(server)
    shown(box, page)
    for cities in (1, 2):
        box.table.tell(replace(table("stop"), march=replace(march, cities=cities, city=route.reached(cities))))
        expect(page.locator(".moment")).to_have_text(f"On to {route.reached(cities).name('en')}!")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_moment_is_the_message_of_a_move(language: str) -> None:
    moments = [key.removeprefix("moment.") for key in catalogue(language) if key.startswith("moment.")]
    assert moments
    assert [key for key in moments if key not in catalogue(language)] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_word_of_a_moment_is_broken_on_a_phone(phone: Phone, server: WebServer, language: str) -> None:
    page = phone.open(server)
    for key, said in catalogue(language).items():
        if key.startswith("moment."):
            page.evaluate(CALL_OUT, [f"{versioned_address()}/moments.js", said, "Computer 3"])
            assert page.locator(".moment span").evaluate_all(BROKEN) == []
            phone.assert_fits()


@pytest.mark.parametrize(
    ("ranks", "steps"),
    [
        ((1, 2, 2, 2), [2, 2, 1, 2]),
        ((3, 3, 1, 1, 5, 5, 7, 7), [3, 1, 1, 3]),  # teams
        ((2, 2, 1, 2, 2, 2), [1]),
        ((1, 1, 1, 1, 1), []),
    ],
)
def test_equals_stand_on_the_podium_together_or_not_at_all(
    box: FakeBox, server: WebServer, new_phone: NewPhone, ranks: tuple[int, ...], steps: list[int]
) -> None:
    view = table("sevens").view
    names = tuple(f"Computer {number}" for number in range(1, len(ranks) + 1))
    standings = tuple(replace(view.standings[0], player=seat, rank=rank) for seat, rank in enumerate(ranks))
    over = replace(table("sevens"), moves=(), view=replace(view, players=names, standings=standings, over=True))
    box.table.tell(over)
    for phone, path in ((new_phone("phone"), "/"), (new_phone("television"), "/screen")):
        page = phone.open(server, path)
        shown(box, page)
        expect(page.locator("#podium .step")).to_have_count(len(steps))
        seen = sorted(page.locator("#podium .step").all(), key=lambda step: place_of(step)["x"])
        assert [int(step.inner_text()) for step in seen] == steps
        assert page.locator("#podium > div > span:first-child").evaluate_all(BROKEN) == []
        if path == "/screen":
            expect(page.locator("#scores")).to_be_visible(visible=len(steps) < len(ranks))
            first = [f"★\u00a0{name}" for name, rank in zip(names, ranks, strict=True) if rank == 1]  # in one line
            expect(page.locator("#scores .called").filter(has_text="★")).to_have_text(first)


@pytest.mark.walk
def test_a_game_ends_with_a_podium_on_phone_and_television(
    box: FakeBox, server: WebServer, new_phone: NewPhone
) -> None:
    phone, television = new_phone("phone", "en"), new_phone("television", "ja", dark=True)
    for one in (phone, television):
        one.page.add_init_script(HEARD)
    pages = phone.open(server), television.open(server, "/screen")
    for page in pages:
        page.locator("#signals").click()
        page.evaluate("window.tones.length = 0")
        expect(page.locator("#podium")).to_be_hidden()
    for name in ("sevens", "reversi"):
        before = table(name)
        standings = sorted(before.view.standings, key=lambda standing: standing.rank)
        box.table.tell(before)
        box.table.tell(replace(before, view=replace(before.view, over=True)))
        for page in pages:
            steps = page.locator("#podium .step")
            expect(steps).to_have_text([str(standing.rank) for standing in standings[:3]])
            expect(page.locator("#podium")).to_contain_text(before.view.players[standings[0].player])
            expect(page.locator("#podium")).to_have_js_property("hidden", False)
            page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
            heights = [place_of(step)["height"] for step in steps.all()]
            assert heights == sorted(heights, reverse=True)
            assert len(page.evaluate("window.tones")) == 6
            page.evaluate("window.tones.length = 0")
        phone.keep(f"podium-{name}")
        television.keep(f"podium-{name}")
    box.table.tell(table("checkers"))
    for page in pages:
        expect(page.locator("#podium")).to_be_hidden()


@pytest.mark.parametrize(
    ("choice", "voice", "signals"),
    [("Sound & voice", "true", "true"), ("Sound", "false", "true"), ("No", "false", "false")],
)
def test_sound_is_offered_once_before_a_game_with_the_board_in_view(
    server: WebServer, phone: Phone, choice: str, voice: str, signals: str
) -> None:
    phone.page.add_init_script(f"if (!sessionStorage.begun) {{ {WANTED}; sessionStorage.begun = 'yes' }} {HEARD}")
    page = phone.open(server)
    offer = page.locator(".sound-offer")
    expect(offer).to_be_visible()
    phone.keep("sound-offer")
    board = place_of(page.locator("#board"))
    assert board["y"] + board["height"] <= place_of(offer)["y"]
    offer.get_by_text(choice, exact=True).click()
    expect(offer).to_have_count(0)
    for path in ("/", "/seat"):
        phone.open(server, path)
        expect(page.locator("body")).to_have_attribute("data-serial", "1")
        expect(page.locator("#voice")).to_have_attribute("aria-pressed", voice)
        expect(page.locator("#signals")).to_have_attribute("aria-pressed", signals)
        expect(offer).to_have_count(0)


def test_nobody_who_comes_into_a_game_is_asked_about_sound(box: FakeBox, server: WebServer, phone: Phone) -> None:
    phone.page.add_init_script(WANTED)
    box.table.lay("f5")
    page = phone.open(server)
    shown(box, page)
    page.wait_for_timeout(300)
    expect(page.locator(".sound-offer")).to_have_count(0)
