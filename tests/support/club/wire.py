"""A network that can be cut: whatever is sent then is lost, and neither side is told."""

import socket
from contextlib import suppress
from threading import Event, Thread
from typing import Self

from tests.support.club.servers import HOST


class Wire:
    """A port of this machine that leads to another one."""

    def __init__(self, to: int) -> None:
        self._to, self._cut = to, Event()
        self._ends: list[socket.socket] = []

    def cut(self) -> None:
        """Lose everything from now on; connections of before the cut never come back."""
        self._cut.set()

    def mend(self) -> None:
        """Lead connections that are made from now on to the other port again."""
        self._cut = Event()

    def __enter__(self) -> Self:
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for one in (self._listener, *self._ends):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener is closed
            while True:
                near, cut = self._listener.accept()[0], self._cut
                far = socket.create_connection((HOST, self._to))
                self._ends += [near, far]
                for here, there in ((near, far), (far, near)):
                    Thread(target=_carry, args=(here, there, cut), daemon=True).start()


def _carry(here: socket.socket, there: socket.socket, cut: Event) -> None:
    with suppress(OSError):
        while data := here.recv(65_536):
            if not cut.is_set():
                there.sendall(data)
    if not cut.is_set():
        with suppress(OSError):
            there.shutdown(socket.SHUT_RDWR)
