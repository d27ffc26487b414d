"""Plans on the club's pages: the organiser makes them, everybody sees who sits where, and they come out on paper."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine
from werkzeug.serving import BaseWSGIServer

from club.results import store_result
from tests.club.pages.conftest import OWN, log_in
from tests.support.club.hall import served
from tests.support.club.reported import reported
from tests.support.web.axe import assert_nothing_serious_and_it_fits, needs_axe
from tests.support.web.phones import NewPhone, needs_chromium

ON_SQLITE = pytest.mark.parametrize("new_url", ["sqlite"], indirect=True)
SWISS = {"name": "Friday", "game": "reversi", "method": "swiss", "size": 2, "names": "Aya\nBen\nChika\nさくら"}
PAGES = ("/plans", "/plans/1", "/plans/1/wall")


@pytest.fixture
def pages(app: Flask) -> Iterator[BaseWSGIServer]:
    with served(app) as pages:
        yield pages


def tables(browser: FlaskClient, plan: str = "/plans/1") -> list[list[str]]:
    """Who sits at each table of the current round, as the page says."""
    wall = browser.get(f"{plan}/wall?language=en").text.split('id="live"')[1]
    cards = re.findall(r"<h3>Table .*?</ol>", wall, re.DOTALL)
    return [re.findall(r"<bdi>(.*?)</bdi>", card) for card in cards]


def play(engine: Engine, names: list[str], entry: int, **other: object) -> None:
    now = datetime.now().astimezone().isoformat()
    store_result(engine, "table1", reported(names, (40, 24), entry=entry, begun=now, ended=now, **other))


def test_an_evening_by_swiss(organiser: FlaskClient, visitor: FlaskClient, engine: Engine) -> None:
    made = organiser.post("/plans", data=SWISS, headers=OWN)
    assert (made.status_code, made.location) == (303, "/plans/1")
    first = tables(visitor)
    assert sorted(name for table in first for name in table) == ["Aya", "Ben", "Chika", "さくら"]
    play(engine, first[0], entry=1)
    assert "1 of 2 results" in visitor.get("/plans/1?language=en").text
    refused = organiser.post("/plans/1/rounds?language=en", data={"known": 1}, headers=OWN)
    assert refused.status_code == 422
    assert "Results of round 1 are missing, of these tables: 2." in refused.text
    play(engine, first[1], entry=2)
    organiser.post("/plans/1/rounds", data={"known": 1}, headers=OWN)
    second = tables(visitor)
    assert second[0] == sorted((first[0][0], first[1][0]), key=second[0].index)  # the two winners
    organiser.post("/plans/1/rounds", data={"known": 2, "anyway": "on"}, headers=OWN)
    assert "Round 3" in visitor.get("/plans/1?language=en").text


def test_whoever_has_played_can_be_ticked(organiser: FlaskClient, visitor: FlaskClient, engine: Engine) -> None:
    play(engine, ["Dan", "Emi"], entry=1)
    offered = dict(re.findall(r'value="(\d+)"> <bdi>(\w+)</bdi>', organiser.get("/plans").text))
    assert list(offered.values()) == ["Dan", "Emi"]
    form = {**SWISS, "method": "round_robin", "player": [*offered, "99"], "names": "emi\r\nGen"}
    organiser.post("/plans", data=form, headers=OWN)
    page = visitor.get("/plans/1?language=en").text
    assert sorted(set(re.findall(r"<bdi>(Dan|Emi|Gen|emi)</bdi>", page))) == ["Dan", "Emi", "Gen"]
    assert len(re.findall(r"<h2>\s*Round", page)) == 3


def test_players_leave_and_come_and_a_plan_is_deleted(organiser: FlaskClient, visitor: FlaskClient) -> None:
    organiser.post("/plans", data={**SWISS, "method": "round_robin"}, headers=OWN)
    ticks = re.findall(r'value="(\d+)" checked> <bdi>(.*?)</bdi>', organiser.get("/plans/1").text)
    staying = [number for number, name in ticks if name != "Aya"]
    organiser.post("/plans/1/players", data={"player": staying, "names": "Finn"}, headers=OWN)
    page = visitor.get("/plans/1?language=en").text
    last = page.split("Round 3 ")[1].split("</section>")[0]
    assert "Finn" in last and "Aya" not in last
    organiser.post("/plans/1/delete", headers=OWN)
    assert visitor.get("/plans/1").status_code == 404
    assert "There is no plan yet." in visitor.get("/plans?language=en").text


def test_everybody_may_watch_and_only_the_organiser_changes_anything(
    organiser: FlaskClient, visitor: FlaskClient
) -> None:
    assert visitor.post("/plans", data=SWISS, headers=OWN).status_code == 403
    organiser.post("/plans", data=SWISS, headers=OWN)
    for path in ("rounds", "players", "delete"):
        assert visitor.post(f"/plans/1/{path}", headers=OWN).status_code == 403
    for path in PAGES:
        assert 'method="post"' not in visitor.get(path).text
    assert organiser.post("/plans/7/rounds", headers=OWN).status_code == 404


def test_what_a_form_lacks_is_said(organiser: FlaskClient) -> None:
    for lack, said in {
        "name": "needs a name of 1 to 60 letters",
        "names": "needs 2 to 100 players",
        "method": "needs a game, a method",
        "game": "needs a game, a method",
        "size": "choose one of: 2.",
    }.items():
        refused = organiser.post("/plans?language=en", data={**SWISS, lack: ""}, headers=OWN)
        assert refused.status_code == 422
        assert said in refused.text


def test_the_page_names_every_round_and_seat(organiser: FlaskClient, visitor: FlaskClient) -> None:
    organiser.post("/plans", data={**SWISS, "method": "round_robin"}, headers=OWN)
    page = visitor.get("/plans/1?language=ja").text
    assert re.findall(r"<h2>\s*(第\d回戦)", page) == ["第1回戦", "第2回戦", "第3回戦"]
    rounds = page.split('class="round')[1:]
    assert [len(set(re.findall(r"<bdi>(Aya|Ben|Chika|さくら)</bdi>", one))) for one in rounds] == [4, 4, 4]


@needs_chromium
@ON_SQLITE
@pytest.mark.full
def test_each_round_comes_on_a_sheet_of_its_own(
    pages: BaseWSGIServer, organiser: FlaskClient, new_phone: NewPhone
) -> None:
    names = "\n".join(f"Player {number}" for number in range(12))
    organiser.post("/plans", data={**SWISS, "method": "round_robin", "names": names}, headers=OWN)
    page = new_phone("phone").open(pages, "/plans/1")
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    assert (
        len(re.findall(rb"/Type\s*/Page\b", paper)) == 1 + 1 + 10
    )  # the current round, the standings, the other rounds


@needs_chromium
@ON_SQLITE
@pytest.mark.full
@pytest.mark.parametrize("count", [2, 17, 36, 60, 100])
def test_the_current_round_fits_the_wall(
    pages: BaseWSGIServer, organiser: FlaskClient, new_phone: NewPhone, count: int
) -> None:
    names = "\n".join(f"Konstantina M. {number}" for number in range(count))
    organiser.post("/plans", data={**SWISS, "names": names}, headers=OWN)
    wall = new_phone("television", "ja")
    page = wall.open(pages, "/plans/1/wall")
    wall.settle()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".tables").evaluate("(all) => all.scrollHeight <= all.clientHeight")
    bottoms = "(all) => all.map((one) => [one, one.closest('.table')].map((p) => p.getBoundingClientRect().bottom))"
    assert all(seat <= table for seat, table in page.locator(".seats li").evaluate_all(bottoms))


@needs_chromium
@needs_axe
@ON_SQLITE
@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "ja"])
def test_axe_finds_nothing_serious_and_pages_fit(
    pages: BaseWSGIServer, organiser: FlaskClient, password: str, new_phone: NewPhone, language: str
) -> None:
    names = "Aya\nBen\nMaximilian-Alexander III\nさくら\nChika"
    organiser.post("/plans", data={**SWISS, "names": names}, headers=OWN)
    phone = new_phone("phone", language)
    log_in(phone, pages, password)
    for path in PAGES:
        page = phone.open(pages, path)
        phone.settle()
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert_nothing_serious_and_it_fits(phone, page, f"club-{path.strip('/').replace('/', '-')}-{language}")
