"""Tells a test that uses a journal beside the thread of its table.

The journal is the table's alone (`device.table.live_table`): of two threads that write at once, one loses its entry or
both write it, in one run of thousands.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Thread, current_thread
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from device.record.journal import Journal
from device.table.live_table import LiveTable

# What reads or writes the journal's file.
USES = ("add_game", "append", "begun", "changed_games", "entries_of", "games", "resume", "start_game", "write_waiting")


@contextmanager
def journals_of_their_tables() -> Iterator[None]:
    """While a table runs, its journal refuses every other thread."""
    owners: WeakKeyDictionary[Journal, Thread] = WeakKeyDictionary()
    enter = LiveTable.__enter__

    def own(table: LiveTable) -> LiveTable:
        owners[table._game.journal] = table._thread
        return enter(table)

    def by_owner(use: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(use)
        def checked(journal: Journal, *args: Any, **named: Any) -> Any:
            owner = owners.get(journal)
            if owner is not None and owner.is_alive() and owner is not current_thread():
                raise AssertionError(f"{use.__name__}: the journal is its table's; ask that (`Asked`)")
            return use(journal, *args, **named)

        return checked

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveTable, "__enter__", own)
        for name in USES:
            patch.setattr(Journal, name, by_owner(getattr(Journal, name)))
        yield
