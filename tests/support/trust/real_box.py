"""A whole box as people start it, in a process of its own, and a phone that speaks to it over HTTP.

Everything stays on the loopback addresses (127.0.0.0/8) and below the test's own folder.
"""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from tests.support.paths import ROOT
from tests.support.waiting import eventually

PATIENCE_S = 90.0  # only a failing test waits as long: a busy machine must not fail one
OWN_ADDRESS = "127.0.0.1"
# The demo's own computer needs no code: this makes a request one of another.
ELSEWHERE = {"Via": "1.1 another-computer"}
_CODE = re.compile(r"(?<![\d.:_-])(\d{3})\s?(\d{3})(?![\d.-])")


def nothing_to_see(folder: Path) -> str:
    """A camera that shows one grey picture and no table, so that the box is at rest."""
    folder.mkdir()
    cv2.imwrite(str(folder / "grey.jpg"), np.full((960, 1280, 3), 110, np.uint8))
    return str(folder)


@dataclass(frozen=True)
class Usage:
    """What the process takes of the machine: resident memory now and at most (MB), threads, open files."""

    resident_mb: float
    peak_mb: float
    threads: int
    files: int


class RealBox:
    """`jarapon run` with the demo table, or another camera, on any free port.

        with RealBox(tmp_path) as box:
            box.pair()
            assert box.ask("POST", "/api/undo", {})[0] == 422

    `before` is Python that the process runs first: where a test makes a part fail.
    """

    def __init__(
        self,
        data: Path,
        camera: str = "demo",
        game: str | None = "reversi",
        more: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        before: str = "",
        wait: bool = True,
    ) -> None:
        self.data, self.cookie, self.port = data, "", 0
        self.headers: Mapping[str, str] | Message = {}
        data.mkdir(parents=True, exist_ok=True)
        self._log = data.parent / f"{data.name}.log"
        self._from = self._log.stat().st_size if self._log.exists() else 0
        start = f"{before}\nimport sys; from cli.main import main; sys.exit(main())"
        named = ["--game", game] if game else []
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", start, "run", "--camera", camera, "--data", str(data), "--port", "0",
                 "--lang", "en", *named, *more],
                cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
            )  # fmt: skip
        if wait:
            assert self.is_up(), self.said()

    def is_up(self, patience_s: float = PATIENCE_S) -> bool:
        """Wait until the page has an address; False where the process has ended before."""
        until = time.monotonic() + patience_s
        while time.monotonic() < until:
            if found := re.search(r"http://[\w.]+:(\d+)", self.said()):
                self.port = int(found[1])
                return True
            if self.process.poll() is not None:
                return False
            time.sleep(0.05)
        return False

    def said(self) -> str:
        """What the process has written since its start."""
        return self._log.read_bytes()[self._from :].decode(errors="replace")

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        source: str = OWN_ADDRESS,
        timeout_s: float = PATIENCE_S,
    ) -> tuple[int, Any]:
        """Ask as our own page does, from the address `source`; the status, and the JSON or the bytes of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout_s, source_address=(source, 0))
        sent = {"Origin": f"http://127.0.0.1:{self.port}"} if method not in ("GET", "HEAD") else {}
        if isinstance(body, dict):
            body, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        if source != OWN_ADDRESS:
            sent |= ELSEWHERE
        if self.cookie:
            sent["Cookie"] = f"phone={self.cookie}"
        try:
            connection.request(method, path, body, sent | dict(headers or {}))
            answer = connection.getresponse()
            data = answer.read()
            self.headers = answer.headers
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(data) if is_json else data

    def send(self, path: str, files: Sequence[tuple[str, bytes]], **more: Any) -> tuple[int, Any]:
        """Send files (the name of each one's field, and its bytes) as a form does."""
        part = '--b\r\nContent-Disposition: form-data; name="{}"; filename="a"\r\n\r\n'
        body = b"".join(part.format(name).encode() + data + b"\r\n" for name, data in files) + b"--b--\r\n"
        return self.ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=b"}, **more)

    def state(self) -> dict[str, Any]:
        """The newest state of the table."""
        status, told = self.ask("GET", "/api/state")
        assert status == 200, told
        return dict(told)

    def pair(self, name: str = "tester") -> None:
        """Pair, by the code that stands in the terminal."""
        status, told = self.ask("POST", "/api/pairing", {}, ELSEWHERE)
        assert status == 200, told
        eventually(lambda: _CODE.search(self.said()))
        code = "".join(_CODE.findall(self.said())[-1])
        status, told = self.ask("POST", "/api/pairing/answer", {"code": code, "name": name})
        assert status == 200, told
        cookie = re.search(r"phone=([^;]+)", self.headers["Set-Cookie"])
        assert cookie is not None
        self.cookie = cookie[1]

    def usage(self) -> Usage:
        """What the process takes now."""
        about = Path(f"/proc/{self.process.pid}")
        lines = (line.partition(":") for line in (about / "status").read_text().splitlines())
        kept = {name: value.split()[0] for name, _, value in lines if value.split()}
        resident, peak = int(kept["VmRSS"]) / 1024, int(kept["VmHWM"]) / 1024
        return Usage(resident, peak, int(kept["Threads"]), len(list((about / "fd").iterdir())))

    def cpu_s(self) -> float:
        """The seconds of a processor that it has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it without a word, as a power cut does, and its children with it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self, patience_s: float = PATIENCE_S) -> int:
        """Ask it to end; its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(patience_s)
        finally:
            if self.process.poll() is None:
                self.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
