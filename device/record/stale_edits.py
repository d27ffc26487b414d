"""Refuses edits of a game that were made on a state which somebody else has changed since.

>>> entries = [Entry(4, 4, "start", {}, ""), Entry(5, 4, "move", {}, ""), Entry(6, 4, "strike", {}, "")]
>>> check_unchanged(6, entries), check_same_game(4, entries)
(None, None)
>>> check_unchanged(5, entries)
Traceback (most recent call last):
    ...
device.record.stale_edits.StaleEdit: keeping.struck_meanwhile
"""

from collections.abc import Sequence

from device.record.entries import ON_THE_TABLE, Entry
from device.record.replay import CorrectionRefused
from engines.messages import Message, message

_REASONS: dict[str, Message] = {
    "move": message("keeping.moved_meanwhile"),
    "strike": message("keeping.struck_meanwhile"),
    "insert": message("keeping.corrected_meanwhile"),
    "change": message("keeping.corrected_meanwhile"),
}


class StaleEdit(CorrectionRefused):
    """An edit of a state that somebody else has changed since."""


def check_same_game(known: int | None, entries: Sequence[Entry]) -> None:
    """Raise `StaleEdit` where the game of these entries came to the table after the entry `known`."""
    if known is not None and any(entry.number > known and entry.kind in ON_THE_TABLE for entry in entries):
        raise StaleEdit(message("keeping.begun_meanwhile"))


def check_unchanged(known: int | None, entries: Sequence[Entry]) -> None:
    """Raise `StaleEdit` also where a move was made or corrected after `known`; a turned board does not count."""
    check_same_game(known, entries)
    since = [] if known is None else [entry.kind for entry in entries if entry.number > known]
    reason = next((_REASONS[kind] for kind in reversed(since) if kind in _REASONS), None)
    if reason is not None:
        raise StaleEdit(reason)
