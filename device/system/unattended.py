"""A box that nobody sits before: its starts are counted, and after three failed ones it starts in safe mode.

Nothing here needs a library, nor any other part of the box: whatever is broken, this still runs.
"""

import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from device.patience import NoAnswerError, within
from device.system.good_settings import GoodSettings
from device.system.starts import Starts
from device.texts import LANGUAGES, language_of, say
from engines.messages import Refusal

SAFE_MODE = "--safe-mode"
USUAL_DATA = Path("data")
USUAL_PORTS = range(8000, 8010)
WELL_AFTER_S = 60.0
KEEP_S = 10.0
# Where even safe mode fails, the next try comes after so long. systemd waits 90 s for a start.
LAST_RESORT_S = 60.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Options:
    """What safe mode has to know of the words that the box was started with; `port` is None where none is given."""

    data: Path
    port: int | None
    language: str
    names: tuple[str, ...]
    headless: bool

    @classmethod
    def of(cls, words: Sequence[str]) -> "Options":
        """Read them from words that the command line may refuse.

        >>> Options.of(["run", "--port", "8000", "--camera", "pi", "--port=http", "--data=box", "--lang", "ja"])
        Options(data=PosixPath('box'), port=8000, language='ja', names=(), headless=False)
        """
        ports = [int(port) for port in _values(words, "--port") if port.isascii() and port.isdecimal()]
        languages = [language for language in _values(words, "--lang") if language in LANGUAGES]
        return cls(
            data=Path([str(USUAL_DATA), *_values(words, "--data")][-1]),
            port=ports[-1] if ports and ports[-1] < 1 << 16 else None,
            language=[language_of(), *languages][-1],
            names=tuple(_values(words, "--name")),
            headless="--headless" in words,
        )


@contextmanager
def counted_start(words: Sequence[str]) -> Iterator[Callable[[], None]]:
    """Count a start of `jarapon run` by systemd, or start safe mode instead; any other command just runs.

    Gives what the box calls again and again while it is up. Safe mode ends with `SystemExit`.
    """
    if "run" not in words or not (SAFE_MODE in words or "NOTIFY_SOCKET" in os.environ):
        yield lambda: None
        return
    options = Options.of(words)
    starts = Starts(options.data)
    if SAFE_MODE in words or starts.are_enough:
        _safe_mode(options, starts, asked=SAFE_MODE in words)
    # Also while the program is being loaded, a box that is told to stop has not failed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    up = _Up(starts, GoodSettings(options.data))
    starts.begin()
    try:
        yield up.look
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or (isinstance(error, SystemExit) and not error.code):
            starts.stop()
            raise
        starts.fail(error)
        if starts.are_enough:
            _tell(error, options.language)
            starts.carry()
            again(sys.orig_argv[1:])
        raise
    starts.stop()


def again(arguments: Sequence[str]) -> NoReturn:
    """Start Python with these words in the place of this program, so that nothing is left of what has failed."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os.execv(sys.executable, [sys.executable, *arguments])


class _Up:
    """Notes when the box has been up for a minute, and keeps the settings that it is up with."""

    def __init__(self, starts: Starts, good: GoodSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._starts, self._good, self._clock = starts, good, clock
        self._since: float | None = None
        self._is_well = False

    def look(self) -> None:
        """To be called again and again by the thread that runs the box."""
        now = self._clock()
        self._since = now if self._since is None else self._since
        if self._is_well or now < self._since + WELL_AFTER_S:
            return
        self._is_well = True
        try:
            within(KEEP_S, self._note)
        except NoAnswerError:
            _log.warning("the disk does not answer, so it is not noted that the box is well")

    def _note(self) -> None:
        self._starts.well()
        self._good.keep()


def _safe_mode(options: Options, starts: Starts, asked: bool) -> NoReturn:
    try:
        from device.system.safe_mode import run_safe_mode

        wants_start = run_safe_mode(options, starts, asked)
    except Exception:  # noqa: BLE001 — whatever it is, a box that starts over and over helps nobody
        _log.exception("safe mode itself has failed")
        time.sleep(LAST_RESORT_S)
        raise SystemExit(1) from None
    if wants_start and asked:
        starts.carry()
        again([word for word in sys.orig_argv[1:] if word != SAFE_MODE])
    # Otherwise systemd starts the box again, whose time for starting begins anew with that.
    raise SystemExit(0)


def _tell(error: BaseException, language: str) -> None:
    """Say on standard error, which systemd keeps, what is lost when another program takes this one's place."""
    if isinstance(error, Refusal):
        sys.stderr.write(say(error.said, language) + "\n")
    else:
        traceback.print_exception(error)


def _values(words: Sequence[str], option: str) -> list[str]:
    """Every value that a command line gives to an option.

    >>> _values(["run", "--port", "8000", "--port=80", "--port"], "--port")
    ['8000', '80']
    """
    values: list[str] = []
    for at, word in enumerate(words):
        name, is_joined, value = word.partition("=")
        if name == option:
            values += [value] if is_joined else words[at + 1 : at + 2]
    return values
