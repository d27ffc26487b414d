"""Places of Expose the Lie: `heading/1` to `heading/9`, the stacks under them `stack/1` to `stack/9`, and `turned/1` ….

The headings are known by their faces once, then by where they lie. A face-down tile is of the stack of the heading that
it lies under, on whichever side of it players lay. Face-up tiles that are no headings are those turned up in a
challenge, in the order in which they appeared.

Where players lay their tiles side by side (`vision.places.columns`), each tile under a heading is reported as well, in
`TileFacts.columns`. Where they may be stacks there are none.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NotRequired, TypedDict

import msgspec
import numpy as np

from engines.vocabulary import NUMBERS, TILE_FACES
from vision.facts import BESIDE, Probabilities, TileFacts, beside_field
from vision.places.base import Placed, TablePiece, most_confident_at
from vision.places.columns import are_spread, columns
from vision.places.rigid_motion import Motion, named_motion
from vision.places.tracker import MIN_CONFIDENCE, is_back, is_up, reading_order
from vision.reading import Points

TURNED = 37  # tiles at most that can be turned up: all but the headings
_MIN_PROBABILITY = 0.5  # of a face that is read
_STAYED = 12.0  # mm: a tile so near to where a heading lay is the heading
_SAME_FACE = 24.0  # mm: the same if it shows its number
_ON_TOP = 13.0  # mm: a face-down tile so near to a heading lies on it
_REACH = 50.0  # mm from a heading to a tile of its stack
_CLEARLY = 7.0  # mm by which a heading must be nearer than the next
_UNDER = 34.0  # mm from a heading to its stack below, where the table does not show it
_NEAR_UNDER = 17.0  # mm round the spot where a stack is expected
_FEW = 3  # stacks that are enough to learn on which side players lay
_ALIKE = 12.0  # mm by which they may differ
_STRAIGHT = 0.9  # cosine between the side on which stacks lie and the headings' faces, for tiles to be counted
_SLID = 15.0  # mm that a turned-up tile may slide and still be the same
_CARRIED = 80.0  # mm, if it shows the same face


ByNumber = dict[int, Points]  # of a number's heading or stack (2, mm)

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
        self._spread = False  # two tiles have been seen side by side under a heading

    def place(self, pieces: Sequence[TablePiece]) -> Placed:
        """Where each piece lies; what is left open is left out."""
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
        if abs(is_below) < _STRAIGHT or len(self._headings.spots) < len(NUMBERS):
            return {}
        found = columns(pieces, others, self._headings.spots, below * np.sign(is_below))
        self._spread = self._spread or are_spread(pieces, found)
        counted: dict[int, tuple[Probabilities, ...]] = {}
        for number, column in found.items() if self._spread else ():
            counted[number] = tuple(pieces[i].shares() for i in column)
            for at, i in enumerate(column, start=1):
                names[i] = f"stack/{number}" if at == 1 else beside_field(number, at)
        return counted

    def memory(self) -> object:
        """What must be kept to go on after a restart, as plain data (mm)."""
        return {
            "headings": _to_json(self._headings.spots),
            "begun": self._headings.begun,
            "stacks": _to_json(self._stacks.spots),
            "side": None if self._stacks.side is None else self._stacks.side.tolist(),
            "turned": [[*spot.tolist(), face] for spot, face in self._turned.tiles],
            "spread": self._spread,
        }

    def remember(self, memory: object) -> None:
        """Continues from what `memory` gave."""
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
        self.begun = False  # a tile has been laid: from now on headings stay where they are

    def find(self, pieces: Sequence[TablePiece]) -> tuple[dict[int, int], Motion | None]:
        """Which piece is which number's heading; and how the table has moved, if it has."""
        up = [i for i, piece in enumerate(pieces) if is_up(piece)]
        once = self._seen_once(pieces, up)
        backs = sum(piece.confidence >= MIN_CONFIDENCE and is_back(piece) for piece in pieces)
        if not self.begun or (not backs and len(once) == len(up) == len(NUMBERS)):
            self.spots |= {number: pieces[i].middle for number, i in once.items()}
        motion = self._motion(pieces, once)
        if motion is not None:
            self.spots = _moved(self.spots, motion)
        named = dict(self._nearest(pieces, [i for i, piece in enumerate(pieces) if not is_back(piece)]))
        if not self.begun or len(self.spots) < len(NUMBERS):
            new = {i: number for number, i in once.items() if number not in self.spots}
            named |= {i: number for i, number in new.items() if i not in named}
        for i, number in named.items():
            self.spots[number] = pieces[i].middle
        self.begun = self.begun or (backs > 0 and len(self.spots) == len(NUMBERS))
        return named, motion

    def others(self, pieces: Sequence[TablePiece], named: Mapping[int, int]) -> tuple[list[int], set[str]]:
        """The pieces that are no headings, and the faces of the headings that were not detected."""
        hidden = set(NUMBERS) - {str(number) for number in named.values()}
        return [i for i, piece in enumerate(pieces) if i not in named and not piece.upright], hidden

    def _seen_once(self, pieces: Sequence[TablePiece], up: Sequence[int]) -> dict[int, int]:
        """The numbers that a single piece shows, each with that piece."""
        faces = [_face(pieces[i]) for i in up]
        return {int(face): i for face, i in zip(faces, up, strict=True) if face in NUMBERS and faces.count(face) == 1}

    def _motion(self, pieces: Sequence[TablePiece], once: Mapping[int, int]) -> Motion | None:
        """How most headings have moved; None where most lie where they did."""
        numbers = [number for number in once if number in self.spots]
        before, after = [self.spots[n] for n in numbers], [pieces[once[n]].middle for n in numbers]
        moved = sum(_far(one, other) > _STAYED for one, other in zip(before, after, strict=True))
        return named_motion(before, after) if moved > len(numbers) / 3 else None

    def _nearest(self, pieces: Sequence[TablePiece], up: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Each piece that lies where a heading lay, with that heading's number; the nearest first."""
        pairs = sorted((_far(pieces[i].middle, spot), i, number) for i in up for number, spot in self.spots.items())
        taken, found = set[int](), set[int]()
        for far, i, number in pairs:
            reach = _SAME_FACE if _face(pieces[i]) == str(number) else _STAYED
            if far < reach and i not in taken and number not in found:
                taken.add(i)
                found.add(number)
                yield i, number


class _Stacks:
    """Which heading a face-down tile belongs to. `side`: the offset from a heading to its stack (2, mm), once known."""

    def __init__(self) -> None:
        self.spots: ByNumber = {}
        self.side: Points | None = None

    def move(self, motion: Motion) -> None:
        """Takes what is remembered to where the table has moved."""
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
        """Writes the stack of each face-down piece into `names`; gives the numbers whose stacks stay open.

        `below`: where a stack is expected, seen from its heading (mm), as long as the table has not shown it.
        """
        under = self.side if self.side is not None else below
        unsure, confident = set[int](), set[int]()
        laid: ByNumber = {}
        for i in (i for i in others if not is_up(pieces[i])):
            spot, numbers = pieces[i].middle, self._stacks_at(pieces[i].middle, headings, under)
            # What does not show its side is of a stack only where one lies already.
            if len(numbers) == 1 and (is_back(pieces[i]) or _far(spot, self.spots.get(numbers[0], _NOWHERE)) < _ON_TOP):
                names[i] = f"stack/{numbers[0]}"
                confident.update(numbers)
                heading = headings[numbers[0]]
                is_nearer = _far(spot, heading) < _far(laid.get(numbers[0], _NOWHERE), heading)
                if is_back(pieces[i]) and pieces[i].confidence >= MIN_CONFIDENCE and is_nearer:
                    laid[numbers[0]] = spot
            elif pieces[i].confidence >= MIN_CONFIDENCE:
                unsure.update(numbers)
        self._learn(laid, headings)
        return unsure - confident

    def _stacks_at(self, spot: Points, headings: ByNumber, under: Points | None) -> list[int]:
        """The numbers whose stack a tile at a spot (mm) may be in; none where no heading is near."""
        lain = [number for number, its in self.spots.items() if number in headings and _far(spot, its) < _ON_TOP]
        near = _about_nearest(headings, spot, _REACH, _CLEARLY)
        if near and _far(spot, headings[near[0]]) < _ON_TOP:
            return near[:1]
        if len(lain) == 1:
            return lain
        by_side = [] if under is None else _about_nearest(_shifted(headings, under), spot, _NEAR_UNDER, _CLEARLY)
        if len(by_side) == 1 and (self.side is not None or by_side[0] in near):
            return by_side
        return sorted({*near, *by_side})

    def _learn(self, laid: ByNumber, headings: ByNumber) -> None:
        """Remembers where stacks lie, and the side on which most of them do."""
        self.spots |= laid
        offsets = np.array([spot - headings[number] for number, spot in self.spots.items() if number in headings])
        if len(offsets) >= _FEW:
            usual = np.median(offsets, axis=0)
            alike = np.linalg.norm(offsets - usual, axis=1) < _ALIKE
            self.side = usual if alike.sum() >= max(_FEW, 0.7 * len(offsets)) else None


class _TurnedUp:
    """The tiles turned up, in the order in which they appeared: where each lies (2, mm) and its face."""

    def __init__(self) -> None:
        self.tiles: list[tuple[Points, str]] = []
        self._only_new = False  # in the last picture none of them was detected, but others were

    def move(self, motion: Motion) -> None:
        """Takes what is remembered to where the table has moved."""
        self.tiles = [(motion.of(spot), face) for spot, face in self.tiles]

    def name(
        self, pieces: Sequence[TablePiece], others: Sequence[int], names: list[str | None], hidden: set[str]
    ) -> list[str]:
        """Writes the place of each piece turned up into `names`; gives the places that the picture determines.

        `hidden`: faces of headings that were not detected. A piece that shows one of them may be that heading.
        """
        order = self._before(pieces, others)
        new = [
            i for i in others if i not in order and pieces[i].confidence >= MIN_CONFIDENCE and not is_back(pieces[i])
        ]
        only_new = bool(new and self.tiles and not order)
        if only_new and self._only_new:
            self.tiles = []
        is_open = any(not is_up(pieces[i]) or _face(pieces[i]) in {*hidden, ""} for i in new) or (
            only_new and not self._only_new  # a hand may lie on the others
        )
        self._only_new = only_new
        if not is_open:
            self._remember(pieces, order, new)
        for i, at in order.items():
            names[i] = f"turned/{at + 1}"
        seen = set(order.values())
        return [f"turned/{at + 1}" for at in range(TURNED) if at in seen or (at >= len(self.tiles) and not is_open)]

    def _before(self, pieces: Sequence[TablePiece], others: Sequence[int]) -> dict[int, int]:
        """The pieces that were turned up before, with their numbers in the order, from 0 on."""
        found: dict[int, int] = {}
        pairs = ((pieces[i], i, at, *self.tiles[at]) for i in others for at in range(len(self.tiles)))
        for _, i, at in sorted((_slid(piece, spot, face), i, at) for piece, i, at, spot, face in pairs):
            reach = _CARRIED if _face(pieces[i]) == self.tiles[at][1] else _SLID
            if i not in found and at not in found.values() and _far(pieces[i].middle, self.tiles[at][0]) < reach:
                found[i] = at
        return found

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
    """The face that a piece shows, or an empty text."""
    face = max(piece.probabilities, key=lambda face: piece.probabilities[face])
    return face if piece.probabilities[face] >= _MIN_PROBABILITY and face in TILE_FACES else ""


def _far(one: Points, other: Points) -> float:
    return float(np.hypot(*(one - other)))


def _slid(piece: TablePiece, spot: Points, face: str) -> float:
    """A distance (mm) between a piece and one that was turned up before, larger for another face."""
    return _far(piece.middle, spot) + (0.0 if _face(piece) == face else _CARRIED)


def _about_nearest(spots: ByNumber, spot: Points, reach: float, clearly: float) -> list[int]:
    """The numbers whose spots are within reach and about as near as the nearest one, that one first (mm)."""
    far = sorted((_far(spot, its), number) for number, its in spots.items())
    return [number for away, number in far if away < reach and away < far[0][0] + clearly]


def _below(pieces: Sequence[TablePiece], names: Sequence[str | None]) -> Points | None:
    """The offset (2, mm) of the place where a stack is expected: below the headings as most of their faces stand."""
    offsets = [piece.ring[3] - piece.ring[0] for piece, name in zip(pieces, names, strict=True) if name is not None]
    if not offsets:
        return None
    offset = np.median(offsets, axis=0)
    return np.asarray(offset / np.linalg.norm(offset) * _UNDER) if np.linalg.norm(offset) > 1 else None


def _shifted(spots: ByNumber, offset: Points) -> ByNumber:
    return {number: spot + offset for number, spot in spots.items()}


def _moved(spots: ByNumber, motion: Motion) -> ByNumber:
    return {number: motion.of(spot) for number, spot in spots.items()}


def _to_json(spots: ByNumber) -> dict[str, list[float]]:
    return {str(number): spot.round(2).tolist() for number, spot in spots.items()}


def _from_json(data: Mapping[str, Sequence[float]]) -> ByNumber:
    return {int(number): np.array(spot, np.float64) for number, spot in data.items()}
