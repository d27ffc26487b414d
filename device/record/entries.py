"""The entries of the journal: their content, their storage format, and how damage to them is detected.

Entries refer to each other by number, and pictures are named after them, so a game moved to another journal is
renumbered as a whole.

>>> row = row_of(Entry(2, 1, "move", {"move": "f5"}, "2026-01-02T15:04:05"))
>>> entry_of(row).data, sum_of(row) == sum_of((*row[:3], '{"move": "f6"}', row[4]))
({'move': 'f5'}, False)
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b, sha256
from typing import Final, Literal, TypedDict, TypeGuard, cast

from engines.contract import Json
from engines.messages import Fact, Refusal, message

Kind = Literal["start", "import", "resume", "turn", "move", "strike", "insert", "change", "seat", "pad"]
BEGINS = ("start", "import")
# The game that is on: that of the last of these. One that came from a file only becomes it when people go on with it.
ON_THE_TABLE = ("start", "resume")
OF_THIS_BOX = ("resume", "seat", "pad")  # these do not affect the game itself
PICTURE_ID = re.compile("[0-9]{1,18}-[0-9]{1,18}")  # of a game and of an entry
DIGEST: Final = "digest"  # key in the start of a game from a file, by which the same file is recognised
LEG = "leg"  # the option of a campaign's leg: what it takes over from the one before
MAX_DEPTH = 20  # maximum nesting of lists
MAX_BYTES = 1 << 20
_SQLITE_INTEGERS = range(-(1 << 63), 1 << 63)
# What an entry of each kind has at least: it is asked of entries without a checksum, which only older programs wrote.
_FIELDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "start": {"game": str, "players": list, "options": dict},
    "import": {"game": str, "players": list, "options": dict},
    "resume": {},
    "turn": {"turn": (int, type(None))},
    "move": {"move": object},
    "strike": {"entries": list},
    "insert": {"after": (int, type(None)), "move": object},
    "change": {"entry": int, "move": object},
    "seat": {"seat": (int, type(None)), "phone": (str, type(None))},
    "pad": {"pad": bool},
}

# Number, game, kind, data (JSON) and time, as in the file.
Row = tuple[int, int, str, str, str]


class StartData(TypedDict, total=False):
    """The data of a game's start, or of its import from a file."""

    game: str
    players: list[str]
    options: dict[str, Fact]
    by_hand: bool  # no camera watches it
    pad: bool  # only results are entered; of an entry `pad`, whether from now on
    campaign: str  # its name, in each leg of a campaign
    first_leg: int  # number of the campaign's first leg; missing in that leg itself
    computers: list[str]  # for a dealt game: the strength of each player, "" for people
    seed: int  # of the deal
    digest: str  # of the file that it was imported from


class CorrectionData(TypedDict, total=False):
    """The data of a correction beside the move: `strike`, `insert` and `change`."""

    entries: list[int]  # strike: the moves that are struck
    after: int | None  # insert: the move that it follows
    entry: int  # change: the move that is replaced
    without: list[int]  # insert and change: the later moves that are struck with it


class EntryData(StartData, CorrectionData, total=False):
    """The data of an entry; `_FIELDS` has the minimum of each kind."""

    turn: int | None  # turn: clockwise quarters by which the board lies turned; None: open again
    move: Json  # move, insert and change
    picture: str | None  # move: id of the picture that shows it
    by: str  # who made the move or the correction, or that the box began the game when it was started
    # seat, in a game that the box deals: the phone sits there from now on; a phone without a seat has left, a seat
    # without a phone was freed.
    seat: int | None
    phone: str | None


@dataclass(frozen=True)
class Entry:
    """An entry of the journal."""

    number: int  # increases, and is never reused
    game: int  # number of the first entry of its game
    kind: Kind  # `resume` says that people go on with a game
    data: EntryData
    at: str  # time


@dataclass(frozen=True)
class JournalGame:
    """A game of the journal: its first entry, and the number of its last one."""

    start: Entry
    last: int


def is_leg(start: EntryData) -> bool:
    """Whether a game is a leg of a campaign."""
    return bool(start["options"].get(LEG))


def first_leg_of(start: Entry) -> int:
    """The number of the first leg of the campaign that a game belongs to."""
    return start.data.get("first_leg") or start.number


def is_on_pad(entries: Sequence[Entry]) -> bool:
    """Whether people enter only the results of a game with these entries: since its start, or since they said so.

    >>> start = Entry(2, 2, "start", {"pad": True}, "")
    >>> is_on_pad([start]), is_on_pad([start, Entry(3, 2, "pad", {"pad": False}, "")])
    (True, False)
    """
    said = (entry.data["pad"] for entry in reversed(entries) if entry.kind == "pad")
    return next(said, entries[0].data.get("pad", False))


