"""Whether the program has been asked to end: with Ctrl-C, or as a service manager does."""

import signal
import time


class StopRequest:
    """Notes from its making on whether one of the signals to end has come.

    A `threading.Event` would not do: its `set` takes a lock that `wait` may hold where the signal interrupts it, and
    both are in the same thread.
    """

    def __init__(self) -> None:
        self.has_come = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._note)

    def wait(self, seconds: float) -> bool:
        """Let so much time pass, unless the program shall end already; gives whether it shall."""
        if not self.has_come:
            time.sleep(seconds)
        return self.has_come

    def _note(self, *_: object) -> None:
        self.has_come = True
