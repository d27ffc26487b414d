"""Compares what the tables of a club have published with what the club shows and keeps."""

import sqlite3
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec

from tools.bench.club_games import Step
from tools.bench.club_tables import Published
from tools.bench.club_visitors import LIVE, ShownTable, Visits, shown_tables
from tools.bench.phones import PATIENCE_S
from web.mqtt.payloads import GameResult

_RESULTS = 'SELECT "table", payload FROM result JOIN result_version ON result_id = result.id'


def lost_of(published: Sequence[Published], received: int, port: int, database: Path) -> list[str]:
    """What was published but is not there, once each: messages, what tables show last, and results."""
    acknowledged = sum(table.acknowledged for table in published)
    lost = ["a message that did not arrive"] * max(0, acknowledged - received)
    page = f"http://127.0.0.1:{port}"
    shown = shown_tables(_get(page + LIVE))
    kept = _kept(database)
    for table in published:
        where = f"{table.topics.table}/{table.topics.box}"
        assert table.last is not None
        if table.unacknowledged:
            lost += [f"{where}: a message that the broker has not acknowledged"] * table.unacknowledged
        one = shown.get(where)
        if one is None or not _is_shown(table.last, one) or _get(page + one.board, "identity") != table.last.board:
            lost.append(f"{where}: its last state")
        for result in table.results:
            if kept[table.topics.table, result["journal"], result["entry"]] != [result]:
                lost.append(f"{where}: result {result['entry']}")
    return lost


def delays_ms(published: Sequence[Published], visits: Visits) -> list[float]:
    """The ms from each move until each phone and projector has shown it, or a later one of the table."""
    moves = {f"{table.topics.table}/{table.topics.box}": table.moves for table in published}
    return [delay for polls in visits.polls for delay in _delays_ms(moves, polls, visits.pages)]


def _delays_ms(
    moves: dict[str, list[tuple[float, str]]], polls: Sequence[tuple[float, str]], pages: dict[str, bytes]
) -> Iterator[float]:
    last: dict[str, int] = {}
    for came, etag in polls:
        for key, shown in shown_tables(pages[etag]).items():
            of_table, before = moves[key], last.get(key)
            at = bisect_right(of_table, came, key=lambda move: move[0]) - 1
            while at >= 0 and of_table[at][1] != shown.version:
                at -= 1
            last[key] = at
            if before is not None:
                yield from ((came - of_table[one][0]) * 1000 for one in range(before + 1, at + 1))


def _is_shown(step: Step, shown: ShownTable) -> bool:
    """Whether a table looks like that on the page: its board, and the score of each player."""
    scores = {standing["player"]: standing["score"] for standing in step.state["standings"]}
    seats = tuple((name, str(scores[seat])) for seat, name in enumerate(step.state["players"]))
    return (shown.version, shown.seats) == (step.version, seats)


def _kept(database: Path) -> dict[tuple[str, str, int], list[GameResult]]:
    """All versions of each result in a database of the club."""
    kept: dict[tuple[str, str, int], list[GameResult]] = defaultdict(list)
    with closing(sqlite3.connect(database)) as connection:
        for table, payload in connection.execute(_RESULTS):
            result = msgspec.json.decode(payload, type=GameResult)
            kept[table, result["journal"], result["entry"]].append(result)
    return kept


def _get(address: str, encoding: str = "gzip") -> bytes:
    with urlopen(Request(address, headers={"Accept-Encoding": encoding}), timeout=PATIENCE_S) as answer:
        body: bytes = answer.read()
        return body
