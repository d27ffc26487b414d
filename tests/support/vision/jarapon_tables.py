"""Tables of Galaxy Jarapon as people lay them: the tiles of a state, by what the engine says lies there.

A table is laid as its first player sees it from the lower edge; `as_seen` turns it before the camera. Lengths in mm.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engines import jarapon
from engines.jarapon import State
from engines.jarapon.state import Phase
from engines.jarapon.wall import SIDES
from engines.vocabulary import BACK, EMPTY, TILE_FACES, Layout
from simulator.render.pieces import Tile
from vision.places.base import TablePiece

Rng = np.random.Generator
PITCH = 22.4
FURTHER = 30.4
OUT = 135.0  # where open sets and hands lie
MOST_IN_MIDDLE = 12
Laid = tuple[list[Tile] | None, Layout]


@dataclass(frozen=True)
class Manner:
    """How a table is laid.

    `row`: discards in a row; `ring`: the walls stand where they were built, else their rest is pushed to the middle;
    `gaps`: a called tile leaves its room free; `sideways`: the called tile lies across in an open set; `care`: how far
    a tile lies off at most, `twist`: by how much it is turned (degrees).
    """

    row: int = 5
    ring: bool = False
    gaps: bool = False
    sideways: bool = True
    care: float = 1.0
    twist: float = 2.0

    @property
    def first_row(self) -> float:
        """How far from the middle the first row lies: rows of the four sides must pass each other."""
        return max(73.6, self.row * PITCH / 2 + 17)


def fits(state: State, manner: Manner) -> bool:
    """Whether so much has room on the sheet, and all that lies there is known."""
    shown = state.claim is not None and state.claim.what == "shown"
    for seat in state.seats:
        rows = -(-(len(seat.river) + manner.gaps * 2) // manner.row)
        out = manner.first_row + FURTHER * rows > OUT
        wide = manner.row * PITCH / 2 > 70 and rows > 1
        if rows > 3 - manner.ring or (out and (len(seat.sets) > 1 or state.shown is not None)) or (wide and seat.sets):
            return False
    return not shown and not (manner.ring and (state.shown is not None or any(seat.sets for seat in state.seats)))


def tables(game: Iterable[tuple[State, object]], manner: Manner, seed: int) -> Iterator[Laid]:
    """The tiles of each state of a game and what the engine says of them; none where `manner` leaves them no room.

    Where called tiles lay in their rivers, as far as they leave their room free, is followed from state to state.
    """
    gaps: dict[int, list[int]] = {}  # the free spots of each river, counted from 0 on
    before: State | None = None
    for state, _ in game:
        for seat, now in enumerate(state.seats):
            then = () if before is None else before.seats[seat].river
            free = gaps.setdefault(seat, [])
            if not now.river:
                free.clear()
            elif len(now.river) < len(then) and state.shown is None:
                free.append([at for at in range(len(then) + len(free)) if at not in free][len(then) - 1])
        before, layout = state, jarapon.layout(state)
        yield tiles_of(state, layout, manner, seed, gaps) if fits(state, manner) else None, layout


def tiles_of(
    state: State, layout: Layout, manner: Manner, seed: int, gaps: Mapping[int, Sequence[int]] = MappingProxyType({})
) -> list[Tile]:
    """The tiles that lie on the table in a state, `layout` being what the engine says of it; once laid they stay.

    `gaps`: the free spots of rivers, where `manner` leaves any.
    """
    tiles = [*_walls(state, layout, manner)]
    for seat, at in enumerate(SIDES[len(state.players)]):
        side = at + 1
        tiles += _river(layout, side, manner, gaps.get(seat, ()) if manner.gaps else ())
        tiles += _sets(layout, side, manner)
        tiles += _hand(layout, side, seed)
    return [_careless(tile, manner, seed) for tile in tiles]


def as_seen(tiles: list[Tile], turn: int, noise: float, rng: Rng) -> list[TablePiece]:
    """What a camera finds of a table that lies turned clockwise by so many quarters, in any order."""
    turned = rotation(-90.0 * turn)
    seen = []
    for tile in tiles:
        ring = tile.corners()[:4, :2] @ turned.T + rng.uniform(-noise, noise, 2)
        if tile.face == BACK and rng.random() < 0.5:
            ring = np.roll(ring, 2, axis=0)  # nobody can tell which way up a back lies
        rest = 0.01 / len(TILE_FACES)
        probabilities = dict.fromkeys((*TILE_FACES, BACK), rest) | {tile.face: 0.99}
        seen.append(TablePiece(ring, probabilities, 0.995))
    rng.shuffle(seen)
    return seen


def rotation(degrees: float) -> np.ndarray:
    """The matrix that turns points counter-clockwise (2 × 2)."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def before(side: int, right: float, near: float, face: str, across: bool = False) -> Tile:
    """A tile before a side, as its player sees it."""
    x, y = rotation(90.0 * (side - 1)) @ [right, -near]
    return Tile(float(x), float(y), face, 90.0 * (side - 1) + 90.0 * across)


