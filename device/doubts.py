"""Moves whose faces the camera has not seen for certain, and what later pictures say of them.

A discard may be recorded as a 5 that was likely, or that people have chosen; when glare is gone it may be a 6. As long
as no picture has shown for certain what was recorded, the move is open to doubt. When nothing that the rules allow
explains the table, two looks one after the other show for certain another face there, and of all doubtful moves just
one, with just that face instead, explains the whole table and leaves all that was played since allowed, then that is
what was done. Nothing else is ever changed so.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from device.candidates import camera_place, changed
from device.line import Line
from device.played import BrokenLine, Played, Ply
from device.seen import Seen
from engines.contract import IllegalMove
from engines.vocabulary import NOTHING, TILE_FACES, Layout, straight

SURELY = 0.98
LOOKS = 2


@dataclass(frozen=True)
class Reread:
    """The move of an entry is another one (as JSON): at `place`, by the game's name, lies `now` and not `before`."""

    entry: int
    move: Any
    place: str
    before: str
    now: str


class Doubts:
    """The entries of the journal that are open to doubt, in one game."""

    def __init__(self) -> None:
        self._open: set[int] = set()
        self._last: Reread | None = None
        self._looks = 0

    def open(self, entry: int) -> None:
        """A move was recorded; `settle` closes it if the picture shows it for certain."""
        self._open.add(entry)

    def close(self, entries: Iterable[int]) -> None:
        """People have said what these moves were: they know better."""
        self._open -= set(entries)

    def forget(self) -> None:
        """Another game."""
        self._open, self._last, self._looks = set(), None, 0

    def settle(self, played: Played, turn: int, seen: Seen) -> None:
        """Close what a picture shows for certain as it was recorded."""
        if not self._open:
            return
        now = played.game.layout(played.now)
        there = {ply.entry for ply in played.plies}
        for before, ply in _with_state_before(played):
            if ply.entry in self._open:
                after = played.game.layout(ply.state)
                places = [place for place in changed(played.game.layout(before), after) if _faces(after, place)]
                shown = [seen.likelihood(camera_place(place, turn), after[place]) for place in places]
                looked = [
                    camera_place(place, turn) in seen.places and now.get(place) == after[place] for place in places
                ]
                if places and all(looked) and min(shown) > SURELY:
                    self._open.discard(ply.entry)
        self._open &= there

    def look(self, played: Played, turn: int, seen: Seen, explains: Callable[[Played], bool]) -> Reread | None:
        """What the second look in a row says for certain was done instead; None where there is nothing like that.

        `explains`: whether a game with another move explains the whole table.
        """
        found = [one for one, other in self._others(played, turn, seen) if explains(other)] if self._open else []
        only = found[0] if len(found) == 1 else None
        self._looks = self._looks + 1 if only is not None and only == self._last else int(only is not None)
        self._last = only
        return only if self._looks >= LOOKS else None

    def _others(self, played: Played, turn: int, seen: Seen) -> Iterator[tuple[Reread, Played]]:
        """The game with each doubtful move as it would be by a face that is surely seen in the place of its own."""
        layout = played.game.layout(played.now)
        for place in layout:
            likely = seen.places.get(camera_place(place, turn), {})
            look, shows = layout[place], max(likely, key=lambda face: likely[face], default="")
            before, now = straight(min(look)), straight(shows)
            if len(look) != 1 or shows in look or likely.get(shows, 0.0) <= SURELY:
                continue
            if before not in TILE_FACES or now not in TILE_FACES or before == now:
                continue
            for ply in played.plies:
                for move in _with_face(ply.move, before, now) if ply.entry in self._open else ():
                    written = played.game.move_to_json(move)
                    other = _replayed(played, ply.entry, written)
                    if other is not None and shows in other.game.layout(other.now).get(place, NOTHING):
                        yield Reread(ply.entry, written, place, before, now), other


def _with_state_before(played: Played) -> Iterator[tuple[Any, Ply]]:
    return zip(played.states, played.plies, strict=False)


def _faces(layout: Layout, place: str) -> bool:
    """Whether a place shows just one face."""
    look = layout.get(place, NOTHING)
    return len(look) == 1 and straight(min(look)) in TILE_FACES


def _with_face(move: Any, before: str, now: str) -> Iterator[Any]:
    """A move with one of its faces replaced.

    >>> from engines.jarapon.kinds import Discard
    >>> list(_with_face(Discard(1, "5", riichi=True), "5", "6"))
    [Discard(seat=1, tile='6', riichi=True)]
    """
    for one in fields(move):
        value = getattr(move, one.name)
        if value == before:
            yield replace(move, **{one.name: now})
        elif isinstance(value, tuple) and before in value:
            at = value.index(before)
            yield replace(move, **{one.name: (*value[:at], now, *value[at + 1 :])})


def _replayed(played: Played, entry: int, move: Any) -> Played | None:
    """The game with another move in the place of one, None where something after it would not be allowed."""
    lines: list[Line] = [ply.line for ply in played.plies if ply.line is not None]
    try:
        return played.with_line(replace(line, move=move) if line.entry == entry else line for line in lines)
    except (BrokenLine, IllegalMove):
        return None
