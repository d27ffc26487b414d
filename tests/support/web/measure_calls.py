"""How well the box tells who pressed first: two browsers press one shortly after the other, over an uneven network.

    python -m tests.support.web.measure_calls 15

presses so many times for each gap; either call takes up to 300 ms longer to the box, by chance.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from device.record.corrections import Correction
from tests.support.device.calling_table import CallingTable, calling_table, two_may_pon
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import app_of, paired
from tests.support.web.phones import CHROMIUM, FLAGS, Phone
from tools.bench.bare_box import BareBox
from web.security.rate_limit import RateLimit
from web.server.http import open_server

GAPS_MS = (200, 100, 60, 40)
SLOWEST_MS, AHEAD_MS, SETTLED_MS = 300, 400, 150
PON = "[data-key=pon]"
SLOW_NETWORK = """() => {
  const real = window.fetch;
  window.fetch = async (path, options) => {
    if (String(path).startsWith("/api/calls?")) await new Promise((go) => setTimeout(go, window.slower));
    return real(path, options);
  };
}"""
PRESS = """([button, at, slower]) => {
  window.slower = slower;
  setTimeout(() => {
    window.pressedAt = Date.now();
    document.querySelector(button).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  }, at - Date.now());
}"""


def main(times: int) -> None:
    """Measure and print."""
    chance = random.Random(4)
    with (
        sync_playwright() as playwright,
        calling_table(Path(tempfile.mkdtemp()), "jarapon", two_may_pon, clock=time.monotonic) as table,
    ):
        app = app_of(BareBox(table.table, pairing=paired()))
        app.extensions["changes"] = RateLimit(10**6, 1e-6)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        with open_server(app, 0, "127.0.0.1") as server:
            pages = [Phone(browser).open(server, "/seat") for _ in range(2)]
            for page, seat in zip(pages, table.possible("pon"), strict=True):
                page.get_by_role("button", name=table.now.view.players[seat], exact=True).click()
                page.evaluate(SLOW_NETWORK)
                page.wait_for_timeout(1000)  # until the box's clock is known
            for gap in GAPS_MS:
                found = Counter(pressed(table, pages, gap, chance) for _ in range(times))
                print(f"{gap:4} ms apart: {dict(found)}")  # noqa: T201
        browser.close()


def pressed(table: CallingTable, pages: list[Page], gap_ms: int, chance: random.Random) -> str:
    """Both press; what the box made of it."""
    seats, known = table.possible("pon"), len(table.now.moves)
    order = chance.sample(pages, 2)
    for page in pages:
        page.wait_for_selector(f"{PON}:not(:disabled)")
    at = time.time() * 1000 + AHEAD_MS
    for page, when in zip(order, (at, at + gap_ms), strict=True):
        page.evaluate(PRESS, [PON, when, chance.uniform(0, SLOWEST_MS)])
    while len(table.now.moves) == known:
        pages[0].wait_for_timeout(20)
    pages[0].wait_for_timeout(SETTLED_MS)
    first = min(pages, key=lambda page: float(page.evaluate("window.pressedAt")))
    told = [page.locator("#outcome").text_content() or "" for page in pages]
    made = table.now.moves[-1]
    table.table.post(Correction("strike", made.entry, by="phone")).result(PATIENCE_S)
    pages[0].wait_for_timeout(SETTLED_MS)
    if any("same moment" in said for said in told):
        return "at once"
    return "right" if made.player == seats[pages.index(first)] else "wrong"


if __name__ == "__main__":
    main(int(sys.argv[1]))
