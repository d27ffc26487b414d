"""What happens at the demo table: two straw players at a game of reversi, as an endless script of shots.

A shot is a stretch of time in which the same tiles lie and at most one hand moves in a straight line. The script knows
the rules and the people, nothing of pictures: `device.demo_view` draws what it says.

The players are human: now and then one forgets to turn a tile over or turns one too many, is told so by the box, and
mends it some seconds later; now and then one takes a move back.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engines import reversi
from engines.reversi import Move, State
from engines.squares import INDEX, SQUARES
from engines.vocabulary import BACK, EMPTY, TILE_FACES
from vision.simulator.pieces import Tile
from vision.sizes import CELL

Rng = np.random.Generator
Spot = tuple[float, float]  # mm

NAMES = ("Aya", "Ben")
USUAL_PACE_S = 6.0
_TOWARDS = (-90.0, 90.0)  # where the players sit: degrees, as seen by the camera
_AWAY = 520.0  # mm from which a hand comes: out of the picture

# How long things take at the usual pace, in seconds.
_REACH, _LAY, _NEXT, _TURN, _LEAVE = 0.6, 0.3, 0.3, 0.25, 0.5
_LOOK = 2.2  # the table lies still at least so long after a move
_REMINDED = 4.5  # a mistake lies so long before it is mended
_RESULT = 10.0


@dataclass(frozen=True)
class Gesture:
    """A hand's way: fingertips from `start` to `end` (mm), the arm towards `towards` (degrees), whose it is (seat)."""

    start: Spot
    end: Spot
    towards: float
    seat: int


@dataclass(frozen=True)
class Shot:
    """A stretch of `seconds` in which `tiles` lie and one hand moves, or none."""

    seconds: float
    tiles: tuple[Tile, ...]
    hand: Gesture | None = None


def reversi_script(rng: Rng, pace_s: float = USUAL_PACE_S) -> Iterator[Shot]:
    """One game of reversi after the other, for ever, a move in about `pace_s` seconds."""
    table = _Table(rng, pace_s / USUAL_PACE_S)
    while True:
        yield from _set_up(table)
        yield from _game(table)
        yield from table.rest(_RESULT)
        yield from _clear(table)


class _Table:
    """The tiles that lie, by square, and the hand that is over them."""

    def __init__(self, rng: Rng, tempo: float) -> None:
        self.rng, self._tempo = rng, tempo
        self._tiles: dict[str, Tile] = {}
        self._pictures: dict[str, str] = {}  # what each tile shows, or would if it lay picture up
        self._hand: Gesture | None = None

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares on which tiles lie, row by row."""
        return tuple(sorted(self._tiles, key=INDEX.__getitem__))

    def rest(self, seconds: float) -> Iterator[Shot]:
        """Nobody touches the table."""
        yield Shot(seconds * self._tempo, tuple(self._tiles.values()))

    def reach(self, seat: int, square: str) -> Iterator[Shot]:
        """A player's hand comes to a square, from outside the picture or from where it is."""
        spot = _centre(square)
        if self._hand is None:
            towards = _TOWARDS[seat] + float(self.rng.normal(0, 14))
            start, seconds = _outside(spot, towards), _REACH
        else:
            towards, start, seconds = self._hand.towards, self._hand.end, _NEXT
        self._hand = Gesture(start, spot, towards, seat)
        yield self._shot(seconds)

    def leave(self) -> Iterator[Shot]:
        """The hand goes away."""
        if self._hand is not None:
            at, towards = self._hand.end, self._hand.towards
            self._hand = Gesture(at, _outside(at, towards), towards, self._hand.seat)
            yield self._shot(_LEAVE)
            self._hand = None

    def lay(self, square: str, up: bool) -> Iterator[Shot]:
        """The hand lays a tile, whichever comes."""
        self._pictures[square] = str(self.rng.choice(TILE_FACES))
        self._put(square, up)
        yield self._held(_LAY)

    def turn(self, square: str) -> Iterator[Shot]:
        """The hand turns the tile of a square over."""
        self._put(square, up=self._tiles[square].face == BACK)
        yield self._held(_TURN)

    def take(self, *squares: str) -> Iterator[Shot]:
        """The hand takes tiles away."""
        for square in squares:
            del self._tiles[square], self._pictures[square]
        yield self._held(_LAY)

    def _put(self, square: str, up: bool) -> None:
        """A tile comes to lie on its square, a little carelessly, the right way round for whoever lays it."""
        x, y = np.array(_centre(square)) + np.clip(self.rng.normal(0, 0.9, 2), -1.6, 1.6)
        turn = 180.0 * (self._hand is not None and self._hand.seat) + float(np.clip(self.rng.normal(0, 2), -4, 4))
        self._tiles[square] = Tile(float(x), float(y), self._pictures[square] if up else BACK, turn)

    def _held(self, seconds: float) -> Shot:
        """The hand stays where it is."""
        if self._hand is not None:
            self._hand = Gesture(self._hand.end, self._hand.end, self._hand.towards, self._hand.seat)
        return self._shot(seconds)

    def _shot(self, seconds: float) -> Shot:
        return Shot(seconds * self._tempo, tuple(self._tiles.values()), self._hand)


