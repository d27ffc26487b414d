"""The club server as a process of its own, which can be killed and started again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Engine

from club.database import open_database, usual_url
from device.broker import BrokerSettings
from tests.support.club.servers import HOST, Server
from tests.support.club.truth import Evening, Key, Stored, assert_is_truth, has_all, stored_in
from tests.support.club.written_broker import WrittenBroker, written_broker
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE_S, eventually
from tools.bench.phones import memory_mb

_PROGRAM = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; sys.exit(main())"


class Answer(NamedTuple):
    """What the server has answered."""

    status: int
    headers: dict[str, str]
    body: str


class Hub(Server):
    """`jarapon club`; without `database` its results are in SQLite, in its folder."""

    def __init__(self, folder: Path, broker: str, database: str = "") -> None:
        super().__init__(folder)
        folder.mkdir(exist_ok=True)
        self._broker, self._database = broker, database

    def command(self) -> list[str]:
        """What starts it."""
        words = ["--host", HOST, "--port", str(self.port), "--data", str(self.folder), "--broker", self._broker]
        words += ["--database", self._database] if self._database else []
        return [sys.executable, "-c", _PROGRAM, "--lang", "en", "club", *words]

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode())
        finally:
            connection.close()

    def memory_mb(self) -> float:
        """The most memory that it has taken so far."""
        assert self._process is not None
        return memory_mb(self._process.pid, "VmHWM")


@dataclass(frozen=True)
class Club:
    """A club: its broker, its server, and what that has stored."""

    broker: WrittenBroker
    hub: Hub
    engine: Engine

    def card(self, table: str) -> BrokerSettings:
        """What a box gets by the card of a table."""
        return BrokerSettings(self.broker.card(table), "names")

    def stored(self, table: str) -> dict[Key, Stored]:
        """The results of a table."""
        return {key: one for key, one in stored_in(self.engine).items() if key.table == table}

    def has(self, table: str, count: int) -> None:
        """Wait for so many results of a table."""
        eventually(lambda: len(self.stored(table)) == count)

    def has_truth(self, table: str, truth: Evening) -> None:
        """Wait for the games of a table; raises where it has something else besides."""
        eventually(lambda: has_all(self.stored(table), truth))
        assert_is_truth(self.stored(table), truth)


@contextmanager
def open_club(folder: Path, tables: int) -> Iterator[Club]:
    """A club with logins for so many tables, and its results in SQLite."""
    with pytest.MonkeyPatch.context() as patch, written_broker(folder / "broker", patch) as broker:
        broker.write(tables)
        broker.start()
        with Hub(folder / "hub", broker.local) as hub:
            engine = open_database(usual_url(hub.folder))
            yield Club(broker, hub, engine)
            engine.dispose()
