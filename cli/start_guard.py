"""Counts the starts of an unattended box: after three failed ones it starts in safe mode.

It needs no library and little of the box, so that it runs whatever else is broken.
"""

import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn

from device.hardware.timeout import NoAnswerError, call_with_timeout
from device.system.last_good_settings import LastGoodSettings
from device.system.start_options import SAFE_MODE, Options
from device.system.starts import Starts
from device.texts import say
from engines.messages import Refusal

WELL_AFTER_S = 60.0  # of uptime after which a start has succeeded
MAX_KEEP_S = 10.0  # wait for the disk
LAST_RESORT_S = 60.0  # before the next try if even safe mode fails; systemd waits 90 s for a start

_log = logging.getLogger(__name__)


class SafeModeWanted(SystemExit):
    """The box was stopped because somebody wants it in safe mode."""


@contextmanager
def guarded_start(words: Sequence[str]) -> Iterator[Callable[[], None]]:
    """Count a start of `jarapon run` by systemd, or run safe mode instead; any other command just runs.

    Yields a function that the box calls regularly while it is up. Safe mode ends with `SystemExit`.
    """
    if "run" not in words or not (SAFE_MODE in words or "NOTIFY_SOCKET" in os.environ):
        with _restart_in_safe_mode_if_wanted():
            yield lambda: None
        return
    options = Options.of(words)
    starts = Starts(options.data)
    if SAFE_MODE in words or starts.has_failed_too_often:
        _run_safe_mode(options, starts, asked=SAFE_MODE in words)
    # A box that is stopped while the program loads has not failed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    uptime = _Uptime(starts, LastGoodSettings(options.data))
    starts.begin()
    with _restart_in_safe_mode_if_wanted():
        try:
            yield uptime.note_progress
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) or (isinstance(error, SystemExit) and not error.code):
                starts.stop()
                raise
            starts.fail(error)
            if starts.has_failed_too_often:
                _report(error, options.language)
                starts.carry()
                restart_python(sys.orig_argv[1:])
            raise
    starts.stop()


@contextmanager
def _restart_in_safe_mode_if_wanted() -> Iterator[None]:
    """Restart in safe mode if the block ends with `SafeModeWanted`."""
    try:
        yield
    except SafeModeWanted:
        restart_python([*sys.orig_argv[1:], SAFE_MODE])


def restart_python(arguments: Sequence[str]) -> NoReturn:
    """Replace this process by Python with these arguments, so that nothing is left of what has failed."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os.execv(sys.executable, [sys.executable, *arguments])


class _Uptime:
    """Records when the box has been up for a minute, and keeps the settings that it runs with."""

    def __init__(self, starts: Starts, good: LastGoodSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._starts, self._good, self._clock = starts, good, clock
        self._since: float | None = None
        self._is_well = False

    def note_progress(self) -> None:
        """Check the uptime; the thread that runs the box calls this regularly."""
        now = self._clock()
        self._since = now if self._since is None else self._since
        if self._is_well or now < self._since + WELL_AFTER_S:
            return
        self._is_well = True
        try:
            call_with_timeout(MAX_KEEP_S, self._note)
        except NoAnswerError:
            _log.warning("the disk does not answer, so it is not noted that the box is well")

    def _note(self) -> None:
        self._starts.well()
        self._good.keep()


def _run_safe_mode(options: Options, starts: Starts, asked: bool) -> NoReturn:
    try:
        from cli.safe_mode import run_safe_mode

        wants_start = run_safe_mode(options, starts, asked)
    except Exception:  # noqa: BLE001 — whatever it is, a box that starts over and over helps nobody
        _log.exception("safe mode itself has failed")
        time.sleep(LAST_RESORT_S)
        raise SystemExit(1) from None
    if wants_start and asked:
        starts.carry()
        restart_python([word for word in sys.orig_argv[1:] if word != SAFE_MODE])
    # Otherwise systemd starts the box again, with its full time for starting.
    raise SystemExit(0)


def _report(error: BaseException, language: str) -> None:
    """Report the error on standard error, which systemd keeps: it is lost when this program is replaced."""
    if isinstance(error, Refusal):
        sys.stderr.write(say(error.said, language) + "\n")
    else:
        traceback.print_exception(error)
