"""Supervises the parts of the box: reports and restarts those that fail or hang."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from device.system.faults import log_fault
from device.system.watched_thread import Heartbeat
from device.texts import say
from engines.messages import Message

# A failed part is restarted after `FIRST_S`, then after twice the time, and so on up to `MAX_WAIT_S`.
FIRST_S, MAX_WAIT_S = 1.0, 60.0
STEADY_S = 3.0  # after its restart, a part that still makes progress works again
FORGET_S = 60.0  # without a fault; the next one then counts as the first
# A part that was down for so long is not helped by restarts of its own: the whole program must be restarted.
GIVE_UP_S = 90.0

_log = logging.getLogger(__name__)


class Watched(Protocol):
    """A supervised part; none of its calls may block."""

    @property
    def part(self) -> str:
        """Its name; there is `name.part/…` in the texts."""

    @property
    def trouble(self) -> Message | None:
        """What is wrong with it now."""

    @property
    def progress_at_s(self) -> float:
        """When it last made progress, in seconds of the supervisor's clock."""

    def restart(self) -> None:
        """Restart it, abandoning a hung thread. May raise anything: the supervisor tries again."""


class Backoff:
    """Exponential backoff: the seconds to wait before each attempt.

    >>> backoff = Backoff()
    >>> [backoff.next_wait_s() for _ in range(8)]
    [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    """

    def __init__(self) -> None:
        self._wait_s = FIRST_S

    def next_wait_s(self) -> float:
        """How long to wait now."""
        wait_s, self._wait_s = self._wait_s, min(2 * self._wait_s, MAX_WAIT_S)
        return wait_s

    def reset(self) -> None:
        """Begin again with the first wait."""
        self._wait_s = FIRST_S


class Supervisor:
    """Supervises parts; `report` gets everything that is wrong, by part, whenever that has changed.

    It has no thread: whoever runs the box calls `check` every second or so, and feeds systemd's watchdog as long as
    that gives True.
    """

    def __init__(
        self, report: Callable[[Mapping[str, Message]], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._report, self._clock = report, clock
        self._cases: list[_Case] = []
        self._needed: list[tuple[str, Heartbeat]] = []
        self._heard: list[Callable[[], Mapping[str, Message]]] = []
        self.troubles: Mapping[str, Message] = {}  # what was reported last
        self._starved = ""

    def watch(self, part: Watched) -> None:
        """Supervise a part, and restart it when it fails or hangs."""
        self._cases.append(_Case(part, self._clock))

    def need(self, part: str, heart: Heartbeat) -> None:
        """Watch the progress of an essential part that cannot be restarted."""
        self._needed.append((part, heart))

    def hear(self, troubles: Callable[[], Mapping[str, Message]]) -> None:
        """Also report these troubles, of things that no restart can help, such as the power supply."""
        self._heard.append(troubles)

    def check(self) -> bool:
        """Check all parts and restart those due; False when only a restart of the whole program can help."""
        for case in self._cases:
            case.check()
        troubles = {case.watched.part: case.said for case in self._cases if case.said is not None}
        for heard in self._heard:
            troubles.update(heard())
        if troubles != self.troubles:
            self.troubles = troubles
            self._report(troubles)
        self._starve(
            next((part for part, heart in self._needed if heart.is_late), "")
            or next((case.watched.part for case in self._cases if case.is_given_up), "")
        )
        return not self._starved

    def _starve(self, part: str) -> None:
        """Note the part (or "") that stops the feeding of the watchdog, and log each change."""
        if part and not self._starved:
            _log.error("The part “%s” makes no progress: the watchdog is fed no more.", part)
        elif self._starved and not part:
            _log.warning("The part “%s” makes progress again: the watchdog is fed again.", self._starved)
        self._starved = part


class _Case:
    """A supervised part and its restarts; `said` is what is reported about it now."""

    def __init__(self, watched: Watched, clock: Callable[[], float]) -> None:
        self.watched, self._clock = watched, clock
        self.said: Message | None = None
        self._backoff = Backoff()
        self._failed_at_s = 0.0  # when it stopped working; valid while `said` is set
        self._started_at_s = 0.0  # when it was restarted last
        self._start_at_s: float | None = None  # when it is to be restarted

    @property
    def is_given_up(self) -> bool:
        """Whether it has been down for `GIVE_UP_S` in spite of restarts."""
        return self.said is not None and self._clock() - self._failed_at_s >= GIVE_UP_S

    def check(self) -> None:
        """Check the part, and restart it when that is due."""
        now, wrong = self._clock(), self.watched.trouble
        if wrong is None:
            self._start_at_s = None
            self._check_steadiness()
        elif self._start_at_s is None:
            self._start_at_s = now + self._backoff.next_wait_s()
            self._say(wrong, now)
        elif now >= self._start_at_s:
            self._start_at_s, self._started_at_s = None, now
            self._restart()

    def _check_steadiness(self) -> None:
        steady_s = self.watched.progress_at_s - self._started_at_s
        if self.said is not None and steady_s >= STEADY_S:
            _log.warning("The part “%s” works again.", self.watched.part)
            self.said = None
        if steady_s >= FORGET_S:
            self._backoff.reset()

    def _say(self, wrong: Message, now: float) -> None:
        if self.said is None:
            self._failed_at_s = now
        if self.said != wrong:
            _log.error("%s", say(wrong, "en"))
        self.said = wrong

    def _restart(self) -> None:
        try:
            self.watched.restart()
        except Exception as error:  # noqa: BLE001 — logged, and tried again since the trouble remains
            log_fault(f"the part “{self.watched.part}” could not be restarted", error)
