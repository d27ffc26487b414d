"""A club's evening in a real browser: what the whole club sees, on phones and on the wall."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import Engine
from werkzeug.serving import BaseWSGIServer

from club.results import store_result
from tests.club.pages.conftest import log_in
from tests.support.club.hall import BOARD, EMPTY_PLACE, Hall, served
from tests.support.club.reported import reported
from tests.support.waiting import eventually
from tests.support.web.axe import assert_nothing_serious_and_it_fits, needs_axe
from tests.support.web.phones import NewPhone, needs_chromium

pytestmark = [needs_chromium, pytest.mark.parametrize("new_url", ["sqlite"], indirect=True)]
NAMES = ("Aya", "Konstantina Maria", "さくらこひめのみや", "Ben")
PATHS = ("/", "/results", "/results/1", "/players", "/players/1", "/ranking", "/login", "/nowhere")


@pytest.fixture
def server(app: Flask) -> Iterator[BaseWSGIServer]:
    with served(app) as server:
        yield server


def fill(hall: Hall, engine: Engine) -> None:
    """Twenty tables, one of which needs help, and a result that was corrected."""
    for number in range(1, 21):
        hall.state(f"table{number}", NAMES[: 2 + number % 3], turn=1, over=number % 7 == 0)
        hall.board(f"table{number}")
    hall.state("table13", problem=EMPTY_PLACE, minutes=7)
    for last, scores in ((9, (40, 24)), (12, (24, 40))):
        store_result(engine, "table1", reported(NAMES[:2], scores, last=last))


@pytest.mark.walk
def test_a_stuck_table_comes_first_and_a_correction_leaves_its_trace(
    server: BaseWSGIServer, hall: Hall, engine: Engine, new_phone: NewPhone
) -> None:
    from playwright.sync_api import expect

    for table in ("table1", "table2"):
        hall.state(table)
        hall.board(table)
    wall = new_phone("television")
    page = wall.open(server)
    tables = page.locator(".table h2 bdi")
    expect(tables).to_have_text(["table1", "table2"])
    picture = page.locator("[data-key^=table1] img")
    picture.evaluate("(picture) => { picture.isTheSame = true; }")
    hall.state("table2", problem=EMPTY_PLACE, minutes=3)
    expect(tables).to_have_text(["table2", "table1"])
    expect(page.locator("h1")).to_have_text("2 tables, 1 needs help")
    expect(page.locator(".stuck .needs")).to_have_text("Please clear d4: nothing should be there now.")
    # The board changes without a moment in which there is none.
    before = picture.get_attribute("src")
    hall.board("table1", BOARD.format(radius=4))
    expect(picture).not_to_have_attribute("src", str(before))
    assert picture.evaluate("(picture) => picture.isTheSame")
    hall.state("table2")
    expect(page.locator("h1")).to_have_text("2 tables, all playing")
    store_result(engine, "table1", reported(("Aya", "Ben"), (40, 24)))
    wall.follow(page.get_by_role("link", name="Results"))
    wall.follow(page.get_by_role("link", name="Galaxy Reversi"))
    store_result(engine, "table1", reported(("Aya", "Ben"), (24, 40), last=12))
    page.reload()
    expect(page.locator(".large .first a")).to_have_text("Ben")
    expect(page.locator(".versions .about")).to_contain_text(["Correction", "Result"])
    expect(page.locator("mark.score")).to_have_text(["40", "24"])


@pytest.mark.full
def test_a_board_out_of_sight_is_loaded_when_somebody_scrolls_there(
    server: BaseWSGIServer, hall: Hall, new_phone: NewPhone
) -> None:
    from playwright.sync_api import expect

    tables = [f"table{number}" for number in range(1, 21)]
    for table in tables:
        hall.state(table)
        hall.board(table)
    page = new_phone("phone").open(server)
    pictures = page.locator(".table img")
    versions = pictures.evaluate_all("(pictures) => pictures.map((picture) => picture.src)")
    for table in tables:
        hall.state(table, scores=(9, 1))
        hall.board(table, BOARD.format(radius=4))
    expect(page.locator("[data-key^=table20] .score").first).to_have_text("9")
    expect(pictures.first).not_to_have_attribute("src", versions[0].removeprefix(page.url.rstrip("/")))
    assert pictures.last.evaluate("(picture) => picture.src") == versions[-1]
    pictures.last.scroll_into_view_if_needed()
    expect(pictures.last).not_to_have_attribute("src", versions[-1].removeprefix(page.url.rstrip("/")))
    # Taken back: what is seen is the board as it is now.
    page.evaluate("scrollTo(0, 0)")
    for radius, score in ((5, 8), (4, 7)):
        for table in tables:
            hall.state(table, scores=(score, 1))
            hall.board(table, BOARD.format(radius=radius))
        expect(page.locator("[data-key^=table20] .score").first).to_have_text(str(score))
    before = pictures.last.get_attribute("src")
    pictures.last.scroll_into_view_if_needed()
    eventually(lambda: pictures.last.evaluate("(picture) => picture.isNear"))
    assert pictures.last.get_attribute("src") == before


@pytest.mark.full
def test_a_page_that_has_lost_the_server_says_so_and_finds_it_again(
    server: BaseWSGIServer, hall: Hall, new_phone: NewPhone
) -> None:
    from playwright.sync_api import expect

    hall.state("table1")
    phone = new_phone("phone", "ja")
    page = phone.open(server)
    phone.context.set_offline(True)
    expect(page.get_by_role("status")).to_contain_text("サーバーにつながりません")
    expect(page.locator(".table")).to_have_count(1)
    phone.context.set_offline(False)
    expect(page.get_by_role("status")).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("count", [1, 6, 9, 20, 30])
def test_all_tables_fit_the_wall(server: BaseWSGIServer, hall: Hall, new_phone: NewPhone, count: int) -> None:
    for number in range(1, count + 1):
        hall.state(f"table{number}", NAMES, problem=EMPTY_PLACE if number < 4 else None)
        hall.board(f"table{number}")
    wall = new_phone("television", "ja")
    page = wall.open(server)
    wall.settle()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".tables").evaluate("(all) => all.scrollHeight <= all.clientHeight")
    # No player is cut off.
    bottoms = (
        "(all) => all.map((one) => [one, one.closest('.table')].map((part) => part.getBoundingClientRect().bottom))"
    )
    assert all(seat <= table for seat, table in page.locator(".table .seats li").evaluate_all(bottoms))


@pytest.mark.full
@needs_axe
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("is_organiser", [False, True])
def test_axe_finds_nothing_serious_and_pages_fit(
    server: BaseWSGIServer,
    hall: Hall,
    engine: Engine,
    password: str,
    new_phone: NewPhone,
    language: str,
    is_organiser: bool,
) -> None:
    fill(hall, engine)
    phone = new_phone("phone", language)
    if is_organiser:
        log_in(phone, server, password)
    for path in PATHS:
        page = phone.open(server, path)
        phone.settle()
        who = "organiser" if is_organiser else "visitor"
        name = f"club-{path.strip('/').replace('/', '-') or 'live'}-{who}-{language}"
        assert_nothing_serious_and_it_fits(phone, page, name)
