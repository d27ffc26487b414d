"""Nothing breaks: with the longest names, at every size, no text lies over another, none is cut, no word is broken.

What is measured are the boxes of the texts (`tests/support/web/layout.js`), not pixels. Games are played once, and a
page in each language shows them one after the other and is made larger and smaller: opening pages is what takes time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES, WATCHED, profile_of
from device.record.imports import read_games
from device.record.journal import Journal
from device.record.replay import AnyReplay
from device.referee.outcomes import Problem
from device.table.snapshot import Snapshot
from device.texts import LANGUAGES
from engines.bots import Ply
from engines.messages import Fact, message
from engines.one_line import LONGEST_NAME
from tests.support.device.campaigns import WON, write_campaign
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.paths import TESTS
from tests.support.web.fake_box import FakeBox, app_of
from tests.support.web.kept_box import kept_box
from tests.support.web.kept_tables import WHEN, begin_evening, record_of
from tests.support.web.phones import NewPhone, Phone, place_of
from tests.support.web.tables import snapshot_after, table
from web.server.http import WebServer, open_server

NAMES = (
    "Wolfeschlegelsteinhausen",
    "寿限無寿限無五劫のすりきれ海砂利水魚の水行末雲来",
    "Bartholomew-Featherstone",
    "ダース・ヴェイダーのおともだちのおともだちです！",
    "Christopherson-Alexander",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Featherstonehaugh-Smythe",
    "ルーク・スカイウォーカーのおじさんとおばさんたち",
)
SIZES = ((360, 740), (820, 1180), (1280, 720), (1920, 1080), (3840, 2160))
# Laid out for the new size once a frame is drawn. One that Chromium never draws is not waited for: `evaluate` has no
# limit, and boxes are measured without it too.
MEASURE = f"""async () => {{
  await new Promise((done) => {{ requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 3000); }});
  return ({(TESTS / "support" / "web" / "layout.js").read_text(encoding="utf-8").partition(chr(10))[2].strip()})();
}}"""
GREEDY = ("jarapon", "doubt", "checkers", "stop", "drop_it", "skip_bo")
SEED = 3
MOST = {name: game.PLAYERS[-1] for name, game in GAMES.items()}


def games() -> Iterator[tuple[str, int, Sequence[str]]]:
    """Each game with as many players as there may be and with four, in each language; with as few in one of them."""
    for name, game in GAMES.items():
        many = {game.PLAYERS[-1], *({4} & set(game.PLAYERS))}
        for players in sorted({game.PLAYERS[0], *many}):
            yield name, players, LANGUAGES if players in many else LANGUAGES[:1]


@cache
def whole_game(name: str, players: int) -> list[Ply[Any, Any]]:
    play = greedy_game if name in GREEDY else random_game
    return list(play(GAMES[name], NAMES[:players], options_of(name, players), SEED))


def options_of(name: str, players: int) -> dict[str, Fact]:
    """Those by which so many can play: of Drop It more than four in teams."""
    return {"teams": "yes"} if name == "drop_it" and players > 4 else {}


@cache
def moments(name: str, players: int) -> Mapping[str, Snapshot]:
    """A game at its beginning, in its middle, where something is wrong, and at its end.

    At the beginning little is told, and with fewer players less: it is shown with as many as there may be.
    """
    plies = whole_game(name, players)
    scores = tuple(
        (at, tuple(least - 40 * seat for seat in range(players)))
        for at, least in ((0, 0), (4, 500), (len(plies), 12960))
    )
    wrong = Problem(message("referee.other_face", places="1/1"), ())
    found = {}
    counts = {"beginning": 1, "middle": len(plies) // 2, "end": len(plies)}
    if players < MOST[name]:
        del counts["beginning"]
    for moment, count in counts.items():
        now = snapshot_after(name, plies[:count])
        problem = wrong if moment == "middle" else None
        found[moment] = replace(now, scores=scores[: 1 if count == 1 else 3], problem=problem)
    return found


def faults(page: Page, told: str) -> list[str]:
    """What is wrong at every size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{told}, {width}×{height}: {fault}" for fault in page.evaluate(MEASURE)]
    return found


def most_that_moved(played: AnyReplay, at: int) -> int:
    """The greatest change of a score by a ply."""
    before, after = ([one.score for one in played.game.standings(state)] for state in played.states[at - 1 : at + 1])
    return max(abs(new - old) for old, new in zip(before, after, strict=True))


