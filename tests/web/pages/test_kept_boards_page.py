"""The tables of Stop, Drop It and Skip-Bo in a real browser: move by move, on the moves page, and on big screens."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.games.listing import GAMES
from device.record.imports import read_games
from device.table.events import Resume
from engines.bots import NAMES
from tests.support.web.fake_box import FakeBox, app_of
from tests.support.web.kept_box import KeptBox, kept_box
from tests.support.web.kept_tables import WHEN, begin_evening, keep
from tests.support.web.phones import SIZES, NewPhone, Phone, everywhere
from tests.support.web.tables import KEPT, TABLES, table
from web.server.http import WebServer, open_server

STOP = (
    "".join(f"# player: {name}\n" for name in NAMES[:5]) + "turn 9H\nturn KS\nturn 4D\nturn 4C\nturn JH\ndeal\ndraw ?\n"
)
DRAWN = """() => {
  const all = (selector) => [...document.querySelectorAll(`#board ${selector}`)];
  const cells = all("[data-place]").map((place) => ({
    place: place.dataset.place,
    said: place.querySelector("title").textContent,
    bodies: place.querySelectorAll(".body, .outline").length,
    count: place.querySelector(".count")?.textContent ?? "",
    last: place.querySelector(".last") !== null,
  }));
  return { cells, labels: all(".label").map((label) => label.textContent), lines: all(".line").length };
}"""


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptBox]:
    begin_evening(tmp_path)
    with kept_box(tmp_path) as box:
        yield box


def board_drawn(page: Page, path: str, language: str) -> None:
    """The board that a page shows is the one that the box tells, every place with its sentence."""
    told = page.request.get(f"{page.url.partition('/games')[0]}{path}?language={language}").json()["board"]
    expect(page.locator("#board [data-place]")).to_have_count(len(told["cells"]))
    drawn = page.evaluate(DRAWN)
    assert drawn["labels"] == [label["text"] for label in told["labels"]]
    assert drawn["lines"] == len(told.get("lines", ()))
    assert {cell["place"]: cell for cell in drawn["cells"]} == {
        cell["place"]: {
            "place": cell["place"],
            "said": cell["said"],
            "bodies": int(cell["look"] != "empty"),
            "count": str(cell.get("count", "")),
            "last": cell["last"],
        }
        for cell in told["cells"]
    }


@everywhere
def test_kept_games_are_drawn_move_by_move(kept: KeptBox, phone: Phone) -> None:
    with open_server(app_of(kept), 0, "127.0.0.1") as server:
        for name in KEPT:
            number, last = keep(kept.archive, name), KEPT[name][2]
            page = phone.open(server, f"/games/{number}")
            expect(page.locator("body")).to_have_attribute("data-at", str(last))
            board_drawn(page, f"/api/games/{number}/steps/{last}", phone.language)
            phone.keep(f"kept-{name}-{phone.language}")
            page.locator("#back").click()
            expect(page.locator("body")).to_have_attribute("data-at", str(last - 1))
            board_drawn(page, f"/api/games/{number}/steps/{last - 1}", phone.language)
            page.locator("#first").click()
            expect(page.locator("body")).to_have_attribute("data-at", "0")
            expect(page.locator("#board .last")).to_have_count(0)
            board = page.locator("#board").bounding_box()
            assert board is not None
            assert board["height"] <= SIZES[phone.size][1]
            phone.assert_fits()


def test_the_moves_page_draws_the_table_after_each_move(kept: KeptBox, phone: Phone) -> None:
    entries = read_games(f"{STOP}discard 7H\n".encode(), WHEN, "stop", str)[0].numbered
    kept.do(Resume(kept.archive.add(entries)))
    with open_server(app_of(kept), 0, "127.0.0.1") as server:
        page = phone.open(server, "/moves")
        page.locator("#list button").first.click()
        expect(page.locator("#after [data-place=stock]")).to_have_count(1)
        expect(page.locator("#after .tile.card").first).to_be_visible()
        expect(page.locator("#after .last").first).to_be_visible()
        phone.keep("kept-moves-stop")


@pytest.mark.parametrize("size", ["tablet", "television"])
def test_a_big_screen_has_room_for_all_also_where_it_stands_upright(
    box: FakeBox, server: WebServer, size: str, new_phone: NewPhone
) -> None:
    """With the score over time, which an upright screen had no room for."""
    phone = new_phone(size, "ja")
    page = phone.open(server, "/screen")
    expect(page.locator("#join")).to_be_visible()
    for name in ("reversi", "jarapon", *KEPT):
        snapshot = table(name)
        players = len(snapshot.players)
        scores = tuple((moves, tuple(10 * moves + seat for seat in range(players))) for moves in (0, 4, 9))
        box.table.tell(replace(snapshot, scores=scores))
        expect(page.locator("body")).to_have_attribute("data-serial", str(box.table.snapshot.serial))
        expect(page.locator("#scores li")).to_have_count(players)
        expect(page.locator(".lines .way")).to_have_count(players)
        board = fits(page, SIZES[size])
        assert board["height"] > SIZES[size][1] / 3, name
        phone.keep(f"screen-{name}")


def fits(page: Page, size: tuple[int, int]) -> dict[str, float]:
    """Every part of a big screen is seen whole; the place of its board."""
    for part in ("h1", "#scores", "#last", ".lines", "#qr", "#board"):
        place = page.locator(part).bounding_box()
        assert place is not None, part
        assert place["x"] >= 0 <= place["y"], part
        assert place["x"] + place["width"] <= size[0], part
        assert place["y"] + place["height"] <= size[1], part
        assert min(place["width"], place["height"]) > 15, part
    return dict(place)


def test_games_that_the_camera_follows_and_those_that_it_does_not_are_all_drawn() -> None:
    assert {game for game, *_ in (TABLES | KEPT).values()} == set(GAMES)
