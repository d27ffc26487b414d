"""Tracks tiles by where they lie, since their backs are equal: numbered once, then followed from picture to picture.

Most tiles of a table stay exactly where they are from one picture to the next; a few are turned up and put back a
little moved, pushed by a neighbour, or taken off. Sometimes all have moved together, since the board was turned,
the sheet slid or its corners were detected anew: that common motion is removed first (`tile_motion`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np
from msgspec import structs

from engines.vocabulary import BACK, UNKNOWN
from vision.facts import Probabilities
from vision.places.base import TablePiece, most_confident_at
from vision.places.rigid_motion import UNMOVED, Motion
from vision.places.tile_motion import TilePositions, degrees_apart, motion_of_tiles
from vision.reading import Points

MIN_CONFIDENCE = 0.5  # of a tile, and minimum probability of its face
_MAX_UNTOUCHED_MM = 7.0  # between an untouched tile and its spot; positions are off by up to 2 mm
_MAX_UNTOUCHED_DEGREES = 4.0  # between an untouched tile and its turn before
_FOLLOW_RATE = 0.3  # share by which a spot follows an untouched tile, since most of the difference is noise
MAX_FAINT_OFFSET = 9.0  # mm between a faint detection and the spot of its tile
_MAX_MOVE = 30.0  # mm between a moved tile and its spot
_MAX_LOST_MOVE = 60.0  # mm between a stray tile and a spot without one, whose tile it may be
_MAX_ROW = 20.0  # mm from the topmost tile of a row to its lowest
_MAX_MOVED = 5  # moved tiles of one neighbourhood that are still assigned
# Costs (negative log likelihoods) of what became of a tile that does not lie where it did.
_MOVED_COST, _MOVE_SIGMA = 3.5, 8.0  # moved at all; standard deviation of the move (mm)
_TAKEN_COST, _NEW_COST, _RETURNED_COST = 4.0, 9.0, 1.5  # taken off; new; laid back on a free spot
_MIN_MARGIN = 3.0  # between the costs of two assignments, for the worse one to be ruled out


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """Where a tile lies, or lay last; earlier versions kept no more of it than the first three."""

    x: float  # mm of the table
    y: float
    lying: bool  # whether the last picture shows it there
    turn: float | None = None  # degrees up to half a turn; None where not known
    shows: str = UNKNOWN  # a face, `"back"`, or `"unknown"` where that was not clear
    face: str = UNKNOWN  # what it showed when it was face up last

    @property
    def at(self) -> Points:
        """The spot (2, mm)."""
        return np.array([self.x, self.y])


@dataclass(frozen=True)
class Followed:
    """The assignment of the pieces of one picture to spots."""

    spots: tuple[int | None, ...]  # for each piece the index of its spot, None for none
    unsure: frozenset[int] = frozenset()  # spots that the picture leaves open
    strays: tuple[int, ...] = ()  # pieces that are tiles and have no spot
    lost: tuple[int, ...] = ()  # spots whose tile is gone since the last picture
    turned_or_not: bool = False  # whether the board may lie as before or turned round; then all else is left open

    @property
    def fits(self) -> bool:
        """Whether the picture shows the tiles as they were, but for one or two that were taken off."""
        return not self.strays and not self.unsure and len(self.lost) <= 2

    @property
    def is_another(self) -> bool:
        """Whether so many tiles lie elsewhere that they must have been strewn anew."""
        return len(self.strays) > len(self.spots) / 3


def is_back(piece: TablePiece) -> bool:
    """Whether a piece lies and clearly shows its back."""
    return not piece.upright and piece.probabilities.get(BACK, 0.0) >= MIN_CONFIDENCE


def is_up(piece: TablePiece) -> bool:
    """Whether a piece is a tile for certain that lies and clearly shows a face, whichever."""
    up = sum(share for face, share in piece.probabilities.items() if face not in (BACK, UNKNOWN))
    return not piece.upright and piece.confidence >= MIN_CONFIDENCE and up >= MIN_CONFIDENCE


class Spots:
    """Up to `limit` numbered spots. The numbers begin with 1 in names, with 0 in lists.

    >>> spots = Spots(3)
    >>> tiles = [_example(0.0, 40.0), _example(60.0, 40.0), _example(0.0, -40.0)]
    >>> spots.number(tiles)
    >>> spots.follow([tiles[2], _example(67.0, 44.0)]).spots
    (2, 1)
    >>> spots.to_json()[1]
    [67.0, 44.0, True, 0.0, 'back', 'unknown']
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spots: list[Spot] = []
        self._strays: list[Points] = []

    def to_json(self) -> list[list[object]]:
        """The spots in their order as plain data."""
        return [_to_json(spot) for spot in self.spots]

    def restore(self, spots: Sequence[Spot]) -> None:
        """Continues from spots that are known."""
        self.spots, self._strays = list(spots), []

    def number(self, pieces: Sequence[TablePiece]) -> None:
        """Forgets all and numbers the tiles of a picture in reading order."""
        tiles = _tiles(pieces)
        order = reading_order([piece.middle for piece in tiles])[: self.limit]
        self.spots = [_spot_of(tiles[i]) for i in order]
        self._strays = []

    def follow(self, pieces: Sequence[TablePiece], new: bool = True, in_place: bool = True) -> Followed:
        """Assigns each piece to a spot and remembers where it lies now, unless it is ambiguous if the board was turned.

        `new`: a tile that fits no spot in two pictures gets the next number. `in_place`: the board has not been moved
        since tiles were followed last, as far as is known.
        """
        before, now = [spot for spot in self.spots if spot.lying], [_spot_of(piece) for piece in _tiles(pieces)]
        motion = motion_of_tiles(_as_tiles(before), _as_tiles(now), in_place)
        if motion is None:
            return Followed((None,) * len(pieces), frozenset(range(len(self.spots))), turned_or_not=True)
        self._move(motion)
        found = _Pairing(self.spots, pieces).followed()
        self._remember(pieces, found)
        return self._with_new(pieces, found) if new else found

    def places(
        self, pieces: Sequence[TablePiece], found: Followed, prefix: str
    ) -> tuple[list[str | None], dict[str, Probabilities]]:
        """The names of all pieces' places and what each known place shows; what is left open is left out."""
        names = [None if at is None else f"{prefix}/{at + 1}" for at in found.spots]
        known = [f"{prefix}/{at + 1}" for at in range(len(self.spots)) if at not in found.unsure]
        return names, most_confident_at(pieces, names, known)

    def _move(self, motion: Motion) -> None:
        """Moves all spots along with the table."""
        if motion is not UNMOVED and self.spots:
            moved = motion.of(np.array([spot.at for spot in self.spots]))
            self.spots = [
                structs.replace(
                    spot, x=float(x), y=float(y), turn=None if spot.turn is None else spot.turn + motion.degrees
                )
                for (x, y), spot in zip(moved, self.spots, strict=True)
            ]

    def _remember(self, pieces: Sequence[TablePiece], found: Followed) -> None:
        """Updates the spots with the pieces that are assigned to them."""
        lying = {at for at in found.spots if at is not None}
        for at, spot in enumerate(self.spots):
            if at not in found.unsure:
                self.spots[at] = structs.replace(spot, lying=at in lying)
        for piece, seat in zip(pieces, found.spots, strict=True):
            if seat is not None and piece.confidence >= MIN_CONFIDENCE:
                self.spots[seat] = _after(self.spots[seat], piece)

    def _with_new(self, pieces: Sequence[TablePiece], found: Followed) -> Followed:
        """Numbers the tiles that were strays at the same spot in the last picture too, and cannot be known ones."""
        free = [spot.at for spot in self.spots if not spot.lying]
        new = [i for i in found.strays if not _any_near(pieces[i].middle, free, _MAX_MOVE)]
        before, self._strays = self._strays, [pieces[i].middle for i in new]
        confirmed = [i for i in new if _any_near(pieces[i].middle, before, _MAX_UNTOUCHED_MM)]
        spots = list(found.spots)
        for i in (confirmed[k] for k in reading_order([pieces[i].middle for i in confirmed])):
            if len(self.spots) < self.limit:
                spots[i] = len(self.spots)
                self.spots.append(_spot_of(pieces[i]))
        return replace(found, spots=tuple(spots), strays=tuple(i for i in found.strays if spots[i] is None))


