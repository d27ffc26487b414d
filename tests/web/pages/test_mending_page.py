"""A misread move is mended on the live page: by two taps where nothing follows, by three where later moves change."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from device.record.pictures import PictureStore
from device.texts import catalogue
from tests.support.web.fake_box import app_of
from tests.support.web.kept_box import KeptBox, kept_box, write_game
from tests.support.web.phones import Phone, in_both_languages, place_of
from tools.bench.bare_box import BareBox
from vision.reading import Reading
from web.server.http import WebServer, open_server

# Entry 1 is the start, 2 the first move.
GAME = ("e6", "f6", "d3", "d6", "e7")


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def __call__(self, where: str | Locator) -> None:
        (self.page.locator(where) if isinstance(where, str) else where).click()
        self.count += 1


@pytest.fixture
def box(tmp_path: Path) -> Iterator[KeptBox]:
    write_game(tmp_path, "reversi", GAME)
    with kept_box(tmp_path) as box:
        yield box


def squares(box: KeptBox) -> list[object]:
    return [dict(line.said.facts)["square"] for line in box.table.snapshot.moves]


def alternative(page: Page, words: str) -> Locator:
    return page.locator("#likely button").filter(has=page.locator("span", has_text=words))


@pytest.mark.walk
@in_both_languages
def test_the_last_move_is_mended_in_two_taps_and_put_back_in_one(server: WebServer, box: KeptBox, phone: Phone) -> None:
    page = phone.open(server)
    tap = Taps(page)
    undo, correct = (place_of(page.locator(one))["y"] for one in ("#undo", "#correct-last"))
    board = place_of(page.locator("#board"))
    assert board["y"] + board["height"] <= undo == correct < place_of(page.locator(".tabs"))["y"], (
        "in view below the board"
    )
    tap("#correct-last")
    expect(page.locator("#likely button")).to_have_count(4)
    expect(page.locator("#likely button .board")).to_have_count(4)
    phone.keep(f"mend-last-{phone.language}")
    tap(alternative(page, "d7"))
    expect(page.locator("#move")).to_be_hidden()
    assert tap.count == 2
    assert squares(box) == ["e6", "f6", "d3", "d6", "d7"]
    phone.keep(f"mended-{phone.language}")
    tap("#toast .offer")
    expect(page.locator("#toast")).to_contain_text(catalogue(phone.language)["moves.put_back_done"])
    assert squares(box) == list(GAME)


def test_an_older_move_is_mended_in_three_taps_since_later_moves_are_scored_anew(
    server: WebServer, box: KeptBox, phone: Phone
) -> None:
    page = phone.open(server)
    tap = Taps(page)
    tap(page.locator("#moves button").nth(2))
    tap(alternative(page, "f5"))
    expect(page.locator("#new-scores")).to_contain_text("7 → 5")
    assert squares(box) == list(GAME)
    phone.keep("mend-older")
    tap("#do")
    expect(page.locator("#move")).to_be_hidden()
    assert tap.count == 3
    assert squares(box) == ["e6", "f6", "f5", "d6", "e7"]
    expect(page.locator("#toast .offer")).to_be_visible()
    page.locator("#moves button").last.click()
    alternative(page, "c4").click()
    expect(page.locator("#do")).to_contain_text("remove the")
    page.locator("#give-up").click()
    assert squares(box) == ["e6", "f6", "f5", "d6", "e7"]


def test_what_the_picture_shows_stands_first(tmp_path: Path, phone: Phone) -> None:
    """A tile was recorded as a 3, but its picture was nearly as sure of a 7."""
    write_game(tmp_path, "search", ["turn 16 3"])
    places = {f"tile/{at}": {"back": 1.0} for at in range(1, 73)} | {"tile/16": {"3": 0.5, "7": 0.4, "8": 0.1}}
    picture, reading = np.full((480, 640, 3), 90, np.uint8), Reading(None, (), places)
    assert PictureStore(tmp_path / "pictures").keep("1-2", picture, reading) == "1-2"
    with kept_box(tmp_path) as box, open_server(app_of(box), 0, "127.0.0.1") as server:
        page = phone.open(server)
        page.locator("#correct-last").click()
        first, second = (page.locator("#likely button").nth(at) for at in range(2))
        expect(first).to_contain_text("turns up tile 16: number 7")
        expect(second).to_contain_text("turns up tile 16: number 8")
        phone.keep("mend-search")
        page.locator("#other-move").click()  # what is not among the likeliest is a tap away
        expect(page.locator("#found")).to_contain_text("moves")
        expect(page.locator("#choices button").first).to_be_visible()


def test_a_box_that_cannot_say_what_else_it_was_says_so_and_the_move_can_be_kept(
    tmp_path: Path, box: KeptBox, phone: Phone
) -> None:
    bare = BareBox(box.table, pairing=box.pairing)
    with open_server(app_of(bare), 0, "127.0.0.1") as server:
        page = phone.open(server)
        page.locator("#correct-last").click()
        expect(page.locator("#move-trouble")).not_to_be_empty()
        page.locator("#keep").click()
        expect(page.locator("#move")).to_be_hidden()
