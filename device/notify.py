"""Tells systemd how the box is: ready, alive, stopping (see `sd_notify(3)`).

A message is one datagram to the socket that the environment names. Started by hand there is no such socket, and
nothing is sent.
"""

import os
import socket
from collections.abc import Mapping


class Notifier:
    """Speaks to the service manager that started the program.

        notifier = Notifier()
        notifier.ready("http://jarapon.local:8000")
        while playing:
            notifier.alive()

    >>> Notifier({}).watchdog_s is None
    True
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._watchdog_us = environment.get("WATCHDOG_USEC", "")
        self._pid = environment.get("WATCHDOG_PID", "")

    @property
    def watchdog_s(self) -> float | None:
        """After how many seconds without `alive` systemd starts the box anew; None when it does not watch."""
        for_us = self._pid in ("", str(os.getpid()))
        return int(self._watchdog_us) / 1_000_000 if self._watchdog_us.isdecimal() and for_us else None

    def ready(self, status: str) -> None:
        """The box is up; `status` stands in `systemctl status`."""
        self._send(f"READY=1\nSTATUS={' '.join(status.split())}")

    def alive(self) -> None:
        """Nothing hangs. To be said at least twice in `watchdog_s`."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The box is about to end."""
        self._send("STOPPING=1")

    def _send(self, said: str) -> None:
        if not self._address:
            return
        # A name that begins with @ lies in the abstract namespace, which is written with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.sendto(said.encode(), address)