def reading_order(middles: Sequence[Points]) -> list[int]:
    """The indices of points (mm, y up) by rows from top to bottom, in each row from left to right.

    A row is all that lies little lower than its topmost point, so that rows laid without care stay rows.

    >>> reading_order([np.array([50.0, 97.0]), np.array([0.0, 0.0]), np.array([-50.0, 90.0])])
    [2, 0, 1]
    """
    left = sorted(range(len(middles)), key=lambda i: -float(middles[i][1]))
    order: list[int] = []
    while left:
        row = [i for i in left if middles[left[0]][1] - middles[i][1] < _MAX_ROW]
        order += sorted(row, key=lambda i: float(middles[i][0]))
        left = left[len(row) :]
    return order


class _Pairing:
    """Pairs the pieces of one picture with spots: first the untouched ones, then the moved ones."""

    def __init__(self, spots: Sequence[Spot], pieces: Sequence[TablePiece]) -> None:
        self._spots, self._pieces = spots, pieces
        self._far = np.full((len(pieces), len(spots)), np.inf)  # mm
        if len(pieces) and len(spots):
            middles, at = np.array([piece.middle for piece in pieces]), np.array([spot.at for spot in spots])
            self._far = np.linalg.norm(middles[:, None] - at[None], axis=2)
        self._spot_of: dict[int, int] = {}
        self._unsure: set[int] = set()

    def followed(self) -> Followed:
        """The assignment, and the spots that stay open."""
        confident = [i for i, piece in enumerate(self._pieces) if piece.confidence >= MIN_CONFIDENCE]
        self._pair_untouched(confident, [s for s, spot in enumerate(self._spots) if spot.lying], _MAX_UNTOUCHED_MM)
        self._pair_untouched(self._not_moved_here(confident), self._free_spots(), _MAX_UNTOUCHED_MM)
        for neighbours in self._neighbourhoods(confident):
            self._assign(*neighbours)
        faint = [i for i in range(len(self._pieces)) if i not in confident]
        self._pair_untouched(faint, self._free_spots(), MAX_FAINT_OFFSET)
        strays = tuple(i for i in confident if i not in self._spot_of)
        lost = tuple(s for s in self._free_spots() if self._spots[s].lying)
        self._unsure |= {s for s in lost if any(self._far[i, s] < _MAX_LOST_MOVE for i in strays)}
        spots = tuple(self._spot_of.get(i) for i in range(len(self._pieces)))
        settled = tuple(s for s in lost if s not in self._unsure)
        return Followed(spots, frozenset(self._unsure - set(self._spot_of.values())), strays, settled)

    def _free_spots(self) -> list[int]:
        taken = set(self._spot_of.values())
        return [s for s in range(len(self._spots)) if s not in taken]

    def _not_moved_here(self, confident: list[int]) -> list[int]:
        """The unpaired pieces that cannot be a tile that lay near by in the last picture."""
        lost = [s for s in self._free_spots() if self._spots[s].lying]
        return [i for i in confident if i not in self._spot_of and all(self._far[i, s] > _MAX_MOVE for s in lost)]

    def _pair_untouched(self, pieces: list[int], spots: list[int], reach: float) -> None:
        """Pairs pieces and spots that are each other's nearest, within reach (mm)."""
        if not pieces or not spots:
            return
        far = self._far[np.ix_(pieces, spots)]
        for row, column in enumerate(far.argmin(axis=1)):
            if far[row, column] < reach and far[:, column].argmin() == row:
                self._spot_of[pieces[row]] = spots[column]

    def _neighbourhoods(self, confident: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        """The unpaired pieces and spots, in independent groups."""
        pieces, spots = {i for i in confident if i not in self._spot_of}, set(self._free_spots())
        while pieces:
            group, theirs, grown = {pieces.pop()}, set[int](), True
            while grown:
                near = {s for s in spots if min(self._far[i, s] for i in group) < _MAX_MOVE}
                more = {i for i in pieces if near and min(self._far[i, s] for s in near) < _MAX_MOVE}
                grown = bool(more)
                theirs, group, pieces = near, group | more, pieces - more
            spots -= theirs
            yield sorted(group), sorted(theirs)

    def _assign(self, pieces: list[int], spots: list[int]) -> None:
        """Pairs the moved tiles of one neighbourhood as all likely assignments agree; the other spots are left open."""
        if len(pieces) > _MAX_MOVED:
            self._unsure |= set(spots)
            return
        assignments = sorted(self._assignments(pieces, frozenset(spots)), key=lambda assignment: assignment[0])
        best = assignments[0]
        alternatives = [assignment for assignment in assignments[1:] if assignment[0] < best[0] + _MIN_MARGIN]
        for at, piece in enumerate(pieces):
            chosen = best[1][at]
            others = {assignment[1][at] for assignment in alternatives} - {chosen}
            if not others and chosen is not None:
                self._spot_of[piece] = chosen
            elif others:
                self._unsure |= {s for s in (chosen, *others) if s is not None}

    def _assignments(self, pieces: list[int], spots: frozenset[int]) -> list[tuple[float, tuple[int | None, ...]]]:
        """All assignments of pieces to spots, with their costs."""
        if not pieces:
            return [(sum(_TAKEN_COST for s in spots if self._spots[s].lying), ())]
        first, rest = pieces[0], pieces[1:]
        assignments = [(_NEW_COST + cost, (None, *assignment)) for cost, assignment in self._assignments(rest, spots)]
        for spot in (s for s in spots if self._far[first, s] < _MAX_MOVE):
            own = self._cost(first, spot)
            assignments += [
                (own + cost, (spot, *assignment)) for cost, assignment in self._assignments(rest, spots - {spot})
            ]
        return assignments

    def _cost(self, piece: int, spot: int) -> float:
        far = float(self._far[piece, spot])
        moved = 0.0 if far < _MAX_UNTOUCHED_MM else _MOVED_COST
        return moved + (far / _MOVE_SIGMA) ** 2 / 2 + (0.0 if self._spots[spot].lying else _RETURNED_COST)


def _any_near(point: Points, others: Sequence[Points], reach: float) -> bool:
    return any(np.hypot(*(point - other)) < reach for other in others)


def _tiles(pieces: Sequence[TablePiece]) -> list[TablePiece]:
    return [piece for piece in pieces if piece.confidence >= MIN_CONFIDENCE]


def _as_tiles(spots: Sequence[Spot]) -> TilePositions:
    return TilePositions(
        np.array([spot.at for spot in spots]).reshape(-1, 2),
        np.array([spot.turn for spot in spots], np.float64),  # NaN where not known
        [spot.shows for spot in spots],
        [spot.face for spot in spots],
    )


def _spot_of(piece: TablePiece) -> Spot:
    """The spot of a tile that is new."""
    x, y = piece.middle
    across = piece.ring[1] + piece.ring[2] - piece.ring[0] - piece.ring[3]
    shows, share = max(piece.probabilities.items(), key=lambda item: item[1])
    shows = shows if share >= MIN_CONFIDENCE and not piece.upright else UNKNOWN
    turn = float(np.degrees(np.arctan2(across[1], across[0])))
    return Spot(float(x), float(y), True, turn, shows, UNKNOWN if shows == BACK else shows)


def _after(spot: Spot, piece: TablePiece) -> Spot:
    """The spot of a known tile that was detected again."""
    now, apart = _spot_of(piece), piece.middle - spot.at
    x, y = spot.at + apart * (_FOLLOW_RATE if np.hypot(*apart) < _MAX_UNTOUCHED_MM else 1.0)
    turn = now.turn
    if spot.turn is not None and turn is not None:
        askew = float(degrees_apart(spot.turn, turn))
        turn = spot.turn + askew * _FOLLOW_RATE if 0 < abs(askew) < _MAX_UNTOUCHED_DEGREES else turn
    return structs.replace(now, x=float(x), y=float(y), turn=turn, face=spot.face if now.face == UNKNOWN else now.face)


def _to_json(spot: Spot) -> list[object]:
    turn = None if spot.turn is None else round(spot.turn, 2)
    return [round(spot.x, 2), round(spot.y, 2), spot.lying, turn, spot.shows, spot.face]


def _example(x: float, y: float) -> TablePiece:
    """A tile for the examples."""
    return TablePiece(
        np.array([[x - 11, y + 15], [x + 11, y + 15], [x + 11, y - 15], [x - 11, y - 15]]), {"back": 1.0}, 1.0
    )
