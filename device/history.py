"""The record with all that was corrected in it: which moves were struck or changed, by whom and when.

>>> from pathlib import Path
>>> from device.journal import Journal
>>> from engines.games import GAMES
>>> with Journal(Path(":memory:")) as journal:
...     _ = journal.start_game("reversi", ["Aya", "Ben"], {})
...     wrong = journal.append("move", {"move": "d3", "picture": None})
...     _ = journal.append("change", {"entry": wrong.number, "move": "f5", "by": "phone"})
...     told = history_of(journal.current(), Played.of(journal.current(), GAMES))
>>> [(dict(one.said.facts)["square"], one.ply, one.by, one.ended is not None) for one in told]
[('d3', 0, 'camera', True), ('f5', 1, 'phone', False)]
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from device.journal import Entry
from device.played import Line, Played, after_entry
from engines.messages import Message, message

USUAL_BY = "camera"  # of the moves of old journals, which do not say who told them


@dataclass(frozen=True)
class Told:
    """A move that is in the game, or was: `ply` is its number there, 0 for one that was struck or changed.

    `written` is the entry that brought it, `ended` the one that struck or changed it. A pass that the rules forced has
    neither, and the entry 0.
    """

    entry: int
    said: Message
    player: int | None = None
    ply: int = 0
    picture: str | None = None
    written: Entry | None = None
    ended: Entry | None = None

    @property
    def by(self) -> str:
        """Who told it: `"camera"`, `"button"`, `"phone"`, `"phone:Aya's phone"`; none for a pass."""
        return "" if self.written is None else str(self.written.data.get("by", USUAL_BY))

    @property
    def at(self) -> str:
        """When, as an ISO time."""
        return "" if self.written is None else self.written.at


def history_of(entries: Sequence[Entry], played: Played) -> tuple[Told, ...]:
    """All moves that the entries of a game tell, in the order of the game; `played` is how it stands now."""
    told: list[Told] = []
    line: list[Line] = []
    now = replace(played, plies=())
    for entry in entries:
        if entry.kind in ("strike", "change", "insert"):
            now, _ = now.as_far_as(line)
        told = _after(entry, told, now)
        line = after_entry(line, entry)
    return tuple(one for line in told for one in _with_passes(line, played))


def _after(entry: Entry, told: list[Told], now: Played) -> list[Told]:
    """The moves after one more entry; `now` is the game before it."""
    if entry.kind not in ("move", "strike", "change", "insert"):
        return told
    new = Told(entry.number, _no_words(entry), picture=entry.data.get("picture"), written=entry)
    match entry.kind:
        case "move":
            told.append(new)
            return told
        case "strike":
            return _ended(told, entry.data["entries"], entry, now)
        case "insert":
            after = entry.data["after"]
            at = next((at + 1 for at, one in enumerate(told) if one.entry == after and not one.ended), 0)
            told = [*told[:at], new, *told[at:]]
        case "change":
            changed = [at for at, one in enumerate(told) if one.entry == entry.data["entry"] and not one.ended]
            for at in changed:
                told = [*told[: at + 1], replace(new, entry=told[at].entry, picture=told[at].picture), *told[at + 1 :]]
                told = _ended(told[: at + 1], [told[at].entry], entry, now) + told[at + 1 :]
    return _ended(told, entry.data.get("without", ()), entry, now)


def _ended(told: Sequence[Told], struck: Container[int], by: Entry, now: Played) -> list[Told]:
    return [
        replace(_as_played(one, now), ply=0, ended=by) if one.entry in struck and not one.ended else one for one in told
    ]


def _as_played(one: Told, played: Played) -> Told:
    """A move in the words that it had in a game; where a damaged journal has lost its game, in none."""
    number = played.ply_of(one.entry)
    ply = played.plies[number - 1] if number else None
    return one if ply is None else replace(one, said=ply.said, player=ply.player, ply=number)


def _with_passes(one: Told, played: Played) -> list[Told]:
    """A move as it stands in the game now, and the passes that it forced."""
    if one.ended:
        return [one]
    told = [_as_played(one, played)]
    for number, ply in enumerate(played.plies[told[0].ply :], start=told[0].ply + 1):
        if ply.entry or not told[0].ply:
            break
        told.append(Told(0, ply.said, ply.player, number))
    return told


def _no_words(entry: Entry) -> Message:
    return message("keeping.unplayed", move=str(entry.data.get("move", "")))
