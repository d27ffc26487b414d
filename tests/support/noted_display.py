"""A display of a real box that notes every picture that is seen on it, and what the box has loaded by then."""

import json
from pathlib import Path

from device.oled.pages.starting import Step, starting_page
from device.system.release import PACKAGE, version_of

# What takes a Raspberry Pi long to load.
HEAVY = (
    "cv2",
    "flask",
    "gpiozero",
    "jinja2",
    "numpy",
    "onnxruntime",
    "pymunk",
    "vision.reading",
    "waitress",
    "werkzeug",
)
# A bus in memory, which notes every picture that is seen on its display, and what is loaded by then.
WITH_DISPLAY = f"""
import json, sys
from pathlib import Path
import smbus2
from device.hardware import display
from device.testing.display import SSD1306, DisplayBus

class Noting(DisplayBus):
    def write(self, address, values):
        super().write(address, values)
        if values[0] == 0x40:
            heavy = [name for name in {HEAVY!r} if name in sys.modules]
            with open({{pictures!r}}, "a") as file:
                file.write(json.dumps([self.picture().hex(), heavy]) + "\\n")

bus = smbus2.SMBus = Noting(SSD1306)
display.bus_path = lambda wiring: Path("/dev/null")
"""
# A machine that tests keep busy may take longer for a picture than a box waits for it.
PATIENT = """
from functools import partial
from cli import first_screen, main
main.FirstScreen = partial(first_screen.FirstScreen, paint_s=60.0)
"""


def with_display(pictures: Path, more: str = "") -> str:
    """What such a box runs first, besides `more`; the pictures go to a file, which is new."""
    pictures.touch()
    return WITH_DISPLAY.format(pictures=str(pictures)) + more


def shown(pictures: Path) -> list[tuple[bytes, list[str]]]:
    """Each picture that was seen, and what of the heavy had been loaded by then."""
    lines = [json.loads(line) for line in pictures.read_text().splitlines()]
    return [(bytes.fromhex(seen), heavy) for seen, heavy in lines]


def starting(step: Step) -> bytes:
    """The picture of a step of the start."""
    return starting_page(step, "en", version_of(PACKAGE) or "").image.tobytes()
