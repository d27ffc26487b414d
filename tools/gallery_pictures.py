"""Draws the pictures of the demo table's games in the README: `python -m tools.gallery_pictures`, with Chromium."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

from device.box import Box
from device.demo.demo import Demo
from device.settings import Settings
from device.testing.camera import StandInCamera
from web.app import create_app
from web.server.http import open_server

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {"en-GB": "gallery.png", "ja-JP": "gallery.ja.png"}  # by the language of the browser
CHROMIUM = "/usr/bin/chromium"
_WIDTH = 1240  # px
# Two rows of five, and none of them marked as the one that is played.
_STYLE = """.gallery { grid-template-columns: repeat(5, 1fr); padding: 0.5rem }
.gallery .game[aria-current] { border: 1px solid var(--line) }"""
_COLOURS = 256  # which make a file a quarter as large


def main() -> int:
    """Write the pictures."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as data,
        Box(Settings(Path(data)), StandInCamera(), Demo()) as box,
        open_server(create_app(box.services), 0, "127.0.0.1") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for locale, name in NAMES.items():
            page = browser.new_page(locale=locale, viewport={"width": _WIDTH, "height": 100}, bypass_csp=True)
            page.goto(f"http://127.0.0.1:{server.port}/demo", wait_until="networkidle", timeout=0)
            page.add_style_tag(content=_STYLE)
            shown = Image.open(io.BytesIO(page.locator(".gallery").screenshot())).convert("RGB")
            shown.quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(DOCS / name, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