def _centre(square: str) -> Spot:
    row, column = divmod(INDEX[square], 8)
    return ((column - 3.5) * CELL, (3.5 - row) * CELL)


def _outside(spot: Spot, towards: float) -> Spot:
    angle = np.radians(towards)
    return (spot[0] + float(np.cos(angle)) * _AWAY, spot[1] + float(np.sin(angle)) * _AWAY)


def _set_up(table: _Table) -> Iterator[Shot]:
    """The start four are laid."""
    layout = reversi.layout(reversi.start(NAMES, {}))
    for square in ("d4", "e4", "e5", "d5"):
        yield from table.reach(0, square)
        yield from table.lay(square, up=BACK not in layout[square])
    yield from table.leave()
    yield from table.rest(_LOOK * 1.5)


def _game(table: _Table) -> Iterator[Shot]:
    """A whole game, with a mishap every few moves, of another kind each time."""
    rng, state, ply = table.rng, reversi.start(NAMES, {}), 0
    mishaps = _mishaps(rng)
    kind, due = next(mishaps)
    while not reversi.is_over(state):
        move = _chosen(rng, state)
        if move.square is None:  # a forced pass: nothing happens on the table
            state = reversi.play(state, move)
            continue
        happens = kind if ply >= due and _can_happen(kind, state, move) else ""
        if happens == "takes_back":
            yield from _move_and_back(table, state, move)
            move = _another(rng, state, move)
        yield from _move(table, state, move, happens)
        state, ply = reversi.play(state, move), ply + 1
        if happens:
            kind, later = next(mishaps)
            due = ply + later


def _mishaps(rng: Rng) -> Iterator[tuple[str, int]]:
    """What goes wrong, and after how many moves."""
    while True:
        for kind in ("forgets", "takes_back", "turns_too_many"):
            yield kind, int(rng.integers(4, 10))


def _chosen(rng: Rng, state: State) -> Move:
    """The first player lays anywhere; the second where most turns over."""
    legal = reversi.moves(state)
    moves: list[Move] = [legal[at] for at in rng.permutation(len(legal))]
    if state.seat == 0 or moves[0].square is None:
        return moves[0]
    return max(moves, key=lambda move: len(reversi.outflanked(state, str(move.square))))


def _another(rng: Rng, state: State, move: Move) -> Move:
    others = [other for other in reversi.moves(state) if other != move]
    return others[int(rng.integers(len(others)))]


def _can_happen(kind: str, state: State, move: Move) -> bool:
    if kind == "forgets":
        return len(reversi.outflanked(state, str(move.square))) >= 2
    return kind != "takes_back" or len(reversi.moves(state)) >= 2


def _move(table: _Table, state: State, move: Move, happens: str = "") -> Iterator[Shot]:
    """A tile is laid and the outflanked ones are turned over, with the mishap that happens."""
    square, seat = str(move.square), state.seat
    flips = list(reversi.outflanked(state, square))
    wrong: list[str] = []
    if happens == "forgets":
        wrong, flips = flips[-1:], flips[:-1]
    elif happens == "turns_too_many":
        wrong = [_stray(table.rng, state, move)]
        flips += wrong
    yield from table.reach(seat, square)
    yield from table.lay(square, _lies_up(state))
    yield from _turn(table, seat, flips)
    yield from table.leave()
    if wrong:
        yield from table.rest(_REMINDED)
        yield from _turn(table, seat, wrong)
        yield from table.leave()
    yield from table.rest(max(_LOOK, USUAL_PACE_S - _taken(len(flips))))


def _turn(table: _Table, seat: int, squares: list[str]) -> Iterator[Shot]:
    """Tiles are turned over, one after the other."""
    for square in squares:
        yield from table.reach(seat, square)
        yield from table.turn(square)


def _move_and_back(table: _Table, state: State, move: Move) -> Iterator[Shot]:
    """A move is made, looked at, and taken back."""
    square, seat = str(move.square), state.seat
    yield from _move(table, state, move)
    yield from _turn(table, seat, list(reversi.outflanked(state, square)))
    yield from table.reach(seat, square)
    yield from table.take(square)
    yield from table.leave()
    yield from table.rest(_LOOK)


def _stray(rng: Rng, state: State, move: Move) -> str:
    """A tile that lies and is not outflanked: somebody turns it by mistake."""
    apart = {str(move.square), *reversi.outflanked(state, str(move.square))}
    lying = [square for square, look in reversi.layout(state).items() if EMPTY not in look and square not in apart]
    return lying[int(rng.integers(len(lying)))]


def _lies_up(state: State) -> bool:
    """Whether the player in turn lays his tiles picture up."""
    return (state.first == "up") == (state.seat == 0)


def _taken(flips: int) -> float:
    """Seconds that a move of so many flips takes at the usual pace, before the table rests."""
    return _REACH + _LAY + flips * (_NEXT + _TURN) + _LEAVE


def _clear(table: _Table) -> Iterator[Shot]:
    """The tiles are put away, a quarter of the board at a time."""
    for quarter in range(4):
        rows = slice(quarter * 16, quarter * 16 + 16)
        lying = [square for square in table.squares if square in SQUARES[rows]]
        if lying:
            yield from table.reach(quarter % 2, lying[len(lying) // 2])
            yield from table.take(*lying)
            yield from table.leave()
