"""The club's database: SQLite in a file by default, PostgreSQL where one is named.

>>> engine = open_database("sqlite://")
>>> check(engine)
"""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from engines.messages import Refusal, message

FILE = "club.db"
MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE_S = 10
_POSTGRESQL = "postgresql+psycopg"
# Nothing waits for a database that does not answer: pages fail, and the subscriber tries again.
_POSTGRESQL_OPTIONS = {
    "connect_timeout": PATIENCE_S,
    "tcp_user_timeout": PATIENCE_S * 1000,
    "options": f"-c statement_timeout={PATIENCE_S}s -c timezone=UTC",
}


class DatabaseTrouble(Refusal):
    """The database cannot be opened."""


def usual_url(data: Path) -> str:
    """The database in a folder of data.

    >>> usual_url(Path("/srv/club"))
    'sqlite:////srv/club/club.db'
    """
    return URL.create("sqlite", database=str(data / FILE)).render_as_string()


def open_database(url: str) -> Engine:
    """Open a database, and migrate it to this version of the program; raises `DatabaseTrouble`."""
    try:
        engine = _engine_of(make_url(url))
        with engine.begin() as connection:
            migrate(connection)
    except (ArgumentError, ValueError) as error:
        raise DatabaseTrouble(message("club.database.bad_url")) from error
    except CommandError as error:
        raise DatabaseTrouble(message("club.database.other_version")) from error
    except (SQLAlchemyError, OSError) as error:
        raise away(error) from error
    return engine


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, all or none."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver does not begin before it changes a schema
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


def check(engine: Engine) -> None:
    """Raise `DatabaseTrouble` where the database does not answer."""
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except SQLAlchemyError as error:
        raise away(error) from error


def away(error: BaseException) -> DatabaseTrouble:
    """The trouble that the database does not answer, in the driver's words."""
    why = getattr(error, "orig", None) or error
    return DatabaseTrouble(message("club.database.away", why=str(why).partition("\n")[0]))


def _engine_of(url: URL) -> Engine:
    if url.drivername in ("postgresql", "postgres", _POSTGRESQL):
        return create_engine(
            url.set(drivername=_POSTGRESQL),
            pool_pre_ping=True,  # connections of before a restart of the database are replaced
            pool_timeout=PATIENCE_S,
            connect_args=_POSTGRESQL_OPTIONS,
        )
    if url.drivername != "sqlite":
        raise ValueError(url.drivername)
    in_memory = url.database in (None, "", ":memory:")
    if not in_memory:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {}
    engine = create_engine(url, connect_args={"timeout": PATIENCE_S, "check_same_thread": False}, **options)
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL")  # pages read while a result is written
    connection.execute("PRAGMA foreign_keys=ON")
