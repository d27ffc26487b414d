"""A subscriber that keeps what a broker brings."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paho.mqtt.client import MQTTMessage

from device.broker import BrokerSettings
from tests.support.web.published import assert_fits
from web.mqtt.connection import Connection
from web.mqtt.topics import ROOT, Kind, topic_of


class Listener:
    """Everything that came, in order; whatever does not fit the document fails the test that asks for it."""

    def __init__(self) -> None:
        self.came: list[tuple[str, bytes, bool]] = []

    def take(self, message: MQTTMessage) -> None:
        """Keep a message."""
        self.came.append((message.topic, bytes(message.payload), message.retain))

    def of(self, kind: Kind, retained: bool | None = None) -> list[Any]:
        """The payloads of a kind, as JSON where they are; `retained`: only those that came so, or not."""
        found = []
        for text, payload, was_retained in list(self.came):
            topic = topic_of(text)
            if topic is not None and topic.kind == kind and retained in (None, was_retained):
                assert_fits(kind, payload)
                is_text = kind in ("status", "board")
                found.append(payload.decode() if is_text else json.loads(payload))
        return found


@contextmanager
def listening(url: str) -> Iterator[Listener]:
    """Listen to all tables of a broker."""
    listener = Listener()
    with Connection(BrokerSettings(url), "listener", on_message=listener.take) as connection:
        connection.subscribe(f"{ROOT}/#")
        yield listener