def _shown(layout: Layout, kind: str) -> Iterator[str]:
    """The faces at a row of places, such as `river/2`, up to the first that is free."""
    at = 1
    while (look := layout.get(f"{kind}/{at}", {EMPTY})) and (faces := sorted(look - {EMPTY})):
        yield faces[0]
        at += 1


def _river(layout: Layout, side: int, manner: Manner, free: Sequence[int]) -> Iterator[Tile]:
    faces = list(_shown(layout, f"river/{side}"))
    left = -manner.row * PITCH / 2
    right, count, spot = left, 0, -1
    while count < len(faces):
        spot += 1
        row = spot // manner.row
        if spot % manner.row == 0:
            right = left
        face = "" if spot in free else faces[count]
        wide = 30.4 if face.endswith("across") else PITCH
        if face:
            count += 1
            near = manner.first_row + FURTHER * row
            yield before(side, right + wide / 2, near, face.removesuffix(" across"), face.endswith("across"))
        right += wide


def _sets(layout: Layout, side: int, manner: Manner) -> Iterator[Tile]:
    for number in (1, 2):
        looks = [layout.get(f"pon/{side}/{number}/{at}") for at in (1, 2, 3)]
        right = 148.0 - 81 * (number - 1) - 74.8
        ones = [max(look) for look in looks if look is not None]  # an almighty first, then what is left of the look
        for at, face in enumerate(ones):
            across = manner.sideways and at == 1
            wide = 30.4 if across else PITCH
            yield before(side, right + wide / 2, OUT + 4 * across, face, across)
            right += wide


def _hand(layout: Layout, side: int, seed: int) -> Iterator[Tile]:
    faces, rng = list(_shown(layout, f"hand/{side}")), np.random.default_rng(seed)
    for at, _ in enumerate(faces):
        apart = rng.uniform(3, 9) if at == len(faces) - 1 else 0.0
        yield before(side, -104.8 + PITCH * at + apart, OUT, str(rng.choice(sorted(layout[f"hand/{side}/1"]))))


def _walls(state: State, layout: Layout, manner: Manner) -> Iterator[Tile]:
    standing = [place for place, look in layout.items() if place.startswith("wall") and look == {BACK}]
    dora = None if state.phase in (Phase.BREAK, Phase.DEAL) or not state.match.hand else min(layout["dora"])
    if manner.ring:
        for side in range(1, 5):
            count = 11 if state.match.hand and side == SIDES[len(state.players)][state.dealer] + 1 else 10
            for at in range(1, count + 1):
                place = f"wall/{side}/{at}"
                face = BACK if place in standing else dora if place not in layout else None
                if face:
                    yield before(side, (count + 1) / 2 * PITCH - at * PITCH, OUT + 1, face)
        if layout["bonus"] != {EMPTY}:
            yield Tile(0.0, 0.0, min(layout["bonus"]), 20.0)
    elif dora:
        spots = [(x, y) for y in (30.6, 0.0, -30.6) for x in (-33.6, -11.2, 11.2, 33.6)]
        for at, (x, y) in enumerate(spots[: min(MOST_IN_MIDDLE, len(standing) + 1)]):
            yield Tile(x, y, dora if at == 0 else BACK, 0.0, 14.0 * (at == 0))


def _careless(tile: Tile, manner: Manner, seed: int) -> Tile:
    """The same tile as hands lay it down; stacks of a wall are pushed together."""
    rng = np.random.default_rng([seed, round(tile.x) + 1000, round(tile.y) + 1000])
    care, twist = (manner.care, manner.twist) if tile.face != BACK and tile.z == 0 else (0.5, 1.0)
    x, y = rng.uniform(-care, care, 2)
    return Tile(tile.x + x, tile.y + y, tile.face, tile.turn + rng.uniform(-twist, twist), tile.z)
