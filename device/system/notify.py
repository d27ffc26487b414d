"""Notifies systemd of the state of the box: ready, alive, stopping (see `sd_notify(3)`).

A message is one datagram to the socket that the environment names. Started by hand there is no such socket, and
nothing is sent.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping

ALIVE_S = 1.0

_log = logging.getLogger(__name__)


class Notifier:
    """Speaks to the service manager that started the program.

    notifier = Notifier()
    notifier.ready("http://jarapon.local:8000")
    while playing:
        notifier.alive()
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._said_alive_at_s: float | None = None
        self._is_heard = True
        self._address = environment.get("NOTIFY_SOCKET", "")

    def ready(self, status: str) -> None:
        """The box is up; `status` stands in `systemctl status`."""
        self._send(f"READY=1\nSTATUS={' '.join(status.split())}")

    def alive(self) -> None:
        """Nothing hangs. To be said at least twice in systemd's `WatchdogSec`; passed on once a second at most."""
        now = self._clock()
        if self._said_alive_at_s is None or now >= self._said_alive_at_s + ALIVE_S:
            self._said_alive_at_s = now
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The box is about to end."""
        self._send("STOPPING=1")

    def _send(self, said: str) -> None:
        if not self._address:
            return
        # A name that begins with @ lies in the abstract namespace, which is written with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                # Not waiting: a service manager that does not read its socket must not keep the box from going on.
                sender.sendto(said.encode(), socket.MSG_DONTWAIT, address)
        except OSError as error:
            if self._is_heard:
                _log.warning("systemd cannot be told anything: %s", error)
            self._is_heard = False
        else:
            self._is_heard = True
