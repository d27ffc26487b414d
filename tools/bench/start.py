"""`jarapon bench start`: how soon a box shows its first text and is ready, and what importing its libraries takes.

The box is the real one, started as systemd starts it, in a process of its own, with demo faces and a webcam that need
not be there. Its display is in memory. Processor time is measured, since other programs may be running beside it.
"""

import json
import os
import platform
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.request import urlopen

from device.demo.camera import DemoCamera
from device.texts import language_of, say
from engines.messages import message
from engines.vocabulary import BACK, TILE_FACES
from tools.bench.started import FIRST_TEXT, UNTIL
from vision.faces.teaching import teach

RUNS = 7
PATIENCE_S = 300.0
# Assumed, since nobody has measured a Pi: how many times as long one of its cores (Cortex-A72, 1.5 to 1.8 GHz) takes
# for the same Python as one of an x86-64 server, at least and at most.
PI_4_TIMES = (4.0, 6.0)
# Assumed as well: what a card gives when files are read for the first time after power has come, MB/s.
PI_4_CARD_MB_S = (40.0, 20.0)
COMMANDS = {"doctor": ("doctor",), "hand": ("hand", "111222333")}
OTHERS = "…"

_BOX = (sys.executable, "-m", "tools.bench.started")
_COMMAND = (sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())")
_IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| +(\w+)")


@dataclass(frozen=True)
class Start:
    """Seconds of a core from the start of the process until its first text, until it is ready, and until it has given
    the page out; and the files that it has read by then (MB)."""

    text_s: float
    ready_s: float
    page_s: float
    files_mb: float


@dataclass(frozen=True)
class Imports:
    """What a command imports: ms by top-level package, without what each imports in its turn, and how many modules."""

    packages: Mapping[str, float]
    modules: int


def run_start(as_json: bool, runs: int = RUNS, game: str = "reversi", most: int = 16) -> int:
    """Print how long a start takes, and the `most` packages that take longest to import."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        teach(DemoCamera().lesson_photos(), (*TILE_FACES, BACK)).taught.save(folder / "taught")
        box = _Starter(folder, game)
        start = _middle([box.start() for _ in range(runs)])
        imports = {"run": _middle_imports([box.imports() for _ in range(runs)])}
        for command, words in COMMANDS.items():
            imports[command] = _middle_imports([_imports(words, folder) for _ in range(runs)])
        instructions = {moment: box.instructions(moment) for moment in ("text", "ready")}
    figures = asdict(start) | {f"{moment}_instructions": count for moment, count in instructions.items() if count}
    if platform.machine() == "x86_64":
        figures |= _on_a_pi_4(start)
    if as_json:
        sys.stdout.write(json.dumps(figures | {"imports": {name: asdict(of) for name, of in imports.items()}}) + "\n")
    else:
        _print(figures, imports, most)
    return 0


def _print(figures: Mapping[str, float], imports: Mapping[str, Imports], most: int) -> None:
    language = language_of()
    for name, value in figures.items():
        sys.stdout.write(f"{value:12,.4g}  {say(message(f'starting.bench.{name}'), language)}\n")
    sys.stdout.write("\n" + say(message("starting.bench.imports"), language) + "\n\n")
    largest = sorted(imports["run"].packages, key=lambda package: -imports["run"].packages[package])[:most]
    sys.stdout.write(f"{'':16}" + "".join(f"{command:>9}" for command in imports) + "\n")
    for package in largest:
        row = [of.packages.get(package, 0.0) for of in imports.values()]
        sys.stdout.write(f"{package:16}" + "".join(f"{value:9.1f}" for value in row) + "\n")
    rest = [sum(ms for package, ms in of.packages.items() if package not in largest) for of in imports.values()]
    sys.stdout.write(f"{OTHERS:16}" + "".join(f"{value:9.1f}" for value in rest) + "\n")
    sums = [sum(of.packages.values()) for of in imports.values()]
    sys.stdout.write(f"{'Σ ms':16}" + "".join(f"{value:9.1f}" for value in sums) + "\n")
    sys.stdout.write(f"{'modules':16}" + "".join(f"{of.modules:9}" for of in imports.values()) + "\n")


def _on_a_pi_4(start: Start) -> dict[str, float]:
    """From power for the program to its being ready on a Pi 4, at least and at most: processor and card, one after
    the other. An estimate."""
    ends = {}
    for end, times, card in zip(("least", "most"), PI_4_TIMES, PI_4_CARD_MB_S, strict=True):
        ends[f"pi_4_text_{end}_s"] = round(start.text_s * times, 1)
        ends[f"pi_4_ready_{end}_s"] = round(start.ready_s * times + start.files_mb / card, 1)
    return ends


class _Starter:
    """Starts boxes below a folder and ends them when they are ready."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder, self._game, self._number = folder, game, 0

    def start(self) -> Start:
        """One start, measured."""
        text_s = ready_s = 0.0
        with self._listening() as heard:
            box = self._popen(_BOX)
            while not ready_s:
                said = heard.recv(1000).decode()
                if said.startswith(FIRST_TEXT):
                    text_s = float(said.removeprefix(FIRST_TEXT))
                if said.startswith("READY="):
                    ready_s = _processor_s(box.pid)
            with urlopen(said.partition("STATUS=")[2] + "/", timeout=PATIENCE_S) as page:
                page.read()
            start = Start(text_s, ready_s, _processor_s(box.pid), _files_mb(box.pid))
            _end(box)
        return start

    def imports(self) -> Imports:
        """What a box imports until it is ready."""
        with self._listening() as heard, (self._folder / "imports").open("w+") as told:
            box = self._popen((sys.executable, "-X", "importtime", *_BOX[1:]), stderr=told.fileno())
            while not heard.recv(1000).startswith(b"READY="):
                pass
            _end(box)
            told.seek(0)
            return _parsed(told.read())

    def instructions(self, moment: str) -> int | None:
        """Instructions of the whole process until that moment, where they can be counted here: see `_counter`."""
        counter = _counter()
        if counter is None:
            return None
        with self._listening():
            box = self._popen((*counter, *_BOX), stderr=subprocess.PIPE, **{UNTIL: moment})
            try:
                told = box.communicate(timeout=PATIENCE_S)[1].decode()
            except subprocess.TimeoutExpired:
                # On a busy machine valgrind, which runs one thread at a time, may starve the one that paints.
                box.kill()
                box.wait()
                sys.stderr.write(say(message("starting.bench.not_counted"), language_of()) + "\n")
                return None
        return counted(told)

    def _listening(self) -> socket.socket:
        """What systemd would listen to."""
        self._number += 1
        heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        heard.bind(str(self._folder / f"notify{self._number}"))
        heard.settimeout(PATIENCE_S)
        return heard

    def _popen(
        self, program: Sequence[str], stderr: int = subprocess.DEVNULL, **more: str
    ) -> "subprocess.Popen[bytes]":
        number = str(self._number)
        words = ("run", "--camera", "usb:0", "--game", self._game, "--port", "0")
        folders = ("--data", str(self._folder / number), "--taught", str(self._folder / "taught"))
        environment = _environment() | {"NOTIFY_SOCKET": str(self._folder / f"notify{number}")} | more
        return subprocess.Popen([*program, *words, *folders], stdout=subprocess.DEVNULL, stderr=stderr, env=environment)


