"""A real Mosquitto with the files that `jarapon club broker` writes, and clients of it."""

import html
import queue
import re
import signal
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Self

import msgspec
import pytest
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from club import mosquitto
from club.broker import CERTIFICATE, KEPT, SERVER, SHEET, Logins, write_broker
from tests.support.club.servers import HOST, MOSQUITTO, Server
from tests.support.waiting import PATIENCE_S, eventually
from tools.bench.ports import reserved_port

LOCALHOST = "localhost"  # as it stands in the certificate
REFUSED = "Not authorized"


class WrittenBroker(Server):
    """A Mosquitto that runs with what `jarapon club broker` has written into a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.port = mosquitto.LOCAL_PORT  # the last one at which it begins to listen

    @property
    def logins(self) -> Logins:
        """Who may log in."""
        return msgspec.json.decode((self.folder / KEPT).read_bytes(), type=Logins)

    def write(self, tables: int, host: str | None = LOCALHOST) -> None:
        """Write its files, or write them again."""
        write_broker(self.folder, tables, "en", host)

    def command(self) -> list[str]:
        """As the documents say."""
        return [MOSQUITTO, "-c", str(self.folder / mosquitto.CONFIGURATION)]

    def send(self, what: signal.Signals) -> None:
        """Send it a signal; after one that ends it, wait until it has ended."""
        assert self._process is not None
        self._process.send_signal(what)
        if what != signal.SIGHUP:
            self._process.wait(PATIENCE_S)

    def save(self) -> None:
        """Ask it to write what it retains to the disk."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)

    def forget(self) -> None:
        """Delete what it has written to the disk; it has been killed."""
        (self.folder / mosquitto.STATE / "mosquitto.db").unlink(missing_ok=True)

    def card(self, table: str) -> str:
        """The address on the card of a table."""
        [url] = set(re.findall(rf"mqtts://{table}:[^\s<\"]+", (self.folder / SHEET).read_text()))
        return html.unescape(url)

    @property
    def local(self) -> str:
        """The address for the club server."""
        return f"mqtt://{SERVER}:{self.logins.passwords[SERVER]}@{HOST}:{mosquitto.LOCAL_PORT}"

    def login(self, name: str, password: str | None = None) -> "Login":
        """A client that logs in with TLS; `password` in place of its own."""
        return Login(name, self.logins.passwords.get(name, "") if password is None else password, self.folder)

    def nobody(self) -> "Login":
        """A client without name and password."""
        return Login("", "", self.folder)


@contextmanager
def written_broker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WrittenBroker]:
    """A broker at ports of its own, so that tests can run beside each other; not started yet."""
    for name in ("PORT", "LOCAL_PORT"):
        monkeypatch.setattr(mosquitto, name, reserved_port(monkeypatch))
    broker = WrittenBroker(folder)
    try:
        yield broker
    finally:
        broker.kill()


@dataclass
class Login:
    """A client: connected within `with`."""

    name: str
    password: str
    folder: Path
    is_local: bool = False  # at the listener for this machine
    answer: str | None = None  # to its login
    ended: str | None = None  # why the broker ended the connection
    got: dict[str, bytes] = field(default_factory=dict)  # what it has read, by topic

    def __enter__(self) -> Self:
        self._acknowledged: queue.Queue[tuple[int, ReasonCode]] = queue.Queue()
        self._subscribed = Event()
        self._client = client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_publish, client.on_message = self._published, self._received
        client.on_subscribe = lambda *_: self._subscribed.set()
        if self.name:
            client.username_pw_set(self.name, self.password)
        if not self.is_local:
            client.tls_set_context(ssl.create_default_context(cafile=str(self.folder / CERTIFICATE)))
        client.connect(HOST if self.is_local else LOCALHOST, self._port)
        client.loop_start()
        eventually(lambda: self.answer is not None)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def _port(self) -> int:
        return mosquitto.LOCAL_PORT if self.is_local else mosquitto.PORT

    def publish(self, topic: str, payload: bytes = b"{}") -> bool:
        """Publish, retained and at least once; gives whether the broker has taken it."""
        sent = self._client.publish(topic, payload, qos=1, retain=True)
        mid, code = self._acknowledged.get(timeout=PATIENCE_S)
        assert mid == sent.mid
        assert not code.is_failure or str(code) == REFUSED
        return not code.is_failure

    def send(self, topic: str, payload: bytes) -> MQTTMessageInfo:
        """Publish as `publish` does, without waiting for the broker."""
        return self._client.publish(topic, payload, qos=1, retain=True)

    def read(self, topics: str) -> None:
        """Read these topics from now on: what is published after the call is read."""
        self._subscribed.clear()
        self._client.subscribe(topics, qos=1)
        assert self._subscribed.wait(PATIENCE_S)

    def _connected(self, _: Client, __: object, ___: ConnectFlags, code: ReasonCode, ____: Properties | None) -> None:
        self.answer = str(code)

    def _disconnected(
        self, _: Client, __: object, ___: DisconnectFlags, code: ReasonCode, ____: Properties | None
    ) -> None:
        self.ended = str(code)

    def _published(self, _: Client, __: object, mid: int, code: ReasonCode, ___: Properties) -> None:
        self._acknowledged.put((mid, code))

    def _received(self, _: Client, __: object, message: MQTTMessage) -> None:
        self.got[message.topic] = bytes(message.payload)
