"""Prints how phones reach the box: the address of the page, and the code for a phone that asks for one."""

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.phones.addresses import local_name, own_addresses, url_of
from device.texts import say
from engines.messages import Message, message

if TYPE_CHECKING:
    from device.box import Box
    from device.safe_mode.safe_mode import SafeBox

ADDRESSES_S = 5.0  # seconds between two checks of them


class PhoneAccess:
    """Announces how phones reach the box: at the start, and whenever that has changed.

    A Pi is often up before its Wi-Fi is, and a router may give it another address at any time.
    """

    def __init__(
        self, box: "Box | SafeBox", port: int, language: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = ""
        self._box, self._port, self._language, self._clock = box, port, language, clock
        self._announced_code, self._checked_at = "", 0.0
        self.look()

    def look(self) -> None:
        """Announce what is new: another address, or a code that no display shows."""
        if not self.address or self._clock() >= self._checked_at + ADDRESSES_S:
            self._checked_at = self._clock()
            self._check_addresses()
        if self._box.pairing.phones.is_window_wanted():
            self._box.pairing.open_window()
        code, is_window = self._box.pairing.shown
        if code not in ("", self._announced_code) and not self._box.display.is_seen:
            self._announced_code = code
            self._say(message("pairing.terminal_window" if is_window else "pairing.terminal", code=code))

    def _check_addresses(self) -> None:
        hosts, name = own_addresses(), local_name()
        here = url_of("localhost", self._port)
        address = url_of(hosts[0], self._port) if hosts else here
        if address == self.address:
            return
        is_first, self.address = not self.address, address
        if not is_first:
            self._say(message("run.new_address"))
        _write(address)  # alone on its line: people click it, and programs look for it
        if hosts:
            named = url_of(name, self._port) if name else ""
            self._say(message("run.here", address=here))
            if named:
                self._say(message("join.page_name", address=named))
            self._box.panel.greet(address, named)
        else:
            self._say(message("join.no_network"))
        if is_first:
            self._say_how_it_goes_on()

    def _say_how_it_goes_on(self) -> None:
        """Say how to stop the box, unless the service manager has started it, and where the codes for phones appear."""
        if "NOTIFY_SOCKET" not in os.environ:
            self._say(message("run.stop"))
        self._say(message("run.codes_on_display" if self._box.display.is_seen else "run.codes_here"))

    def _say(self, said: Message) -> None:
        _write(say(said, self._language))


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
