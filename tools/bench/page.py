"""`jarapon bench page`: how soon a slow phone shows the page, in a real Chromium, and how many bytes that takes.

The phone opens the page for the first time, and again. It is a real Chromium with its processor slowed down four times.
The table, the page and its server are the real ones. Everything stays on this machine, so the figures hold only if
nothing else keeps it busy.
"""

import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.messages import Refusal, message
from tools.bench.bare_box import BareBox
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.played_table import played_table
from web.app import create_app
from web.server.http import open_server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, CDPSession


SLOWER = 4  # times
MOVES = 30  # half a game
_PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# The board is visible when the frame that draws it is done; the task queued in that frame runs only then.
_WATCH = """new MutationObserver((_, watching) => {
  if (!document.querySelector("#board [data-place]")) return;
  watching.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.boardAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
_PAINTED = """new Promise((resolve) => {
  const paint = "first-contentful-paint";
  new PerformanceObserver((list) => list.getEntriesByName(paint).forEach((it) => resolve(it.startTime)))
    .observe({ type: "paint", buffered: true });
})"""


class View(NamedTuple):
    """One view of the page."""

    requests: int
    kilobytes: float  # over the wire
    painted_ms: float  # until the first contentful paint
    board_ms: float  # until the board is visible


def measure(report: Report, runs: int) -> None:
    """Report figures of first and later views: the most requests and bytes of all runs, and the median times."""
    first, again = views(runs)
    figures: dict[str, float] = {"first views": runs}
    for prefix, loaded in (("", first), ("again ", again)):
        figures |= {f"{prefix}requests": max(view.requests for view in loaded)}
        figures |= {f"{prefix}kB": max(view.kilobytes for view in loaded)}
        figures |= {f"{prefix}something to see after ms": median(view.painted_ms for view in loaded)}
        figures |= {f"{prefix}the board after ms": median(view.board_ms for view in loaded)}
    report.figures("page", figures | {"the board at the latest after ms": max(view.board_ms for view in first)})


def views(runs: int) -> tuple[list[View], list[View]]:
    """Open the page so many times, each time with an empty cache and once more; raises `Refusal`."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise Refusal(message("page_bench.no_playwright")) from error
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise Refusal(message("page_bench.no_chromium"))
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        table = opened.enter_context(played_table(folder, MOVES))
        server = opened.enter_context(open_server(create_app(BareBox(table).services), 0, "127.0.0.1"))
        browser = opened.enter_context(sync_playwright()).chromium.launch(executable_path=chromium, args=_QUIET)
        opened.callback(browser.close)
        phone, address = browser.new_context(**_PHONE), f"http://127.0.0.1:{server.port}/"
        # A new window loads much of Chromium's own, which no phone has: all views are tabs of one that stays open, and
        # the view before the first that counts is also the server's first.
        phone.new_page()
        _view(phone, address, is_first=True)
        first, again = zip(
            *((_view(phone, address, is_first=True), _view(phone, address, is_first=False)) for _ in range(runs)),
            strict=True,
        )
    return list(first), list(again)


def _view(phone: "BrowserContext", address: str, *, is_first: bool) -> View:
    """Open the page in a new tab; for a first view, the cache is cleared."""
    page = phone.new_page()
    session = phone.new_cdp_session(page)
    carried = _count_traffic(session)
    if is_first:
        session.send("Network.clearBrowserCache")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    # Chromium tells a new page where the mouse is, which lays out all of it again; a phone has no mouse.
    session.send("Input.setIgnoreInputEvents", {"ignore": True})
    page.add_init_script(_WATCH)
    page.goto(address)
    page.wait_for_function("window.boardAt")
    painted_ms, board_ms = (float(page.evaluate(script)) for script in (_PAINTED, "boardAt"))
    view = View(carried["requests"], round(carried["bytes"] / 1000, 1), painted_ms, board_ms)
    page.close()
    return view


def _count_traffic(session: "CDPSession") -> dict[str, int]:
    """Counts what goes over the wire from now on: streams as far as they have come, but nothing from the cache."""
    carried = {"requests": 0, "bytes": 0}
    kept: set[str] = set()
    unfinished: Counter[str] = Counter()  # bytes so far, as they are unpacked

    def asked(_: dict[str, Any]) -> None:
        carried["requests"] += 1

    def was_kept(event: dict[str, Any]) -> None:
        if event["requestId"] not in kept:
            kept.add(event["requestId"])
            carried["requests"] -= 1

    def answered(event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            was_kept(event)

    def came(event: dict[str, Any]) -> None:
        if event["requestId"] not in kept:
            unfinished[event["requestId"]] += int(event["dataLength"])
            carried["bytes"] += int(event["dataLength"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] not in kept:
            carried["bytes"] += int(event["encodedDataLength"]) - unfinished.pop(event["requestId"], 0)

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.requestServedFromCache", was_kept)
    session.on("Network.responseReceived", answered)
    session.on("Network.dataReceived", came)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return carried


BENCHMARK = Benchmark(measure, Option("--runs", 7, "first views", quick=2))
