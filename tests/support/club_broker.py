"""A real Mosquitto with the files that `jarapon club broker` writes, and clients of it."""

import queue
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import msgspec
import pytest
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from club import mosquitto
from club.broker import CERTIFICATE, KEPT, Logins, write_broker
from tests.support.waiting import PATIENCE_S, eventually

HOST = "localhost"
REFUSED = "Not authorized"


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Broker:
    """The folder of a broker, and the Mosquitto that runs with it."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def logins(self) -> Logins:
        return msgspec.json.decode((self.folder / KEPT).read_bytes(), type=Logins)

    def write(self, tables: int, host: str | None = HOST) -> None:
        write_broker(self.folder, tables, "en", host)

    def start(self) -> None:
        """Start it as the documents say; returns when it listens."""
        command = ["/usr/sbin/mosquitto", "-c", str(self.folder / mosquitto.CONFIGURATION)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

        def is_up() -> bool:
            assert self.process is not None and self.process.poll() is None, (self.folder / "log").read_text()
            return answers(mosquitto.PORT) and answers(mosquitto.LOCAL_PORT)

        eventually(is_up)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE_S)
            self.process = None

    def login(self, name: str, password: str | None = None) -> "Login":
        """A client that logs in with TLS; `password` in place of its own."""
        return Login(name, self.logins.passwords.get(name, "") if password is None else password, self.folder)

    def nobody(self) -> "Login":
        """A client without name and password."""
        return Login("", "", self.folder)


@contextmanager
def club_broker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    """A broker at ports that are free, so that tests can run beside each other; not started yet."""
    monkeypatch.setattr(mosquitto, "PORT", free_port())
    monkeypatch.setattr(mosquitto, "LOCAL_PORT", free_port())
    broker = Broker(folder)
    try:
        yield broker
    finally:
        broker.stop()


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
        self._client = client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_publish, client.on_message = self._published, self._received
        if self.name:
            client.username_pw_set(self.name, self.password)
        if not self.is_local:
            client.tls_set_context(ssl.create_default_context(cafile=str(self.folder / CERTIFICATE)))
        client.connect(HOST if not self.is_local else "127.0.0.1", self._port)
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

    def read(self, topics: str) -> None:
        """Read these topics from now on."""
        self._client.subscribe(topics, qos=1)

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
