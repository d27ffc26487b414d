"""`jarapon bench club`: many tables at once, a real broker and the real club server; what arrives, and how soon.

The broker is Mosquitto as `jarapon club broker` sets it up, with TLS and a login for each table. Everything stays on
this machine, in a folder that is removed afterwards. Who plays and who visits the page takes the same cores.
"""

import multiprocessing
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from club.database import FILE, open_database, usual_url
from club.pages.live import RENEWED_EVERY_S
from club.results import store_result
from engines import reversi
from tools.bench.benchmark import Benchmark, Option, Report, Row
from tools.bench.club_arrivals import delays_ms, lost_of
from tools.bench.club_games import RecordedGame, record_game
from tools.bench.club_servers import Broker, Hub
from tools.bench.club_storage import invented_result
from tools.bench.club_tables import Published, connected_tables
from tools.bench.club_visitors import KINDS, Visits, visit
from tools.bench.other_load import OtherLoad, wait_until_quiet
from tools.bench.phones import answer
from tools.progress import with_progress
from web.mqtt.payloads import GameResult

GAMES = 4  # that are recorded
PLAYERS = 300  # of the club
WARM_UP_S = 5.0
WAIT_S = 30.0  # for other programs


class Evening(NamedTuple):
    """Who is there, and for how long."""

    tables: int
    phones: int
    projectors: int
    people: int
    seconds: float


class Load(NamedTuple):
    """What a server took while visitors were there."""

    memory_mb: float  # at most
    core_percent: float


class Measured(NamedTuple):
    """What was measured in a run."""

    published: list[Published]
    received: int
    lost: list[str]
    visits: Visits
    troubles: list[str]  # of the hub
    hub: Load
    broker: Load
    others_percent: float  # of a core


def measure(report: Report, tables: str, runs: int, seconds: float, season: int, **visitors: int) -> None:
    """Report a row for each number of tables; fails where anything is lost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = [_recorded(folder / f"game{seed}", seed) for seed in range(GAMES)]
        _store_season(folder / "season", season)
        for count in map(int, tables.split(",")):
            evening = Evening(count, **visitors, seconds=seconds)
            measured = [
                _run(folder / f"{count}-{run}", evening, games, folder / "season")
                for run in with_progress(range(runs), f"{count} tables")
            ]
            report.row("club", {"tables": count, **_counts(measured), **_medians(measured)})
            for run in measured:
                report.complain([*run.lost, *run.visits.failures, *run.troubles])
                if run.lost or run.visits.failures:
                    report.fail(f"{count} tables: lost {len(run.lost)}, {len(run.visits.failures)} pages failed.")


def _recorded(folder: Path, seed: int) -> RecordedGame:
    folder.mkdir()
    return record_game(folder, ("Aya", "Ben"), seed)


def _store_season(folder: Path, results: int) -> None:
    """Fill a database with results of two players each, in the game that is played tonight, too."""
    engine, rng = open_database(usual_url(folder)), np.random.default_rng(0)
    for number in with_progress(range(results), "results of the season"):
        invented = invented_result(rng, number, PLAYERS)
        two: GameResult = {**invented, "game": reversi.NAME, "title": "Reversi", "players": invented["players"][:2]}
        store_result(engine, f"table{number % 20}", two)
    engine.dispose()


def _run(folder: Path, evening: Evening, games: Sequence[RecordedGame], season: Path) -> Measured:
    """Have an evening: tables and visitors come, play and look, and what has arrived is compared."""
    wait_until_quiet(WAIT_S)
    with ExitStack() as opened:
        shutil.copytree(season, folder / "hub")
        broker = opened.enter_context(Broker(folder / "broker", evening.tables))
        hub = opened.enter_context(Hub(folder / "hub", broker.reader_url))
        here, there = multiprocessing.Pipe()
        visitors = multiprocessing.get_context("spawn").Process(target=visit, args=(there, hub.port, *evening[1:4]))
        visitors.start()
        opened.callback(visitors.join)
        opened.callback(visitors.terminate)
        there.close()  # while it is open here, the end of the process goes unnoticed
        answer(here)
        tables = opened.enter_context(connected_tables(broker.table_urls, games, PLAYERS))
        hub.wait_for(messages=1)
        until = time.monotonic() + WARM_UP_S + evening.seconds
        for pipe in tables:
            pipe.send(until)
        time.sleep(WARM_UP_S)
        here.send(until)
        others, busy = OtherLoad((hub.pid, broker.pid)), (hub.processor_s, broker.processor_s)
        time.sleep(until - time.monotonic())
        cores = (hub.processor_s - busy[0]) / evening.seconds, (broker.processor_s - busy[1]) / evening.seconds
        others_percent = others.percent
        visits: Visits = answer(here)
        published: list[Published] = [table for pipe in tables for table in answer(pipe)]
        received = hub.wait_for(sum(table.acknowledged for table in published))
        hub_load, broker_load = (
            Load(server.memory_mb, core * 100) for server, core in zip((hub, broker), cores, strict=True)
        )
        time.sleep(RENEWED_EVERY_S)  # the page of just now may be older than the last message
        lost = lost_of(published, received, hub.port, folder / "hub" / FILE)
        return Measured(published, received, lost, visits, hub.troubles(), hub_load, broker_load, others_percent)


def _counts(measured: Sequence[Measured]) -> Row:
    """What was counted in all runs together."""
    tables = [table for run in measured for table in run.published]
    return {
        "moves": sum(len(table.moves) for table in tables),
        "results": sum(len(table.results) for table in tables),
        "messages": sum(table.acknowledged for table in tables),
        "received": sum(run.received for run in measured),
        "lost": sum(len(run.lost) for run in measured),
        "troubles": sum(len(run.troubles) for run in measured),
    }


def _medians(measured: Sequence[Measured]) -> Row:
    """The medians of the runs' percentiles and loads; of the numbers of pages the least."""
    rows = [_figures(run) for run in measured]
    return {name: statistics.median(row[name] for row in rows) for name in rows[0]}


def _figures(run: Measured) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    times = {"move to page": delays_ms(run.published, run.visits), **{kind: run.visits.times[kind] for kind in KINDS}}
    for name, took in times.items():
        middle, most = np.percentile(took, (50, 95)) if took else (None, None)
        figures |= {f"{name} p50 ms": middle, f"{name} p95 ms": most}
    figures["pages of a kind"] = min(map(len, run.visits.times.values()))
    for name, load in (("hub", run.hub), ("broker", run.broker)):
        figures |= {f"{name} MB": load.memory_mb, f"{name} core %": load.core_percent}
    return figures | {"other programs core %": run.others_percent}


BENCHMARK = Benchmark(
    measure,
    Option("--tables", "200,400,800,1600", "that play at once, one number after the other", quick="20"),
    Option("--runs", 3, "with so many tables", quick=1),
    Option("--seconds", 50.0, "that are measured, at a move of each table every 2 s", quick=10.0),
    Option("--season", 5000, "results that the club has already", quick=200),
    Option("--phones", 40, "that watch the live page", quick=4),
    Option("--projectors", 2, "that watch it, too", quick=1),
    Option("--people", 10, "who open a page every 2 s", quick=4),
)
