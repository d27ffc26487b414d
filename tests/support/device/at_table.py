"""What whoever sits at a live table may do in a test, whatever its camera sees."""

from typing import Any, Self

from device.record.journal import Journal
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from tests.support.waiting import PATIENCE_S


class AtTable:
    """A live table and its journal, which end with the test."""

    table: LiveTable
    journal: Journal

    def __enter__(self) -> Self:
        self.table.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.table.__exit__(None, None, None)
        self.journal.close()

    def do(self, event: Any) -> Snapshot:
        """Something happens to the table."""
        self.table.post(event).result(PATIENCE_S)
        return self.now

    @property
    def now(self) -> Snapshot:
        """What the table tells now."""
        return self.table.snapshot
