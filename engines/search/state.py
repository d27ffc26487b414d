"""The table of Character Search: its moves, tiles and chips, and what a camera sees of it.

>>> [GRAMMAR.write(move) for move in (Turn(17, "5"), Take(), Back(), Back(1))]
['turn 17 5', 'take', 'back', 'back unseen 1']
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import Option
from engines.messages import Fact
from engines.move_grammar import Line, MoveGrammar, Words, numbered, words
from engines.options import check_players, choose_options
from engines.vocabulary import FACE_DOWN, NOTHING, NUMBERS, UNKNOWN, Layout

NAME = "search"
PLAYERS = range(2, 5)
OPTIONS: tuple[Option, ...] = (Option("chips", ("pieces", "value")),)  # J1-3


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile is turned up and shows a number (J1-1)."""

    tile: int
    face: str


@dataclass(frozen=True, slots=True)
class Take:
    """The two tiles match: both go off the sheet, and the others pay (J1-1)."""


@dataclass(frozen=True, slots=True)
class Back:
    """The two tiles do not match: both go face down again, and a chip is thrown away (J1-1)."""

    unseen: int = 0  # how many of them were turned up and back again before the recorder saw them


Move = Turn | Take | Back
TAKE, BACK = Take(), Back()
COPIES = 8  # of each number
TILES = COPIES * len(NUMBERS)
PLACES = range(1, TILES + 1)
# J1-3: the worth of each kind of chip, and how many of each everybody starts with, ten in all. By printed value, all
# start with the same mixture; the equipment has four of it (J-c5).
WORTH = {"pieces": (1,), "value": (10, 100, 500)}
START_CHIPS = {"pieces": (10,), "value": (5, 3, 2)}
_PER_LINE = 9  # tiles in a line of a state's text

GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "search.bad_move",
    Line("turn {tile} {face}", Turn, tile=numbered(PLACES), face=words(*NUMBERS)),
    Line("take", Take),
    Line("back{unseen}", Back, unseen=Words({"": 0, " unseen 1": 1, " unseen 2": 2})),
    last=TILES,
)


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's chips; worth as of `WORTH`."""

    chips: tuple[int, ...]  # of each kind, smallest first
    received: int = 0  # worth of the chips that others gave him
    paid: int = 0  # worth of the chips that he gave to others
    thrown: int = 0  # worth of the chips that he threw away


@dataclass(frozen=True, slots=True)
class State:
    """A position of Character Search."""

    players: tuple[str, ...]
    chips: str  # the option of J1-3
    tiles: tuple[str, ...]  # the number at each place from 1 on, or `UNKNOWN`
    purses: tuple[Purse, ...]
    seat: int = 0  # in turn
    shown: frozenset[int] = frozenset()  # places ever turned up
    gone: frozenset[int] = frozenset()  # places without a tile
    up: tuple[int, ...] = ()  # places of the one or two tiles that lie face up
    # seats without a chip in the order in which they left, those who left together in one group (J1-4)
    out: tuple[tuple[int, ...], ...] = ()

    def score(self, seat: int) -> int:
        """The worth of a player's chips: one each, or their printed value (J1-3)."""
        return worth_of(self.purses[seat].chips, self.chips)

    @property
    def is_match(self) -> bool:
        """Whether two tiles lie face up and show the same number (J1-1)."""
        return len(self.up) == 2 and len({self.tiles[tile - 1] for tile in self.up}) == 1

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats of those who have a chip (J1-4)."""
        return tuple(seat for seat, purse in enumerate(self.purses) if any(purse.chips))

    @property
    def payers(self) -> tuple[int, ...]:
        """The seats of those who pay for a match: all still in but the mover (J1-1)."""
        return tuple(seat for seat in self.still_in if seat != self.seat)

    @property
    def possible_faces(self) -> tuple[str, ...]:
        """The numbers that an unknown tile may show: those of which not all tiles are known."""
        return tuple(face for face in NUMBERS if self.tiles.count(face) < COPIES)

    def __str__(self) -> str:
        """Nine tiles a line: `[5]` lies face up, `(5)` did before, `.` is gone; then everybody's score."""
        cells = [self._drawn(tile) for tile in PLACES]
        lines = [f"{at + 1:2} {''.join(cells[at : at + _PER_LINE])}".rstrip() for at in range(0, TILES, _PER_LINE)]
        scores = [f"{name} {self.score(seat)}" for seat, name in enumerate(self.players)]
        return "\n".join((*lines, "  ".join(scores)))

    def _drawn(self, tile: int) -> str:
        face = "?" if self.tiles[tile - 1] == UNKNOWN else self.tiles[tile - 1]
        if tile in self.gone:
            return " . "
        return f"[{face}]" if tile in self.up else f"({face})" if tile in self.shown else f" {face} "


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """72 tiles face down and ten chips for everybody; raises `BadOption`."""
    names = check_players(players, PLAYERS)
    chips = str(choose_options(options, OPTIONS)["chips"])
    return State(names, chips, (UNKNOWN,) * TILES, (Purse(START_CHIPS[chips]),) * len(names))


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with the tiles strewn by a seed."""
    tiles = list(NUMBERS) * COPIES
    random.Random(seed).shuffle(tiles)
    return replace(start(players, options), tiles=tuple(tiles))


def worth_of(chips: tuple[int, ...], counted: str) -> int:
    """The worth of a number of chips of each kind.

    >>> worth_of((10,), "pieces"), worth_of((5, 3, 2), "value")
    (10, 1350)
    """
    return sum(number * worth for number, worth in zip(chips, WORTH[counted], strict=True))


def smallest(purse: Purse) -> int:
    """The kind of chip that a player gives away: his smallest, since any chip keeps him in the game."""
    return next(kind for kind, number in enumerate(purse.chips) if number)


_NAMES = {tile: f"tile/{tile}" for tile in PLACES}
_ALL_DOWN: Layout = dict.fromkeys(_NAMES.values(), FACE_DOWN)


def view(state: State, player: int | None) -> State:  # noqa: ARG001  (everybody knows the same)
    """The state with only the numbers known that were turned up; all others are `UNKNOWN`."""
    tiles = tuple(face if tile in state.shown else UNKNOWN for tile, face in zip(PLACES, state.tiles, strict=True))
    return replace(state, tiles=tiles)


def layout(state: State) -> Layout:
    """What must lie at each of the 72 places `tile/1` to `tile/72`."""
    gone = {_NAMES[tile]: NOTHING for tile in state.gone}
    return {**_ALL_DOWN, **gone, **{_NAMES[tile]: frozenset({state.tiles[tile - 1]}) for tile in state.up}}
