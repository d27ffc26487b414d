"""What the tests of attacks and accidents share; what they measure is printed as a table at the end of a run.

`make trust` keeps it as `measurements/trust.json`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.club.hub import Club, open_club
from tests.support.paths import ROOT
from tests.support.service_manager import ServiceManager
from tests.support.trust.figure import Figure
from tests.support.trust.real_box import RealBox
from tools.bench.benchmark import Report
from tools.bench.measurements import FOLDER, write_measurement

FIGURE = "figure"


@pytest.fixture
def figure(record_property: Figure) -> Figure:
    """Keeps a figure for the table: `figure("webp of 7071 x 7071 px", "refused after 0.3 s, 54 MB")`."""
    return lambda what, measured: record_property(FIGURE, (what, str(measured)))


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[ServiceManager]:
    """What a box that is told of it says of how it is, as it would to systemd, which always listens."""
    with ServiceManager(tmp_path) as systemd:
        yield systemd


@pytest.fixture(scope="module")  # it watches its demo table all the time, a fifth of a core
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBox]:
    """A real box with a paired phone, which bears what many connections do to it."""
    with RealBox(tmp_path_factory.mktemp("box") / "data") as box:
        box.pair()
        yield box


@pytest.fixture(scope="module")  # to start it takes some seconds
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club: a real Mosquitto with TLS and a login for each table, and the real server."""
    with open_club(tmp_path_factory.mktemp("club"), tables=7) as club:
        yield club


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    rows = [
        (report.nodeid.rpartition("/")[2].partition("::")[0], *value)
        for report in reports
        for name, value in report.user_properties
        if name == FIGURE and report.when == "call"
    ]
    if rows and not terminalreporter.config.option.markexpr:  # `make trust`: all of it
        report = Report()
        for file, what, measured in rows:
            report.row("figures", {"test": file, "what": what, "measured": measured})
        write_measurement(ROOT / FOLDER, "trust", ["make", "trust"], {}, False, report)
    if rows:
        terminalreporter.section("figures of trust")
        for file, what, measured in rows:
            terminalreporter.write_line(f"{file} | {what} | {measured}")
