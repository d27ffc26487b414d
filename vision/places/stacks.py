"""Places of Expose the Lie: `heading/1` to `heading/9`, the stacks under them `stack/1` to `stack/9`, and `turned/1` ….

The headings are known by their faces once, then by where they lie. A face-down tile belongs to the stack of the heading
that it lies under, on whichever side of it players lay. Face-up tiles that are no headings are those turned up in a
challenge, in the order in which they appeared.

Where players lay their tiles side by side (`vision.places.columns`), each tile under a heading is reported as well, in
`TileFacts.columns`. Where they may be stacks there are none.
"""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

import msgspec
import numpy as np

from engines.vocabulary import NUMBERS, TILE_FACES
from vision.facts import BESIDE, Probabilities, TileFacts, beside_field
from vision.places.base import FieldPose, Placed, TablePiece, most_confident_at, nearest_pairs
from vision.places.columns import are_spread, columns
from vision.places.rigid_motion import Motion, named_motion
from vision.places.tracker import MIN_CONFIDENCE, is_back, is_up, reading_order
from vision.reading import Points

TURNED = 37  # tiles at most that can be turned up: all but the headings
_MIN_PROBABILITY = 0.5  # of a face that is read
# Distances in mm.
_MAX_HEADING_OFFSET = 12.0  # from a heading to where it lay
_MAX_OFFSET_WITH_FACE = 24.0  # the same if it shows its number
_MAX_ON_TOP_DISTANCE = 13.0  # from a face-down tile to the heading on which it lies
_MAX_TO_STACK = 50.0  # from a heading to a tile of its stack
_MIN_MARGIN = 7.0  # by which a heading must be nearer than the next
_USUAL_TO_STACK = 34.0  # from a heading to its stack below, until the table shows it
_MAX_OFF_STACK = 17.0  # from the spot where a stack is expected
_MIN_STACKS = 3  # that show on which side players lay
_MAX_SIDE_SPREAD = 12.0  # between the offsets of stacks from their headings
# Between the side on which stacks lie and the headings' faces, for tiles to be counted
_MIN_STRAIGHT_COSINE = 0.9
_MAX_SLIDE = 15.0  # from a turned-up tile to where it lay
_FACE_DISTANCE = 80.0  # added to the distance for another face, allowed for the same face


ByNumber = dict[int, Points]  # the spot (2, mm) of each number's heading or stack

_NOWHERE = np.array([np.inf, np.inf])


class _Memory(TypedDict):
    headings: dict[str, list[float]]
    begun: bool
    stacks: dict[str, list[float]]
    side: list[float] | None
    turned: list[tuple[float, float, str]]
    spread: NotRequired[bool]


