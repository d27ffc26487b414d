"""Pages shown while a fresh Raspberry Pi installs the box: its progress, or what is wrong.

They are drawn where the card is made, by `jarapon first-boot`, since no drawing library is installed by then; the Pi's
own Python sends them unchanged (`systemd/first_boot_screen.py`).
"""

import json

from device.hardware.oled_chip import CHIPS, writes_of
from device.oled.canvas import BAR, LINE, MARGIN, SMALL, STAR, TEXT_WIDTH, WARNING, WIDTH, Canvas, Icon, Page
from device.oled.text import wrapped
from device.texts import say
from engines.messages import Message, message

STEPS = 4  # of systemd/first-boot.sh
_STEP_WIDE = WIDTH // STEPS


def installing_pages(language: str, has_wifi: bool) -> dict[str, Page]:
    """A page for each step and for its failure, named `"1"` to `"4"` and `"1-failed"` to `"4-failed"`."""
    pages = {}
    for step in range(1, STEPS + 1):
        doing = message(f"installing.step.{step}")
        pages[str(step)] = _page(message("installing.title", step=step, steps=STEPS), STAR, doing, language, step)
        network = "wifi" if has_wifi else "cable"
        cause = message(f"installing.failed.{step}" + (f".{network}" if step == 2 else ""))
        title = message("installing.stopped", step=step, steps=STEPS)
        pages[f"{step}-failed"] = _page(title, WARNING, cause, language)
    return pages


def installing_file(language: str, has_wifi: bool) -> bytes:
    """The pages as JSON: by name and chip, the writes to the display in hexadecimal."""
    pages = installing_pages(language, has_wifi)
    written = {
        name: {kind: [sent.hex() for sent in writes_of(kind, page.image)] for kind in CHIPS}
        for name, page in pages.items()
    }
    return json.dumps(written, indent=0).encode()


def _page(title: Message, icon: Icon, said: Message, language: str, done: int = 0) -> Page:
    canvas = Canvas()
    canvas.bar(say(title, language), icon)
    canvas.lines(MARGIN, BAR + 2, wrapped(say(said, language), SMALL, TEXT_WIDTH))
    for step in range(STEPS if done else 0):
        left = step * _STEP_WIDE + 2
        box = (left, BAR + 3 * LINE + 5, left + _STEP_WIDE - 5, BAR + 4 * LINE)
        canvas.draw.rectangle(box, fill=step < done, outline=1)
    return Page(canvas.image)
