"""Time limits for calls that may hang for ever, such as those of camera drivers or an I²C bus.

Only the call's own thread hangs with it.
"""

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from dataclasses import dataclass
from threading import Thread
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class NoAnswerError(Exception):
    """The call has not returned in time; its thread is abandoned."""


def call_with_timeout(
    timeout_s: float, call: Callable[[], Answer], too_late: Callable[[Answer], object] | None = None
) -> Answer:
    """The result or exception of `call`, or `NoAnswerError` after `timeout_s` seconds.

    A later answer goes to `too_late`, which closes what the call has opened.

    >>> call_with_timeout(5, lambda: 6 * 7)
    42
    """
    outcome: Future[Answer] = Future()

    def make_call() -> None:
        try:
            answer = call()
        except BaseException as raised:  # noqa: BLE001 — not swallowed: raised in the caller of `call_with_timeout`
            if not outcome.cancelled():
                outcome.set_exception(raised)
            return
        try:
            outcome.set_result(answer)
        except InvalidStateError:
            if too_late is not None:
                too_late(answer)

    # A daemon, so that a hung thread cannot keep the program from ending.
    Thread(target=make_call, daemon=True, name="may hang").start()
    wait([outcome], timeout_s)
    # Cancelling fails if the answer is there, or comes at this very moment.
    if outcome.cancel():
        raise NoAnswerError(f"no answer within {timeout_s:g} s")
    return outcome.result()


@dataclass
class TimeLimit:
    """Makes calls that may hang, each with the same limit.

    >>> TimeLimit(5.0).call(max, 6, 7)
    7
    """

    seconds: float

    def call(self, call: Callable[Arguments, Answer], *arguments: Arguments.args, **more: Arguments.kwargs) -> Answer:
        """The result or exception of `call` with these arguments, or `NoAnswerError` if it takes too long."""
        return call_with_timeout(self.seconds, lambda: call(*arguments, **more))
