"""Plays a game to its end before a display in memory, and tells what it took.

    python -m tests.support.arm64.demo_game DATA OUT.json WORD …

The words are those of `jarapon run`. Runs on both machines: on arm64 with the program that is installed there.

At the demo table half a second goes by from picture to picture, as much as ever does where a machine is slow, and
people play twice as fast as usual. So they play the same game before a fast machine and a slow one.
"""

import io
import json
import platform
import re
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Self

import smbus2

from tests.support.arm64.instructions import mark

_BUS = "/dev/i2c-1"
_DATA, _ON = 0x40, 0xAF


class _Bus:
    """A display that only notes when people first see anything: the seconds of a core until then.

    It does not draw what it is sent, as the one of the tests does: by qemu the box would lose patience with it.
    """

    first_text_s: float | None = None
    _is_on = False

    def __call__(self, port: int) -> "_Bus":
        """Opens the bus."""
        return self

    def write_i2c_block_data(self, address: int, register: int, values: Sequence[int]) -> None:
        """A few bytes from the driver."""
        self._write([register, *values])

    def i2c_rdwr(self, *messages: Iterable[int]) -> None:
        """Many bytes from the driver."""
        for sent in messages:
            self._write(list(sent))

    def read_byte_data(self, address: int, register: int) -> int:
        """The status that an SSD1306 answers."""
        return 0x03

    def __enter__(self) -> Self:
        """It is open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def close(self) -> None:
        """Nothing is open."""

    def _write(self, values: Sequence[int]) -> None:
        if values[0] != _DATA:
            self._is_on = self._is_on or _ON in values
        elif self._is_on and self.first_text_s is None and any(values[1:]):
            self.first_text_s = time.process_time()
            mark()
            _be_patient()  # before the table is made, which keeps its limits


class _Said(io.StringIO):
    """What is printed; the first of it is the page's address, when the box is ready."""

    ready_s: float | None = None

    def write(self, text: str) -> int:
        """What the box prints."""
        if self.ready_s is None:
            self.ready_s = time.process_time()
            mark()
        return super().write(text)


def _plug_in(bus: _Bus) -> None:
    """From now on the program finds the bus, and the display on it."""
    exists = Path.exists
    Path.exists = lambda path, **words: str(path) == _BUS or exists(path, **words)  # type: ignore[method-assign]
    smbus2.SMBus = bus  # type: ignore[assignment, misc]


def _be_patient() -> None:
    """From now on a look, a picture and the end may take ten minutes: by qemu they take longer than a box waits."""
    from cli.commands import run  # not loaded before: people see the first text without them
    from device.capture import capture_loop, field_tracker

    run.MAX_CLOSING_S = field_tracker.READ_S = 600.0
    capture_loop.USUAL = capture_loop.CaptureLimits(open_s=600.0, capture_s=600.0, read_s=600.0)


class _TableTime:
    """The time at the demo table, in seconds: it goes on only where its camera waits."""

    def __init__(self, step_s: float) -> None:
        self._step_s, self._now_s = step_s, 0.0

    def __call__(self) -> float:
        return self._now_s

    def wait(self, _seconds: float) -> None:
        """The camera waits for its next picture."""
        self._now_s += self._step_s


def _film_the_same_everywhere() -> None:
    """From now on the demo table goes by a time of its own; the box waits for it from its first picture."""
    _be_patient()
    from device.cameras import DemoSource
    from device.demo.camera import MAX_STEP_S, DemoCamera

    def open_camera(_source: DemoSource, _spec: str) -> DemoCamera:
        time_there = _TableTime(MAX_STEP_S)
        camera = DemoCamera(clock=time_there, sleep=time_there.wait)
        camera.demo.speed = 2.0
        return camera

    DemoSource.open = open_camera  # type: ignore[method-assign, assignment]


def _of_process(file: str, name: str) -> int:
    """A number of this process that the kernel keeps, such as `VmHWM` (kB) or `write_bytes`."""
    found = re.search(rf"^{name}:\s*(\d+)", Path(f"/proc/self/{file}").read_text(encoding="ascii"), re.M)
    if found is None:
        raise SystemExit(f"/proc/self/{file} does not tell {name}")
    return int(found[1])


def _emulator_kb() -> int:
    """How much of the memory is that of qemu, which holds there what it has translated; 0 without one."""
    mapped = Path("/proc/self/smaps").read_text(encoding="utf-8")
    if "/qemu-" not in mapped:
        return 0
    own = r"^[0-9a-f]+-[0-9a-f]+ (?:rwx|.*/qemu-|.*\[heap\]).*\n(?:.*\n)*?Rss:\s*(\d+)"
    return sum(map(int, re.findall(own, mapped, re.M)))


def main(data: Path, out: Path, words: list[str]) -> None:
    """Plays, and writes what was measured as JSON."""
    bus, said = _Bus(), _Said()
    _plug_in(bus)
    if "demo" in words:
        _film_the_same_everywhere()
    from cli.main import main as jarapon  # only now does the program find the display

    mark()
    with redirect_stdout(said):
        status = jarapon(["run", "--data", str(data), *words])
    told = {
        "status": status,
        "said": said.getvalue(),
        "machine": f"Python {platform.python_version()}, {platform.machine()}",
        "first_text_s": bus.first_text_s,
        "ready_s": said.ready_s,
        "seconds": time.process_time(),
        "peak_kb": _of_process("status", "VmHWM"),
        "emulator_kb": _emulator_kb(),
        "written": _of_process("io", "write_bytes"),
        "kept": sum(path.stat().st_size for path in data.rglob("*") if path.is_file()),
    }
    out.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
