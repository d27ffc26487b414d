"""Draws the pictures of the page in README and guide: run `python -m tests.support.web.doc_pictures`."""

import io
from collections.abc import Mapping
from dataclasses import replace

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from device.table.snapshot import Seats
from engines.messages import message
from tests.support.paths import ROOT
from tests.support.web.fake_box import TOKEN, FakeBox, FakeTable, app_of
from tests.support.web.phones import CHROMIUM, FLAGS, QUIET
from web.security.guard import PHONE_COOKIE
from web.server.http import open_server

DOCS = ROOT / "docs"
PLAYERS: Mapping[str, tuple[str, str]] = {"en": ("Aya", "Ben"), "ja": ("あや", "けん")}
FAMILY: Mapping[str, tuple[str, str]] = {"en": ("Grandma", "Tom"), "ja": ("おばあちゃん", "ゆい")}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
PLAYED = ("f5", "d6", "c3", "d3", "c4", "f4", "f6")
PHONE = (360, 740)
GAP = 20  # px between two phones


def draw_all() -> None:
    """Draw every picture in every language."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in LOCALES:
            _save(_page(browser, _played(PLAYERS[language]), "/", language), "page", language)
            family = _played(FAMILY[language])
            shelf = _page(browser, family, "/set-up", language)
            family.table.say(message("referee.turn_back_down", places="e5"), "e5")
            _save(_side_by_side(shelf, _page(browser, family, "/", language)), "guide-evening", language)


def _played(players: tuple[str, str]) -> FakeBox:
    box = FakeBox(FakeTable(players))
    for square in PLAYED:
        box.table.lay(square)
    seats = Seats(box.table.badges.of(players))
    box.table.tell(replace(box.table.snapshot, seats=seats))
    return box


def _page(browser: Browser, box: FakeBox, path: str, language: str) -> Image.Image:
    context = browser.new_context(locale=LOCALES[language], device_scale_factor=2)
    context.add_cookies([{"name": PHONE_COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}])
    context.add_init_script(QUIET)
    page = context.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    with open_server(app_of(box), 0, "127.0.0.1") as server:
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.wait_for_timeout(1000)  # scripts draw, and pictures come
        seen = page.screenshot()
    context.close()
    return Image.open(io.BytesIO(seen)).convert("RGB")


def _side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    both = Image.new("RGB", (2 * left.width + 2 * GAP, left.height), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width + 2 * GAP, 0))
    return both.resize((both.width // 2, both.height // 2))


def _save(picture: Image.Image, name: str, language: str) -> None:
    picture.save(DOCS / f"{name}{'' if language == 'en' else f'.{language}'}.png", optimize=True)


if __name__ == "__main__":
    draw_all()
