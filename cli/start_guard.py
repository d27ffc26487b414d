"""Counts the starts of an unattended box: after three failed ones it starts in safe mode.

Nothing here needs a library or any other part of the box: whatever is broken, this still runs.
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

WELL_AFTER_S = 60.0
KEEP_S = 10.0
# Where even safe mode fails, the next try comes after so long. systemd waits 90 s for a start.
LAST_RESORT_S = 60.0

_log = logging.getLogger(__name__)


class SafeModeWanted(SystemExit):
    """The box was stopped since somebody wants it in safe mode."""


@contextmanager
def guarded_start(words: Sequence[str]) -> Iterator[Callable[[], None]]:
    """Count a start of `jarapon run` by systemd, or start safe mode instead; any other command just runs.

    Gives what the box calls again and again while it is up. Safe mode ends with `SystemExit`.
    """
    if "run" not in words or not (SAFE_MODE in words or "NOTIFY_SOCKET" in os.environ):
        with _safe_mode_if_wanted():
            yield lambda: None
        return
    options = Options.of(words)
    starts = Starts(options.data)
    if SAFE_MODE in words or starts.has_failed_too_often:
        _safe_mode(options, starts, asked=SAFE_MODE in words)
    # A box that is stopped while the program is being loaded has not failed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    up = _Up(starts, LastGoodSettings(options.data))
    starts.begin()
    with _safe_mode_if_wanted():
        try:
            yield up.note_progress
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) or (isinstance(error, SystemExit) and not error.code):
                starts.stop()
                raise
            starts.fail(error)
            if starts.has_failed_too_often:
                _report(error, options.language)
                starts.carry()
                again(sys.orig_argv[1:])
            raise
    starts.stop()


@contextmanager
def _safe_mode_if_wanted() -> Iterator[None]:
    """Begin again in safe mode where the block ends with `SafeModeWanted`."""
    try:
        yield
    except SafeModeWanted:
        again([*sys.orig_argv[1:], SAFE_MODE])


def again(arguments: Sequence[str]) -> NoReturn:
    """Start Python with these words in the place of this program, so that nothing is left of what has failed."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os.execv(sys.executable, [sys.executable, *arguments])


class _Up:
    """Notes when the box has been up for a minute, and keeps the settings that it is up with."""

    def __init__(self, starts: Starts, good: LastGoodSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._starts, self._good, self._clock = starts, good, clock
        self._since: float | None = None
        self._is_well = False

    def note_progress(self) -> None:
        """To be called again and again by the thread that runs the box."""
        now = self._clock()
        self._since = now if self._since is None else self._since
        if self._is_well or now < self._since + WELL_AFTER_S:
            return
        self._is_well = True
        try:
            call_with_timeout(KEEP_S, self._note)
        except NoAnswerError:
            _log.warning("the disk does not answer, so it is not noted that the box is well")

    def _note(self) -> None:
        self._starts.well()
        self._good.keep()


def _safe_mode(options: Options, starts: Starts, asked: bool) -> NoReturn:
    try:
        from cli.safe_mode import run_safe_mode

        wants_start = run_safe_mode(options, starts, asked)
    except Exception:  # noqa: BLE001 — whatever it is, a box that starts over and over helps nobody
        _log.exception("safe mode itself has failed")
        time.sleep(LAST_RESORT_S)
        raise SystemExit(1) from None
    if wants_start and asked:
        starts.carry()
        again([word for word in sys.orig_argv[1:] if word != SAFE_MODE])
    # Otherwise systemd starts the box again, with its full time for starting.
    raise SystemExit(0)


def _report(error: BaseException, language: str) -> None:
    """Report the error on standard error, which systemd keeps: it is lost when this program is replaced."""
    if isinstance(error, Refusal):
        sys.stderr.write(say(error.said, language) + "\n")
    else:
        traceback.print_exception(error)
