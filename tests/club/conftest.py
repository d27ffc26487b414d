"""Databases of clubs, in SQLite and in PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from club.database import open_database, usual_url
from tests.support.club.servers import POSTGRESQL, PostgreSQL, postgresql
from tests.support.system_tools import needs


@pytest.fixture(scope="session")
def server() -> Iterator[PostgreSQL]:
    """The PostgreSQL of all tests that do not kill it."""
    with postgresql() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs(POSTGRESQL))])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Gives the address of an empty database each time."""
    if request.param == "postgresql":
        server: PostgreSQL = request.getfixturevalue("server")
        return server.new_database
    return lambda: usual_url(tmp_path / str(len(list(tmp_path.iterdir()))))


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    return new_url()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = open_database(url)
    yield engine
    engine.dispose()
