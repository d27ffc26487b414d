"""Safe mode: says what is wrong with a box that does not start, and helps to start it again."""

import logging
import time
from collections.abc import Callable
from threading import Event, Lock

from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.system.data_folder import PHONES
from device.system.last_good_settings import put_back
from device.system.start_options import Options
from device.system.starts import Starts
from device.texts import say
from engines.messages import Refusal, message

# Long presses: buttons held for a second.
OPENS_WINDOW, STARTS, PUTS_BACK = "next_long", "ok_long", "undo_long"

_log = logging.getLogger(__name__)


class SafeMode:
    """The state and the actions of safe mode; may be used by many threads.

    `asked`: people asked for safe mode, so nothing need be wrong, and it stays until they leave it.
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

    def start_when_due(self) -> None:
        """Start when the wait is over; to be called regularly."""
        if self.next_try_s == 0 and not self.ends.is_set():
            self.start_normally()

    def _end(self) -> None:
        self.starts.try_now()
        self.ends.set()


def press(safe: SafeMode, button: str, is_visible: bool) -> None:
    """Handle a long press; where the display `is_visible`, any of them first removes a code from it."""
    if button == OPENS_WINDOW:
        safe.pairing.open_window()
    elif is_visible and safe.pairing.put_away():
        return
    elif button == STARTS:
        safe.start_normally()
    elif button == PUTS_BACK:
        try:
            safe.use_good_settings()
        except Refusal as refusal:
            _log.warning("%s", say(refusal.said, safe.language))


def _phones(options: Options) -> PairedPhones:
    try:
        return PairedPhones(options.data / PHONES)
    except Exception:  # noqa: BLE001 — no state of the file keeps safe mode from starting
        _log.exception("the paired phones cannot be read")
        return PairedPhones()
