"""Time that passes when a test says so."""


class Clock:
    """A clock in seconds, set by hand."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """So many seconds pass."""
        self.now += seconds