def counted(told: str) -> int | None:
    """The instructions that valgrind or perf tells of; None where it has not counted them."""
    found = re.search(r"I +refs: +([\d,]+)|^(\d+),+instructions", told, re.MULTILINE)
    return int((found[1] or found[2]).replace(",", "")) if found else None


def _environment() -> dict[str, str]:
    """Ours, in which compiled modules are kept, as the installer makes them."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _end(box: "subprocess.Popen[bytes]") -> None:
    box.send_signal(signal.SIGTERM)
    box.wait(PATIENCE_S)


def _processor_s(pid: int) -> float:
    """The processor time of a whole process, in seconds; Linux has a clock for each."""
    return time.clock_gettime((~pid << 3) | 2)


def _files_mb(pid: int) -> float:
    """What a process has read of files, or has of them in its memory: what a card must give after power has come."""
    process = Path(f"/proc/{pid}")
    read = int(re.findall(r"rchar: (\d+)", (process / "io").read_text())[0])
    mapped = 0
    for part in re.split(r"\n(?=[0-9a-f]+-)", (process / "smaps").read_text()):
        if re.match(r".* /", part):
            mapped += int(re.findall(r"\nRss: +(\d+)", part)[0]) * 1024
    return (read + mapped) / 1e6


def _imports(words: Sequence[str], folder: Path) -> Imports:
    """What a command imports until its end."""
    program = (sys.executable, "-X", "importtime", *_COMMAND[1:], *words)
    done = subprocess.run(program, cwd=folder, env=_environment(), capture_output=True, text=True, check=False)
    return _parsed(done.stderr)


def _parsed(told: str) -> Imports:
    packages: Counter[str] = Counter()
    found = _IMPORTED.findall(told)
    for own_us, package in found:
        packages[package] += int(own_us)
    return Imports({package: own_us / 1000 for package, own_us in packages.items()}, len(found))


def _middle(starts: Sequence[Start]) -> Start:
    rows = [asdict(start) for start in starts]
    return Start(**{name: round(statistics.median(row[name] for row in rows), 3) for name in rows[0]})


def _middle_imports(runs: Sequence[Imports]) -> Imports:
    names = {package for run in runs for package in run.packages}
    packages = {name: round(statistics.median(run.packages.get(name, 0.0) for run in runs), 1) for name in names}
    return Imports(packages, round(statistics.median(run.modules for run in runs)))


def _counter() -> tuple[str, ...] | None:
    """The program that counts instructions here: perf where the processor's counter can be used, valgrind, or none."""
    if shutil.which("perf"):
        perf = ("perf", "stat", "-x,", "-e", "instructions:u", "--")
        tried = subprocess.run([*perf, "true"], capture_output=True, text=True, check=False)
        if re.search(r"^\d+,", tried.stderr, re.MULTILINE):
            return perf
    return (
        ("valgrind", "--tool=cachegrind", "--fair-sched=yes", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}")
        if shutil.which("valgrind")
        else None
    )
