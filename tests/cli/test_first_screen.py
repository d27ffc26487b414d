"""A box that is switched on: the display says so at once, long before what takes long to load is there."""

import json
from pathlib import Path

import pytest

from device.hardware.wiring import load_wiring
from device.oled.pages.starting import starting_page
from device.system.release import PACKAGE, version_of
from device.texts import say
from engines.messages import message
from tests.support.trust.real_box import PATIENCE_S, RealBox
from tests.support.waiting import eventually

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
from tests.support.device.fake_oled import SSD1306, FakeBus

class Noting(FakeBus):
    def write(self, address, values):
        super().write(address, values)
        if values[0] == 0x40:
            heavy = [name for name in {HEAVY!r} if name in sys.modules]
            with open({{pictures!r}}, "a") as file:
                file.write(json.dumps([self.seen().hex(), heavy]) + "\\n")

bus = smbus2.SMBus = Noting(SSD1306)
display.bus_path = lambda wiring: Path("/dev/null")
"""
# A machine that tests keep busy may take longer for a picture than a box waits for it.
PATIENT = """
from functools import partial
from cli import first_screen, main
main.FirstScreen = partial(first_screen.FirstScreen, paint_s=60.0)
"""
NO_CV2 = """
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "cv2":
            raise ImportError("libGL.so.1: cannot open shared object file")
sys.meta_path.insert(0, Broken())
"""


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    path = tmp_path / "pictures.jsonl"
    path.touch()
    return path


def with_display(pictures: Path, more: str = "") -> str:
    return WITH_DISPLAY.format(pictures=str(pictures)) + more


def shown(pictures: Path) -> list[tuple[bytes, list[str]]]:
    """Each picture that was seen, and what of the heavy had been loaded by then."""
    lines = [json.loads(line) for line in pictures.read_text().splitlines()]
    return [(bytes.fromhex(seen), heavy) for seen, heavy in lines]


def starting(step: str) -> bytes:
    return starting_page(step, "en", version_of(PACKAGE)).image.tobytes()


def test_the_display_says_that_the_box_starts_before_anything_heavy_is_loaded(tmp_path: Path, pictures: Path) -> None:
    with RealBox(tmp_path / "data", "usb:9", before=with_display(pictures, PATIENT)) as box:
        assert shown(pictures)[0] == (starting("program"), [])
        assert box.stop() == 0
    seen = [picture for picture, _ in shown(pictures)]
    assert starting("table") in seen
    # Never dark, nor back to the beginning, until the table is shown.
    assert not any(picture == bytes(len(picture)) for picture in seen)
    after = seen[seen.index(starting("table")) :]
    assert starting("program") not in after
    assert set(after) > {starting("table")}


@pytest.mark.full
def test_a_box_that_fails_again_and_again_says_first_that_it_starts_and_then_why_not(
    tmp_path: Path, pictures: Path
) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "nobody")}
    before = with_display(pictures, PATIENT + NO_CV2)
    for number in range(1, 4):
        box = RealBox(tmp_path / "data", "usb:9", before=before, environment=environment, wait=False)
        if number < 3:
            assert box.process.wait(PATIENCE_S) == 1
            assert shown(pictures)[0] == (starting("program"), [])
            pictures.write_text("")
    with box:
        assert box.is_up(), box.said()
        first, *_, last = [picture for picture, _ in shown(pictures)]
        assert first == starting("program")
        assert last != first
        # What is wrong is there before the page is loaded, which may be what cannot be.
        assert next(heavy for picture, heavy in shown(pictures) if picture != first) == []


@pytest.mark.full
def test_a_display_that_hangs_does_not_hold_up_the_box(tmp_path: Path, pictures: Path) -> None:
    with RealBox(tmp_path / "data", "usb:9", before=with_display(pictures, "bus.flows.clear()")) as box:
        assert shown(pictures) == []
        eventually(lambda: say(message("display.hangs"), "en") in json.dumps(box.state(), ensure_ascii=False))


@pytest.mark.full
def test_a_display_that_does_not_answer_is_told_of_on_the_page(tmp_path: Path, pictures: Path) -> None:
    wiring = load_wiring().display
    missing = message("display.missing", address=f"0x{wiring.address:02X}", bus="/dev/null")
    with RealBox(tmp_path / "data", "usb:9", before=with_display(pictures, "bus.unplug()")) as box:
        eventually(lambda: say(missing, "en") in json.dumps(box.state(), ensure_ascii=False))
        eventually(lambda: say(missing, "en") in box.said())


@pytest.mark.full
def test_a_command_that_starts_no_box_leaves_the_display_alone(tmp_path: Path, pictures: Path) -> None:
    box = RealBox(tmp_path / "data", "usb:9", more=["--help"], before=with_display(pictures), wait=False)
    assert box.process.wait(PATIENCE_S) == 0
    assert shown(pictures) == []
