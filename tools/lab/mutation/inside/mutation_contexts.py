"""A pytest plugin that records which test runs which line, and how much processor time each test takes.

It runs under `coverage run` in the tree that is measured, which may be an older one: so it imports nothing of ours.
A test that takes too long is stopped and left out, as a mutant could not be tried with it in a reasonable time.
"""

import json
import os
import signal
import time
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import hypothesis
import pytest
from coverage import Coverage

MOST_SECONDS = 15.0  # of processor time, while lines are traced


class TooLong(BaseException):
    """A test took more processor time than one mutant may cost; not an `Exception`, so that no code under test
    catches it."""


def stop(_number: int, _frame: FrameType | None) -> None:
    """Stop the test that is running."""
    raise TooLong


class Contexts:
    """Switches coverage to the test that runs, and records what passed and how long it took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.unfit: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test under its own name."""
        coverage = Coverage.current()
        assert coverage is not None
        coverage.switch_context(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - start

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        """Stop a test that takes too long."""
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out a test that fails or is skipped."""
        if not report.passed:
            self.unfit.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write down what was found."""
        fit = {test: seconds for test, seconds in self.seconds.items() if test not in self.unfit}
        Path(os.environ["MUTATION_TIMES"]).write_text(
            json.dumps({"seconds": fit, "unfit": sorted(self.unfit)}), encoding="utf-8"
        )


def pytest_configure(config: pytest.Config) -> None:
    """Take part in the run."""
    hypothesis.settings.register_profile("mutation", deadline=None, derandomize=True, database=None)
    hypothesis.settings.load_profile("mutation")
    signal.signal(signal.SIGPROF, stop)
    config.pluginmanager.register(Contexts())
