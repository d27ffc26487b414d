"""What a recorded move most likely was instead: by what its picture shows, and then by what is nearest to it.

A misread move differs little from the real one: another face on the same place, or the place beside it. So a few of
all the moves that the rules allow are enough to choose from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from device.record.corrections import Correction, Possible, point_of, possible
from device.record.line import Line
from device.record.replay import AnyReplay
from device.referee.evidence import FLOOR, Evidence, Places
from device.referee.orientation import camera_place
from engines.squares import INDEX
from engines.vocabulary import EMPTY, NOTHING, Layout

MOST = 6
_FILES = 8
_FAR = 1000


@dataclass(frozen=True)
class Alternative:
    """A move that a recorded one may have been, and the game that ends with it."""

    possible: Possible
    played: AnyReplay


def likeliest(played: AnyReplay, entry: int, places: Places, turn: int) -> tuple[tuple[Alternative, ...], int]:
    """The moves that the move of an entry most likely was instead, the likeliest first, and how many there are in all.

    `places` are those of the reading that it came from, by the camera's names, as far as they are known; `turn` is how
    the board lay before the camera. Those that sound alike are one. Raises `CorrectionRefused` where there is no such
    move.
    """
    correction = Correction("change", entry)
    at = point_of(played, correction)
    was, ply = played.until(at), played.plies[at]
    recorded = _Recorded(was, Evidence(places), turn, was.game.layout(ply.state), dict(ply.said.facts))
    offered: dict[object, Possible] = {}
    for one in possible(played, correction):
        offered.setdefault((one.said, one.player), one)
    ranked = sorted(offered.values(), key=recorded.differs)
    return tuple(Alternative(one, recorded.instead(one, entry)) for one in ranked[:MOST]), len(ranked)


@dataclass(frozen=True)
class _Recorded:
    """A move that led from the game `was` to a `layout`, its reading, and what is said of it."""

    was: AnyReplay
    evidence: Evidence
    turn: int
    layout: Layout
    facts: Mapping[str, object]

    def differs(self, one: Possible) -> tuple[float, int, int]:
        """The less the likelier another move is: by its picture, by how far off it is, by how much sounds otherwise."""
        game, now = self.was.game, self.was.now
        before = game.layout(now)
        after = game.layout(game.play(game.view(now, None), game.move_from_json(one.move)))
        misfit = sum(self._misfit(place, after) - self._misfit(place, before) for place in one.places)
        far = _apart(_filled(before, after), _filled(before, self.layout))
        return round(misfit, 1), far, sum(self.facts.get(name) != value for name, value in one.said.facts)

    def instead(self, one: Possible, entry: int) -> AnyReplay:
        """The game that ends with another move."""
        return self.was.with_ply(Line(entry, one.move))

    def _misfit(self, place: str, layout: Layout) -> float:
        likelihood = self.evidence.likelihood(camera_place(place, self.turn), layout.get(place, NOTHING))
        return -log(max(likelihood, FLOOR))


def _filled(before: Layout, after: Layout) -> Sequence[str]:
    """The places at which a piece lies after a move and none before; where there is none, all that the move changes."""
    touched = [place for place in after if after[place] != before.get(place, NOTHING)]
    return [place for place in touched if EMPTY in before.get(place, NOTHING)] or touched


def _apart(ones: Sequence[str], others: Sequence[str]) -> int:
    """How far places are from others: 0 where one is the same, else by squares of a board or by their numbers.

    >>> _apart(["d4"], ["d4", "h8"]), _apart(["d4"], ["e6"]), _apart(["row/2/4"], ["row/2/6"])
    (0, 2, 2)
    """
    return min((_between(one, other) for one in ones for other in others), default=_FAR)


def _between(one: str, other: str) -> int:
    if one in INDEX and other in INDEX:
        (row, column), (its_row, its_column) = divmod(INDEX[one], _FILES), divmod(INDEX[other], _FILES)
        return max(abs(row - its_row), abs(column - its_column))
    (kind, _, at), (its_kind, _, its_at) = one.rpartition("/"), other.rpartition("/")
    if one == other:
        return 0
    return abs(int(at) - int(its_at)) if kind == its_kind and at.isdigit() and its_at.isdigit() else _FAR
