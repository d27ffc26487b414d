"""Prints how phones reach the box: the address of the page, and the code for a phone that asks for one."""

import os
import sys
import time
from collections.abc import Callable
from typing import TypeAlias

from cli.standard_streams import CannotPrint
from device.phones.addresses import is_everywhere, local_name, own_addresses, url_of
from device.phones.pairing import Pairing
from device.system.hotspot_profile import HotspotAccess, known_access
from device.system.start_options import USUAL_HOST
from device.texts import say
from engines.messages import Message, message

Greet: TypeAlias = Callable[[str, str, HotspotAccess | None], None]  # address, name and the box's own Wi-Fi

ADDRESS_CHECK_S = 2.0  # between two checks of the addresses; one takes a third of a millisecond (x86-64)


class PhoneAccess:
    """Announces how phones reach the box: at the start, and whenever that has changed.

    A Pi is often up before its Wi-Fi is, a router may give it another address at any time, and the box may open a Wi-Fi
    of its own. `greet` shows the address and the Wi-Fi on the display; `host` is the address that the page listens on.
    """

    def __init__(
        self,
        pairing: Pairing,
        greet: Greet,
        port: int,
        language: str,
        host: str = USUAL_HOST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = ""
        self._known: tuple[list[str], str, HotspotAccess | None] | None = None
        self._pairing, self._greet, self._language, self._clock = pairing, greet, language, clock
        self._host, self._port = host, port
        self._announced_code, self._checked_at = "", 0.0
        self._is_silent = False
        self.announce_changes()

    def announce_changes(self) -> None:
        """Announce what is new: another address, or a code that no display shows."""
        if not self.address or self._clock() >= self._checked_at + ADDRESS_CHECK_S:
            self._checked_at = self._clock()
            self._check_addresses()
        if self._pairing.phones.is_window_wanted():
            self._pairing.open_window()
        code, is_window = self._pairing.shown
        if code not in ("", self._announced_code) and not self._pairing.is_display_visible():
            self._announced_code = code
            self._say(message("pairing.terminal_window" if is_window else "pairing.terminal", code=code))

    def _check_addresses(self) -> None:
        hosts, name = own_addresses(self._host), local_name(self._host)
        # This address is there only while NetworkManager has the profile up.
        offered = known_access()
        access = offered if offered is not None and offered.address in hosts else None
        if (hosts, name, access) == self._known:
            return
        is_first, self._known = self._known is None, (hosts, name, access)
        here = url_of("localhost" if is_everywhere(self._host) else self._host, self._port)
        # If the box has a Wi-Fi of its own, phones use that.
        address = url_of(access.address if access else hosts[0], self._port) if hosts else ""
        named = url_of(name, self._port) if hosts and name else ""
        self.address = address or here
        if not is_first:
            self._say(message("run.new_address"))
        self._write(self.address)  # alone on its line: people click it, and programs search for it
        if not address:
            self._say(message("join.no_network"))
        elif address != here:
            self._say(message("run.here", address=here))
        if named:
            self._say(message("join.page_name", address=named))
        if access is not None and not self._pairing.is_display_visible():
            self._say(message("hotspot.on", ssid=access.ssid, password=access.password))
        self._greet(address, named, access)
        if is_first:
            self._say_next_steps()

    def _say_next_steps(self) -> None:
        """Say how to stop the box, unless the service manager has started it, and where the codes for phones appear."""
        if "NOTIFY_SOCKET" not in os.environ:
            self._say(message("run.stop"))
        self._say(message("run.codes_on_display" if self._pairing.is_display_visible() else "run.codes_here"))

    def _say(self, said: Message) -> None:
        self._write(say(said, self._language))

    def _write(self, line: str) -> None:
        """Print a line to the terminal; if that fails, report it once, and the box goes on in silence."""
        if self._is_silent:
            return
        try:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        except CannotPrint as refusal:
            self._is_silent = True
            sys.stderr.write(say(refusal.said, self._language) + "\n")
        except BrokenPipeError:
            self._is_silent = True