class StackPlaces:
    """Remembers headings, stacks and the order of what was turned up.

    A heading that is not detected is left out: a hand may cover it. What lies under it is reported all the same.

    >>> tile = np.array([[-11.0, 15.0], [11.0, 15.0], [11.0, -15.0], [-11.0, -15.0]])
    >>> headings = [TablePiece(tile + [28 * n - 140, 0], {str(n): 1.0}, 1.0) for n in range(1, 10)]
    >>> lay, turned = TablePiece(tile + [-52, -34], {"back": 1.0}, 1.0), TablePiece(tile + [-55, -80], {"7": 1.0}, 1.0)
    >>> reader = StackPlaces()
    >>> reader.place(headings).places["stack/3"]
    {'empty': 1.0}
    >>> placed = reader.place([*headings, lay, turned])
    >>> placed.names[8:], placed.places["stack/3"]
    (('heading/9', 'stack/3', 'turned/1'), {'empty': 0.0, 'back': 1.0})
    """

    def __init__(self) -> None:
        self._headings = _Headings()
        self._stacks = _Stacks()
        self._turned = _TurnedUp()
        self._spread = False  # whether two tiles have been detected side by side under a heading

    def place(self, pieces: Sequence[TablePiece], _field: FieldPose | None = None, /) -> Placed:
        """Assigns the pieces of a picture to places; open ones are left out."""
        named, motion = self._headings.find(pieces)
        if motion is not None:
            self._stacks.move(motion)
            self._turned.move(motion)
        names: list[str | None] = [None] * len(pieces)
        for i, number in named.items():
            names[i] = f"heading/{number}"
        others, hidden = self._headings.others(pieces, named)
        below = _below(pieces, names)
        unsure = self._stacks.name(pieces, others, self._headings.spots, below, names)
        known = [f"heading/{number}" for number in sorted(named.values())]
        known += [f"stack/{number}" for number in sorted(self._headings.spots) if number not in unsure]
        counted = {} if unsure or below is None else self._count(pieces, others, below, names)
        known += self._turned.name(pieces, [i for i in others if names[i] is None], names, hidden)
        on_places = [None if name is not None and name.startswith(BESIDE) else name for name in names]
        return Placed(tuple(names), most_confident_at(pieces, on_places, known), facts=TileFacts(columns=counted))

    def _count(
        self, pieces: Sequence[TablePiece], others: Sequence[int], below: Points, names: list[str | None]
    ) -> dict[int, tuple[Probabilities, ...]]:
        """The tiles under each heading, if players spread them; writes the names of all but the first into `names`."""
        side = below if self._stacks.side is None else self._stacks.side
        is_below = float(side @ below) / float(np.linalg.norm(side) * np.linalg.norm(below))
        if abs(is_below) < _MIN_STRAIGHT_COSINE or len(self._headings.spots) < len(NUMBERS):
            return {}
        found = columns(pieces, others, self._headings.spots, below * np.sign(is_below))
        self._spread = self._spread or are_spread(pieces, found)
        counted: dict[int, tuple[Probabilities, ...]] = {}
        for number, column in found.items() if self._spread else ():
            counted[number] = tuple(pieces[i].shares() for i in column)
            for at, i in enumerate(column, start=1):
                names[i] = f"stack/{number}" if at == 1 else beside_field(number, at)
        return counted

    @property
    def memory(self) -> object:
        """The state that must survive a restart, as plain data (mm)."""
        return {
            "headings": _to_json(self._headings.spots),
            "begun": self._headings.begun,
            "stacks": _to_json(self._stacks.spots),
            "side": None if self._stacks.side is None else self._stacks.side.tolist(),
            "turned": [[*spot.tolist(), face] for spot, face in self._turned.tiles],
            "spread": self._spread,
        }

    @memory.setter
    def memory(self, memory: object) -> None:
        kept = msgspec.convert(memory, _Memory)
        self._headings.spots, self._headings.begun = _from_json(kept["headings"]), kept["begun"]
        self._stacks.spots = _from_json(kept["stacks"])
        self._stacks.side = None if kept["side"] is None else np.array(kept["side"], np.float64)
        self._turned.tiles = [(np.array([x, y]), face) for x, y, face in kept["turned"]]
        self._spread = kept.get("spread", False)


class _Headings:
    """The nine tiles that lie face up all the time."""

    def __init__(self) -> None:
        self.spots: ByNumber = {}
        self.begun = False  # whether a tile has been laid: from then on headings stay where they are

    def find(self, pieces: Sequence[TablePiece]) -> tuple[dict[int, int], Motion | None]:
        """The number of each piece that is a heading, and the motion of the table if it has moved."""
        up = [i for i, piece in enumerate(pieces) if is_up(piece)]
        unique = self._unique(pieces, up)
        backs = sum(piece.confidence >= MIN_CONFIDENCE and is_back(piece) for piece in pieces)
        if not self.begun or (not backs and len(unique) == len(up) == len(NUMBERS)):
            self.spots |= {number: pieces[i].middle for number, i in unique.items()}
        motion = self._motion(pieces, unique)
        if motion is not None:
            self.spots = _moved(self.spots, motion)
        named = self._nearest(pieces, [i for i, piece in enumerate(pieces) if not is_back(piece)])
        if not self.begun or len(self.spots) < len(NUMBERS):
            new = {i: number for number, i in unique.items() if number not in self.spots}
            named |= {i: number for i, number in new.items() if i not in named}
        for i, number in named.items():
            self.spots[number] = pieces[i].middle
        self.begun = self.begun or (backs > 0 and len(self.spots) == len(NUMBERS))
        return named, motion

    def others(self, pieces: Sequence[TablePiece], named: Mapping[int, int]) -> tuple[list[int], set[str]]:
        """The pieces that are no headings, and the faces of the headings that were not detected."""
        hidden = set(NUMBERS) - {str(number) for number in named.values()}
        return [i for i, piece in enumerate(pieces) if i not in named and not piece.upright], hidden

    def _unique(self, pieces: Sequence[TablePiece], up: Sequence[int]) -> dict[int, int]:
        """The piece of each number that a single piece shows."""
        faces = [_face(pieces[i]) for i in up]
        return {int(face): i for face, i in zip(faces, up, strict=True) if face in NUMBERS and faces.count(face) == 1}

    def _motion(self, pieces: Sequence[TablePiece], unique: Mapping[int, int]) -> Motion | None:
        """The common motion of the headings; None where most lie where they did."""
        numbers = [number for number in unique if number in self.spots]
        before, after = [self.spots[n] for n in numbers], [pieces[unique[n]].middle for n in numbers]
        moved = sum(_distance(old, new) > _MAX_HEADING_OFFSET for old, new in zip(before, after, strict=True))
        return named_motion(before, after) if moved > len(numbers) / 3 else None

    def _nearest(self, pieces: Sequence[TablePiece], up: Sequence[int]) -> dict[int, int]:
        """The number of the heading that lay where each of these pieces lies."""
        return nearest_pairs(
            (far, i, number)
            for i in up
            for number, spot in self.spots.items()
            if (far := _distance(pieces[i].middle, spot))
            < (_MAX_OFFSET_WITH_FACE if _face(pieces[i]) == str(number) else _MAX_HEADING_OFFSET)
        )


