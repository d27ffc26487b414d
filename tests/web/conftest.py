"""A fake box, a client that speaks like our own page, and a real server."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Map, RuleFactory

from device.box import Box
from tests.support.web.fake_box import FakeBox, app_of, carry_phone, from_own_page
from tests.support.web.full_box import full_box, unhurried_app
from tests.support.web.lie import lie_app
from tests.support.web.phones import NewPhone, Phone
from web.server.http import WebServer, open_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class KnownAddresses(Map):
    """Leaves out what it has: each app adds the same addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.known: set[tuple[str, str, frozenset[str]]] = set()

    def add(self, rulefactory: RuleFactory) -> None:
        for rule in rulefactory.get_rules(self):
            key = rule.rule, rule.endpoint, frozenset(rule.methods)
            if key not in self.known:
                self.known.add(key)
                super().add(rule)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test` walks through each page once; whatever else needs Chromium is for `make test-all`."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()) and item.get_closest_marker("walk") is None:
            item.add_marker(pytest.mark.full)


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Apps share a map of addresses as long as their files have the same ones: to compile it takes most of an app."""
    known: dict[str, KnownAddresses] = defaultdict(KnownAddresses)

    class AppOfBox(Flask):
        def __init__(self, name: str, static_url_path: str) -> None:
            self.url_map_class = lambda **_: known[static_url_path]
            super().__init__(name, static_url_path=static_url_path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.app.Flask", AppOfBox)
        yield


@pytest.fixture
def box() -> FakeBox:
    return FakeBox()


@pytest.fixture
def app(box: FakeBox) -> Flask:
    return app_of(box)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A paired phone that sends what a browser sends from our own page, in English."""
    return from_own_page(carry_phone(app))


@pytest.fixture
def lie(tmp_path: Path) -> Iterator[Flask]:
    """The page of a real table of Expose the Lie: a tile has been laid, or up to four of them."""
    with lie_app(tmp_path) as app:
        yield app


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A real box with something of everything, for all tests of a file."""
    with full_box(tmp_path_factory.mktemp("box")) as box:
        yield box


@pytest.fixture(scope="module")
def full_app(full: Box) -> Flask:
    """Its page, which may be asked as fast as one can."""
    return unhurried_app(full)


@pytest.fixture(scope="module")
def full_server(full: Box) -> Iterator[WebServer]:
    with open_server(app_of(full), 0, "127.0.0.1") as server:
        yield server


@pytest.fixture
def server(app: Flask) -> Iterator[WebServer]:
    with open_server(app, 0, "127.0.0.1") as server:
        yield server


@pytest.fixture
def new_phone(browser: "Browser") -> Iterator[NewPhone]:
    phones: list[Phone] = []

    def new(size: str = "phone", language: str = "en", dark: bool = False) -> Phone:
        phones.append(Phone(browser, size, language, dark))
        return phones[-1]

    yield new
    for phone in phones:
        phone.close()


@pytest.fixture
def phone(new_phone: NewPhone, request: pytest.FixtureRequest) -> Phone:
    """A paired phone: in English, unless the test is one of `everywhere` or `in_both_languages`."""
    return new_phone(*getattr(request, "param", ()))
