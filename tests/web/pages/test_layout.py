"""Nothing breaks: with the longest names, at every size, no text lies over another, none is cut, no number is broken.

What is measured are the boxes of the texts (`tests/support/web/layout.js`), not pixels.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.games.listing import GAMES, WATCHED
from device.referee.outcomes import Problem
from device.table.snapshot import Snapshot
from engines.bots import Ply
from engines.messages import message
from tests.support.engines.bot_games import greedy_game, random_game
from tests.support.paths import TESTS
from tests.support.web.fake_box import FakeBox
from tests.support.web.kept_box import as_seen, kept_box, write_game
from tests.support.web.phones import Phone, needs_chromium
from tests.support.web.tables import snapshot_after
from web.app import create_app
from web.limits import LONGEST_NAME
from web.server.http import WebServer, open_server

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no page was tried")
from playwright.sync_api import Browser, Page, expect

pytestmark = needs_chromium
NAMES = (
    "Wolfeschlegelsteinhausen",
    "寿限無寿限無五劫のすりきれ海砂利水魚の水行末雲来",
    "Bartholomew-Featherstone",
    "ダース・ヴェイダーのおともだちのおともだちです！",
    "Christopherson-Alexander",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
)
SIZES = ((360, 740), (820, 1180), (1920, 1080), (3840, 2160))
SMALL_TELEVISION = (1280, 720)
MEASURE = (TESTS / "support" / "web" / "layout.js").read_text(encoding="utf-8").partition("\n")[2]
GREEDY = ("jarapon", "doubt", "checkers", "stop", "drop_it", "skip_bo")
SEED = 3
MOST = {name: game.PLAYERS[-1] for name, game in GAMES.items()}


def games() -> Iterator[tuple[str, int]]:
    """Each game with as many players as there may be, with as few, and with four."""
    for name, game in GAMES.items():
        for players in sorted({game.PLAYERS[0], game.PLAYERS[-1], *({4} & set(game.PLAYERS))}):
            yield name, players


def whole_game(name: str, players: int) -> list[Ply[Any, Any]]:
    play = greedy_game if name in GREEDY else random_game
    return list(play(GAMES[name], NAMES[:players], {}, SEED))


def moments(name: str, players: int) -> Iterator[tuple[str, Snapshot]]:
    """A game at its beginning, in its middle, where something is wrong, and at its end."""
    plies = whole_game(name, players)
    scores = tuple(
        (at, tuple(least - 40 * seat for seat in range(players)))
        for at, least in ((0, 0), (4, 500), (len(plies), 12960))
    )
    wrong = Problem(message("referee.other_face", places="1/1"), ())
    for moment, count in (("beginning", 1), ("middle", len(plies) // 2), ("end", len(plies))):
        now = snapshot_after(name, plies[:count])
        yield (
            moment,
            replace(now, scores=scores[: 1 if count == 1 else 3], problem=wrong if moment == "middle" else None),
        )


def faults(page: Page, told: str, *more: tuple[int, int]) -> list[str]:
    """What is wrong at every size."""
    found = []
    for width, height in (*SIZES, *more):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [f"{told}, {width}×{height}: {fault}" for fault in page.evaluate(MEASURE)]
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("path", ["/", "/screen"])
def test_every_game_at_every_size(box: FakeBox, server: WebServer, browser: Browser, path: str, language: str) -> None:
    phone = Phone(browser, "television", language)
    page = phone.open(server, path)
    found = []
    also = (SMALL_TELEVISION,) if path == "/screen" else ()
    # Sentences differ between the languages, tables do not.
    for name, players in games() if language == "en" else MOST.items():
        for moment, snapshot in moments(name, players):
            box.table.tell(snapshot)
            expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
            found += faults(page, f"{name} of {players}, {moment}", *also)
    phone.close()
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kept_game_at_every_size(tmp_path: Path, browser: Browser, language: str) -> None:
    numbers = {}
    for name, players in MOST.items():
        numbers[name] = write_game(tmp_path, name, as_seen(GAMES[name], whole_game(name, players)), NAMES[:players])
    write_game(tmp_path, "reversi", [])
    phone = Phone(browser, "television", language)
    found = []
    with kept_box(tmp_path) as box, open_server(create_app(box), 0, "127.0.0.1") as server:
        for name, number in numbers.items():
            page = phone.open(server, f"/games/{number}")
            last = page.locator("#at")
            expect(page.locator("#standings li")).to_have_count(MOST[name])
            for part in (0.0, 0.5, 1.0):
                at = round(int(last.get_attribute("max") or 0) * part)
                last.fill(str(at))
                expect(page.locator("body")).to_have_attribute("data-at", str(at))
                found += faults(page, f"{name}, replay {part}")
    phone.close()
    assert found == [], "\n".join(found)


def test_the_names_are_the_longest() -> None:
    assert {len(name) for name in NAMES} == {LONGEST_NAME}
    assert set(WATCHED) <= {name for name, _ in games()}
