"""Films a game on the demo table for the README: `python -m tools.moving_picture`, with Chromium; about two minutes.

`docs/moving.webp` has what the camera sees, the box's display, its buzzer, and a phone, all at the same moments.
"""

import io
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
from PIL import Image, ImageDraw

from device.box import Box
from device.demo.camera import DemoCamera
from device.demo.demo import usual_game
from device.hardware.display import SIZE
from device.settings import Settings
from engines.vocabulary import BACK, TILE_FACES
from tools.progress import with_progress
from vision.faces.teaching import teach
from web.app import create_app
from web.server.http import open_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {"en": ("en-GB", "moving.webp"), "ja": ("ja-JP", "moving.ja.webp")}
CHROMIUM = "/usr/bin/chromium"
_MOVES_BEFORE, _HURRY = 11, 8.0  # moves made before the film begins, and how many times as fast
_MOVES, _AFTER_S = 3, 1.5  # moves in the film, and how long it goes on after the last
_PICTURE_S = 0.2
_BEEP_S = 0.7  # how long the buzzer's mark is seen; its sound is shorter
_SEEN, _PHONE, _GAP = (480, 360), (310, 500), 12  # px
_PHONE_ZOOM = 1.3
_GROUND, _INK = "#f7f2ea", "#b45309"
_QUALITY = 45


def main() -> int:
    """Write the films, one a language."""
    for language, (locale, name) in with_progress(list(NAMES.items()), "films"):
        with _box(language) as box, _phone(box, locale) as phone:
            pictures, durations = zip(*_film(box, phone), strict=True)
        first, *others = pictures
        first.save(
            DOCS / name, save_all=True, append_images=others, duration=durations, loop=0, quality=_QUALITY, method=6
        )
    return 0


@contextmanager
def _box(language: str) -> Iterator[Box]:
    """A box that watches reversi at the demo table, some moves after the beginning."""
    camera, new = DemoCamera(), usual_game("reversi", language)
    faces = teach(camera.lesson_photos(), [*TILE_FACES, BACK]).taught
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(Path(data), new.game, new.players, new.options, language=language, faces=faces, fresh=True)
        with Box(settings, camera, camera.demo) as box:
            camera.demo.speed = _HURRY
            while len(box.table.snapshot.moves) < _MOVES_BEFORE:
                time.sleep(_PICTURE_S)
            camera.demo.speed = 1.0
            yield box


@contextmanager
def _phone(box: Box, locale: str) -> Iterator["Page"]:
    """A phone with the page open."""
    from playwright.sync_api import sync_playwright

    with open_server(create_app(box.services), 0, "127.0.0.1") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        phone = browser.new_page(
            locale=locale, viewport={"width": round(_PHONE_ZOOM * _PHONE[0]), "height": round(_PHONE_ZOOM * _PHONE[1])}
        )
        phone.goto(f"http://127.0.0.1:{server.port}/", wait_until="load", timeout=0)
        phone.wait_for_selector("#board")
        yield phone
        browser.close()


def _film(box: Box, phone: "Page") -> Iterator[tuple[Image.Image, int]]:
    """Pictures, and how long each is to be seen (ms)."""
    begin, made = len(box.table.snapshot.moves), len(box.table.snapshot.moves)
    beep_s = end_s = -1.0
    while end_s < 0 or time.monotonic() < end_s:
        now_s = time.monotonic()
        if len(box.table.snapshot.moves) > made:  # the buzzer sounds now
            made, beep_s = len(box.table.snapshot.moves), now_s
            end_s = now_s + _AFTER_S if made == begin + _MOVES else end_s
        picture = _together(box, phone, now_s < beep_s + _BEEP_S)
        time.sleep(max(0.0, now_s + _PICTURE_S - time.monotonic()))
        yield picture, round(1000 * (time.monotonic() - now_s))


def _together(box: Box, phone: "Page", beeps: bool) -> Image.Image:
    """What is seen of the table, on the display and on the phone at this moment."""
    frame = box.camera_parts.capture.newest
    assert frame is not None
    display = Image.open(io.BytesIO(box.hardware.display.png())).resize((2 * SIZE[0], 2 * SIZE[1]))
    whole = Image.new("RGB", (_SEEN[0] + _GAP + _PHONE[0], _PHONE[1]), _GROUND)
    seen = cv2.resize(frame.picture, _SEEN, interpolation=cv2.INTER_AREA)
    whole.paste(Image.fromarray(cv2.cvtColor(seen, cv2.COLOR_BGR2RGB)), (0, 0))
    whole.paste(display.convert("RGB"), (0, _SEEN[1] + _GAP))
    whole.paste(Image.open(io.BytesIO(phone.screenshot())).resize(_PHONE), (_SEEN[0] + _GAP, 0))
    _draw_buzzer(ImageDraw.Draw(whole), beeps)
    return whole


def _draw_buzzer(draw: ImageDraw.ImageDraw, beeps: bool) -> None:
    """The buzzer beside the display, with waves while it sounds."""
    x, y = 2 * SIZE[0] + 70, _SEEN[1] + _GAP + SIZE[1]
    draw.ellipse((x - 22, y - 22, x + 22, y + 22), fill="#222222")
    draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=_GROUND)
    for radius in (34, 48, 62) if beeps else ():
        draw.arc((x - radius, y - radius, x + radius, y + radius), -50, 50, fill=_INK, width=6)


if __name__ == "__main__":
    sys.exit(main())