def seat_holders(entries: Iterable[Entry]) -> dict[int, str | None]:
    """The key of the phone (`Phone.key`) that holds each seat of a game that the box has dealt; None if it was freed.

    A seat shows a hidden hand, so it stays taken when the game is put away and gone on with: only the phone that holds
    it gives it back, or a person at the box.

    >>> sits = [(0, "9c2e"), (1, "77ab"), (2, "9c2e"), (1, None)]
    >>> held = seat_holders(Entry(2, 1, "seat", {"seat": seat, "phone": phone}, "") for seat, phone in sits)
    >>> sorted(held.items())
    [(1, None), (2, '9c2e')]
    """
    held: dict[int, str | None] = {}
    for entry in entries:
        if entry.kind == "seat":
            seat, phone = entry.data["seat"], entry.data["phone"]
            held = {at: holder for at, holder in held.items() if at != seat and (holder is None or holder != phone)}
            if seat is not None:
                held[seat] = phone
    return held


def row_of(entry: Entry) -> Row:
    """An entry as a row; raises `Refusal` for one that could not be written or read again."""
    if not all(_can_be_kept(part) for part in (entry.number, entry.game, entry.kind, entry.data, entry.at)):
        raise Refusal(message("journal.bad_entry"))
    data = json.dumps(entry.data, ensure_ascii=False)
    if len(data.encode()) > MAX_BYTES:
        raise Refusal(message("journal.bad_entry"))
    return entry.number, entry.game, entry.kind, data, entry.at


def entry_of(row: Row) -> Entry:
    """The entry of a sound row."""
    number, game, kind, data, at = row
    return Entry(number, game, cast(Kind, kind), json.loads(data), at)


def sum_of(row: Row) -> int:
    """The checksum of a row."""
    return checksum_of("\0".join(map(str, row)))


def checksum_of(text: str) -> int:
    """The checksum of a text: 63 bits of BLAKE2b, an integer that any SQLite can store."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big") >> 1


def is_sound(row: tuple[object, ...], checksum: object) -> TypeGuard[Row]:
    """Whether a row is what was written; without a checksum, as far as can be known."""
    if list(map(type, row)) != [int, int, str, str, str]:
        return False
    number, game, kind, text, at = typed = cast(Row, row)
    if checksum is not None:
        return sum_of(typed) == checksum
    try:
        data = json.loads(text.encode())
        datetime.fromisoformat(at)
    except (ValueError, RecursionError):
        return False
    fields = _FIELDS.get(kind)
    if fields is None or not isinstance(data, dict) or not 1 <= game <= number or not at.isprintable():
        return False
    return all(name in data and isinstance(data[name], of) for name, of in fields.items())


def _can_be_kept(value: object, depth: int = 0) -> bool:
    """Whether a value survives JSON in UTF-8 for every reader."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() == value
    if isinstance(value, int):
        return value in _SQLITE_INTEGERS
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(isinstance(name, str) for name in value) and _can_be_kept([*value, *value.values()], depth)
    if isinstance(value, list | tuple):
        return depth < MAX_DEPTH and all(_can_be_kept(one, depth + 1) for one in value)
    return value is None


def numbers_from(entries: Sequence[Entry], first: int) -> dict[int, int]:
    """New numbers of entries counted from `first`, by their present numbers."""
    return {entry.number: number for number, entry in enumerate(entries, start=first)}


def renumber(entries: Sequence[Entry], numbers: Mapping[int, int]) -> list[Entry]:
    """The entries with new numbers; references to entries outside are dropped."""
    return [_renumbered(entry, numbers) for entry in entries]


def picture_id(old: str, numbers: Mapping[int, int]) -> str | None:
    """The id of a picture after renumbering; None if it belongs to no entry of the game."""
    entry = old.rpartition("-")[2]
    if not (entry.isascii() and entry.isdecimal() and int(entry) in numbers):
        return None
    return f"{_game(numbers)}-{numbers[int(entry)]}"


def digest_of(entries: Sequence[Entry]) -> str:
    """SHA-256 of a game's content without times, equal for a journal's entries and their export.

    >>> start = {"game": "reversi", "players": ["Aya", "Ben"], "options": {}}
    >>> here = [Entry(7, 7, "start", start, ""), Entry(9, 7, "move", {"move": "f5", "picture": "7-9"}, "")]
    >>> there = [Entry(1, 1, "import", start, ""), Entry(2, 1, "move", {"move": "f5", "picture": "1-2"}, "")]
    >>> digest_of(here) == digest_of(there), digest_of(here) == digest_of(here[:1])
    (True, False)
    """
    kept = [entry for entry in entries if entry.kind not in OF_THIS_BOX]
    happened = [
        ["begins" if entry.kind in BEGINS else entry.kind, {**entry.data, DIGEST: None}]
        for entry in renumber(kept, numbers_from(kept, 1))
    ]
    return sha256(json.dumps(happened, sort_keys=True).encode()).hexdigest()


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
