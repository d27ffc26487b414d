"""`jarapon bench page`: how soon a phone that has never been here shows the table, and how many bytes that takes.

The phone is a real Chromium that thinks four times slower than this machine and keeps nothing from time to time.
The table, the page and its server are the real ones; everything stays on this machine.
"""

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, cast

from engines.messages import Refusal, message
from web.app import create_app
from web.bench import BenchBox, played_table, print_figures
from web.server import open_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

    from device.box import Box

RUNS = 7
SLOWER = 4  # times
MOVES = 30  # half a game
_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True}
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_BOARD = "#board [data-place]"
_WATCH = f"""new MutationObserver((_, watching) => {{
  if (!document.querySelector("{_BOARD}")) return;
  window.drawnAt = performance.now();
  watching.disconnect();
}}).observe(document, {{ childList: true, subtree: true }});"""
_PAINTED = """new Promise((resolve) => {
  const paint = "first-contentful-paint";
  new PerformanceObserver((list) => list.getEntriesByName(paint).forEach((it) => resolve(it.startTime)))
    .observe({ type: "paint", buffered: true });
})"""


@dataclass(frozen=True)
class FirstView:
    """What the first view takes: times in ms since the address was opened, the medians of all runs and the longest."""

    runs: int
    requests: int
    kilobytes: float
    painted_ms: float
    board_ms: float
    board_max_ms: float


def run_page(as_json: bool, runs: int = RUNS) -> int:
    """Print what the first view takes."""
    print_figures(asdict(measure(runs)), "page_bench", as_json)
    return 0


def measure(runs: int) -> FirstView:
    """Open the page so many times, each time with a phone that knows nothing of it; raises `Refusal`."""
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
        server = opened.enter_context(open_server(create_app(cast("Box", BenchBox(table))), 0, "127.0.0.1"))
        browser = opened.enter_context(sync_playwright()).chromium.launch(executable_path=chromium, args=_QUIET)
        opened.callback(browser.close)
        seen = [_view(browser, f"http://127.0.0.1:{server.port}/") for _ in range(runs)]
    requests, sizes, painted, drawn = zip(*seen, strict=True)
    return FirstView(
        runs,
        max(requests),
        round(max(sizes) / 1000, 1),
        round(median(painted), 1),
        round(median(drawn), 1),
        round(max(drawn), 1),
    )


def _view(browser: "Browser", address: str) -> tuple[int, int, float, float]:
    """One first view: requests, bytes, and when there was something to see, and the board (ms)."""
    context = browser.new_context(**_PHONE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    carried = _count(session)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(_WATCH)
    page.goto(address)
    page.locator(_BOARD).first.wait_for()
    drawn, painted = float(page.evaluate("drawnAt")), float(page.evaluate(_PAINTED))
    context.close()
    return carried["requests"], carried["bytes"], painted, drawn


def _count(session: "CDPSession") -> dict[str, int]:
    """What goes over the wire from now on; a stream counts as far as it has come."""
    carried = {"requests": 0, "bytes": 0}

    def asked(_: dict[str, Any]) -> None:
        carried["requests"] += 1

    def came(event: dict[str, Any]) -> None:
        carried["bytes"] += int(event["dataLength"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.dataReceived", came)
    session.send("Network.enable")
    return carried
