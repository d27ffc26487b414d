"""The MQTT broker that the table is published to, if any: its settings, and the thread that publishes.

This is all that a box loads which publishes nothing; the thread's work (`web.mqtt`) is imported when it begins.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Literal, Self
from urllib.parse import quote, unquote, urlsplit

import msgspec

from device.system.data_folder import BROKER
from device.system.watched_thread import Turn, WatchedThread
from device.system.whole_files import keep_json, read_kept
from engines.messages import Message, Refusal, message

Names = Literal["seats", "initials", "names"]  # what is published of the players' names
NAMES: tuple[Names, ...] = ("seats", "initials", "names")
USUAL_NAMES: Names = "seats"  # whole names only where somebody has said so
PASSWORD = "JARAPON_MQTT_PASSWORD"  # variable of the environment
PORTS = {"mqtt": 1883, "mqtts": 8883}
PATIENCE_S = 180.0  # the thread replays games, and waits for the table's answer
STOP_S = 3.0
_TABLE = re.compile("[^/+#\0]{1,64}")


@dataclass(frozen=True)
class BrokerSettings:
    """Where the table is published, and what of the players' names."""

    url: str  # `mqtts://TABLE:PASSWORD@HOST:PORT#FINGERPRINT`, password, port and fingerprint optional
    names: Names = USUAL_NAMES

    def __post_init__(self) -> None:
        """Raises `Refusal` for an address that is not a broker's."""
        try:
            parts = urlsplit(self.url)
            fits = parts.scheme in PORTS and bool(parts.hostname) and (parts.port or 1) > 0
            fits = fits and parts.path in ("", "/") and not parts.query and not re.search(r"\s", self.url)
        except ValueError:
            fits = False
        if not fits or not _TABLE.fullmatch(self.table) or not re.fullmatch("(?:[0-9a-f]{64})?", self.fingerprint):
            raise Refusal(message("broker.bad_url"))

    @property
    def host(self) -> str:
        """The broker's name or address.

        >>> one = BrokerSettings("mqtts://table3:a%20b@club.local")
        >>> one.host, one.port, one.table, one.password, one.is_encrypted
        ('club.local', 8883, 'table3', 'a b', True)
        """
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        """The broker's port."""
        parts = urlsplit(self.url)
        return parts.port or PORTS[parts.scheme]

    @property
    def is_encrypted(self) -> bool:
        """Whether TLS is used."""
        return urlsplit(self.url).scheme == "mqtts"

    @property
    def table(self) -> str:
        """The name with which the box logs in: it is the table's name."""
        return unquote(urlsplit(self.url).username or "")

    @property
    def password(self) -> str:
        """The password; empty without one."""
        return unquote(urlsplit(self.url).password or "")

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the only certificate accepted, in hexadecimal; empty: any that a known CA has signed."""
        return urlsplit(self.url).fragment.replace(":", "").lower()

    @property
    def shown(self) -> str:
        """The address without the password.

        >>> BrokerSettings("mqtts://table3:secret@club.local:8884").shown
        'mqtts://table3@club.local:8884'
        """
        return self._url_with("")

    def with_password(self, password: str) -> Self:
        """The same with a password.

        >>> BrokerSettings("mqtts://table3@club.local").with_password("a b").url
        'mqtts://table3:a%20b@club.local'
        """
        return replace(self, url=self._url_with(":" + quote(password, safe="")))

    def with_password_of(self, environment: Mapping[str, str]) -> Self:
        """With the password of the environment where this address has none."""
        password = environment.get(PASSWORD)
        return self.with_password(password) if password and not self.password else self

    def completed(self, kept: "BrokerSettings | None") -> Self:
        """With the password of `kept` where this address has none, for the same login at the same host.

        An address that gives up the encryption does not get it.

        >>> kept = BrokerSettings("mqtts://table3:secret@club.local")
        >>> [BrokerSettings(url).completed(kept).password
        ...  for url in ("mqtts://table3@club.local:8884", "mqtts://table4@club.local", "mqtt://table3@club.local")]
        ['secret', '', '']
        """
        if kept is None or self.password or not kept.password or kept.is_encrypted > self.is_encrypted:
            return self
        is_same = (self.host, self.table) == (kept.host, kept.table)
        return self.with_password(kept.password) if is_same else self

    def _url_with(self, password: str) -> str:
        parts = urlsplit(self.url)
        login, _, host = parts.netloc.rpartition("@")
        return parts._replace(netloc=f"{login.partition(':')[0]}{password}@{host}").geturl()


Work = Callable[[Turn, BrokerSettings, "BrokerLink"], None]


class BrokerLink:
    """Publishes the table to a broker, or not; thread-safe.

    `work` does so in the link's `thread`, says in `trouble` what keeps it from that and in `is_connected` how it goes.
    `given` are the settings of this start, in place of those kept in the folder `data`; new settings are completed with
    the password of those before.
    """

    def __init__(self, data: Path, work: Work, given: BrokerSettings | None = None) -> None:
        self._file, self._work = data / BROKER, work
        kept, self.file_trouble = read_kept(self._file, msgspec.json.Decoder(BrokerSettings).decode)
        self.settings = kept if given is None else given.completed(kept)
        self.trouble: Message | None = None
        self.is_connected = False
        self.thread = WatchedThread("broker", self._run, PATIENCE_S)
        self._using = Lock()  # phones may ask at the same time

    def use(self, settings: BrokerSettings | None) -> None:
        """Publish there from now on, None: nowhere, and keep that; `file_trouble` says why it could not be kept."""
        with self._using:
            self.settings = None if settings is None else settings.completed(self.settings)
            self.thread.stop(STOP_S)
            kept = None if self.settings is None else {"url": self.settings.url, "names": self.settings.names}
            self.file_trouble = keep_json(self._file, kept, mode=0o600)
            self._start()

    def troubles(self) -> Mapping[str, Message]:
        """What is wrong, by part; cheap, so it may be called at any time."""
        return {} if self.trouble is None else {"broker": self.trouble}

    def _run(self, turn: Turn) -> None:
        if self.settings is not None:
            self._work(turn, self.settings, self)

    def _start(self) -> None:
        self.trouble, self.is_connected = None, False
        if self.settings is not None:
            self.thread.start()

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop(STOP_S)
