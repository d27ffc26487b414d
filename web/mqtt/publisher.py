"""Publishes the live table: its state, board, results and health, and what Home Assistant needs to show them.

It runs in a thread of its own and only reads: the table never waits for it, whatever the broker does. What cannot be
published now is published with the next connection, from the table and the journal as they are then.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from paho.mqtt.client import MQTTMessageInfo

from device.broker import BrokerLink, BrokerSettings
from device.record.archive import GameArchive
from device.record.exports import program_version
from device.system import board_health, household_time
from device.system.watched_thread import Turn
from device.table.listeners import Subscription
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.texts import grammar, say
from engines.messages import Message, Refusal, message
from web.api.fields import message_of
from web.mqtt.connection import Connection, keep_connected
from web.mqtt.home_assistant import discovery
from web.mqtt.payloads import BoxHealth, GameResult, ResultEvent
from web.mqtt.results import Outbox
from web.mqtt.states import PublishedTable
from web.mqtt.topics import DELIVERY, OFFLINE, ONLINE, Topics

WAKE_S = 1.0  # without a new snapshot
STATE_EVERY_S = 0.25  # at most
HEALTH_EVERY_S = 30.0


@dataclass(frozen=True)
class Source:
    """What is published of a box."""

    table: LiveTable
    archive: GameArchive
    data: Path  # its folder
    language: Callable[[], str]  # of the texts
    camera: Callable[[], Message | None]  # what is wrong with it
    parts: Callable[[], Mapping[str, Message]]  # what is wrong, by part


def publish(turn: Turn, settings: BrokerSettings, link: BrokerLink, source: Source) -> None:
    """Publish until the turn is over, over as many connections as that takes; `link` is told how it goes."""

    def tell(trouble: Message) -> None:
        link.trouble, link.is_connected = trouble, False

    keep_connected(link.thread.part, turn, lambda: _Session(turn, settings, link, source).run(), tell)


class _Session:
    """What is published over one connection."""

    def __init__(self, turn: Turn, settings: BrokerSettings, link: BrokerLink, source: Source) -> None:
        self._turn, self._settings, self._link, self._source = turn, settings, link, source
        lineage = source.archive.lineage()
        self._language = source.language
        self._topics = Topics(settings.table, lineage[0].id[:12] if lineage else settings.table)
        self._version = program_version()  # read from a file each time
        self._outbox = Outbox(source.data, source.archive, settings, source.language)
        self._published: dict[str, bytes] = {}  # besides results
        self._results: dict[str, bytes] = {}  # by topic
        self._record: tuple[object, ...] = ()
        self._drawn: tuple[object, ...] = ()  # what the board was drawn from: to draw it takes most of the time
        self._progress = ""
        self._sent_results: list[MQTTMessageInfo] = []
        self._sent_up_to = 0  # the journal's entry that `Outbox.confirm` is told when the broker has them
        self._health_at_s = 0.0

    def run(self) -> None:
        """Publish until the connection is lost or the turn is over; raises `Refusal`."""
        topics = self._topics
        client_id = f"jarapon-{topics.table}-{topics.box}"
        with (
            Connection(self._settings, client_id, (topics.of("status"), OFFLINE)) as self._connection,
            self._source.table.subscribe() as snapshots,
        ):
            self._link.trouble, self._link.is_connected = self._outbox.trouble, True
            self._send(topics.of("status"), ONLINE.encode())
            self._publish_results(again=True)
            was_over = False
            while self._turn.goes_on() and self._connection.lost is None:
                came = _waiting(snapshots, WAKE_S)
                is_over = any(snapshot.view.over for snapshot in came)
                if came and self._publish_table(came[-1]) and (is_over or was_over):
                    self._publish_results(again=False)
                was_over = is_over if came else was_over
                self._confirm()
                self._publish_health()
                self._turn.pause(STATE_EVERY_S)
            if self._connection.lost is None:
                self._say_goodbye()
        if self._connection.lost is not None:
            raise Refusal(self._connection.lost)

    def _say_goodbye(self) -> None:
        """Say that the box is offline; where it is published no more, also take back all but results."""
        if self._link.settings != self._settings:
            for topic in self._published:
                self._connection.publish(topic, b"")
        self._connection.publish(self._topics.of("status"), OFFLINE).wait_for_publish(WAKE_S)

    def _send(self, topic: str, payload: bytes) -> None:
        """Publish what has changed, retained."""
        if self._published.get(topic) != payload:
            self._published[topic] = payload
            self._connection.publish(topic, payload)

    def _publish_table(self, snapshot: Snapshot) -> bool:
        """Publish what has changed; gives whether the game has made progress, or something was put wrong or right."""
        shown = PublishedTable(snapshot, self._settings.names, self._language())
        has_changed = shown.record != self._record
        if has_changed:
            self._record, self._progress = shown.record, household_time.written(household_time.now())
        state = shown.state(self._progress)
        for topic, payload in discovery(self._topics, len(state["players"]), self._language(), self._version).items():
            self._send(topic, payload)
        self._send(self._topics.of("state"), msgspec.json.encode(state))
        if (drawn := (snapshot.view, snapshot.problem_places, self._language())) != self._drawn:
            self._drawn = drawn
            self._send(self._topics.of("board"), shown.board())
        return has_changed

    def _publish_health(self) -> None:
        if time.monotonic() < self._health_at_s:
            return
        self._health_at_s = time.monotonic() + HEALTH_EVERY_S
        camera, parts = self._source.camera(), self._source.parts()
        health: BoxHealth = {
            "version": self._version,
            "camera": None if camera is None else message_of(camera, self._language()),
            "parts": [message_of(said, self._language()) for said in parts.values()],
            "celsius": board_health.celsius(),
        }
        self._send(self._topics.of("health"), msgspec.json.encode(health))

    def _publish_results(self, again: bool) -> None:
        """Publish the results that are due; those that the broker has had are no event any more."""
        results, last = self._outbox.due(again)
        for result in results:
            topic, payload = self._topics.result(result["journal"], result["entry"]), msgspec.json.encode(result)
            before = self._results.get(topic)
            if payload == before:
                continue
            self._results[topic] = payload
            self._sent_results.append(self._connection.publish(topic, payload, DELIVERY["result"]))
            if result["revision"][1] > self._outbox.confirmed and not result["withdrawn"]:
                event = _event(result, is_correction=before is not None, language=self._language())
                self._connection.publish(self._topics.of("event"), msgspec.json.encode(event), DELIVERY["event"])
            if not self._turn.goes_on():
                return
        self._sent_up_to = last

    def _confirm(self) -> None:
        """Note what the broker has acknowledged."""
        self._sent_results = [one for one in self._sent_results if not one.is_published()]
        if not self._sent_results:
            self._outbox.confirm(self._sent_up_to)


def _waiting(snapshots: Subscription, within_s: float) -> list[Snapshot]:
    """The snapshots that have come, waiting so long for the first one."""
    came, one = list[Snapshot](), snapshots.next(within_s)
    while one is not None:
        came.append(one)
        one = snapshots.next(0.0)
    return came


def _event(result: GameResult, is_correction: bool, language: str) -> ResultEvent:
    winners = [player["shown"] for player in result["players"] if player["rank"] == 1]
    title = result["title"]
    said = message("broker.result", title=title, winners=grammar(language).joined(winners))
    return {
        "event_type": "correction" if is_correction else "result",
        "title": title,
        "winners": winners,
        "sentence": say(said, language),
    }
