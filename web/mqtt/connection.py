"""A connection to the broker: a client of paho-mqtt, which a thread of its own serves as long as the connection lasts.

There is no second try: whoever needs the next connection makes a new one, so nothing of the last one is left over.
"""

import ssl
from collections.abc import Callable
from threading import Event
from typing import Any, NamedTuple, Self

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from device.broker import BrokerSettings
from device.system.error_text import os_error_text
from engines.messages import Message, Refusal, message
from web.mqtt.tls import WrongCertificate, tls_context
from web.mqtt.topics import QOS, RETAINED, Delivery

CONNECT_S = 10.0  # for the network, and again for the broker's answer
KEEPALIVE_S = 20
MAX_PACKET_BYTES = 256 * 1024  # of what comes; the broker leaves out larger messages
MAX_UNACKNOWLEDGED = 65_535  # of a season's results all come at once; what waits longer, Mosquitto may leave out
_REFUSED_LOGIN = ("Bad user name or password", "Not authorized", "Client identifier not valid", "Banned")
_TAKEN_OVER = "Session taken over"


class BrokerTrouble(Refusal):
    """The broker cannot be reached, or refuses the login."""


class Will(NamedTuple):
    """A retained message that the broker publishes when the connection is lost."""

    topic: str
    payload: str


class Connection:
    """A connection from now until the `with` block is left; raises `BrokerTrouble` where there is none.

    `lost` says why it has been lost. `on_message` is called, in the client's thread, with what subscriptions bring.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        client_id: str,
        will: Will | None = None,
        on_message: Callable[[MQTTMessage], None] | None = None,
    ) -> None:
        self.lost: Message | None = None
        self._settings, self._will = settings, will
        self._answered = Event()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTv5, reconnect_on_failure=False)
        self._client.connect_timeout = CONNECT_S
        self._client.on_connect, self._client.on_disconnect = self._connected, self._disconnected
        if on_message is not None:
            self._client.on_message = lambda _client, _data, came: on_message(came)

    def __enter__(self) -> Self:
        settings, client = self._settings, self._client
        if settings.has_login:
            client.username_pw_set(settings.table, settings.password)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, QOS, retain=True)
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = MAX_PACKET_BYTES
        limits.ReceiveMaximum = MAX_UNACKNOWLEDGED
        try:
            if settings.is_encrypted:
                client.tls_set_context(tls_context(settings, CONNECT_S))
            client.connect(settings.host, settings.port, KEEPALIVE_S, clean_start=True, properties=limits)
        except (WrongCertificate, ssl.SSLCertVerificationError) as error:
            raise BrokerTrouble(message("broker.wrong_certificate", host=settings.host)) from error
        except (OSError, ValueError) as error:
            raise BrokerTrouble(self._unreachable(error)) from error
        client.loop_start()
        if not self._answered.wait(CONNECT_S) or self.lost is not None:
            client.loop_stop()
            raise BrokerTrouble(self.lost or self._unreachable(TimeoutError()))
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
        """Subscribe to topics."""
        self._client.subscribe(topics, QOS)

    def _unreachable(self, error: Exception) -> Message:
        reason = os_error_text(error) if isinstance(error, OSError) else str(error)
        return message("broker.unreachable", host=self._settings.host, reason=reason)

    def _connected(
        self, _client: Client, _data: Any, _flags: ConnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        if code.is_failure:
            self.lost = self._why(code)
        self._answered.set()

    def _disconnected(
        self, _client: Client, _data: Any, _flags: DisconnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        self.lost = self.lost or self._why(code)
        self._answered.set()

    def _why(self, code: ReasonCode) -> Message:
        name, settings = code.getName(), self._settings
        if name == _TAKEN_OVER:
            return message("broker.taken_over", table=settings.table)
        if name in _REFUSED_LOGIN:
            return message("broker.refused_login", host=settings.host, table=settings.table)
        return message("broker.lost", host=settings.host, table=settings.table)
