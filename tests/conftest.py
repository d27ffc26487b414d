"""What all tests share."""

import ctypes
import gc
import os
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from device.config.sheets import SHEETS
from tests.support.device.evening import Evening
from tests.support.device.own_thread import journals_of_their_tables
from tests.support.paths import PHOTOS, ROOT
from tests.support.system_tools import advice, is_installed, lacking
from tests.support.vision.lesson import FACES
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import Lesson, teach
from vision.pictures import open_picture
from vision.reading import Picture

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No test fails because the machine is busy: hypothesis gives each example 200 ms unless told otherwise, and to make up
# ten of them a second. Nor by chance: its examples are always the same, but in `make trust`, which looks for others.
settings.register_profile("chance", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tests", settings.get_profile("chance"), derandomize=True)
settings.load_profile("tests")
# The household of the tests lives in Japan, wherever they run.
os.environ["TZ"] = "Asia/Tokyo"
time.tzset()
# Programs that would change the machine.
os.environ["PATH"] = f"{ROOT / 'tests' / 'support' / 'harmless'}:{os.environ['PATH']}"
# Pictures are taken from the memory that the last ones have left: to have the kernel clear new memory for each of them
# took a quarter of what drawing them takes. 32 MiB is the most that glibc allows.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of malloc.h
if (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
    mallopt(_M_MMAP_THRESHOLD, 32 << 20)
    mallopt(_M_TRIM_THRESHOLD, 256 << 20)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Tests have no examples in their docstrings: without this, every file here is searched for them."""
    collected = yield
    return [collector for collector in collected if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest is begun first, so that in the end no core waits for one long test."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say, as the last line of all, how many tests were left out for want of a tool, and what brings it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and (
        said := advice([str(report.longrepr[-1]) for report in reporter.getreports("skipped")])
    ):
        reporter.write_line(said, yellow=True)


@pytest.hookimpl
def pytest_collection_finish() -> None:
    """Garbage is looked for among what tests make, not among the seven thousand tests again and again.

    And not so often: of a game that a referee follows, that was a quarter of the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def live_in() -> Iterator[Callable[[str], None]]:
    """Has the box's system go by another time zone."""
    before = os.environ["TZ"]

    def go_by(zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()

    yield go_by
    go_by(before)


@pytest.fixture(scope="module", autouse=True)
def sheets_stay_with_their_boxes() -> Iterator[None]:
    """A box tells its process the score sheets that it has; those of one test's box are none of another's."""
    before = dict(SHEETS)
    yield
    SHEETS.clear()
    SHEETS.update(before)


@pytest.fixture(scope="session", autouse=True)
def journals_are_their_tables() -> Iterator[None]:
    """No test uses a journal beside its table's thread."""
    with journals_of_their_tables():
        yield


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An evening before the first move of a game between Aya and Ben."""
    with Evening(tmp_path) as evening:
        yield evening


@pytest.fixture(scope="session")
def lesson_photos() -> list[Picture]:
    """The two photographs of the lesson."""
    return [open_picture(PHOTOS / "teach_2.jpg"), open_picture(PHOTOS / "teach_3.jpg")]


@pytest.fixture(scope="session")
def lesson(lesson_photos: list[Picture]) -> Lesson:
    """What both photographs teach."""
    return teach(lesson_photos, FACES)


@pytest.fixture(scope="session")
def taught(lesson: Lesson) -> TaughtFaces:
    """The faces that the lesson taught."""
    return lesson.taught


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real browser without a window, the same for all tests of a process: it takes a second to start.

    Where it is not installed, tests that want it are skipped.
    """
    from tests.support.web.phones import CHROMIUM, FLAGS, PATIENCE_MS  # loads the page, which most tests do without

    if not is_installed(str(CHROMIUM)):
        pytest.skip(lacking(str(CHROMIUM)))
    from playwright import sync_api as playwright

    playwright.expect.set_options(timeout=PATIENCE_MS)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()
