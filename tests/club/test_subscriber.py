"""What tables publish through a real Mosquitto arrives once, whatever fails meanwhile, and nobody can forge it."""

import hashlib
import json
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from club.database import open_database, usual_url
from club.models import Result
from club.queries import Wanted, results
from club.subscriber import Subscriber
from club.tables import LiveTables
from device.broker import BrokerSettings
from tests.support.club.reported import reported, state
from tests.support.club.servers import CLUB, POSTGRESQL, Mosquitto, postgresql
from tests.support.system_tools import needs
from tests.support.waiting import eventually
from web.mqtt.connection import Connection
from web.mqtt.topics import Topics

pytestmark = needs("mosquitto")
PASSWORDS = {CLUB: "reads-all", "table1": "one", "table2": "two"}
RETAINED = 1500  # more than Mosquitto keeps waiting for a reader


class Club:
    """A club server that reads a broker."""

    def __init__(self, broker: Mosquitto, engine: Engine, url: str = "") -> None:
        self.engine, self.tables = engine, LiveTables()
        self.subscriber = Subscriber(BrokerSettings(url or broker.url(CLUB)), engine, self.tables)

    def has(self, count: int) -> None:
        """Wait for so many results."""
        eventually(lambda: kept(self.engine) == count)

    def troubled(self, key: str) -> None:
        """Wait for what is wrong."""
        eventually(lambda: self.subscriber.trouble is not None and self.subscriber.trouble.key == key)

    def refused(self, table: str, key: str, **facts: str | int) -> None:
        """Wait until a message of a table was refused for this reason, with these facts among others."""

        def is_so() -> bool:
            why = self.tables.refused.get(table)
            return why is not None and why.key == key and facts.items() <= dict(why.facts).items()

        eventually(is_so)

    def __enter__(self) -> "Club":
        self.subscriber.__enter__()
        eventually(lambda: self.subscriber.is_connected)
        return self

    def __exit__(self, *_: object) -> None:
        self.subscriber.__exit__()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with Mosquitto(folder, PASSWORDS) as broker:
        yield broker


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(usual_url(tmp_path / "club"))
    yield engine
    engine.dispose()


@contextmanager
def box(broker: Mosquitto, table: str = "table1", name: str = "b1") -> Iterator[Callable[..., None]]:
    """A box that publishes; gives what publishes something of a kind, or a result by its entry."""
    topics = Topics(table, name)
    with Connection(BrokerSettings(broker.url(table)), f"{table}-{name}") as connection:

        def publish(kind: str | int, payload: bytes, of: Topics = topics) -> None:
            topic = of.result("a1b2", kind) if isinstance(kind, int) else of.of(kind)
            connection.publish(topic, payload).wait_for_publish(60)

        yield publish


def b64(content: bytes) -> str:
    return b64encode(content).decode()


def result(entry: int = 1, **changes: object) -> bytes:
    return msgspec.json.encode(reported(entry=entry, **changes))


def test_an_evening_arrives(broker: Mosquitto, engine: Engine) -> None:
    with Club(broker, engine) as club, box(broker) as publish:
        publish("status", b"online")
        publish("state", state(datetime.now(UTC)))
        publish("board", b"<svg/>")
        publish(1, result())
        club.has(1)
        (table,) = club.tables.all()
        assert (table.table, table.online, table.board, table.is_playing) == ("table1", True, b"<svg/>", True)
        publish(1, result(last=12, scores=(1, 63)))
        eventually(lambda: first(engine).last == 12)
        publish("event", b"{}")
        eventually(lambda: club.tables.received == 6)
    assert kept(engine) == 1


def first(engine: Engine) -> Result:
    with Session(engine) as session:
        return results(session, Wanted())[0]


def kept(engine: Engine) -> int:
    """How many results there are."""
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(Result)).scalar_one()


def test_a_club_that_comes_late_or_again_gets_every_result_once(broker: Mosquitto, engine: Engine) -> None:
    with box(broker) as publish:
        for entry in (1, 2, 3):
            publish(entry, result(entry))
    for _ in range(2):
        with Club(broker, engine) as club:
            club.has(3)


@pytest.mark.full
def test_no_result_is_lost_where_thousands_are_retained(broker: Mosquitto, engine: Engine) -> None:
    with Connection(BrokerSettings(broker.url("table1")), "table1") as connection:
        topics = Topics("table1", "b1")
        for entry in range(1, RETAINED + 1):
            sent = connection.publish(topics.result("a1b2", entry), result(entry))
        sent.wait_for_publish(60)
    with Club(broker, engine) as club:
        eventually(lambda: club.tables.received == RETAINED)  # to ask the database all the time would slow it down
        club.has(RETAINED)


@needs(POSTGRESQL)
def test_a_database_that_is_killed_is_given_what_it_missed(broker: Mosquitto) -> None:
    with postgresql() as server, ExitStack() as stack:
        engine = open_database(server.new_database())
        stack.callback(engine.dispose)
        club = stack.enter_context(Club(broker, engine))
        publish = stack.enter_context(box(broker))
        publish(1, result(1))
        club.has(1)
        server.kill()
        publish(2, result(2))
        publish("status", b"online")
        club.troubled("club.database.away")
        publish(3, result(3))
        publish(1, result(1, last=20))
        server.start()
        club.has(3)
        eventually(lambda: first(engine) and {one.last for one in all_results(engine)} == {20, 9})
        assert club.subscriber.trouble is None


def all_results(engine: Engine) -> list[Result]:
    with Session(engine) as session:
        return list(results(session, Wanted()))


