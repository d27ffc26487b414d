"""The page's server under supervision: when it ends or hangs, another one takes over its port."""

import time
from collections.abc import Callable
from typing import Self

from device.system.watched_thread import Heartbeat, failed, hangs
from engines.messages import Message
from web.server.http import WebServer


class WatchedServer:
    """A server whose thread is pinged every `ask_every_s`; implements `device.system.supervision.Watched`.

    The thread only moves bytes and never works for long, so it counts as hanging after `patience_s` without an answer.

    with WatchedServer(open_server(app, 8080)) as served:
        supervisor.watch(served)
    """

    part = "page"

    def __init__(
        self,
        server: WebServer,
        clock: Callable[[], float] = time.monotonic,
        patience_s: float = 10.0,
        ask_every_s: float = 1.0,
    ) -> None:
        self._server, self._clock = server, clock
        self._patience_s, self._ask_every_s = patience_s, ask_every_s
        self._heart = Heartbeat(patience_s, clock)
        self._asked_at_s = self._heart.at_s

    @property
    def port(self) -> int:
        """The port of the page."""
        return self._server.port

    @property
    def host(self) -> str:
        """The address at which the page listens."""
        return self._server.host

    @property
    def trouble(self) -> Message | None:
        """What is wrong if the server's thread has ended or hangs; also sends the next ping."""
        if not self._server.is_alive:
            return failed(self.part, SystemExit("its thread has ended"))
        if self._asked_at_s <= self._heart.at_s and self._clock() >= self._asked_at_s + self._ask_every_s:
            self._asked_at_s = self._clock()
            self._server.call_soon(self._heart.beat)
        return hangs(self.part) if self._heart.is_late else None

    @property
    def progress_at_s(self) -> float:
        """When the server's thread last answered."""
        return self._heart.at_s

    def restart(self) -> None:
        """Replace the server by a new one at the same port."""
        self._server = self._server.replace()
        self._heart = Heartbeat(self._patience_s, self._clock)
        self._asked_at_s = self._heart.at_s

    def close(self) -> None:
        """Close every connection and free the port."""
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
