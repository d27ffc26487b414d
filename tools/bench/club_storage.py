"""`jarapon bench club_storage`: how much the results of a club take, in a database and in the broker.

Results are games of four whose players are known by their whole names; each is stored as `jarapon club` stores it.
"""

import tempfile
from pathlib import Path

import msgspec
import numpy as np
from sqlalchemy import Engine, text

from club.database import open_database, usual_url
from club.results import store_result
from tools.bench.benchmark import Benchmark, Option, Report
from web.mqtt.payloads import GameResult
from web.mqtt.topics import Topics

_SIZES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}
_SEATS = 4


def measure(report: Report, results: int, players: int, seed: int, postgresql: str) -> None:
    """Report the size of so many results where they are kept: as messages, in SQLite, and in an empty `postgresql`."""
    rng = np.random.default_rng(seed)
    games = [invented_result(rng, number, players) for number in range(results)]
    topics = Topics("table12", "7f3c9a01b2d4")
    messages = sum(
        len(topics.result(game["journal"], game["entry"])) + len(msgspec.json.encode(game)) for game in games
    )
    report.row("sizes", {"store": "message", "results": results, "bytes a result": messages / results})
    with tempfile.TemporaryDirectory() as folder:
        for url in filter(None, (usual_url(Path(folder)), postgresql)):
            engine = open_database(url)
            size = _grown(engine, games) / results
            report.row("sizes", {"store": engine.dialect.name, "results": results, "bytes a result": size})
            engine.dispose()


def _grown(engine: Engine, games: list[GameResult]) -> int:
    """By how many bytes these results make a database grow."""
    empty = _size(engine)
    for game in games:
        store_result(engine, "table12", game)
    return _size(engine) - empty


def _size(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(_SIZES[engine.dialect.name])).scalar_one())


def invented_result(rng: np.random.Generator, number: int, players: int) -> GameResult:
    """A game of four of so many players of a club."""
    chosen = rng.choice(players, _SEATS, replace=False)
    scores = sorted(rng.choice(200, _SEATS, replace=False).tolist(), reverse=True)
    names = [f"Player of the club {one}" for one in chosen]
    return {
        "journal": "7f3c9a01b2d4e5f6",
        "entry": 100 * number + 1,
        "begun": "2026-11-28T19:04:31.250000+09:00",
        "revision": [0, 100 * number + 99],
        "withdrawn": False,
        "ended": "2026-11-28T19:51:07.500000+09:00",
        "game": "jarapon",
        "title": "Galaxy Jarapon",
        "players": [
            {"seat": seat, "name": name, "shown": name, "score": score, "rank": seat + 1, "team": None}
            for seat, (name, score) in enumerate(zip(names, scores, strict=True))
        ],
    }


BENCHMARK = Benchmark(
    measure,
    Option("--results", 5000, "that are stored", quick=200),
    Option("--players", 300, "of the club"),
    Option("--seed", 1, "of who plays"),
    Option("--postgresql", "", "address of an empty database, which is measured, too"),
)
