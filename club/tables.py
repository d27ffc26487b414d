"""The tables as they are now, in memory: what the broker retains of them comes again after every connection.

Nothing that a table sends is trusted, and everything that is kept of it is bounded. One thread takes messages, any
thread may read.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import msgspec

from device.system.error_text import error_text
from engines.messages import Message, Refusal, message
from web.mqtt.payloads import BoxHealth, TableState
from web.mqtt.topics import ONLINE, Kind, Topic

MAX_TABLES = 2000
MAX_BOXES = 4  # under one table's name
MAX_BYTES: dict[Kind, int] = {"status": 16, "state": 65_536, "health": 16_384, "board": 131_072}
STILL_FOR = timedelta(minutes=10)  # after which a game that does not go on may need help
FORGOTTEN_AFTER = timedelta(hours=12)  # without progress, of a box that is offline


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

    def needs(self, now: datetime) -> Message | None:
        """Why somebody should go there, if so: the gravest reason."""
        if self.is_playing and not self.online:
            return message("club.needs.offline")
        if self.online and self.state is not None and self.state["problem"] is not None:
            return message("club.needs.problem", said=self.state["problem"]["sentence"])
        if self.is_playing and now - self.progress >= STILL_FOR:
            return message("club.needs.still", minutes=int((now - self.progress).total_seconds() // 60))
        if self.online and self.health is not None:
            ill = [self.health["camera"]] if self.health["camera"] is not None else self.health["parts"]
            return message("club.needs.box", said=ill[0]["sentence"]) if ill else None
        return None

    def urgency(self, now: datetime) -> tuple[int, list[tuple[int, str]]]:
        """What tables are sorted by: those that need somebody, those that play, the others; then by name."""
        reason = self.needs(now)
        rank = _RANKS[reason.key] if reason else 4 if self.is_playing else 5 if self.online else 6
        return rank, [(int(digits or 0), text.casefold()) for digits, text in re.findall(r"(\d*)(\D*)", self.table)]


_RANKS = {"club.needs.offline": 0, "club.needs.problem": 1, "club.needs.still": 2, "club.needs.box": 3}


@dataclass(frozen=True)
class Refused:
    """What of a table's messages was refused."""

    count: int
    last: Message
    came: datetime


class LiveTables:
    """All tables that a broker has reported; `clock` gives the moment in UTC."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._tables: dict[tuple[str, str], TableNow] = {}
        self._refused: dict[str, Refused] = {}
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

    def refused(self) -> dict[str, Refused]:
        """The tables some of whose messages were refused."""
        return dict(self._refused)

    def take(self, topic: Topic, payload: bytes, is_retained: bool = False) -> None:
        """Take a message; raises `Refusal` for one that is malformed.

        An empty one says that nothing is retained any more.
        """
        now, key = self._clock(), (topic.table, topic.box)
        known = self._tables.get(key) or TableNow(topic.table, topic.box, now, now)
        changed: dict[str, Any] = {"came": now}
        if topic.kind == "status":
            changed["online"] = payload == ONLINE.encode()
        elif not payload:
            changed[topic.kind] = None
        else:
            changed[topic.kind] = _decode(topic.kind, payload)
        if topic.kind == "state" and payload:
            changed["progress"] = _progress(known, changed["state"], now, is_retained)
        if key not in self._tables:
            self._make_room(topic.table)
        self._tables[key] = replace(known, **changed)

    def refuse(self, table: str, why: Message) -> None:
        """Note that a message of a table was refused."""
        before = self._refused.pop(table, None)
        if len(self._refused) >= MAX_TABLES:
            del self._refused[next(iter(self._refused))]
        self._refused[table] = Refused(before.count + 1 if before else 1, why, self._clock())

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
