"""Safe mode: what is left of a box that does not start. It says what is wrong, and helps to get it going again.

It needs neither camera nor journal nor anything that sees. Its display, its buttons and its page are each tried, and
what cannot be had is left out: whatever keeps the box from starting may be what one of them needs as well.
"""

import logging
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Lock
from typing import TYPE_CHECKING, cast

from device.door import Door
from device.notify import Notifier
from device.pairing import Pairing
from device.phones import FILE as PHONES_FILE
from device.phones import PairedPhones
from device.system.good_settings import put_back
from device.system.safe_face import Face
from device.system.starts import Starts
from device.system.unattended import USUAL_PORTS, Options
from device.texts import say
from engines.messages import Message, Refusal, message

if TYPE_CHECKING:
    from device.box import Box
    from web.server import WebServer

LOOK_S = 0.5
# Buttons that are held for a second.
OPENS_WINDOW, STARTS, PUTS_BACK = "next_long", "ok_long", "undo_long"

_log = logging.getLogger(__name__)


class SafeMode:
    """What the page and the display of safe mode show, and what may be done there; may be used by many threads.

    `asked`: people wanted safe mode, so that nothing need be wrong, and it stays until they have enough of it.
    """

    def __init__(
        self, options: Options, starts: Starts, asked: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.options, self.starts, self.language = options, starts, options.language
        self.said = message("safe_mode.asked") if starts.last is None else starts.last.said
        self.pairing = Pairing(_phones(options))
        self.ends = Event()  # a normal start is wanted
        self._clock = clock
        self._tries_at = None if asked else clock() + starts.wait_s
        self._lock = Lock()

    @property
    def next_try_s(self) -> float | None:
        """After how many seconds the box tries a normal start by itself; None where it does not."""
        return None if self._tries_at is None else max(0.0, self._tries_at - self._clock())

    def start_normally(self) -> None:
        """Try a normal start now."""
        with self._lock:
            self._end()

    def use_good_settings(self) -> list[str]:
        """Put the last good settings back and start with them; gives what was replaced, raises `Refusal`."""
        with self._lock:
            replaced = put_back(self.options.data)
            self._end()
            return replaced

    def look(self) -> None:
        """To be called again and again: notices that it is time to try."""
        if self.next_try_s == 0 and not self.ends.is_set():
            self.start_normally()

    def _end(self) -> None:
        self.starts.try_now()
        self.ends.set()


def run_safe_mode(options: Options, starts: Starts, asked: bool = False) -> bool:
    """Show what is wrong until a normal start is wanted (True) or somebody stops the box (False)."""
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    notifier = Notifier()
    safe = SafeMode(options, starts, asked)
    _say(safe.said, options.language)
    with ExitStack() as opened:
        face = Face(options.data, options.language, safe.said, lambda button: press(safe, button, face.is_seen))
        opened.enter_context(face)
        door = opened.enter_context(_page(safe, face))
        notifier.ready(say(message("safe_mode.status"), options.language))
        while not stop.wait(LOOK_S) and not safe.ends.is_set():
            notifier.alive()
            safe.look()
            face.show_code(safe.pairing.shown)
            if door is not None:
                door.look()
        notifier.stopping()
    return safe.ends.is_set()


class SafeHouse:
    """The parts of a box that safe mode has too, by the names that they have there."""

    def __init__(self, safe: SafeMode, face: Face) -> None:
        self.safe, self.language = safe, safe.language
        self.pairing, self.display, self.front = safe.pairing, face, face


@contextmanager
def _page(safe: SafeMode, face: Face) -> Iterator[Door | None]:
    """Serve the page where that is possible; gives how phones come in."""
    with ExitStack() as opened:
        try:
            door = None if safe.options.headless else _open_page(safe, face, opened)
        except Exception:  # noqa: BLE001 — a library of the page may be what is broken, in any way: the display remains
            _log.exception("safe mode has no page")
            door = None
        yield door


def _open_page(safe: SafeMode, face: Face, opened: ExitStack) -> Door:
    from web.safe_mode import create_safe_app
    from web.server import open_server

    house = SafeHouse(safe, face)
    app = create_safe_app(house, safe.options.names)
    server = opened.enter_context(_served(lambda port: open_server(app, port), safe.options.port))
    return Door(cast("Box", house), server.port, safe.language)


def _served(serve: "Callable[[int], WebServer]", wanted: int | None) -> "WebServer":
    """The page at the port of the box; where that is what is wrong, at another one."""
    for port in (*(() if wanted is None else (wanted,)), *USUAL_PORTS):
        with suppress(Refusal):
            return serve(port)
    return serve(0)


def press(safe: SafeMode, button: str, is_seen: bool) -> None:
    """What the box's buttons do when they are held; `is_seen`: a code on the display is put away by any of them."""
    if button == OPENS_WINDOW:
        safe.pairing.open_window()
    elif is_seen and safe.pairing.put_away():
        return
    elif button == STARTS:
        safe.start_normally()
    elif button == PUTS_BACK:
        try:
            safe.use_good_settings()
        except Refusal as refusal:
            _say(refusal.said, safe.language)


def _phones(options: Options) -> PairedPhones:
    try:
        return PairedPhones(options.data / PHONES_FILE)
    except Exception:  # noqa: BLE001 — no state of the file keeps safe mode from starting
        _log.exception("the paired phones cannot be read")
        return PairedPhones()


def _say(said: Message, language: str) -> None:
    _log.warning("%s", say(said, language))
