"""Counts failed starts in a small file, with the reason of the last one.

A start has failed unless the box was up for a minute or was stopped properly; after three failures it starts in safe
mode. No state of the file or the disk keeps the box from starting.
"""

import json
import logging
import os
import traceback
from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from device.system.data_folder import STARTS
from device.system.error_text import error_text
from device.system.whole_files import set_aside, write_whole
from device.texts import say
from engines.messages import Message, Refusal, message

MAX_FAILED_STARTS = 3
FIRST_WAIT_S, MAX_WAIT_S = 600.0, 3600.0
MAX_BYTES = 64 * 1024
MAX_REASON, MAX_TRACE = 300, 6000  # letters
# Faults that no further attempt can fix.
HOPELESS = frozenset({"journal.newer"})
# The environment variable that hands the state to the program that replaces this one by `exec`.
CARRIED = "JARAPON_STARTS"
PROGRAM = Path(__file__).resolve().parents[2]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Failure:
    """Why a start failed.

    >>> Failure.of(ImportError("libGL.so.1 is missing")).said.facts
    (('kind', 'ImportError'), ('text', 'libGL.so.1 is missing'))
    """

    said: Message
    at: str  # ISO 8601 to the second, local time
    trace: str = ""  # where the program was, if that is known

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        """The failure for an error that ended the start, in words for people."""
        at = _now()
        if isinstance(error, Refusal):
            return cls(error.said, at)
        if isinstance(error, SystemExit):
            return cls(message("safe_mode.bad_options"), at)
        fault = message("safe_mode.fault", kind=type(error).__name__, text=error_text(error)[:MAX_REASON])
        return cls(fault, at, "".join(traceback.format_exception(error))[-MAX_TRACE:])


class Starts:
    """The starts of the box in a data folder: `failed` of them in a row, and why the `last` of these did.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for _ in range(3):
    ...         starts = Starts(Path(folder))
    ...         starts.begin()
    ...     Starts(Path(folder)).failed, Starts(Path(folder)).last.said.key
    (3, 'safe_mode.ended')
    """

    def __init__(
        self, folder: Path, program: Path = PROGRAM, environment: MutableMapping[str, str] = os.environ
    ) -> None:
        self.failed = 0
        self.last: Failure | None = None
        self._path, self._program, self._environment = folder / STARTS, str(program), environment
        self._running = self._try_now = False
        self._is_up = False
        self._is_kept = True
        self._take(_read(self._path, environment.pop(CARRIED, "")))
        if self._running:
            # It neither stopped nor reported a failure: it was killed, or the power was cut.
            self._running = False
            self._count(Failure(message("safe_mode.ended"), _now()))

    @property
    def has_failed_too_often(self) -> bool:
        """Whether the next start is to be one in safe mode."""
        return self.failed >= MAX_FAILED_STARTS and not self._try_now

    @property
    def wait_s(self) -> float:
        """How many seconds safe mode waits before it tries a normal start by itself: longer every time.

        >>> starts = Starts(Path("nowhere"))
        >>> for starts.failed in (3, 4, 5, 6):
        ...     starts.wait_s
        600.0
        1200.0
        2400.0
        3600.0
        """
        return min(FIRST_WAIT_S * 2.0 ** min(self.failed - MAX_FAILED_STARTS, 8), MAX_WAIT_S)

    def begin(self) -> None:
        """Note that a normal start begins; unless `well`, `stop` or `fail` follows, it has failed."""
        self._running, self._try_now = True, False
        self._keep()

    def well(self) -> None:
        """Note that the box has been up for long enough: earlier failures are forgotten."""
        self.failed, self.last, self._running, self._is_up = 0, None, False, True
        self._keep()

    def stop(self) -> None:
        """Note that somebody has stopped the box, which is no failure."""
        self._running = False
        self._keep()

    def fail(self, error: BaseException) -> None:
        """Note that an error has ended the program; it counts as a failed start unless the box had been `well`."""
        self._running = False
        failure = Failure.of(error)
        if self._is_up:
            self.last = failure
        else:
            self._count(failure)
            if failure.said.key in HOPELESS:
                self.failed = max(self.failed, MAX_FAILED_STARTS)
        self._keep()
        if not self._is_kept and not self._is_up:
            # The next start will not know of this one: without safe mode now the box would fail endlessly.
            self.failed = max(self.failed, MAX_FAILED_STARTS)

    def try_now(self) -> None:
        """Make the next start a normal one."""
        self._try_now = True
        self._keep()

    def carry(self) -> None:
        """Put the state in the environment, for the program that replaces this one, even if no file can be written."""
        self._environment[CARRIED] = self.as_json()

    def as_json(self) -> str:
        """The state, as in the file."""
        last = self.last
        failure = last and {"key": last.said.key, "facts": dict(last.said.facts), "at": last.at, "trace": last.trace}
        state = {
            "program": self._program,
            "failed": self.failed,
            "running": self._running,
            "try_now": self._try_now,
            "last": failure,
        }
        return json.dumps(state, ensure_ascii=False, indent=1)

    def _count(self, failure: Failure) -> None:
        self.failed += 1
        self.last = failure

    def _take(self, state: dict[str, object]) -> None:
        # Another version of the program starts with a count of 0: it may start where the one before could not.
        if state.get("program") != self._program:
            return
        failed = state.get("failed")
        self.failed = failed if isinstance(failed, int) and 0 <= failed < 1_000_000 else 0
        self._running, self._try_now = state.get("running") is True, state.get("try_now") is True
        self.last = _parse_failure(state.get("last"))

    def _keep(self) -> None:
        data = self.as_json().encode(errors="replace")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_dir():
                set_aside(self._path)
            write_whole(self._path, data)
        except OSError as fault:
            self._is_kept = False
            _log.warning("%s cannot be written, so failed starts are not counted: %s", self._path, fault)
        else:
            self._is_kept = True


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _read(path: Path, carried: str) -> dict[str, object]:
    """The carried state, or that of the file; empty where it is missing or damaged."""
    try:
        if not carried and path.is_file():
            with path.open("rb") as file:
                carried = file.read(MAX_BYTES).decode()
        state = json.loads(carried) if carried else {}
    except (OSError, ValueError, RecursionError) as fault:
        _log.warning("%s cannot be read, so failed starts are counted anew: %s", path, fault)
        return {}
    return state if isinstance(state, dict) else {}


def _parse_failure(written: object) -> Failure | None:
    """Parse a failure of the file; None where its message cannot be written out."""
    if not isinstance(written, dict):
        return None
    try:
        said = Message(str(written["key"]), tuple(written["facts"].items()))
        say(said, "en")
        return Failure(said, str(written["at"]), str(written["trace"]))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None