class _Stacks:
    """The stacks of face-down tiles, each belonging to a heading."""

    def __init__(self) -> None:
        self.spots: ByNumber = {}
        self.side: Points | None = None  # the offset from a heading to its stack (2, mm), once known

    def move(self, motion: Motion) -> None:
        """Moves what is remembered along with the table."""
        self.spots = _moved(self.spots, motion)
        self.side = None if self.side is None else motion.turn @ self.side

    def name(
        self,
        pieces: Sequence[TablePiece],
        others: Sequence[int],
        headings: ByNumber,
        below: Points | None,
        names: list[str | None],
    ) -> set[int]:
        """Writes the stack of each face-down piece into `names`, and returns the numbers whose stacks stay open.

        `below`: the expected offset (2, mm) of a stack from its heading, as long as the table has not shown it.
        """
        under = self.side if self.side is not None else below
        unsure, confident = set[int](), set[int]()
        laid: ByNumber = {}
        for i in (i for i in others if not is_up(pieces[i])):
            spot, numbers = pieces[i].middle, self._stacks_at(pieces[i].middle, headings, under)
            # A piece that may lie either side up belongs to a stack only where one lies already.
            if len(numbers) == 1 and (
                is_back(pieces[i]) or _distance(spot, self.spots.get(numbers[0], _NOWHERE)) < _MAX_ON_TOP_DISTANCE
            ):
                names[i] = f"stack/{numbers[0]}"
                confident.update(numbers)
                heading = headings[numbers[0]]
                is_nearer = _distance(spot, heading) < _distance(laid.get(numbers[0], _NOWHERE), heading)
                if is_back(pieces[i]) and pieces[i].confidence >= MIN_CONFIDENCE and is_nearer:
                    laid[numbers[0]] = spot
            elif pieces[i].confidence >= MIN_CONFIDENCE:
                unsure.update(numbers)
        self._learn(laid, headings)
        return unsure - confident

    def _stacks_at(self, spot: Points, headings: ByNumber, under: Points | None) -> list[int]:
        """The numbers to whose stacks a tile at a spot (mm) may belong; none where no heading is near."""
        lain = [
            number
            for number, known in self.spots.items()
            if number in headings and _distance(spot, known) < _MAX_ON_TOP_DISTANCE
        ]
        near = _nearest_numbers(headings, spot, _MAX_TO_STACK, _MIN_MARGIN)
        if near and _distance(spot, headings[near[0]]) < _MAX_ON_TOP_DISTANCE:
            return near[:1]
        if len(lain) == 1:
            return lain
        by_side = [] if under is None else _nearest_numbers(headings, spot - under, _MAX_OFF_STACK, _MIN_MARGIN)
        if len(by_side) == 1 and (self.side is not None or by_side[0] in near):
            return by_side
        return sorted({*near, *by_side})

    def _learn(self, laid: ByNumber, headings: ByNumber) -> None:
        """Remembers where stacks lie, and the side on which most of them do."""
        self.spots |= laid
        offsets = np.array([spot - headings[number] for number, spot in self.spots.items() if number in headings])
        if len(offsets) >= _MIN_STACKS:
            usual = np.median(offsets, axis=0)
            agreeing = np.linalg.norm(offsets - usual, axis=1) < _MAX_SIDE_SPREAD
            self.side = usual if agreeing.sum() >= max(_MIN_STACKS, 0.7 * len(offsets)) else None


