"""An evening of tables that finish games all the time, while what the club needs is killed again and again."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Event

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from club.models import Result
from device.broker import BrokerSettings
from device.record.corrections import Correction
from device.table.events import Undo
from tests.support.club.club_table import ClubTable
from tests.support.club.servers import Server
from tests.support.waiting import PATIENCE_S
from web.mqtt.results import LAST_GAMES

NAMES = ("Aya", "Ben", "Chiyo", "Dan", "Emi", "Finn", "Gen", "Hana")
AHEAD = LAST_GAMES - 2  # games that a table is ahead of the club, at most: no real one plays as fast as these
THINKS_S = 0.6  # at most
DOWN_S = 1.0  # at most
LOOK_S = 0.5


@dataclass
class Part:
    """A server to be killed: how often, and for how long it runs between."""

    server: Server
    kills: int
    runs_s: float  # at most
    before: Callable[[], object] = lambda: None  # a kill
    after: Callable[[], object] = lambda: None

    def suffer(self, dice: random.Random) -> None:
        """Be killed at random moments, and started again after a random short while."""
        for _ in range(self.kills):
            time.sleep(dice.uniform(0.0, self.runs_s))
            self.before()
            self.server.kill()
            self.after()
            time.sleep(dice.uniform(0.0, DOWN_S))
            self.server.start()


class Tables:
    """Tables whose people play without a pause, and correct or take back some of what they have said.

    `engine` is the club's database, `broker` what the tables publish to.
    """

    def __init__(self, boxes: Mapping[str, ClubTable], engine: Engine, broker: Server) -> None:
        self.boxes = boxes
        self.told = self.told_alone = 0  # what went into the record; of that without a broker
        self.longest_s = 0.0  # that a table took for it
        self._engine, self._broker = engine, broker
        self._stored = Counter[str]()
        self._over = Event()

    @contextmanager
    def playing(self, settings: Mapping[str, BrokerSettings], dice: random.Random) -> Iterator[None]:
        """Play; the tables go on publishing until the end, when what went wrong at any of them is raised."""
        with ExitStack() as stack, ThreadPoolExecutor(len(self.boxes) + 1) as threads:
            for name, box in self.boxes.items():
                stack.enter_context(box.at(settings[name]))
            stack.callback(self._over.set)
            self._playing = [threads.submit(self._look)]
            for name in self.boxes:
                self._playing.append(threads.submit(self._play, name, random.Random(dice.random())))
            yield

    def stop(self) -> None:
        """Have everybody go home; raises what went wrong at a table."""
        self._over.set()
        for one in self._playing:
            one.result(PATIENCE_S)

    def _play(self, name: str, dice: random.Random) -> None:
        box, games = self.boxes[name], 1
        while not self._over.wait(dice.uniform(0.0, THINKS_S)):
            if games - self._stored[name] > AHEAD:
                continue
            self._tell(lambda: box.won_by(dice.randrange(2)))
            if dice.random() < 0.3:
                self._over.wait(dice.uniform(0.0, THINKS_S))
                self._tell(lambda: self._mend(box, dice))
            self._over.wait(dice.uniform(0.0, THINKS_S))
            self._tell(lambda: box.begin(*dice.sample(NAMES, 2)))
            games += 1

    def _tell(self, say: Callable[[], object]) -> None:
        began_s, was_up = time.monotonic(), self._broker.is_running
        say()
        self.longest_s = max(self.longest_s, time.monotonic() - began_s)
        self.told += 1
        self.told_alone += not was_up and not self._broker.is_running

    @staticmethod
    def _mend(box: ClubTable, dice: random.Random) -> None:
        """The other one has won, or nobody, or somebody after all."""
        [line] = box.game.played.lines
        way = dice.choice(("change", "undo", "strike and win"))
        if way == "change":
            box.table.post(Correction("change", line.entry, {"winners": [dice.randrange(2)]}, "test")).result(
                PATIENCE_S
            )
        elif way == "undo":
            box.table.post(Undo("test")).result(PATIENCE_S)
        else:
            box.table.post(Correction("strike", line.entry, None, "test")).result(PATIENCE_S)
            box.won_by(dice.randrange(2))

    def _look(self) -> None:
        """See how far the club is."""
        while not self._over.wait(LOOK_S):
            try:
                with self._engine.connect() as connection:
                    rows = connection.execute(select(Result.table, func.count()).group_by(Result.table))
                    self._stored = Counter({row[0]: row[1] for row in rows})
            except SQLAlchemyError:
                continue  # the database is away
