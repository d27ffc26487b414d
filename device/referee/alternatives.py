"""Ranks the legal moves that a recorded move may have been instead: by fit to its picture, then by distance.

A misread move differs little from the real one: another face on the same place, or the place beside it. So a few of all
legal moves are enough to choose from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from device.games.table_reading import Places
from device.record.corrections import Correction, LegalMove, Preview, find_legal_moves, point_of, preview
from device.record.journal import Entry
from device.record.replay import AnyReplay
from device.referee.evidence import FLOOR, Evidence
from device.referee.orientation import camera_place
from engines.squares import INDEX
from engines.vocabulary import EMPTY, NOTHING, Layout

MAX_ALTERNATIVES = 6
_BOARD_WIDTH = 8
_UNRELATED = 1000  # distance of places that are neither squares nor of one row


@dataclass(frozen=True)
class Alternative:
    """A move that a recorded one may have been."""

    move: LegalMove
    preview: Preview  # of changing the recorded move to it
    played: AnyReplay  # the game that ends with it


def rank_alternatives(
    played: AnyReplay, entries: Sequence[Entry], entry: int, places: Places, turn: int
) -> tuple[tuple[Alternative, ...], int]:
    """Rank what the move of an `entry` may have been instead, the likeliest first; also gives the total number.

    `entries` are the game's journal entries. `places` are those of the reading that the move came from, by the camera's
    names, as far as known; `turn` is how the board lay before the camera, in clockwise quarters. Moves that sound alike
    are ranked once. Raises `CorrectionRefused` where there is no such move.
    """
    correction = Correction("change", entry)
    at = point_of(played, correction)
    before, ply = played.until(at), played.plies[at]
    recorded = _Recorded(before, Evidence(places), turn, before.game.layout(ply.state), dict(ply.said.facts))
    distinct: dict[object, LegalMove] = {}
    for move in find_legal_moves(played, correction):
        distinct.setdefault((move.said, move.player), move)
    ranked = sorted(distinct.values(), key=recorded.difference)
    found = (_alternative(played, entries, entry, move) for move in ranked[:MAX_ALTERNATIVES])
    return tuple(found), len(ranked)


def _alternative(played: AnyReplay, entries: Sequence[Entry], entry: int, move: LegalMove) -> Alternative:
    previewed = preview(played, entries, Correction("change", entry, move.move))
    corrected = previewed.played
    return Alternative(move, previewed, corrected.until(corrected.after_passes(corrected.ply_of(entry))))


@dataclass(frozen=True)
class _Recorded:
    """A recorded move, to compare others with."""

    before: AnyReplay  # the game up to it
    evidence: Evidence  # of the reading that it came from
    turn: int
    layout: Layout  # after it
    facts: Mapping[str, object]  # of its sentence

    def difference(self, other: LegalMove) -> tuple[float, int, int]:
        """Sort key of another move: its misfit to the picture, its distance, the number of differing facts in its
        sentence.
        """
        game, now = self.before.game, self.before.now
        before = game.layout(now)
        after = game.layout(game.play(game.view(now, None), game.move_from_json(other.move)))
        misfit = sum(self._misfit(place, after) - self._misfit(place, before) for place in other.places)
        distance = _distance(_filled(before, after), _filled(before, self.layout))
        return round(misfit, 1), distance, sum(self.facts.get(name) != value for name, value in other.said.facts)

    def _misfit(self, place: str, layout: Layout) -> float:
        likelihood = self.evidence.likelihood(camera_place(place, self.turn), layout.get(place, NOTHING))
        return -log(max(likelihood, FLOOR))


def _filled(before: Layout, after: Layout) -> Sequence[str]:
    """The places that a move fills; if there are none, all that it changes."""
    touched = [place for place in after if after[place] != before.get(place, NOTHING)]
    return [place for place in touched if EMPTY in before.get(place, NOTHING)] or touched


def _distance(places: Sequence[str], others: Sequence[str]) -> int:
    """The smallest distance between two groups of places, in squares of a board or numbers of a row.

    >>> _distance(["d4"], ["d4", "h8"]), _distance(["d4"], ["e6"]), _distance(["row/2/4"], ["row/2/6"])
    (0, 2, 2)
    """
    return min((_place_distance(place, other) for place in places for other in others), default=_UNRELATED)


def _place_distance(place: str, other: str) -> int:
    if place in INDEX and other in INDEX:
        (row, column), (other_row, other_column) = (divmod(INDEX[name], _BOARD_WIDTH) for name in (place, other))
        return max(abs(row - other_row), abs(column - other_column))
    (kind, _, at), (other_kind, _, other_at) = place.rpartition("/"), other.rpartition("/")
    if place == other:
        return 0
    return abs(int(at) - int(other_at)) if kind == other_kind and at.isdigit() and other_at.isdigit() else _UNRELATED