@pytest.fixture
def phones(new_phone: NewPhone) -> dict[str, Phone]:
    """A television in each language, on which no piece is on its way while texts are measured."""
    televisions = {language: new_phone("television", language) for language in LANGUAGES}
    for television in televisions.values():
        television.page.emulate_media(reduced_motion="reduce")
    return televisions


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/screen"])
def test_every_game_at_every_size(box: FakeBox, server: WebServer, phones: dict[str, Phone], path: str) -> None:
    found = []
    pages = {language: phone.open(server, path) for language, phone in phones.items()}
    for name, players, languages in games():
        for moment, snapshot in moments(name, players).items():
            box.table.tell(snapshot)
            for language in languages:
                page = pages[language]
                expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
                # The picture of a drop comes later; before it does it has no size, and no place to be looked at.
                expect(page.locator(".screen .close-up:not([hidden]) img[hidden]")).to_have_count(0)
                found += faults(page, f"{name} of {players}, {moment}, {language}")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("players", [2, MOST["drop_it"]])
def test_the_close_up_of_a_drop_at_every_size(
    box: FakeBox, server: WebServer, phones: dict[str, Phone], players: int
) -> None:
    """The last drop as it was measured is seen whole on the big screen, and takes nobody's room."""
    found = []
    box.table.tell(moments("drop_it", players)["middle"])
    for language, phone in phones.items():
        page = phone.open(server, "/screen")
        expect(page.locator(".close-up img:visible")).to_have_js_property("naturalWidth", 640)
        found += faults(page, f"{players} players, {language}")
    assert found == [], "\n".join(found)


@pytest.mark.long
def test_every_kept_game_at_every_size(tmp_path: Path, phones: dict[str, Phone]) -> None:
    begin_evening(tmp_path)
    found = []
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        for name, players in MOST.items():
            text = record_of(name, whole_game(name, players), options_of(name, players))
            number = box.archive.add(read_games(text.encode(), WHEN, name, text)[0].numbered)
            played = box.archive.game(number).played
            assert played is not None
            moves = len(played.plies)
            settles, states = profile_of(name).settled, played.states
            settled = next((at for at in range(1, moves) if settles(*states[at - 1 : at + 1])), 0)
            dearest = max(range(1, moves), key=lambda at, played=played: most_that_moved(played, at))
            for language, phone in phones.items():
                page = phone.open(server, f"/games/{number}")
                expect(page.locator("#standings li")).to_have_count(players)
                for at in sorted({0, settled, dearest, moves // 2, moves}):
                    page.locator("#at").fill(str(at))
                    expect(page.locator("body")).to_have_attribute("data-at", str(at))
                    found += faults(page, f"{name}, move {at} of {moves}, {language}")
    assert found == [], "\n".join(found)


@pytest.mark.long
def test_a_campaign_at_every_size(tmp_path: Path, phones: dict[str, Phone]) -> None:
    """Where the city has the longest name, where all is lost, and at home after 100 cities; on every page of it."""
    with Journal(tmp_path / "journal.db") as journal:
        numbers = []
        for cities, purse, games in ((99, 1500, 10), (36, 90, 10), (57, 640, 2)):
            numbers.append(write_campaign(journal, cities, purse, NAMES[5], NAMES[:5]))
            for move in WON * games:
                journal.append("move", {"move": move, "picture": None, "by": "phone"})
    paths = ["/", "/screen", "/campaigns", *(f"/campaigns/{number}" for number in numbers)]
    found = []
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        for path in paths:
            for language, phone in phones.items():
                page = phone.open(server, path)
                expect(page.locator("text=/57/").first).to_be_attached()
                found += faults(page, f"{path}, {language}")
    assert found == [], "\n".join(found)


def test_an_upright_screen_shows_what_the_camera_sees_until_there_is_a_board(
    box: FakeBox, server: WebServer, phones: dict[str, Phone]
) -> None:
    page = phones["ja"].open(server, "/screen")
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#seen")).to_be_hidden()
    box.table.tell(snapshot_after("jarapon", whole_game("jarapon", 2)[:1]))
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#seen img")).to_be_visible()
    assert place_of(page.locator("#seen"))["height"] > 1180 / 3
    cards = [place_of(card)["height"] for card in page.locator("#scores li").all()]
    assert max(cards) < 1180 / 8


@pytest.mark.parametrize("path", ["/", "/set-up", "/rules/stop"])
def test_letters_grow_with_a_large_screen(server: WebServer, phones: dict[str, Phone], path: str) -> None:
    page = phones["en"].open(server, path)
    heights = []
    for width, height in ((1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        heights.append(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
    assert heights[1] > 1.8 * heights[0]


def test_what_is_written_in_the_corner_of_a_tile_stays_within_its_edges(
    box: FakeBox, server: WebServer, phone: Phone
) -> None:
    box.table.tell(table("search"))
    page = phone.open(server)
    hint, tile = (
        place_of(page.locator(part).first) for part in ("g:has(> .corner) > .corner", "g:has(> .corner) .body")
    )
    assert hint["x"] > tile["x"] + 0.06 * tile["width"]  # which has a dark edge, and round corners
    assert tile["y"] < hint["y"] + 0.22 * hint["height"]  # above its digits a box of text is empty


def test_the_names_are_the_longest() -> None:
    assert {len(name) for name in NAMES} == {LONGEST_NAME}
    assert set(WATCHED) <= {name for name, *_ in games()}
