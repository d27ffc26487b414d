"""Moves with faces that the camera has not read clearly, and their revision by later readings.

A discard may be recorded as a likely 5, or as one that people have chosen; when the glare is gone it may turn out to be
a 6. As long as no picture has clearly shown what was recorded, the move is doubtful. It is revised when no legal move
explains the table, two readings in a row clearly show another face there, and exactly one doubtful move, with just that
face instead, explains the whole table and leaves all later moves legal. Nothing else is revised.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from device.games.table_reading import Places
from device.record.line import Line
from device.record.replay import AnyReplay, BrokenLine
from device.referee.evidence import share_of
from device.referee.orientation import camera_place
from engines.contract import IllegalMove, Json
from engines.vocabulary import NOTHING, TILE_FACES, Layout, changed, straight

CONFIDENT = 0.98


@dataclass(frozen=True)
class Revision:
    """The move of an entry was another one."""

    entry: int
    move: Json  # the corrected move
    place: str  # place that shows it, by the game's name
    before: str  # face recorded there
    now: str  # face that lies there


class DoubtfulMoves:
    """The journal entries of one game that are doubtful."""

    def __init__(self) -> None:
        self._entries: set[int] = set()

    @property
    def entries(self) -> frozenset[int]:
        """The doubtful entries."""
        return frozenset(self._entries)

    def open(self, entry: int) -> None:
        """Add a recorded move; `confirm` removes it once a picture shows it clearly."""
        self._entries.add(entry)

    def close(self, entries: Iterable[int]) -> None:
        """Remove moves that people have entered or corrected: they know better."""
        self._entries -= set(entries)

    def forget(self) -> None:
        """Remove all: another game begins."""
        self._entries = set()

    def confirm(self, played: AnyReplay, turn: int, places: Places) -> None:
        """Remove moves that a reading's raw places clearly show as recorded."""
        if not self._entries:
            return
        now = played.game.layout(played.now)
        self._entries &= {ply.entry for ply in played.plies}
        for before, ply in zip(played.states, played.plies, strict=False):
            if ply.entry in self._entries:
                after = played.game.layout(ply.state)
                faces = [place for place in changed(played.game.layout(before), after) if _is_face(after, place)]
                if faces and all(now.get(place) == after[place] for place in faces):
                    shown = (share_of(after[place], places.get(camera_place(place, turn), {})) for place in faces)
                    if min(shown) > CONFIDENT:
                        self._entries.discard(ply.entry)


def revisions(
    played: AnyReplay, doubtful: Collection[int], turn: int, places: Places
) -> Iterator[tuple[Revision, AnyReplay]]:
    """The revisions of doubtful moves to faces that raw places show clearly, each with the revised game."""
    layout = played.game.layout(played.now) if doubtful else {}
    for place, faces in layout.items():
        likely = places.get(camera_place(place, turn), {})
        shows = max(likely, key=lambda face: likely[face], default="")
        before, now = straight(min(faces)), straight(shows)
        if len(faces) != 1 or shows in faces or likely.get(shows, 0.0) <= CONFIDENT:
            continue
        if before not in TILE_FACES or now not in TILE_FACES or before == now:
            continue
        for ply in played.plies:
            for move in _with_face(ply.move, before, now) if ply.entry in doubtful else ():
                written = played.game.move_to_json(move)
                other = _replayed(played, ply.entry, written)
                if other is not None and shows in other.game.layout(other.now).get(place, NOTHING):
                    yield Revision(ply.entry, written, place, before, now), other


def _is_face(layout: Layout, place: str) -> bool:
    """Whether a layout has exactly one face at a place."""
    faces = layout.get(place, NOTHING)
    return len(faces) == 1 and straight(min(faces)) in TILE_FACES


def _with_face(move: object, before: str, now: str) -> Iterator[object]:
    """A move with one of its faces replaced.

    >>> from engines.jarapon.moves import Discard
    >>> list(_with_face(Discard(1, "5", riichi=True), "5", "6"))
    [Discard(seat=1, tile='6', riichi=True)]
    """
    if not is_dataclass(move) or isinstance(move, type):
        return
    for field in fields(move):
        value = getattr(move, field.name)
        if value == before:
            yield replace(move, **{field.name: now})
        elif isinstance(value, tuple) and before in value:
            at = value.index(before)
            yield replace(move, **{field.name: (*value[:at], now, *value[at + 1 :])})


def _replayed(played: AnyReplay, entry: int, move: Json) -> AnyReplay | None:
    """The game with the move of one entry replaced; None where a later move would be illegal."""
    lines: list[Line] = [ply.line for ply in played.plies if ply.line is not None]
    try:
        return played.with_line(replace(line, move=move) if line.entry == entry else line for line in lines)
    except (BrokenLine, IllegalMove):
        return None
