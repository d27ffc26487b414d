"""The tables as they are now, in memory: what the broker retains of them comes again after every connection.

Nothing that a table sends is trusted, and everything that is kept of it is bounded. One thread takes messages, any
thread may read.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

import msgspec

from device.system.error_text import error_text
from engines.messages import Message, Refusal, message
from web.api import fields
from web.mqtt.payloads import BoxHealth, TableState
from web.mqtt.topics import ONLINE, Kind, Topic

MAX_TABLES = 2000
MAX_BOXES = 4  # under one table's name
MAX_BYTES: dict[Kind, int] = {"status": 16, "state": 65_536, "health": 16_384, "board": 131_072}
STILL_FOR = timedelta(minutes=10)  # after which a game that does not go on may need help
FORGOTTEN_AFTER = timedelta(hours=12)  # without progress, of a box that is offline


class Need(NamedTuple):
    """Why somebody should go to a table."""

    rank: int  # the gravest first
    said: Message | fields.Message  # by the club server, or by the table


@dataclass(frozen=True)
class TableNow:
    """A table as it was last reported; moments are in UTC."""

    table: str  # the name with which its box logs in
    box: str
    came: datetime  # when the last message came
    progress: datetime  # when its game last went on
    online: bool = False
    state: TableState | None = None
    health: BoxHealth | None = None
    board: bytes | None = None  # SVG that a table has sent: it may only be shown as a picture

    @property
    def is_playing(self) -> bool:
        """Whether a game is under way."""
        return self.state is not None and self.state["moves"] > 0 and not self.state["over"]

    def needs(self, now: datetime) -> Need | None:
        """Why somebody should go there, if so: the gravest reason."""
        problem = None if self.state is None else self.state["problem"]
        if self.is_playing and not self.online:
            return Need(0, message("club.needs.offline"))
        if self.online and problem is not None:
            return Need(1, problem)
        if self.is_playing and now - self.progress >= STILL_FOR:
            return Need(2, message("club.needs.still", minutes=int((now - self.progress).total_seconds() // 60)))
        if self.online and self.health is not None:
            ill = [self.health["camera"], *self.health["parts"]]
            return next((Need(3, said) for said in ill if said is not None), None)
        return None

    def urgency(self, now: datetime) -> tuple[int, list[tuple[int, str]]]:
        """What tables are sorted by: those that need somebody, those that play, the others; then by name."""
        need = self.needs(now)
        rank = need.rank if need else 4 if self.is_playing else 5 if self.online else 6
        return rank, [(int(digits or 0), text.casefold()) for digits, text in re.findall(r"(\d*)(\D*)", self.table)]


class LiveTables:
    """All tables that a broker has reported; `clock` gives the moment in UTC."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._tables: dict[tuple[str, str], TableNow] = {}
        self.refused: dict[str, Message] = {}  # why the last message that was refused of a table was
        self.received = 0  # messages that the broker has sent, whatever became of them

    def all(self) -> list[TableNow]:
        """The tables, those that need somebody first."""
        now = self._clock()
        shown = [one for one in list(self._tables.values()) if not self._is_forgotten(one)]
        return sorted(shown, key=lambda one: one.urgency(now))

    def get(self, table: str, box: str) -> TableNow | None:
        """A table; None where it is not known."""
        return self._tables.get((table, box))

    def doubles(self) -> list[str]:
        """The names with which several boxes are logged in now."""
        online = Counter(one.table for one in list(self._tables.values()) if one.online)
        return sorted(table for table, count in online.items() if count > 1)

    def take(self, topic: Topic, payload: bytes, is_retained: bool = False) -> None:
        """Take a message; raises `Refusal` for one that is malformed.

        An empty one says that nothing is retained any more.
        """
        now, key = self._clock(), (topic.table, topic.box)
        known = self._tables.get(key) or TableNow(topic.table, topic.box, now, now)
        changed: dict[str, Any] = {"came": now}
        if topic.kind == "status":
            changed["online"] = payload == ONLINE.encode()
        else:
            changed[topic.kind] = _decode(topic.kind, payload) if payload else None
        if topic.kind == "state" and payload:
            changed["progress"] = _progress(known, changed["state"], now, is_retained)
        if key not in self._tables:
            self._make_room(topic.table)
        self._tables[key] = replace(known, **changed)

    def refuse(self, table: str, why: Message) -> None:
        """Note that a message of a table was refused."""
        self.refused.pop(table, None)
        if len(self.refused) >= MAX_TABLES:
            del self.refused[next(iter(self.refused))]
        self.refused[table] = why

    def lose_sight(self) -> None:
        """Take all tables for offline until they are reported again, at the beginning of a connection."""
        for key, one in list(self._tables.items()):
            self._tables[key] = replace(one, online=False)

    def _is_forgotten(self, one: TableNow) -> bool:
        return not one.online and (one.state is None or self._clock() - one.progress > FORGOTTEN_AFTER)

    def _make_room(self, table: str) -> None:
        """Drop whoever has been silent longest, rather offline than online, where there are too many."""
        own = [key for key in self._tables if key[0] == table]
        for keys, most in ((own, MAX_BOXES), (self._tables.keys(), MAX_TABLES)):
            if len(keys) >= most:
                del self._tables[self._most_silent(keys)]

    def _most_silent(self, keys: Collection[tuple[str, str]]) -> tuple[str, str]:
        return min(keys, key=lambda key: (self._tables[key].online, self._tables[key].came))


def _decode(kind: Kind, payload: bytes) -> object:
    if len(payload) > MAX_BYTES[kind]:
        raise Refusal(message("club.malformed.too_long", kind=kind))
    try:
        if kind == "board":
            if not payload.lstrip().startswith(b"<svg"):
                raise ValueError("no SVG")
            return payload
        return msgspec.json.decode(payload, type=TableState if kind == "state" else BoxHealth)
    except (ValueError, RecursionError) as error:
        raise Refusal(message("club.malformed.schema", kind=kind, why=error_text(error))) from error


def _progress(known: TableNow, state: object, now: datetime, is_retained: bool) -> datetime:
    """When the game last went on. A box's clock may be wrong, so it only counts for what was before this connection."""
    said = cast("TableState", state)["progress"]
    if known.state is not None and known.state["progress"] == said:
        return known.progress
    if not is_retained:
        return now
    try:
        return min(now, datetime.fromisoformat(said).astimezone(UTC))
    except (ValueError, OverflowError) as error:
        raise Refusal(message("club.malformed.schema", kind="state", why=error_text(error))) from error