class _TurnedUp:
    """The turned-up tiles in the order in which they appeared."""

    def __init__(self) -> None:
        self.tiles: list[tuple[Points, str]] = []  # where each lies (2, mm), and its face
        self._only_new = False  # whether the last picture showed none of them, but others

    def move(self, motion: Motion) -> None:
        """Moves what is remembered along with the table."""
        self.tiles = [(motion.of(spot), face) for spot, face in self.tiles]

    def name(
        self, pieces: Sequence[TablePiece], others: Sequence[int], names: list[str | None], hidden: set[str]
    ) -> list[str]:
        """Writes the place of each turned-up piece into `names`, and returns the places that the picture determines.

        `hidden`: faces of undetected headings. A piece that shows one of them may be that heading.
        """
        order = self._before(pieces, others)
        new = [
            i for i in others if i not in order and pieces[i].confidence >= MIN_CONFIDENCE and not is_back(pieces[i])
        ]
        only_new = bool(new and self.tiles and not order)
        if only_new and self._only_new:
            self.tiles = []
        is_open = any(not is_up(pieces[i]) or _face(pieces[i]) in {*hidden, ""} for i in new) or (
            only_new and not self._only_new  # a hand may hide the others
        )
        self._only_new = only_new
        if not is_open:
            self._remember(pieces, order, new)
        for i, at in order.items():
            names[i] = f"turned/{at + 1}"
        detected = set(order.values())
        return [f"turned/{at + 1}" for at in range(TURNED) if at in detected or (at >= len(self.tiles) and not is_open)]

    def _before(self, pieces: Sequence[TablePiece], others: Sequence[int]) -> dict[int, int]:
        """The pieces that were turned up before, with their numbers in the order, from 0 on."""
        pairs = []
        for i in others:
            for at, (spot, face) in enumerate(self.tiles):
                far, has_same_face = _distance(pieces[i].middle, spot), _face(pieces[i]) == face
                if far < (_FACE_DISTANCE if has_same_face else _MAX_SLIDE):
                    pairs.append((far if has_same_face else far + _FACE_DISTANCE, i, at))
        return nearest_pairs(pairs)

    def _remember(self, pieces: Sequence[TablePiece], order: dict[int, int], new: Sequence[int]) -> None:
        """Puts new pieces into the order; forgets the last of it that are gone, unless a hand may hide them."""
        if not new:
            self.tiles = self.tiles[: max(order.values(), default=-1) + 1]
        for i in (new[k] for k in reading_order([pieces[i].middle for i in new])):
            order[i] = len(self.tiles)
            self.tiles.append((pieces[i].middle, _face(pieces[i])))
        for i, at in order.items():
            self.tiles[at] = (pieces[i].middle, _face(pieces[i]) or self.tiles[at][1])


def _face(piece: TablePiece) -> str:
    """The face that a piece shows, or an empty string."""
    face = max(piece.probabilities, key=lambda face: piece.probabilities[face])
    return face if piece.probabilities[face] >= _MIN_PROBABILITY and face in TILE_FACES else ""


def _distance(a: Points, b: Points) -> float:
    return float(np.hypot(*(a - b)))


def _nearest_numbers(spots: ByNumber, spot: Points, reach: float, margin: float) -> list[int]:
    """The numbers whose spots are within `reach`, and by less than `margin` farther than the nearest (mm)."""
    far = sorted((_distance(spot, known), number) for number, known in spots.items())
    return [number for distance, number in far if distance < reach and distance < far[0][0] + margin]


def _below(pieces: Sequence[TablePiece], names: Sequence[str | None]) -> Points | None:
    """The expected offset (2, mm) of a stack from its heading: below it, as most of the headings' faces stand."""
    offsets = [piece.ring[3] - piece.ring[0] for piece, name in zip(pieces, names, strict=True) if name is not None]
    if not offsets:
        return None
    offset = np.median(offsets, axis=0)
    return np.asarray(offset / np.linalg.norm(offset) * _USUAL_TO_STACK) if np.linalg.norm(offset) > 1 else None


def _moved(spots: ByNumber, motion: Motion) -> ByNumber:
    return {number: motion.of(spot) for number, spot in spots.items()}


def _to_json(spots: ByNumber) -> dict[str, list[float]]:
    return {str(number): spot.round(2).tolist() for number, spot in spots.items()}


def _from_json(data: Mapping[str, Sequence[float]]) -> ByNumber:
    return {int(number): np.array(spot, np.float64) for number, spot in data.items()}
