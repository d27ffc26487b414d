"""A fake box, a client that speaks like our own page, and a real server."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.fake_box import FakeBox
from web import WebServer, create_app, open_server


@pytest.fixture
def box() -> FakeBox:
    return FakeBox()


@pytest.fixture
def app(box: FakeBox) -> Flask:
    return create_app(box)  # type: ignore[arg-type]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client that sends what a browser sends from our own page, in English."""
    client = app.test_client()
    client.environ_base |= {"HTTP_ORIGIN": "http://localhost", "HTTP_ACCEPT_LANGUAGE": "en"}
    return client


@pytest.fixture
def server(app: Flask) -> Iterator[WebServer]:
    with open_server(app, 0, "127.0.0.1") as server:
        yield server
