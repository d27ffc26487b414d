"""Calls that may hang, made so that only their own thread hangs with them.

A camera driver or an I²C bus can block for ever inside a call that nothing can interrupt. Such a call is made in a
thread of its own; when it takes too long the thread is abandoned, and the program goes on without its answer.
"""

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")


class NoAnswerError(Exception):
    """The call had not come back in time; its thread has been abandoned."""


def call_with_timeout(
    timeout_s: float, call: Callable[[], Answer], too_late: Callable[[Answer], object] | None = None
) -> Answer:
    """What `call` gives back or raises, or `NoAnswerError` after `timeout_s` seconds.

    An answer that comes after that goes to `too_late`, which closes what the call has opened.

    >>> call_with_timeout(5, lambda: 6 * 7)
    42
    """
    outcome: Future[Answer] = Future()

    def make_call() -> None:
        try:
            answer = call()
        except BaseException as raised:  # noqa: BLE001 — not swallowed: raised again where `within` was called
            if not outcome.cancelled():
                outcome.set_exception(raised)
            return
        try:
            outcome.set_result(answer)
        except InvalidStateError:
            if too_late is not None:
                too_late(answer)

    # A daemon, so that a thread that hangs cannot keep the whole program from ending.
    Thread(target=make_call, daemon=True, name="may hang").start()
    wait([outcome], timeout_s)
    # Cancelling fails when the answer is there, or comes at this very moment.
    if outcome.cancel():
        raise NoAnswerError(f"no answer within {timeout_s:g} s")
    return outcome.result()
