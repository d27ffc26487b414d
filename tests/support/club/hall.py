"""A club's hall: what its tables report on an evening, and the server that shows it."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from club.tables import LiveTables
from engines.contract import ranks
from engines.messages import Message
from tests.support.club.reported import state
from web.api import fields
from web.mqtt.payloads import BoxHealth
from web.mqtt.topics import Topics, topic_of

BOX = "7f3c9a01b2d4"
BOARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="80" height="80">'
    '<rect width="10" height="10" fill="#dfe8d8"/><circle cx="5" cy="5" r="{radius}" fill="#2b4a9e"/></svg>'
)
EMPTY_PLACE: fields.Message = {
    "key": "referee.not_here",
    "facts": {"places": "d4"},
    "sentence": "Please clear d4: nothing should be there now.",
}


class Hall:
    """Tables that report to the club, as its subscriber passes that on; and what keeps it from that, if anything."""

    def __init__(self) -> None:
        self.tables = LiveTables()
        self.troubles: dict[str, Message] = {}

    def state(
        self, table: str, players: Sequence[str] = ("Aya", "Ben"), minutes: float = 0, box: str = BOX, **changes: Any
    ) -> None:
        """A table reports its state; its game last went on so many minutes ago."""
        scores = changes.pop("scores", tuple(range(len(players) * 4, 0, -4)))
        standings = [
            {"player": seat, "name": name, "score": score, "rank": rank, "side": None, "reasons": [], "unit": ""}
            for seat, (name, score, rank) in enumerate(zip(players, scores, ranks(scores), strict=True))
        ]
        progress = datetime.now(UTC) - timedelta(minutes=minutes)
        self.take(Topics(table, box).of("status"), b"online")
        self.take(Topics(table, box).of("state"), state(progress, players=players, standings=standings, **changes))

    def health(self, table: str, box: str = BOX, **changes: Any) -> None:
        """A table reports its health."""
        health: BoxHealth = {"version": "1", "camera": None, "parts": [], "celsius": 51.0}
        self.take(Topics(table, box).of("health"), {**health, **changes})

    def board(self, table: str, svg: str = BOARD.format(radius=3), box: str = BOX) -> None:
        """A table draws its board."""
        self.take(Topics(table, box).of("board"), svg.encode())

    def take(self, topic: str, payload: bytes | Mapping[str, Any]) -> None:
        """Any message, as the broker retains it."""
        taken_apart = topic_of(topic)
        assert taken_apart is not None, topic
        body = payload if isinstance(payload, bytes) else msgspec.json.encode(payload)
        self.tables.take(taken_apart, body, is_retained=True)


@contextmanager
def served(app: Flask) -> Iterator[BaseWSGIServer]:
    """The server of an app, at a port of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
