"""A thread that reports its progress, and is replaced by another one when it fails or hangs.

Python cannot kill a thread that hangs in a driver: it is abandoned, and should it ever wake, its *turn* is over.
"""

import time
from collections.abc import Callable
from math import inf
from threading import Event, Lock, Thread

from device.system.error_text import error_text
from device.system.faults import log_fault
from engines.messages import Message, message


class Heartbeat:
    """When a part last made progress, and until when it promised to do so again.

    >>> now = [100.0]
    >>> heart = Heartbeat(5.0, clock=lambda: now[0])
    >>> now[0] = 104.0; heart.is_late
    False
    >>> now[0] = 106.0; heart.is_late
    True
    >>> heart.beat(within_s=60.0); now[0] = 160.0; heart.is_late
    False
    """

    def __init__(self, patience_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience_s, self._clock = patience_s, clock
        self.beat()

    def beat(self, within_s: float | None = None) -> None:
        """Note progress, and promise the next within so many seconds (by default `patience_s`)."""
        self.at_s = self._clock()
        self._due_s = self.at_s + (self._patience_s if within_s is None else within_s)

    @property
    def is_late(self) -> bool:
        """Whether the promised progress has not come."""
        return self._clock() > self._due_s


class Turn:
    """One thread's run of a `WatchedThread`'s work, which it asks whether it may go on."""

    def __init__(self, number: int, patience_s: float) -> None:
        self.number = number  # 1 for the first thread, 2 for the one that took over from it, and so on
        self.heart = Heartbeat(patience_s)
        self.failure: BaseException | None = None
        self._is_over = Event()

    def goes_on(self, within_s: float | None = None) -> bool:
        """Note progress, the next within so many seconds; False when the thread is to end at once."""
        self.heart.beat(within_s)
        return not self._is_over.is_set()

    def pause(self, seconds: float) -> None:
        """Wait for so long, or until the turn is over."""
        self._is_over.wait(seconds)

    def end(self) -> None:
        """End the turn."""
        self._is_over.set()

    @property
    def is_over(self) -> bool:
        """Whether it has been ended: by the thread itself, or by whoever stopped or replaced it."""
        return self._is_over.is_set()


class WatchedThread:
    """Runs `work` in a thread of its own, which must call its turn's `goes_on` all the time.

    `part` names the thread, and is the key `name.part/…` of the texts. `patience_s` is how long the work may be without
    progress. When `work` returns, it is idle until the next `start`.
    """

    def __init__(self, part: str, work: Callable[[Turn], None], patience_s: float) -> None:
        self.part = part
        self._work, self._patience_s = work, patience_s
        self._turn: Turn | None = None
        self._thread: Thread | None = None
        self._starting = Lock()

    def start(self) -> None:
        """Start the work in a new thread; the one before, if any, is abandoned."""
        with self._starting:
            before = self._turn
            turn = Turn(before.number + 1 if before else 1, self._patience_s)
            thread = Thread(target=self._take, args=(turn,), name=self.part, daemon=True)
            thread.start()  # may fail, and then nothing has changed
            self._turn, self._thread = turn, thread
            if before is not None:
                before.end()

    restart = start

    def stop(self, patience_s: float, wake: Callable[[], object] = lambda: None) -> None:
        """End the work, and wait for so long at most; `wake` wakes its thread where it blocks."""
        with self._starting:
            turn, thread = self._turn, self._thread
        if turn is not None and thread is not None:
            turn.end()
            wake()
            thread.join(patience_s)

    @property
    def is_working(self) -> bool:
        """Whether a thread was started, and has not failed, ended or been stopped."""
        turn = self._turn
        return turn is not None and not turn.is_over and turn.failure is None

    @property
    def trouble(self) -> Message | None:
        """What is wrong now: it failed, or it makes no progress."""
        turn = self._turn
        if turn is None or turn.is_over:
            return None
        if turn.failure is not None:
            return failed(self.part, turn.failure)
        return hangs(self.part) if turn.heart.is_late else None

    @property
    def progress_at_s(self) -> float:
        """When it last made progress, by its clock; infinite where it is idle."""
        turn = self._turn
        return inf if turn is None or turn.is_over else turn.heart.at_s

    def _take(self, turn: Turn) -> None:
        try:
            self._work(turn)
        except BaseException as error:  # noqa: BLE001 — logged, and said by whoever asks for the trouble
            if not turn.is_over:
                turn.failure = error
                log_fault(f"the part “{self.part}” failed", error)
        else:
            turn.end()


def failed(part: str, error: BaseException) -> Message:
    """The message that a part has ended with an error."""
    kind = type(error).__name__
    reason = kind if error_text(error) == kind else f"{kind}: {error_text(error)}"
    return message("part.failed", part=f"part/{part}", reason=reason)


def hangs(part: str) -> Message:
    """The message that a part makes no progress."""
    return message("part.hangs", part=f"part/{part}")
