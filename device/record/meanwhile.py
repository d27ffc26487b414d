"""Two who change a game at once change it once: the later one has looked at a state that is gone, and hears why.

>>> entries = [Entry(4, 4, "start", {}, ""), Entry(5, 4, "move", {}, ""), Entry(6, 4, "strike", {}, "")]
>>> check_unchanged(6, entries), check_same_game(4, entries)
(None, None)
>>> check_unchanged(5, entries)
Traceback (most recent call last):
    ...
device.record.meanwhile.ChangedMeanwhile: keeping.struck_meanwhile
"""

from collections.abc import Sequence

from device.record.entries import ON_THE_TABLE, Entry
from device.record.replay import CorrectionRefused
from engines.messages import Message, message

_HAPPENED: dict[str, Message] = {
    "move": message("keeping.moved_meanwhile"),
    "strike": message("keeping.struck_meanwhile"),
    "insert": message("keeping.corrected_meanwhile"),
    "change": message("keeping.corrected_meanwhile"),
}


class ChangedMeanwhile(CorrectionRefused):
    """Somebody else was quicker: what was wanted is about a state that is gone."""


def check_same_game(known: int | None, entries: Sequence[Entry]) -> None:
    """Raises `ChangedMeanwhile` where the game of these entries came to the table after the entry `known`."""
    if known is not None and any(entry.number > known and entry.kind in ON_THE_TABLE for entry in entries):
        raise ChangedMeanwhile(message("keeping.begun_meanwhile"))


def check_unchanged(known: int | None, entries: Sequence[Entry]) -> None:
    """The same, and where its record is another one since; how the board lies before the camera is no part of it."""
    check_same_game(known, entries)
    since = [] if known is None else [entry.kind for entry in entries if entry.number > known]
    happened = next((_HAPPENED[kind] for kind in reversed(since) if kind in _HAPPENED), None)
    if happened is not None:
        raise ChangedMeanwhile(happened)
