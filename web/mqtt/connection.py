"""A connection to the broker: a client of paho-mqtt, which a thread of its own serves as long as the connection lasts.

Whoever needs the next connection makes a new one (`keep_connected`), so nothing of the last one is left over.
"""

import ssl
import time
from collections.abc import Callable
from threading import Event
from typing import Any, Self

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from device.broker import BrokerSettings
from device.system.error_text import os_error_text
from device.system.faults import log_fault
from device.system.supervision import FORGET_S, Backoff
from device.system.watched_thread import Turn, failed
from engines.messages import Message, Refusal, message
from web.mqtt.tls import tls_context
from web.mqtt.topics import QOS, RETAINED, Delivery

CONNECT_S = 10.0  # for the network, and again for the broker's answer
KEEPALIVE_S = 20
MAX_WAIT_S = 10.0  # before the next connection
MAX_PACKET_BYTES = 256 * 1024  # of what comes; the broker leaves out larger messages
MAX_UNACKNOWLEDGED = 65_535  # of a season's results all come at once; what waits longer, Mosquitto may leave out
_REFUSED_LOGIN = ("Bad user name or password", "Not authorized", "Client identifier not valid", "Banned")
_REASONS = {"Session taken over": "broker.taken_over"} | dict.fromkeys(_REFUSED_LOGIN, "broker.refused_login")


class BrokerTrouble(Refusal):
    """The broker cannot be reached, or refuses the login."""


class Connection:
    """A connection from now until the `with` block is left; raises `BrokerTrouble` where there is none.

    `will` is the topic and payload of a retained message that the broker publishes when the connection is lost.
    `lost` says why it has been lost. `on_message` is called, in the client's thread, with what subscriptions bring.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        client_id: str,
        will: tuple[str, str] | None = None,
        on_message: Callable[[MQTTMessage], None] | None = None,
    ) -> None:
        self.lost: Message | None = None
        self._settings, self._will = settings, will
        self._answered = Event()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTv5, reconnect_on_failure=False)
        self._client.connect_timeout = CONNECT_S
        self._client.on_connect, self._client.on_disconnect = self._connected, self._disconnected
        self._client.on_subscribe = self._subscribed
        if on_message is not None:
            self._client.on_message = lambda _client, _data, came: on_message(came)

    def __enter__(self) -> Self:
        settings, client = self._settings, self._client
        client.username_pw_set(settings.table, settings.password)
        if self._will is not None:
            client.will_set(*self._will, QOS, retain=True)
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = MAX_PACKET_BYTES
        limits.ReceiveMaximum = MAX_UNACKNOWLEDGED
        try:
            if settings.is_encrypted:
                client.tls_set_context(tls_context(settings, CONNECT_S))
            client.connect(settings.host, settings.port, KEEPALIVE_S, clean_start=True, properties=limits)
        except ssl.SSLCertVerificationError as error:
            raise BrokerTrouble(message("broker.wrong_certificate", host=settings.host)) from error
        except (OSError, ValueError) as error:
            raise BrokerTrouble(self._unreachable(error)) from error
        client.loop_start()
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()  # the will is not published
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes | str, delivery: Delivery = RETAINED) -> MQTTMessageInfo:
        """Publish at least once; returns at once."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        if delivery.expires_s is not None:
            properties.MessageExpiryInterval = delivery.expires_s
        return self._client.publish(topic, payload, QOS, delivery.retained, properties)

    def subscribe(self, topics: str) -> None:
        """Subscribe to topics, and wait until the broker has agreed; raises `BrokerTrouble` where it does not."""
        self._answered.clear()
        self._client.subscribe(topics, QOS)
        self._wait()

    def _wait(self) -> None:
        """Wait for the broker's answer; raises `BrokerTrouble` where it refuses, or does not answer."""
        if not self._answered.wait(CONNECT_S) or self.lost is not None:
            self._client.loop_stop()
            raise BrokerTrouble(self.lost or self._unreachable(TimeoutError()))

    def _unreachable(self, error: Exception) -> Message:
        reason = os_error_text(error) if isinstance(error, OSError) else str(error)
        return message("broker.unreachable", host=self._settings.host, reason=reason)

    def _connected(self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, _more: Any) -> None:
        if code.is_failure:
            self.lost = self._why(code)
        self._answered.set()

    def _subscribed(self, _client: Client, _data: Any, _id: int, codes: list[ReasonCode], _more: Any) -> None:
        if codes[0].is_failure:
            self.lost = message("broker.refused_reading", host=self._settings.host, table=self._settings.table)
        self._answered.set()

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, _more: Any) -> None:
        self.lost = self.lost or self._why(code)
        self._answered.set()

    def _why(self, code: ReasonCode) -> Message:
        key = _REASONS.get(code.getName(), "broker.lost")
        return message(key, host=self._settings.host, table=self._settings.table)


def keep_connected(part: str, turn: Turn, work: Callable[[], None], tell: Callable[[Message], None]) -> None:
    """Do `work` until the turn is over: again after each exception, and `tell` why; mostly a `Refusal` of the broker's.

    `part` is the part of the box that works.
    """
    backoff = Backoff()
    while turn.goes_on():
        began_s = time.monotonic()
        try:
            work()
            continue
        except Refusal as refusal:
            trouble = refusal.said
        except Exception as error:  # noqa: BLE001 — logged and told; whatever it is, the table must go on
            log_fault(f"the part “{part}” has lost its connection", error)
            trouble = failed(part, error)
        if turn.is_over:  # another thread works now
            return
        if time.monotonic() - began_s > FORGET_S:
            backoff.reset()
        tell(trouble)
        turn.pause(min(backoff.next_wait_s(), MAX_WAIT_S))
