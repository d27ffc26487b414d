"""The club's pages over a database and the tables of a hall."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine
from werkzeug.serving import BaseWSGIServer

from club.app import create_app
from club.login import Login, kept_login
from engines.messages import Message
from tests.support.club.hall import Hall
from tests.support.web.phones import Phone
from tests.web.conftest import new_phone

__all__ = ["new_phone"]

OWN = {"Origin": "http://localhost"}  # as a browser says that a page of the server itself asks


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def made(tmp_path: Path) -> tuple[Login, Message | None]:
    """The login of a first start, and what it says."""
    return kept_login(tmp_path)


@pytest.fixture
def login(made: tuple[Login, Message | None]) -> Login:
    return made[0]


@pytest.fixture
def password(made: tuple[Login, Message | None]) -> str:
    assert made[1] is not None
    return str(dict(made[1].facts)["password"])


@pytest.fixture
def app(engine: Engine, hall: Hall, login: Login, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr("club.pages.live.RENEWED_EVERY_S", 0.0)  # tests look more often than people
    return create_app(engine, hall.tables, lambda: hall.troubles, login)


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    """Somebody's browser, which may watch."""
    return app.test_client()


@pytest.fixture
def organiser(app: Flask, password: str) -> FlaskClient:
    """The browser of whoever runs the evening."""
    browser = app.test_client()
    assert browser.post("/login", data={"password": password}, headers=OWN).status_code == 303
    return browser


def log_in(phone: Phone, server: BaseWSGIServer, password: str) -> None:
    """Log in on a phone as whoever runs the evening."""
    page = phone.open(server, "/login")
    page.locator("[name=password]").fill(password)
    page.locator("main button").click()
    page.locator("h1").wait_for()
