"""Runs safe mode: the page and the display of a box that does not start, until a normal start is wanted.

Display, buttons and page are each left out if they fail: whatever keeps the box from starting may break them as well.
"""

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from cli.phone_access import PhoneAccess
from cli.stop_request import StopRequest
from device.config.language import language_in
from device.safe_mode.panel import SafePanel
from device.safe_mode.safe_mode import SafeMode, press
from device.system.notify import Notifier
from device.system.start_options import USUAL_PORTS, Options
from device.system.starts import Starts
from device.texts import say
from engines.messages import message

POLL_S = 0.5

_log = logging.getLogger(__name__)


def run_safe_mode(options: Options, starts: Starts, asked: bool = False, ports: Sequence[int] = USUAL_PORTS) -> bool:
    """Show what is wrong until a normal start is wanted (True) or somebody stops the box (False).

    The page is at the port of the options, or at the first free one of `ports`.
    """
    stop = StopRequest()
    notifier = Notifier()
    options = replace(options, language=language_in(options.data, options.language))
    safe = SafeMode(options, starts, asked)
    _log.warning("%s", say(safe.said, options.language))
    with ExitStack() as opened:
        panel = SafePanel(
            options.data, options.language, safe.said, lambda button: press(safe, button, panel.is_visible)
        )
        opened.enter_context(panel)
        safe.pairing.is_display_visible = lambda: panel.is_visible
        phone_access = None if options.headless else _open_page(safe, panel, ports, opened)
        notifier.ready(say(message("safe_mode.status"), options.language))
        while not stop.wait(POLL_S) and not safe.ends.is_set():
            notifier.alive()
            safe.start_when_due()
            panel.show_code(safe.pairing.shown)
            if phone_access is not None:
                phone_access.announce_changes()
        if not (asked and safe.ends.is_set()):  # else this process is replaced, and systemd would end the new program
            notifier.stopping()
    return safe.ends.is_set()


def _open_page(safe: SafeMode, panel: SafePanel, ports: Sequence[int], opened: ExitStack) -> PhoneAccess | None:
    """Serve the page until `opened` is closed; returns None if no page can be served."""
    wanted = () if safe.options.port is None else (safe.options.port,)
    try:
        from web.pages.safe_mode import create_safe_app
        from web.server.http import open_first_free

        app = create_safe_app(safe, safe.options.names)
        server = opened.enter_context(open_first_free(app, (*wanted, *ports, 0), safe.options.host))
        return PhoneAccess(safe.pairing, panel.greet, server.port, safe.language, server.host)
    except Exception:  # noqa: BLE001 — a library of the page may be broken in any way: the display remains
        _log.exception("safe mode has no page")
        return None
