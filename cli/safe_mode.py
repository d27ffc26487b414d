"""Runs safe mode: the page and the display of a box that does not start, until a normal start is wanted.

Its display, its buttons and its page are each tried, and what cannot be had is left out: whatever keeps the box from
starting may be what one of them needs as well.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.phone_access import PhoneAccess
from cli.stop_request import StopRequest
from device.config.language import language_in
from device.safe_mode.panel import SafePanel
from device.safe_mode.safe_mode import SafeMode, press
from device.system.notify import Notifier
from device.system.start_options import USUAL_PORTS, Options
from device.system.starts import Starts
from device.texts import say
from engines.messages import Refusal, message

if TYPE_CHECKING:
    from web.server.http import WebServer

POLL_S = 0.5

_log = logging.getLogger(__name__)


def run_safe_mode(options: Options, starts: Starts, asked: bool = False, ports: Sequence[int] = USUAL_PORTS) -> bool:
    """Show what is wrong until a normal start is wanted (True) or somebody stops the box (False).

    The page is at the port of the options, or else at the first of `ports` that is free.
    """
    stop = StopRequest()
    notifier = Notifier()
    options = replace(options, language=language_in(options.data, options.language))
    safe = SafeMode(options, starts, asked)
    _log.warning("%s", say(safe.said, options.language))
    with ExitStack() as opened:
        face = SafePanel(options.data, options.language, safe.said, lambda button: press(safe, button, face.is_visible))
        opened.enter_context(face)
        safe.pairing.is_display_visible = lambda: face.is_visible
        phone_access = opened.enter_context(_page(safe, face, ports))
        notifier.ready(say(message("safe_mode.status"), options.language))
        while not stop.wait(POLL_S) and not safe.ends.is_set():
            notifier.alive()
            safe.start_when_due()
            face.show_code(safe.pairing.shown)
            if phone_access is not None:
                phone_access.announce_changes()
        if not (asked and safe.ends.is_set()):  # then another program takes this one's place, which systemd would end
            notifier.stopping()
    return safe.ends.is_set()


@contextmanager
def _page(safe: SafeMode, face: SafePanel, ports: Sequence[int]) -> Iterator[PhoneAccess | None]:
    """Serve the page where that is possible; gives how phones come in."""
    with ExitStack() as opened:
        try:
            phone_access = None if safe.options.headless else _open_page(safe, face, ports, opened)
        except Exception:  # noqa: BLE001 — a library of the page may be what is broken, in any way: the display remains
            _log.exception("safe mode has no page")
            phone_access = None
        yield phone_access


def _open_page(safe: SafeMode, face: SafePanel, ports: Sequence[int], opened: ExitStack) -> PhoneAccess:
    from web.pages.safe_mode import create_safe_app
    from web.server.http import open_server

    app = create_safe_app(safe, safe.options.names)
    wanted = () if safe.options.port is None else (safe.options.port,)
    server = opened.enter_context(_served(lambda port: open_server(app, port, safe.options.host), (*wanted, *ports)))
    return PhoneAccess(safe.pairing, face.greet, server.port, safe.language, server.host)


def _served(serve: "Callable[[int], WebServer]", ports: Sequence[int]) -> "WebServer":
    """The page at the first of the ports that can be had, or at any."""
    for port in ports:
        with suppress(Refusal):
            return serve(port)
    return serve(0)
