"""Notifies systemd of the state of the box (see `sd_notify(3)`)."""

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping

ALIVE_S = 1.0

_log = logging.getLogger(__name__)


class Notifier:
    """Sends the service manager one datagram a message; nothing where the environment names no socket for it."""

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
