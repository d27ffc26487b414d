"""What systemd hears of a box that it has started."""

import socket
import time
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Self

from tests.support.waiting import eventually


class ServiceManager:
    """Listens where a box says how it is; `heard` is what, and when by the monotonic clock.

    with ServiceManager(tmp_path) as systemd:
        start_a_box(environment=systemd.environment)
        systemd.wait_for("READY=1")
    """

    def __init__(self, folder: Path) -> None:
        self.heard: list[tuple[float, str]] = []
        self._path = folder / "notify"
        self.environment = {"NOTIFY_SOCKET": str(self._path)}
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._listening.bind(str(self._path))
        self._thread = Thread(target=self._listen, daemon=True)

    def count(self, word: str) -> int:
        """How many times something was said."""
        return sum(word in said for _, said in self.heard)

    def wait_for(self, word: str, times: int = 1) -> None:
        """Until something is said for so many times in all."""
        eventually(lambda: self.count(word) >= times)

    def fed_s(self) -> list[float]:
        """When the watchdog was fed."""
        return [at for at, said in self.heard if "WATCHDOG=1" in said]

    def hungry_s(self, since: float) -> float:
        """The longest time without food from then up to now."""
        times = [since, *(at for at in self.fed_s() if at > since), time.monotonic()]
        return max(later - before for before, later in pairwise(times))

    def _listen(self) -> None:
        while said := self._listening.recv(1000):
            self.heard.append((time.monotonic(), said.decode()))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last_word:
            last_word.sendto(b"", str(self._path))
        self._thread.join()
        self._listening.close()
