"""The topics of a table: `jarapon/v1/TABLE/BOX/…`.

TABLE is the name with which the box logs in to the broker, so that a broker can restrict each table to its own topics
(`pattern write jarapon/v1/%u/#`). BOX tells two boxes apart that log in with the same name. A change that a reader of
version 1 could not understand gets a new version.

>>> topics = Topics("table3", "7f3c9a01b2d4")
>>> topics.of("state")
'jarapon/v1/table3/7f3c9a01b2d4/state'
>>> topic_of(topics.result("7f3c9a01b2d4e5f6", 120))
Topic(table='table3', box='7f3c9a01b2d4', kind='result', item='7f3c9a01b2d4e5f6-120')
>>> topic_of("jarapon/v1/table3/state"), topic_of("jarapon/v1/table3/7f3c9a01b2d4/order")
(None, None)
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

VERSION = 1
ROOT = f"jarapon/v{VERSION}"
ONLINE, OFFLINE = "online", "offline"  # what `status` says
# Whether the box is there (the broker says so when it is gone), a `TableState`, a `BoxHealth`, a drawing of the board
# (SVG), a `GameResult` a game, and a `ResultEvent` when a game has ended.
Kind = Literal["status", "state", "health", "board", "result", "event"]
QOS: Literal[1] = 1  # of every topic: at least once


class Delivery(NamedTuple):
    """How what is published on a topic is delivered."""

    retained: bool = True
    expires_s: int | None = None  # None: never


RETAINED = Delivery()
DELIVERY: Mapping[Kind, Delivery] = {
    "status": RETAINED,
    "state": RETAINED,
    "health": RETAINED,
    "board": RETAINED,
    "result": Delivery(expires_s=400 * 24 * 3600),  # after a season and the summer that follows it
    "event": Delivery(retained=False, expires_s=60),  # nobody wants to be told an hour later
}
_LEVEL = "[^/+#\0]{1,64}"
_TOPIC = re.compile(f"{ROOT}/({_LEVEL})/({_LEVEL})/(?:(status|state|health|board|event)|(result)/({_LEVEL}))")


@dataclass(frozen=True)
class Topic:
    """A topic taken apart."""

    table: str
    box: str
    kind: Kind
    item: str = ""  # of a result: journal and entry


@dataclass(frozen=True)
class Topics:
    """The topics of a box."""

    table: str  # the name with which it logs in
    box: str  # from its journal's identity

    def of(self, kind: Kind) -> str:
        """The topic of a kind; only `result` has further ones below it."""
        return f"{ROOT}/{self.table}/{self.box}/{kind}"

    def result(self, journal: str, entry: int | Literal["{entry}"]) -> str:
        """A `GameResult`: one topic a game, so that the broker keeps the last version of each."""
        return f"{self.of('result')}/{journal}-{entry}"


def topic_of(text: str) -> Topic | None:
    """Take a topic apart; None for one that is not of this version."""
    found = _TOPIC.fullmatch(text)
    if found is None:
        return None
    table, box, kind, result, item = found.groups()
    return Topic(table, box, cast(Kind, kind or result), item or "")
