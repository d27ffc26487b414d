"""Runs safe mode: the page and the display of a box that does not start, until a normal start is wanted.

Its display, its buttons and its page are each tried, and what cannot be had is left out: whatever keeps the box from
starting may be what one of them needs as well.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.phone_access import PhoneAccess
from cli.stop_request import StopRequest
from device.config.language import language_in
from device.safe_mode.panel import SafePanel
from device.safe_mode.safe_mode import SafeBox, SafeMode, press
from device.system.notify import Notifier
from device.system.start_options import USUAL_PORTS, Options
from device.system.starts import Starts
from device.texts import say
from engines.messages import Refusal, message

if TYPE_CHECKING:
    from web.server.http import WebServer

LOOK_S = 0.5

_log = logging.getLogger(__name__)


def run_safe_mode(options: Options, starts: Starts, asked: bool = False) -> bool:
    """Show what is wrong until a normal start is wanted (True) or somebody stops the box (False)."""
    stop = StopRequest()
    notifier = Notifier()
    options = replace(options, language=language_in(options.data, options.language))
    safe = SafeMode(options, starts, asked)
    _log.warning("%s", say(safe.said, options.language))
    with ExitStack() as opened:
        face = SafePanel(options.data, options.language, safe.said, lambda button: press(safe, button, face.is_seen))
        opened.enter_context(face)
        phone_access = opened.enter_context(_page(safe, face))
        notifier.ready(say(message("safe_mode.status"), options.language))
        while not stop.wait(LOOK_S) and not safe.ends.is_set():
            notifier.alive()
            safe.look()
            face.show_code(safe.pairing.shown)
            if phone_access is not None:
                phone_access.look()
        if not (asked and safe.ends.is_set()):  # then another program takes this one's place, which systemd would end
            notifier.stopping()
    return safe.ends.is_set()


@contextmanager
def _page(safe: SafeMode, face: SafePanel) -> Iterator[PhoneAccess | None]:
    """Serve the page where that is possible; gives how phones come in."""
    with ExitStack() as opened:
        try:
            phone_access = None if safe.options.headless else _open_page(safe, face, opened)
        except Exception:  # noqa: BLE001 — a library of the page may be what is broken, in any way: the display remains
            _log.exception("safe mode has no page")
            phone_access = None
        yield phone_access


def _open_page(safe: SafeMode, face: SafePanel, opened: ExitStack) -> PhoneAccess:
    from web.pages.safe_mode import create_safe_app
    from web.server.http import open_server

    box = SafeBox(safe, face)
    app = create_safe_app(box, safe.options.names)
    server = opened.enter_context(_served(lambda port: open_server(app, port), safe.options.port))
    return PhoneAccess(box, server.port, safe.language)


def _served(serve: "Callable[[int], WebServer]", wanted: int | None) -> "WebServer":
    """The page at the port of the box; where that is what is wrong, at another one."""
    for port in (*(() if wanted is None else (wanted,)), *USUAL_PORTS):
        with suppress(Refusal):
            return serve(port)
    return serve(0)
