"""A club's results survive whatever fails on an evening: each true result is there once, in its last version."""

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from club.database import open_database, usual_url
from club.models import Player
from device.broker import BrokerSettings
from tests.support.club.club_table import ClubTable
from tests.support.club.evening import NAMES, Part, Tables
from tests.support.club.hub import Hub
from tests.support.club.servers import POSTGRESQL, PostgreSQL, postgresql
from tests.support.club.truth import assert_is_truth, has_all, stored_in, truth_of
from tests.support.club.written_broker import WrittenBroker, written_broker
from tests.support.system_tools import needs
from tests.support.trust.figure import Figure
from tests.support.waiting import eventually

pytestmark = needs("mosquitto")
SEED = 44
TABLES = [f"table{number}" for number in range(1, 7)]


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WrittenBroker]:
    """A Mosquitto as `jarapon club broker` sets it up: TLS, a login for each table, and an access list."""
    with written_broker(tmp_path / "broker", monkeypatch) as broker:
        broker.write(len(TABLES))
        broker.start()
        yield broker


@pytest.mark.parametrize(("database", "kills"), [
    pytest.param("postgresql", 9, marks=[pytest.mark.full, needs(POSTGRESQL)]),
    pytest.param("postgresql", 100, marks=[pytest.mark.trust, needs(POSTGRESQL)]),
    pytest.param("sqlite", 10, marks=pytest.mark.trust),
])  # fmt: skip
def test_an_evening_of_kills(
    tmp_path: Path, broker: WrittenBroker, database: str, kills: int, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    # Hours of an evening in minutes: boxes that wait a minute after many failures would hardly ever be there.
    monkeypatch.setattr("device.system.supervision.MAX_WAIT_S", 2.0)
    dice = random.Random(SEED)
    with ExitStack() as stack:
        server = stack.enter_context(postgresql()) if database == "postgresql" else None
        url = server.new_database() if server else usual_url(tmp_path / "hub")
        hub = stack.enter_context(Hub(tmp_path / "hub", broker.local, url))
        engine = open_database(url)
        stack.callback(engine.dispose)
        tables = Tables({name: ClubTable(tmp_path / name) for name in TABLES}, engine, broker)
        parts = parts_of(kills, hub, broker, server, dice)
        began_s = time.monotonic()
        with tables.playing({name: BrokerSettings(broker.card(name), "names") for name in TABLES}, dice):
            with ThreadPoolExecutor(len(parts)) as threads:
                for suffering in [threads.submit(part.suffer, random.Random(dice.random())) for part in parts.values()]:
                    suffering.result()
            evening_s = time.monotonic() - began_s
            tables.stop()
            truth = {key: told for name, box in tables.boxes.items() for key, told in truth_of(name, box).items()}
            eventually(lambda: has_all(stored_in(engine), truth))
        stored = stored_in(engine)
        assert_is_truth(stored, truth)
        assert len(players(engine)) == len(set(players(engine))) <= len(NAMES)
        assert tables.told_alone > 0
    killed = ", ".join(f"{name} {part.kills}" for name, part in parts.items())
    versions = sum(len(one.came) for one in stored.values())
    alone = f"{tables.told_alone} of {tables.told} entries without a broker"
    figure(f"kills of a club with {database}, seed {SEED}", f"{killed}; in {evening_s:.0f} s")
    kept = f"{len(stored)} in {versions} versions, none lost, doubled or foreign"
    figure(f"results of its {len(TABLES)} tables", kept)
    figure("longest wait of a table", f"{tables.longest_s:.2f} s; {alone}")


def parts_of(
    kills: int, hub: Hub, broker: WrittenBroker, server: PostgreSQL | None, dice: random.Random
) -> dict[str, Part]:
    """What is killed, and how often; a broker sometimes remembers an earlier moment, and sometimes nothing."""
    memory = random.Random(dice.random())

    def save() -> None:
        if memory.random() < 0.4:
            broker.save()

    def forget() -> None:
        if memory.random() < 0.3:
            broker.forget()

    parts = {"hub": Part(hub, kills * 4 // 10, 1.6), "broker": Part(broker, kills * 3 // 10, 2.4, save, forget)}
    if server is None:
        return {name: replace(part, kills=kills // 2) for name, part in parts.items()}
    return {**parts, "database": Part(server, kills - sum(part.kills for part in parts.values()), 2.4)}


def players(engine: Engine) -> Sequence[str]:
    """Everybody's name."""
    with Session(engine) as session:
        return session.scalars(select(Player.name)).all()
