"""Phones, tablets and televisions: the page in a real browser.

A browser's context, which has the cookies and the storage of a phone, serves one phone after the other: the first page
of a new one costs a second of the processor. A page of its own that stays open keeps its process alive meanwhile.

`JARAPON_SCREENSHOTS=out make pytest` leaves screenshots in a folder, to be looked at; they are a third
of what the tests of pages cost, so without it none are taken. `conftest.py` has the fixtures `browser` and `phone`.
"""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import pytest

from tests.support.system_tools import needs
from tests.support.web.fake_box import TOKEN, jpeg
from web.security.guard import PHONE_COOKIE
from web.server.http import WebServer

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        FilePayload,
        FloatRect,
        Locator,
        Page,
        Request,
        Route,
    )

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
QUIET = "try { localStorage['sound-offered'] ??= 'yes' } catch {}"  # its owner wants no sound, and has said so
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "television": (1920, 1080)}

PHOTO: "FilePayload" = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": jpeg("hand", (3000, 2000))}
needs_chromium = needs(str(CHROMIUM))


def looked_at(*ways: tuple[str, str, bool]) -> pytest.MarkDecorator:
    """A test with a `phone` of each of these sizes and languages, light or dark; `make test` takes the first."""
    first, *others = (pytest.param(way, id="-".join(map(str, way))) for way in ways)
    full = [pytest.param(*other.values, id=other.id, marks=pytest.mark.full) for other in others]
    return pytest.mark.parametrize("phone", [first, *full], indirect=True)


everywhere = looked_at(("phone", "ja", False), ("tablet", "en", True), ("television", "ja", True))
in_both_languages = looked_at(("phone", "en", False), ("phone", "ja", True))


_free: dict[tuple["Browser", bool, str], list["BrowserContext"]] = {}  # by whether it is a phone's, and language


def _context(browser: "Browser", is_phone: bool, language: str) -> "BrowserContext":
    """A context that no phone has now; its first page is the one that stays open."""
    if free := _free.get((browser, is_phone, language)):
        return free.pop()
    context = browser.new_context(locale={"ja": "ja-JP", "en": "en-GB"}[language], device_scale_factor=1 + is_phone)
    open_page = context.new_page()
    open_page.route("**/*", lambda route: route.fulfill(body=""))
    open_page.goto("http://127.0.0.1/")
    return context


class Phone:
    """A paired phone's page; its test fails if a script does, breaks its policy or asks for something outside."""

    def __init__(
        self,
        browser: "Browser",
        size: str = "phone",
        language: str = "en",
        dark: bool = False,
    ) -> None:
        self.language = language
        self._kind = (browser, size == "phone", language)
        self._context, self._is_changed = _context(*self._kind), False
        self._origins: set[str] = set()
        self._context.add_cookies([{"name": PHONE_COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}])
        self.faults: list[str] = []
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.add_init_script(QUIET)
        self.resize(size)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self._asked: set[Request] = set()
        self.page.on("request", self._begin)
        self.page.on("requestfinished", self._end)
        self.page.on("requestfailed", self._end)

    @property
    def context(self) -> "BrowserContext":
        """For what a test changes for all of its pages: no other phone gets it then."""
        self._is_changed = True
        return self._context

    def _begin(self, request: "Request") -> None:
        self._asked.add(request)
        if not request.url.startswith(("http://127.0.0.", "blob:", "data:")):
            self.faults.append(f"asked outside: {request.url}")

    def _end(self, request: "Request") -> None:
        self._asked.discard(request)

    def _console(self, said: "ConsoleMessage") -> None:
        if "Content Security Policy" in said.text:
            self.faults.append(said.text)

    def open(self, server: WebServer, path: str = "/", wait_until: Literal["commit", "load"] = "load") -> "Page":
        origin = f"http://127.0.0.1:{server.port}"
        self._origins.add(origin)
        self.page.goto(f"{origin}{path}", wait_until=wait_until)
        return self.page

    def follow(self, link: "Locator") -> None:
        """Tap a link, and wait for the page that it leads to, and for all that its scripts draw.

        Before they are there, taps do nothing; and what they draw pushes down what is below it: a press that comes up
        beside the button that it went down on is no click.
        """
        with self.page.expect_navigation():
            link.click()
        self.settle()

    def assert_fits(self) -> None:
        """Nothing is wider than the screen; before its stylesheets are there, a page may be."""
        self.page.wait_for_load_state("load")
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def settle(self) -> None:
        """Wait until the page has what its scripts asked for, and has drawn it; streams of events never end."""
        self.page.wait_for_load_state("load")
        until = time.monotonic() + PATIENCE_MS / 1000
        while waiting := [request.url for request in self._asked if request.resource_type != "eventsource"]:
            assert time.monotonic() < until, f"never answered: {waiting}"
            self.page.wait_for_timeout(10)
        drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        self.page.wait_for_function(drawn)  # `evaluate` has no limit

    def resize(self, size: str) -> None:
        """As if the page were opened on another device."""
        width, height = SIZES[size]
        self.size = size
        self.page.set_viewport_size({"width": width, "height": height})

    def keep(self, name: str) -> None:
        """A screenshot of a page, which fits: all of it on a phone, what fits a television; where they are wanted."""
        self.assert_fits()
        if SCREENSHOTS is not None:
            path = Path(SCREENSHOTS) / f"{name}-{self.size}.png"
            self.page.screenshot(path=path, full_page=self.size != "television")

    def unpair(self) -> "Phone":
        """The phone, which carries no token any more."""
        self._context.clear_cookies()
        return self

    def close(self) -> None:
        """What was kept on this phone is forgotten."""
        if self._is_changed:
            self._context.close()
        else:
            open_page = self._context.pages[0]
            self.page.close()
            self._context.clear_cookies()
            storage = self._context.new_cdp_session(open_page)
            for origin in self._origins:
                storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            storage.detach()
            _free.setdefault(self._kind, []).append(self._context)
        assert not self.faults, "\n".join(self.faults)


def place_of(part: "Locator") -> "FloatRect":
    """Where a part of a page is seen, in pixels of the screen."""
    place = part.bounding_box()
    assert place is not None, "it is not seen"
    return place


def held(page: "Page", path: str) -> list["Route"]:
    """What a page asks for at such a path from now on; the test lets it go on, or not."""
    asked: list[Route] = []

    def hold(route: "Route") -> None:
        asked.append(route)

    page.route(path, hold)
    return asked


class NewPhone(Protocol):
    """Makes phones, which are put away after the test."""

    def __call__(
        self,
        size: str = "phone",
        language: str = "en",
        dark: bool = False,
    ) -> Phone: ...
