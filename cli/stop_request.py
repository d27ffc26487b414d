"""Notes requests to end the program: Ctrl-C, or the signal of a service manager."""

import signal
import time


class StopRequest:
    """Records whether SIGTERM or SIGINT has come since it was created.

    It is no `threading.Event`, whose `set` takes a lock that `wait` may hold in the same thread when the signal comes.
    """

    def __init__(self) -> None:
        self.has_come = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._note)

    def wait(self, seconds: float) -> bool:
        """Wait for so many seconds, unless a request has already come; returns whether one has."""
        if not self.has_come:
            time.sleep(seconds)
        return self.has_come

    def _note(self, *_: object) -> None:
        self.has_come = True
