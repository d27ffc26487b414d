"""The club's pages over a database in memory."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import StaticPool

from club.app import create_app
from club.login import first_password
from club.models import Base

OWN = {"Origin": "http://localhost"}  # as a browser says that a page of the server itself asks


@pytest.fixture
def sessions() -> Iterator[sessionmaker[Session]]:
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    Base.metadata.create_all(engine)
    yield sessionmaker(engine)
    engine.dispose()


@pytest.fixture
def password(sessions: sessionmaker[Session]) -> str:
    made = first_password(sessions)
    assert made is not None
    return made


@pytest.fixture
def app(sessions: sessionmaker[Session]) -> Flask:
    return create_app(sessions)


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
