"""Takes what tables publish from the broker into the club's database and memory, in a thread of its own.

No message is remembered for later. Where broker or database fails, the connection is given up; the next one, which is
made as soon as both answer, brings everything that the broker retains again, and with it each result that was not
stored.
"""

from collections import Counter
from datetime import date
from typing import Self

from paho.mqtt.client import MQTTMessage
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from club.database import DatabaseTrouble, away, check
from club.results import BadResult, decode_result, store_result
from club.tables import LiveTables
from device.broker import BrokerSettings
from device.system.faults import log_fault
from device.system.watched_thread import Turn, WatchedThread, failed
from engines.messages import Message, Refusal, message
from web.mqtt.connection import Connection, keep_connected
from web.mqtt.topics import ROOT, Topic, topic_of

PART = "subscriber"
WAKE_S = 0.2
PATIENCE_S = 60.0
STOP_S = 3.0
# A day, of one table: more than it can play, and more than a server that is new is told of a season. What a table that
# never stops sends beyond that is refused before it costs anything, and may come again with a later connection.
MAX_NEW, MAX_RETAINED = 500, 10_000


class Subscriber:
    """Reads the broker's tables as long as its `with` block lasts.

    `trouble` says what keeps it from that; `is_connected`, whether it reads now.
    """

    def __init__(self, settings: BrokerSettings, engine: Engine, tables: LiveTables) -> None:
        self._settings, self._engine, self._tables = settings, engine, tables
        self._failure: DatabaseTrouble | None = None
        self._stored = Counter[tuple[date, str]]()  # versions of results, by day and table
        self.trouble: Message | None = None
        self.is_connected = False
        self.thread = WatchedThread(PART, self._run, PATIENCE_S)

    def troubles(self) -> dict[str, Message]:
        """What is wrong, by part, besides the thread itself."""
        return {} if self.trouble is None else {PART: self.trouble}

    def _run(self, turn: Turn) -> None:
        keep_connected(PART, turn, lambda: self._read(turn), self._tell)

    def _tell(self, trouble: Message) -> None:
        self.trouble, self.is_connected = trouble, False

    def _read(self, turn: Turn) -> None:
        """Read until the turn is over; raises `Refusal` where broker or database fails."""
        check(self._engine)
        self._failure = None
        with Connection(self._settings, "", on_message=self._take) as connection:
            self._tables.lose_sight()
            connection.subscribe(f"{ROOT}/#")
            self.trouble, self.is_connected = None, True
            while turn.goes_on():
                if self._failure is not None:
                    raise self._failure
                if connection.lost is not None:
                    raise Refusal(connection.lost)
                turn.pause(WAKE_S)

    def _take(self, came: MQTTMessage) -> None:
        self._tables.received += 1
        topic = topic_of(came.topic)
        if topic is None or topic.kind == "event" or self._failure is not None:
            return
        try:
            if topic.kind == "result":
                self._store(topic, bytes(came.payload), MAX_RETAINED if came.retain else MAX_NEW)
            else:
                self._tables.take(topic, bytes(came.payload), came.retain)
        except Refusal as refusal:
            self._tables.refuse(topic.table, refusal.said)
        except SQLAlchemyError as error:
            self._failure = away(error)
        except Exception as error:  # noqa: BLE001 — logged and shown: no message may keep the others from being read
            log_fault("a table's message could not be read", error)
            self._tables.refuse(topic.table, failed(PART, error))

    def _store(self, topic: Topic, payload: bytes, most: int) -> None:
        if not payload:  # the broker has been told to forget it
            return
        today = date.today(), topic.table
        if self._stored[today] >= most:
            raise BadResult(message("club.bad_result.too_many", most=most))
        result = decode_result(payload)
        if topic.item != f"{result['journal']}-{result['entry']}":
            raise BadResult(message("club.bad_result.topic"))
        self._stored[today] += store_result(self._engine, topic.table, result)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.stop(STOP_S)
