"""Simulates the tables of a club in processes of their own: each is a connection of its own to the broker.

Connections, topics and payloads are those of a real box; what it would publish of a game has been recorded before.
"""

import multiprocessing
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from typing import Self

import msgspec
from paho.mqtt.client import MQTTMessageInfo

from device.broker import BrokerSettings
from device.system import household_time
from tools.bench.club_games import LANGUAGE, RecordedGame, Step
from tools.bench.phones import answer
from web.mqtt.connection import Connection
from web.mqtt.home_assistant import discovery
from web.mqtt.payloads import BoxHealth, GameResult, ResultEvent
from web.mqtt.topics import DELIVERY, OFFLINE, ONLINE, RETAINED, Delivery, Topics

MOVE_EVERY_S = 2.0
HEALTH_EVERY_S = 30.0  # as boxes do
ACKNOWLEDGED_WITHIN_S = 40.0
_TABLES_A_PROCESS = 200  # paho's `select` knows 1,024 files, and a connection takes three
_HEALTH: BoxHealth = {"version": "bench", "camera": None, "parts": [], "celsius": 55.0}


@dataclass
class Published:
    """What a table has published."""

    topics: Topics
    moves: list[tuple[float, str]] = field(default_factory=list)  # when (s of the monotonic clock), and its board
    last: Step | None = None
    results: list[GameResult] = field(default_factory=list)
    unacknowledged: int = 0
    acknowledged: int = 0  # messages of `jarapon/v1`, which the club reads


@contextmanager
def connected_tables(urls: Sequence[str], games: Sequence[RecordedGame], players: int) -> Iterator[list[Pipe]]:
    """Connect a table to each address of a broker, and publish where its game stands.

    Each pipe is to be told until when to play (s of the monotonic clock), and then gives a list of `Published`. Results
    are of so many players of a club.
    """
    pipes, processes = list[Pipe](), []
    context = multiprocessing.get_context("spawn")
    for first in range(0, len(urls), _TABLES_A_PROCESS):
        here, there = multiprocessing.Pipe()
        own = urls[first : first + _TABLES_A_PROCESS]
        processes.append(context.Process(target=_run, args=(there, own, games, players, first)))
        processes[-1].start()
        there.close()  # while it is open here, the end of the process goes unnoticed
        pipes.append(here)
    try:
        for number in range(len(urls)):
            answer(pipes[number // _TABLES_A_PROCESS])
        yield pipes
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _run(pipe: Pipe, urls: Sequence[str], games: Sequence[RecordedGame], players: int, seed: int) -> None:
    rng = random.Random(seed)
    with ExitStack() as opened:
        tables = []
        for url in urls:
            tables.append(opened.enter_context(_Table(BrokerSettings(url), games, players, rng)))
            pipe.send("connected")
        _play(tables, rng, until=pipe.recv())
        patience = time.monotonic() + ACKNOWLEDGED_WITHIN_S
        while time.monotonic() < patience and not all(table.is_acknowledged() for table in tables):
            time.sleep(0.1)
        pipe.send([table.published for table in tables])
        pipe.recv()  # stay connected: the club shows only who is there


def _play(tables: "list[_Table]", rng: random.Random, until: float) -> None:
    """Have each table make its moves at moments of its own."""
    begun = time.monotonic()
    offsets = sorted((rng.random() * MOVE_EVERY_S, number) for number in range(len(tables)))
    rounds = 0
    while True:
        for offset, number in offsets:
            due = begun + rounds * MOVE_EVERY_S + offset
            if due >= until:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            tables[number].move()
        rounds += 1


class _Table:
    """A table that plays recorded games, one after the other."""

    def __init__(
        self, settings: BrokerSettings, games: Sequence[RecordedGame], players: int, rng: random.Random
    ) -> None:
        self._rng, self._games, self._settings, self._players = rng, games, settings, players
        self._topics = Topics(settings.table, rng.randbytes(6).hex())
        self._journal, self._entry = rng.randbytes(16).hex(), 1
        self._game = rng.choice(games)
        self._at = rng.randrange(len(self._game.steps) - 1)
        self._health_at = 0.0
        self._sent: list[MQTTMessageInfo] = []
        self.published = Published(self._topics)

    def __enter__(self) -> Self:
        topics = self._topics
        will = (topics.of("status"), OFFLINE)
        self._connection = Connection(self._settings, f"jarapon-{topics.table}-{topics.box}", will)
        self._connection.__enter__()
        for topic, payload in discovery(topics, 2, LANGUAGE, "bench").items():
            self._connection.publish(topic, payload)
        self._send(topics.of("status"), ONLINE.encode())
        self._send_health()
        self._show()
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.__exit__(*_)

    def move(self) -> None:
        """Make the next move, or begin the next game."""
        self._at += 1
        if self._at == len(self._game.steps):
            self._game, self._at = self._rng.choice(self._games), 0
            self._entry += len(self._game.steps) + 1
        self._show()
        if self._at == len(self._game.steps) - 1:
            self._send_result()
        if time.monotonic() >= self._health_at:
            self._send_health()

    def is_acknowledged(self) -> bool:
        """Whether the broker has acknowledged everything."""
        waiting = [one for one in self._sent if not one.is_published()]
        self.published.acknowledged += len(self._sent) - len(waiting)
        self._sent, self.published.unacknowledged = waiting, len(waiting)
        return not waiting

    def _show(self) -> None:
        step = self._game.steps[self._at]
        self.published.moves.append((time.monotonic(), step.version))
        self._send(self._topics.of("state"), msgspec.json.encode({**step.state, "progress": _now()}))
        self._send(self._topics.of("board"), step.board)
        self.published.last = step

    def _send_result(self) -> None:
        recorded, number = self._game.result, self._entry
        names = [f"Player of the club {one}" for one in self._rng.sample(range(self._players), 2)]
        result: GameResult = {
            **recorded,
            "journal": self._journal,
            "entry": number,
            "begun": _now(),
            "revision": [0, number + len(self._game.steps)],
            "ended": _now(),
            "players": [
                {**one, "name": name, "shown": name} for one, name in zip(recorded["players"], names, strict=True)
            ],
        }
        self.published.results.append(result)
        self._send(self._topics.result(self._journal, number), msgspec.json.encode(result), DELIVERY["result"])
        winners = [player["shown"] for player in result["players"] if player["rank"] == 1]
        said = f"{winners[0]} wins."
        event: ResultEvent = {"event_type": "result", "title": result["title"], "winners": winners, "sentence": said}
        self._send(self._topics.of("event"), msgspec.json.encode(event), DELIVERY["event"])

    def _send_health(self) -> None:
        self._health_at = time.monotonic() + HEALTH_EVERY_S
        self._send(self._topics.of("health"), msgspec.json.encode(_HEALTH))

    def _send(self, topic: str, payload: bytes, delivery: Delivery = RETAINED) -> None:
        self._sent.append(self._connection.publish(topic, payload, delivery))


def _now() -> str:
    return household_time.written(household_time.now())
