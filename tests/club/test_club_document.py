"""docs/club.md, from a spare Pi to the first live page: its commands are run one after the other, and a box joins."""

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path

import pytest

from club import mosquitto
from club.broker import PACKAGES, SHEET
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.waiting import PATIENCE_S, eventually
from tools.bench.ports import reserved_port

pytestmark = [pytest.mark.full, needs("mosquitto", "openssl")]
PAGE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
_PROGRAM = "from club import mosquitto as m; m.PORT, m.LOCAL_PORT = {ports}; from cli.main import main; exit(main())"
_TARGET = re.compile(r"^club:.*\n\t@\$\(BIN\)/jarapon (club) \$\(ARGS\)$", re.M)


def commands(heading: str) -> list[str]:
    """The commands of the first block below a heading."""
    block = re.search(r"\n\n((?:    \S.*\n)+)", PAGE.split(f"## {heading}\n")[1])
    assert block is not None
    return [line.strip() for line in block[1].splitlines()]


class Evening:
    """Whoever sets up a club in an empty folder, at ports of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.web_port = folder, reserved_port(self)
        self._program = [sys.executable, "-c", _PROGRAM.format(ports=(reserved_port(self), reserved_port(self)))]
        self._started: list[subprocess.Popen[bytes]] = []

    def jarapon(self, *words: str) -> list[str]:
        """The command line of a command of the program."""
        return [*self._program, *words]

    def words(self, line: str) -> list[str]:
        """A line of the document, as it is run here."""
        first, *rest = shlex.split(line)
        if first == "make":
            target, arguments = rest
            assert target == _TARGET.search((ROOT / "Makefile").read_text(encoding="utf-8"))[1]  # type: ignore[index]
            return self.jarapon(target, *shlex.split(arguments.removeprefix("ARGS=")))
        return self.jarapon(*rest) if first == "jarapon" else [first, *rest]

    def run(self, words: list[str]) -> None:
        """Run a command that ends."""
        subprocess.run(words, cwd=self.folder, env=_environment(), check=True, timeout=PATIENCE_S)

    def start(self, words: list[str]) -> None:
        """Start a command that goes on."""
        self._started.append(subprocess.Popen(words, cwd=self.folder, env=_environment()))

    def goes_on(self) -> bool:
        """Whether nothing has ended that should go on."""
        return all(process.poll() is None for process in self._started)

    def end(self) -> None:
        """End what goes on, in any order."""
        pid = self.folder / "club-broker" / mosquitto.PID
        if pid.exists():
            os.kill(int(pid.read_text()), signal.SIGTERM)
        for process in self._started:
            process.send_signal(signal.SIGTERM)
        assert [process.wait(PATIENCE_S) for process in self._started] == [0] * len(self._started)
        eventually(lambda: not pid.exists())


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as ends:
        begun = Evening(tmp_path)
        ends.callback(begun.end)
        yield begun


def test_the_commands_lead_to_a_live_page_with_the_first_table(evening: Evening) -> None:
    install, stop_other, *rest = commands("From a spare Pi or laptop to the first live page")
    assert install.startswith("sudo apt install ") and set(PACKAGES.values()) <= set(install.split())
    assert stop_other == "sudo systemctl disable --now mosquitto"
    make_broker, start_broker, start_club = map(evening.words, rest)
    evening.run(make_broker)
    evening.run(start_broker)
    evening.start([*start_club, "--port", str(evening.web_port)])
    sheet = (evening.folder / "club-broker" / SHEET).read_text(encoding="utf-8")
    (join,) = commands("Adding a box")
    address = unescape(re.findall(r"<code>(mqtts://table1:.*?)</code>", sheet)[0])
    joining = evening.words(join.replace("mqtts://table1:PASSWORD@HOST:8883#FINGERPRINT", address))
    box = ["--camera", "demo", "--game", "reversi", "--players", "Aya,Ben", "--data", "box", "--headless"]
    evening.start([*joining, *box])

    def has_table() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{evening.web_port}/", timeout=10) as page:
                shown = page.read().decode()
        except OSError:
            assert evening.goes_on()
            return False  # it has not started yet
        return all(word in shown for word in ("table1", "Aya", "Ben"))

    eventually(has_table)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