def test_a_broker_that_is_killed_is_read_again(broker: Mosquitto, engine: Engine) -> None:
    with Club(broker, engine) as club:
        with box(broker) as publish:
            publish("status", b"online")
            publish("state", state(datetime.now(UTC)))
            publish(1, result(1))
            club.has(1)
            broker.kill()
            club.troubled("broker.unreachable")
        broker.start()
        eventually(lambda: club.subscriber.is_connected)
        assert club.tables.all()[0].online is False  # the broker has lost its memory, and the box has not come back
        with box(broker) as publish:  # a box that comes back publishes its last games again
            publish("status", b"online")
            publish(1, result(1))
            publish(2, result(2))
            club.has(2)
        assert club.tables.all()[0].online


def test_a_broker_that_is_not_there_yet_is_waited_for(broker: Mosquitto, engine: Engine) -> None:
    broker.kill()
    club = Club(broker, engine)
    with club.subscriber:
        club.troubled("broker.unreachable")
        broker.start()
        eventually(lambda: club.subscriber.is_connected and club.subscriber.trouble is None)


def test_a_wrong_password_is_said(broker: Mosquitto, engine: Engine) -> None:
    club = Club(broker, engine, broker.url(CLUB).replace("reads-all", "guessed"))
    with club.subscriber:
        club.troubled("broker.refused_login")


def test_a_login_that_may_read_nothing_is_said(tmp_path: Path, engine: Engine) -> None:
    digest = {
        "salt": b64(b"twelve bytes"),
        "password": b64(hashlib.pbkdf2_hmac("sha512", b"reads-all", b"twelve bytes", 1)),
    }
    clients = [{"username": CLUB, "iterations": 1, **digest}]  # without a role that lets it subscribe
    (tmp_path / "clients.json").write_text(json.dumps({"clients": clients}))
    broker = Mosquitto(tmp_path)
    (plugin,) = Path("/usr/lib").glob("*/mosquitto_dynamic_security.so")
    with (tmp_path / "mosquitto.conf").open("a") as configuration:
        configuration.write(f"plugin {plugin}\nplugin_opt_config_file {tmp_path}/clients.json\n")
    club = Club(broker, engine, broker.url(f"{CLUB}:reads-all"))
    with broker, club.subscriber:
        club.troubled("broker.refused_reading")
        assert not club.subscriber.is_connected


@pytest.mark.parametrize("is_right", [True, False])
def test_only_the_certificate_with_the_given_fingerprint_is_trusted(
    tmp_path: Path, engine: Engine, is_right: bool
) -> None:
    with Mosquitto(tmp_path, PASSWORDS, is_encrypted=True) as broker:
        shown = ssl.PEM_cert_to_DER_cert((tmp_path / "certificate.pem").read_text())
        fingerprint = hashlib.sha256(shown if is_right else b"another").hexdigest()
        club = Club(broker, engine, broker.url(CLUB, fingerprint))
        with club.subscriber:
            if is_right:
                eventually(lambda: club.subscriber.is_connected)
            else:
                club.troubled("broker.wrong_certificate")


def test_what_one_table_forges_reaches_nobody_and_stops_nobody(broker: Mosquitto, engine: Engine) -> None:
    two = Topics("table2", "b1")
    with Club(broker, engine) as club, box(broker, "table1") as forge, box(broker, "table2") as publish:
        forge(1, result(1, scores=(0, 64)), of=two)  # the broker does not let it through
        forge("status", b"offline", of=two)
        forge(7, result(1))  # under another topic than its own
        club.refused("table1", "club.bad_result.topic")
        forge(2, b'{"journal": "a1b2"}')
        club.refused("table1", "club.bad_result.schema")
        forge("state", b"[" * 10_000)
        club.refused("table1", "club.malformed.schema", kind="state")
        forge("health", b"null")
        club.refused("table1", "club.malformed.schema", kind="health")
        publish("status", b"online")
        publish(1, result(1))
        club.has(1)
        assert (first(engine).table, [seat.score for seat in first(engine).seats]) == ("table2", [40, 24])
        assert [(one.table, one.online) for one in club.tables.all()] == [("table2", True)]
        assert club.subscriber.trouble is None


def test_a_table_that_never_stops_is_heard_only_so_often_a_day(
    broker: Mosquitto, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.subscriber.MAX_NEW", 3)
    with box(broker, "table1") as flood, box(broker, "table2") as publish:
        with Club(broker, engine) as club:
            for entry in range(1, 6):
                flood(entry, result(entry))
            flood(1, result(1, last=20))  # a version more is kept, too
            club.refused("table1", "club.bad_result.too_many")
            publish(1, result(1))
            club.has(4)
        with Club(broker, engine) as club:  # what the broker retains is from many days
            club.has(6)
            assert {one.last for one in all_results(engine)} == {9, 20}
        monkeypatch.setattr("club.subscriber.MAX_RETAINED", 2)
        flood(6, result(6))
        for entry in range(7, 10):
            flood(entry, result(entry))
        with Club(broker, engine) as club:
            club.refused("table1", "club.bad_result.too_many")
            club.has(8)


def test_ten_megabytes_disturb_nobody(broker: Mosquitto, engine: Engine) -> None:
    with Club(broker, engine) as club, box(broker, "table1") as flood, box(broker, "table2") as publish:
        flood("board", b"<svg>" + bytes(10 << 20))
        flood(1, b" " * (100 << 10))
        publish(1, result(1))
        club.has(1)
        club.refused("table1", "club.bad_result.too_long")
        assert club.tables.get("table1", "b1") is None  # the broker keeps too large a message from who cannot take it
        assert club.subscriber.is_connected


def test_a_fault_of_ours_in_one_message_does_not_stop_the_others(
    broker: Mosquitto, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with Club(broker, engine) as club, box(broker) as publish:
        monkeypatch.setattr(club.tables, "take", fail)
        publish("status", b"online")
        publish(1, result(1))
        club.has(1)
        club.refused("table1", "part.failed")
