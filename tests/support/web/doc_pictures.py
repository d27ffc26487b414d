"""Draws the pictures of the guide: run `python -m tests.support.web.doc_pictures`, with Chromium."""

import io
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from device.hardware.display import SIZE
from device.oled.pages.listing import snapshot_pages
from device.table.snapshot import Seats
from device.texts import say
from engines.messages import message
from tests.support.device.menu_box import choose, menu_box, open_at, pressed
from tests.support.paths import ROOT
from tests.support.web.fake_box import TOKEN, FakeBox, FakeTable, app_of
from tests.support.web.kept_box import kept_box, write_game
from tests.support.web.lie import lie_app
from tests.support.web.phones import CHROMIUM, FLAGS, QUIET
from web.security.guard import PHONE_COOKIE
from web.server.http import open_server

DOCS = ROOT / "docs"
FAMILY: Mapping[str, tuple[str, str]] = {"en": ("Grandma", "Tom"), "ja": ("おばあちゃん", "ゆい")}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
PLAYED = ("f5", "d6", "c3", "d3", "c4", "f4", "f6")
CORRECTED, INSTEAD = 2, "f6"  # the second move, and what it was
PHONE = (360, 740)
GAP = 20  # px between two phones
MARGIN, GREY = 8, (110, 110, 110)  # px around a screen of the display, and the colour there
WAIT_MS = 1000  # until scripts have drawn, and pictures have come


def draw_all() -> None:
    """Draw every picture in every language."""
    for language in LOCALES:
        _save(_status(language), "guide-oled", language)
        _save(_menu(language), "guide-menu", language)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in LOCALES:
            _save(_evening(browser, language), "guide-evening", language)
            _save(_asked(browser, language), "guide-asked", language)


def _evening(browser: Browser, language: str) -> Image.Image:
    """The games to choose from, and a mistake on the table."""
    family = _played(language)
    with _page(browser, app_of(family), "/set-up", language) as page:
        shelf = _seen(page)
    family.table.say(message("referee.turn_back_down", places="e5"), "e5")
    with _page(browser, app_of(family), "/", language) as page:
        return _side_by_side(shelf, _seen(page))


def _asked(browser: Browser, language: str) -> Image.Image:
    """A question, and what a correction would change."""
    with (
        tempfile.TemporaryDirectory() as folder,
        lie_app(Path(folder)) as app,
        _page(browser, app, "/", language) as page,
    ):
        question = _seen(page)
    with tempfile.TemporaryDirectory() as folder:
        write_game(Path(folder), "reversi", PLAYED, FAMILY[language])
        with kept_box(Path(folder)) as box, _page(browser, app_of(box), "/", language) as page:
            page.locator("#moves button").nth(-CORRECTED).click()
            page.locator("#likely button").filter(has=page.locator("span", has_text=INSTEAD)).click()
            page.wait_for_timeout(WAIT_MS)
            return _side_by_side(question, _seen(page))


def _played(language: str) -> FakeBox:
    """A family's game of reversi."""
    box = FakeBox(FakeTable(FAMILY[language]))
    for square in PLAYED:
        box.table.lay(square)
    seats = Seats(box.table.badges.of(FAMILY[language]))
    box.table.tell(replace(box.table.snapshot, seats=seats))
    return box


@contextmanager
def _page(browser: Browser, app: Flask, path: str, language: str) -> Iterator[Page]:
    """A page on a paired phone."""
    context = browser.new_context(locale=LOCALES[language], device_scale_factor=2)
    context.add_cookies([{"name": PHONE_COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}])
    context.add_init_script(QUIET)
    page = context.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    with open_server(app, 0, "127.0.0.1") as server:
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.wait_for_timeout(WAIT_MS)
        yield page
    context.close()


def _seen(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _status(language: str) -> Image.Image:
    """The box's display in that game."""
    return _framed([snapshot_pages(_played(language).table.snapshot, language)[0].image], 1, 4)


def _menu(language: str) -> Image.Image:
    """Six screens of the menu, on the way to a new game."""

    def text(key: str, **facts: int) -> str:
        return say(message(key, **facts), language)

    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        menu_box(Path(folder) / "data", patch, language=language) as box,
    ):
        screens = []

        def keep() -> None:
            time.sleep(WAIT_MS / 1000)
            screens.append(box.hardware.display.last)

        open_at(box)
        keep()
        choose(box, text("menu.new_game"), text("sevens.title"))
        keep()
        choose(box, text("menu.players", count=3), "Aya")
        keep()
        choose(box, text("menu.other_name"))
        keep()
        pressed(box, "ok")
        keep()
        open_at(box, text("menu.new_game"), text("sevens.title"), text("menu.players", count=2), "Aya", "Ben")
        keep()
        return _framed(screens, 3, 2)


def _framed(screens: list[Image.Image], columns: int, zoom: int) -> Image.Image:
    """Screens of the display beside and below each other."""
    wide, high = (zoom * side + MARGIN for side in SIZE)
    whole = Image.new("RGB", (columns * wide + MARGIN, -(-len(screens) // columns) * high + MARGIN), GREY)
    for at, screen in enumerate(screens):
        large = screen.convert("RGB").resize((zoom * SIZE[0], zoom * SIZE[1]), Image.Resampling.NEAREST)
        whole.paste(large, (MARGIN + at % columns * wide, MARGIN + at // columns * high))
    return whole


def _side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    both = Image.new("RGB", (2 * left.width + 2 * GAP, left.height), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width + 2 * GAP, 0))
    return both.resize((both.width // 2, both.height // 2))


def _save(picture: Image.Image, name: str, language: str) -> None:
    picture.save(DOCS / f"{name}{'' if language == 'en' else f'.{language}'}.png", optimize=True)


if __name__ == "__main__":
    draw_all()
