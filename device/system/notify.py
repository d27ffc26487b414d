"""Notifies systemd of the state of the box (see `sd_notify(3)`)."""

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping

ALIVE_S = 1.0

_log = logging.getLogger(__name__)


class Notifier:
    """Sends systemd one datagram per message; does nothing where the environment names no socket."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._alive_at_s: float | None = None
        self._is_reachable = True
        self._address = environment.get("NOTIFY_SOCKET", "")

    def ready(self, status: str) -> None:
        """Report that the box is up; `systemctl status` shows `status`."""
        self._send(f"READY=1\nSTATUS={' '.join(status.split())}")

    def alive(self) -> None:
        """Report that nothing hangs: at least twice per `WatchdogSec`; sent once a second at most."""
        now = self._clock()
        if self._alive_at_s is None or now >= self._alive_at_s + ALIVE_S:
            self._alive_at_s = now
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the box is about to end."""
        self._send("STOPPING=1")

    def _send(self, said: str) -> None:
        if not self._address:
            return
        # A name that begins with @ is in the abstract namespace, whose addresses begin with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                # Without blocking: a service manager that does not read its socket must not stop the box.
                sender.sendto(said.encode(), socket.MSG_DONTWAIT, address)
        except OSError as error:
            if self._is_reachable:
                _log.warning("systemd cannot be told anything: %s", error)
            self._is_reachable = False
        else:
            self._is_reachable = True
