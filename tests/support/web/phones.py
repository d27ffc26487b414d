"""Phones, tablets and televisions: the page in a real browser.

`JARAPON_SCREENSHOTS=out make pytest` leaves screenshots in a folder, to be looked at; they are a third
of what the tests of pages cost, so without it none are taken. `conftest.py` has the fixtures `browser` and `phone`.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.web.fake_box import TOKEN
from web.security.guard import PHONE_COOKIE
from web.server.http import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = os.environ.get("JARAPON_SCREENSHOTS")
PATIENCE_MS = 60_000  # only a failing test waits as long: a busy machine must not fail one
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "television": (1920, 1080)}

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"{CHROMIUM} is missing: no page was tried (apt install chromium)"
)


class Phone:
    """A page in a browser of its own; whatever goes wrong in its scripts or breaks its policy fails the test."""

    def __init__(
        self,
        browser: "Browser",
        size: str = "phone",
        language: str = "en",
        dark: bool = False,
        is_paired: bool = True,
    ) -> None:
        width, height = SIZES[size]
        self.size = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale={"ja": "ja-JP", "en": "en-GB"}[language],
            color_scheme="dark" if dark else "light",
            device_scale_factor=2 if size == "phone" else 1,
        )
        if is_paired:
            self.context.add_cookies([{"name": PHONE_COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}])
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self._asked: set[Request] = set()
        self.page.on("request", self._begin)
        self.page.on("requestfinished", self._end)
        self.page.on("requestfailed", self._end)

    def _begin(self, request: "Request") -> None:
        self._asked.add(request)

    def _end(self, request: "Request") -> None:
        self._asked.discard(request)

    def _console(self, said: "ConsoleMessage") -> None:
        if "Content Security Policy" in said.text:
            self.faults.append(said.text)

    def open(self, server: WebServer, path: str = "/") -> "Page":
        self.page.goto(f"http://127.0.0.1:{server.port}{path}")
        return self.page

    def settle(self) -> None:
        """Wait until the page has what its scripts asked for, and has drawn it; streams of events never end."""
        self.page.wait_for_load_state("load")
        while any(request.resource_type != "eventsource" for request in self._asked):
            self.page.wait_for_timeout(10)
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def resize(self, size: str) -> None:
        """As if the page were opened on another device."""
        width, height = SIZES[size]
        self.size = size
        self.page.set_viewport_size({"width": width, "height": height})

    def keep(self, name: str) -> None:
        """A screenshot, where they are wanted: what fits a television, all of a page on a phone."""
        if SCREENSHOTS is not None:
            path = Path(SCREENSHOTS) / f"{name}-{self.size}.png"
            self.page.screenshot(path=path, full_page=self.size != "television")

    def close(self) -> None:
        self.context.close()
        assert not self.faults, "\n".join(self.faults)
