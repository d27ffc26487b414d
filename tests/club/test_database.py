"""The database is opened by its address, and migrated at each start."""

import re
import sqlite3
from pathlib import Path

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from club.database import DatabaseTrouble, check, open_database, usual_url
from club.models import Base
from club.results import store_result
from device.texts import LANGUAGES, say
from tests.support.club.reported import reported
from tests.support.club.servers import POSTGRESQL, PostgreSQL
from tests.support.system_tools import needs


def test_the_migrations_make_just_what_the_models_say(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_database_is_opened_again_as_it_was_left(url: str) -> None:
    first = open_database(url)
    store_result(first, "table3", reported())
    first.dispose()
    again = open_database(url)
    assert not store_result(again, "table3", reported())
    again.dispose()


def test_a_migration_that_was_cut_short_is_made_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(op, "create_index", cut)
    with pytest.raises(KeyboardInterrupt):
        open_database(url)
    monkeypatch.undo()
    engine = open_database(url)
    assert set(inspect(engine).get_table_names()) == {"alembic_version", *Base.metadata.tables}
    engine.dispose()


@pytest.mark.parametrize("version", ["9999", "0001"])
def test_a_database_of_another_version_of_the_program_is_left_alone(url: str, version: str) -> None:
    engine = open_database(url)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
    engine.dispose()
    with pytest.raises(DatabaseTrouble, match="other_version"):
        open_database(url)


def test_pages_read_while_a_result_is_written(tmp_path: Path) -> None:
    engine = open_database(usual_url(tmp_path / "folder that is not there"))
    with sqlite3.connect(tmp_path / "folder that is not there" / "club.db") as writer:
        writer.execute("BEGIN IMMEDIATE")
        check(engine)
    engine.dispose()


@pytest.mark.parametrize("address", ["club.db", "mysql://club", "sqlite+nothing:///x", "postgresql://:no-port/x", ""])
def test_what_is_no_address_of_a_database_is_said_so(address: str) -> None:
    with pytest.raises(DatabaseTrouble, match="bad_url"):
        open_database(address)


def test_a_server_that_does_not_answer_is_said_so_without_its_password() -> None:
    with pytest.raises(DatabaseTrouble) as refused:
        open_database("postgresql://club:secret@127.0.0.1:9/club")
    for language in LANGUAGES:
        assert "127.0.0.1" in say(refused.value.said, language)
        assert "secret" not in say(refused.value.said, language)


def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "club.db").write_bytes(b"not a database, " * 100)
    with pytest.raises(DatabaseTrouble, match=re.escape("not a database")):
        open_database(usual_url(tmp_path))


@needs(POSTGRESQL)
def test_the_usual_addresses_of_postgresql_are_known(server: PostgreSQL) -> None:
    url = server.new_database()
    for scheme in ("postgresql", "postgres"):
        engine = open_database(re.sub("^[^:]*", scheme, url))
        assert create_engine(engine.url).dialect.name == "postgresql"
        engine.dispose()
