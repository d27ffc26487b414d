"""The journal's entries of one game, whatever their numbers: renumbered, and recognised.

Entries name one another by their numbers, and pictures are called after them, so a game that goes from one journal to
another is numbered anew as a whole.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from device.record.entries import OF_THIS_BOX
from device.record.journal import BEGINS, Entry

PICTURE_ID = re.compile("[0-9]{1,18}-[0-9]{1,18}")  # of a game and of an entry
DIGEST: Final = "digest"  # what the start of a game from a file says besides, so that the same file is known again


def numbers_from(entries: Sequence[Entry], first: int) -> dict[int, int]:
    """The entries' numbers when they are counted from `first`, by those that they have."""
    return {entry.number: number for number, entry in enumerate(entries, start=first)}


def renumbered(entries: Sequence[Entry], numbers: Mapping[int, int]) -> list[Entry]:
    """The same entries by other numbers; what names one that is not among them names nothing."""
    return [_renumbered(entry, numbers) for entry in entries]


def picture_id(old: str, numbers: Mapping[int, int]) -> str | None:
    """What a picture is called when its entry has another number; None where it is of no entry of the game."""
    entry = old.rpartition("-")[2]
    if not (entry.isascii() and entry.isdecimal() and int(entry) in numbers):
        return None
    return f"{_game(numbers)}-{numbers[int(entry)]}"


def digest_of(entries: Sequence[Entry]) -> str:
    """SHA-256 of all that happened in a game but when, the same for its entry in a journal and its export.

    >>> start = {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}
    >>> here = [Entry(7, 7, "start", start, ""), Entry(9, 7, "move", {"move": "f5", "picture": "7-9"}, "")]
    >>> there = [Entry(1, 1, "import", start, ""), Entry(2, 1, "move", {"move": "f5", "picture": "1-2"}, "")]
    >>> digest_of(here) == digest_of(there), digest_of(here) == digest_of(here[:1])
    (True, False)
    """
    kept = [entry for entry in entries if entry.kind not in OF_THIS_BOX]
    happened = [
        ["begins" if entry.kind in BEGINS else entry.kind, {**entry.data, DIGEST: None}]
        for entry in renumbered(kept, numbers_from(kept, 1))
    ]
    return hashlib.sha256(json.dumps(happened, sort_keys=True).encode()).hexdigest()


def _game(numbers: Mapping[int, int]) -> int:
    """The new number of the game, which is that of its first entry."""
    return next(iter(numbers.values()))


def _renumbered(entry: Entry, numbers: Mapping[int, int]) -> Entry:
    data = entry.data.copy()
    data.pop("first_leg", None)  # is another game's
    if "entries" in data:
        data["entries"] = [numbers[number] for number in data["entries"] if number in numbers]
    if "without" in data:
        data["without"] = [numbers[number] for number in data["without"] if number in numbers]
    if "entry" in data:
        data["entry"] = numbers.get(data["entry"], 0)
    if "after" in data:
        data["after"] = numbers.get(data["after"] or 0, 0)
    if picture := data.get("picture"):
        data["picture"] = picture_id(picture, numbers)
    return replace(entry, number=numbers[entry.number], game=_game(numbers), data=data)
