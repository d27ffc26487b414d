"""`jarapon bench start`: how soon a box shows its first text and is ready, and what it imports.

The box is the real one, started as systemd starts it, in its own process, with demo faces and a webcam that may be
missing. Its display is in memory. Processor time is measured, since other programs may be running.
"""

import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from device.demo.camera import DemoCamera
from engines.vocabulary import BACK, TILE_FACES
from tools.bench.benchmark import Benchmark, Option, Report
from tools.bench.phones import processor_s
from tools.bench.started import FIRST_TEXT
from tools.progress import with_progress
from vision.faces.teaching import teach

PATIENCE_S = 300.0
COMMANDS = {"doctor": ("doctor",), "hand": ("hand", "111222333")}
MAX_PACKAGES = 16  # that are listed

_BOX = (sys.executable, "-m", "tools.bench.started")
_COMMAND = (sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())")
_IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| +(\w+)")


class Imports(NamedTuple):
    """What a command imports."""

    packages: Mapping[str, float]  # ms by top-level package, without what each imports in its turn
    modules: int  # how many modules


def measure(report: Report, runs: int, game: str) -> None:
    """Report the medians of some starts, then what is imported, by package."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        teach(DemoCamera().lesson_photos(), (*TILE_FACES, BACK)).taught.save(folder / "taught")
        box = _Starter(folder, game)
        starts = [box.start() for _ in with_progress(range(runs), "starts")]
        imports = {"run": _median_of([box.imports() for _ in range(runs)])}
        for command, words in COMMANDS.items():
            imports[command] = _median_of([_imports(words, folder) for _ in range(runs)])
    report.figures("start", {name: statistics.median(start[name] for start in starts) for name in starts[0]})
    for package, ms in _rows_of(imports).items():
        report.row("imports", {"package": package, **{f"{of} ms": took for of, took in zip(imports, ms, strict=True)}})
    report.figures("modules", {name: of.modules for name, of in imports.items()})


def _rows_of(imports: Mapping[str, Imports]) -> dict[str, list[float]]:
    """The packages that take the box longest, all others, and the sum: ms by command."""
    largest = sorted(imports["run"].packages, key=lambda package: -imports["run"].packages[package])[:MAX_PACKAGES]
    rows = {package: [of.packages.get(package, 0.0) for of in imports.values()] for package in largest}
    every = [sum(of.packages.values()) for of in imports.values()]
    known = [sum(column) for column in zip(*rows.values(), strict=True)]
    return rows | {"others": [whole - part for whole, part in zip(every, known, strict=True)], "all": every}


class _Starter:
    """Starts boxes with data below a folder, and ends them once they are ready."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder, self._game, self._number = folder, game, 0

    def start(self) -> dict[str, float]:
        """Measure one start: seconds of a core from the start of the process, and the files that it has read."""
        text_s = ready_s = 0.0
        with self._listening() as heard:
            box = self._popen(_BOX)
            while not ready_s:
                notice = heard.recv(1000).decode()
                if notice.startswith(FIRST_TEXT):
                    text_s = float(notice.removeprefix(FIRST_TEXT))
                if notice.startswith("READY="):
                    ready_s = processor_s(box.pid)
            with urlopen(notice.partition("STATUS=")[2] + "/", timeout=PATIENCE_S) as page:
                page.read()
            start = {
                "of a core until the first text on the display s": text_s,
                "of a core until the box is ready s": ready_s,
                "of a core until its page has been given out s": processor_s(box.pid),
                "files read by then MB": _files_mb(box.pid),
            }
            _end(box)
        return start

    def imports(self) -> Imports:
        """Measure what a box imports until it is ready."""
        with self._listening() as heard, (self._folder / "imports").open("w+") as import_log:
            box = self._popen((sys.executable, "-X", "importtime", *_BOX[1:]), stderr=import_log.fileno())
            while not heard.recv(1000).startswith(b"READY="):
                pass
            _end(box)
            import_log.seek(0)
            return _parsed(import_log.read())

    def _listening(self) -> socket.socket:
        """A socket for the box's notices, as systemd would open it."""
        self._number += 1
        heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        heard.bind(str(self._folder / f"notify{self._number}"))
        heard.settimeout(PATIENCE_S)
        return heard

    def _popen(self, program: Sequence[str], stderr: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
        number = str(self._number)
        words = ("run", "--camera", "usb:0", "--game", self._game, "--port", "0")
        folders = ("--data", str(self._folder / number), "--taught", str(self._folder / "taught"))
        environment = _environment() | {"NOTIFY_SOCKET": str(self._folder / f"notify{number}")}
        return subprocess.Popen([*program, *words, *folders], stdout=subprocess.DEVNULL, stderr=stderr, env=environment)


def _environment() -> dict[str, str]:
    """Our environment, with compiled modules kept, as the installer makes them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _end(box: "subprocess.Popen[bytes]") -> None:
    box.send_signal(signal.SIGTERM)
    box.wait(PATIENCE_S)


def _files_mb(pid: int) -> float:
    """The MB of files that a process has read or mapped: what the memory card must deliver at a cold start."""
    process = Path(f"/proc/{pid}")
    read = int(re.findall(r"rchar: (\d+)", (process / "io").read_text())[0])
    mapped = 0
    for part in re.split(r"\n(?=[0-9a-f]+-)", (process / "smaps").read_text()):
        if re.match(r".* /", part):
            mapped += int(re.findall(r"\nRss: +(\d+)", part)[0]) * 1024
    return (read + mapped) / 1e6


def _imports(words: Sequence[str], folder: Path) -> Imports:
    """Measure what a command imports until its end."""
    program = (sys.executable, "-X", "importtime", *_COMMAND[1:], *words)
    done = subprocess.run(program, cwd=folder, env=_environment(), capture_output=True, text=True, check=False)
    return _parsed(done.stderr)


def _parsed(import_log: str) -> Imports:
    packages: Counter[str] = Counter()
    found = _IMPORTED.findall(import_log)
    for own_us, package in found:
        packages[package] += int(own_us)
    return Imports({package: own_us / 1000 for package, own_us in packages.items()}, len(found))


def _median_of(runs: Sequence[Imports]) -> Imports:
    names = {package for run in runs for package in run.packages}
    packages = {name: round(statistics.median(run.packages.get(name, 0.0) for run in runs), 1) for name in names}
    return Imports(packages, round(statistics.median(run.modules for run in runs)))


BENCHMARK = Benchmark(
    measure,
    Option("--runs", 7, "of each kind", quick=1),
    Option("--game", "reversi", "that the box watches"),
)
