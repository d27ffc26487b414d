"""The moves of a game in their order, as the entries of the journal give and correct them.

>>> from pathlib import Path
>>> from device.record.journal import Journal
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     wrong = journal.append("move", {"move": "d3", "picture": None})
...     _ = journal.append("change", {"entry": wrong.number, "move": "f5", "by": "phone"})
...     line_of(journal.current())
(Line(entry=2, move='f5', picture=None),)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from device.record.journal import Entry
from engines.contract import Json


@dataclass(frozen=True)
class Line:
    """A chosen move in the journal."""

    entry: int  # the journal's number
    move: Json  # as the game writes it
    picture: str | None = None  # id of the picture that it came from


class Kept:
    """A move that is or was in the game."""

    __slots__ = ("ended", "left", "line", "next", "right", "written")

    def __init__(self, line: Line, written: Entry | None) -> None:
        self.line, self.written = line, written  # the entry that added it
        self.ended: Entry | None = None  # the entry that removed it
        self.next: Kept | None = None  # the move after it, of all that ever were in the game
        self.left = self.right = self  # its neighbours in the game


class Chain:
    """All moves of a corrected game; each entry takes constant time."""

    def __init__(self) -> None:
        self.before_first = Kept(Line(0, None), None)
        self._last = self.before_first
        self._in_game: dict[int, Kept] = {}

    def __iter__(self) -> Iterator[Kept]:
        """All moves in the game's order, with removed ones at their former places."""
        one = self.before_first.next
        while one is not None:
            yield one
            one = one.next

    def found(self, entry: int) -> Kept | None:
        """The move of an entry, if it is in the game."""
        return self._in_game.get(entry)

    def ended_by(self, entry: Entry) -> list[Kept]:
        """The moves that an entry would remove from the game."""
        data = entry.data
        numbers = [data["entry"]] if entry.kind == "change" else data.get("entries", [])
        found = (self.found(number) for number in (*numbers, *(data.get("without") or ())))
        return [one for one in found if one is not None]

    def take(self, entry: Entry) -> None:
        """Apply an entry."""
        data, ended = entry.data, self.ended_by(entry)
        match entry.kind:
            case "move":
                made = Kept(Line(entry.number, data["move"], data["picture"]), entry)
                self._put(made, self._last, self.before_first.left)
            case "insert":
                after = self.found(data["after"] or 0) or self.before_first
                self._put(Kept(Line(entry.number, data["move"]), entry), after, after)
            case "change" if (wrong := self.found(data["entry"])) is not None:
                changed = Line(wrong.line.entry, data["move"], wrong.line.picture)
                self._put(Kept(changed, entry), wrong, wrong)
        for one in ended:
            self._end(one, entry)

    def _put(self, one: Kept, after: Kept, left: Kept) -> None:
        """Insert a move after one of all that ever were, and after its neighbour in the game."""
        one.next, after.next = after.next, one
        one.left, one.right = left, left.right
        one.left.right = one.right.left = one
        if after is self._last:
            self._last = one
        self._in_game[one.line.entry] = one

    def _end(self, one: Kept, by: Entry) -> None:
        if one.ended is not None:
            return
        one.ended = by
        one.left.right, one.right.left = one.right, one.left
        if self._in_game.get(one.line.entry) is one:
            del self._in_game[one.line.entry]


def line_of(entries: Iterable[Entry]) -> tuple[Line, ...]:
    """The moves of a game in order, with all corrections applied."""
    chain = Chain()
    for entry in entries:
        chain.take(entry)
    return tuple(one.line for one in chain if one.ended is None)
