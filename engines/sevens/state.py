"""The state of Kylo Ren Siege, its moves, layout and views.

>>> [GRAMMAR.write(move) for move in (Lay(2, 7, "wild"), Draw(12, "3"), Draw(12), Keep(), Show(1))]
['lay 2/7 wild', 'draw 12 3', 'draw 12', 'keep', 'show 2']
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import Option
from engines.hands import in_order
from engines.messages import Fact
from engines.move_grammar import Line, MoveGrammar, always, numbered, seats, words
from engines.options import check_players, choose_options
from engines.vocabulary import EMPTY, FACE_DOWN, NOTHING, NUMBERS, TILE_FACES, UNKNOWN, WILD, Faces, Layout

NAME = "sevens"
PLAYERS = range(2, 5)
OPTIONS: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """The tile of a number, or the almighty, is laid at the number's place in a row (J2-1, J2-6)."""

    row: int
    number: int
    face: str


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile of the stock is drawn; only the player who draws it sees its face (J2-4)."""

    at: int  # number of the tile in the stock, from 1
    face: str = UNKNOWN


@dataclass(frozen=True, slots=True)
class Keep:
    """The tile just drawn is not laid (J2-4)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The stock is empty and nothing is laid (J2-4)."""


@dataclass(frozen=True, slots=True)
class Show:
    """All have passed, and the player at a seat shows that he holds the almighty (J2-7)."""

    seat: int


Move = Lay | Draw | Keep | Pass | Show
KEEP, PASS = Keep(), Pass()
KYLO_REN = 5  # the number that stands in the centre of each row (J2-1)
ROWS = range(1, 7)
COLUMNS = range(1, 10)
COPIES = 6  # of each number
HAND = 6  # tiles dealt to each (J2-2)
TILES = COPIES * (len(NUMBERS) - 1) + 1  # all but Kylo Ren, and the almighty: 49
OPENERS = (str(KYLO_REN - 1), str(KYLO_REN + 1), WILD)  # what the opening player must lay (J2-3)

Tiles = tuple[str, ...]

_FACE, _STOCK_PLACE = words(*TILE_FACES), numbered(range(1, 100))
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "sevens.bad_move",
    Line("lay {row}/{number} {face}", Lay, row=numbered(ROWS), number=numbered(COLUMNS), face=_FACE),
    Line("draw {at}", Draw, at=_STOCK_PLACE, face=always(UNKNOWN)),
    Line("draw {at} {face}", Draw, at=_STOCK_PLACE, face=_FACE),
    Line("keep", Keep),
    Line("pass", Pass),
    Line("show {seat}", Show, seat=seats(PLAYERS)),
)


@dataclass(frozen=True, slots=True)
class State:
    """A position of Kylo Ren Siege."""

    players: tuple[str, ...]
    hands: tuple[Tiles, ...]  # by seat, sorted
    stock: Tiles  # by place, `EMPTY` where a tile was drawn
    # the lowest and the highest number in each row
    rows: tuple[tuple[int, int], ...] = ((KYLO_REN, KYLO_REN),) * len(ROWS)
    wild: tuple[int, int] | None = None  # row and number where the almighty lies
    seat: int = 0  # in turn
    drawn: str | None = None  # the tile just drawn, which is in the hand already
    holder: int | None = None  # the seat that took the almighty or showed it
    # where the opening player had to draw (J2-3): the maximum number of tiles of his hand that were drawn; only these
    # can be a 4, a 6 or the almighty
    opener_drew: int | None = None
    finished: tuple[int, ...] = ()  # seats without tiles, in the order of finishing
    passes: int = 0  # in a row
    news: str = ""  # what to announce of the last move: `"took"` the almighty, or `"finished"`

    @property
    def in_stock(self) -> int:
        """The number of tiles that can still be drawn."""
        return len(self.stock) - self.stock.count(EMPTY)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats of those who have tiles."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    @property
    def is_opening(self) -> bool:
        """Whether nothing has been laid or drawn yet, so that the opening player must lay (J2-3)."""
        nothing_laid = all(row == (KYLO_REN, KYLO_REN) for row in self.rows)
        return nothing_laid and EMPTY not in self.stock and self.seat == 0

    @property
    def all_passed(self) -> bool:
        """Whether all players still in have passed in succession (J2-5)."""
        return self.passes >= len(self.still_in)

    @property
    def must_show(self) -> bool:
        """Whether the holder of the almighty must show it before the ranking (J2-7)."""
        return self.all_passed and len(self.still_in) > 1 and self.wild is None and self.holder is None

    @property
    def unseen(self) -> Counter[str]:
        """The number of tiles of each face among the `UNKNOWN` ones.

        >>> start(["Aya", "Ben"], {}).unseen["4"], start(["Aya", "Ben"], {}).unseen[WILD]
        (6, 1)
        """
        left = Counter({str(number): COPIES for number in COLUMNS if number != KYLO_REN})
        left[WILD] = 1
        for low, high in self.rows:
            left.subtract(str(number) for number in range(low, high + 1) if number != KYLO_REN)
        if self.wild is not None:
            left.update({str(self.wild[1]): 1, WILD: -1})
        for tiles in (*self.hands, self.stock):
            left.subtract(face for face in tiles if face in left)
        return left

    def may_hold(self, seat: int, face: str) -> bool:
        """Whether a player may lay or show this face: as the tile just drawn, or any tile of his hand."""
        tiles = self.hands[seat] if self.drawn is None else (self.drawn,)
        return face in tiles or (UNKNOWN in tiles and self._may_turn_out(seat, face))

    def may_be_drawn(self, at: int, face: str) -> bool:
        """Whether a tile of the stock may be this face."""
        tile = self.stock[at - 1]
        return face == tile or (tile == UNKNOWN and self._may_turn_out(None, face))

    def _may_turn_out(self, seat: int | None, face: str) -> bool:
        """Whether an unknown tile of a hand, or of the stock (`seat` None), may be this face.

        A tile of the face must be left. Where the opening player had to draw, his dealt tiles were no 4, no 6 and no
        almighty (J2-3), so enough other tiles must be left for these.
        """
        left = self.unseen
        if left[face] < 1 or self.opener_drew is None:
            return left[face] > 0
        if seat == 0 and self.drawn is None:
            return face not in OPENERS or self.hands[0].count(UNKNOWN) > self._dealt
        return self._dealt <= _others(left) - (face not in OPENERS)

    @property
    def _dealt(self) -> int:
        """The minimum number of the opening player's unknown tiles that were dealt to him, not drawn."""
        hidden = self.hands[0].count(UNKNOWN)
        known = len(self.hands[0]) - hidden - (self.holder == 0)  # drawn, or all of them where the hand is known
        return max(0, hidden - max(0, (self.opener_drew or 0) - known))

    def __str__(self) -> str:
        """The six rows, `*` for the almighty; the size of the stock; the hands, `<` at the player in turn."""
        lines = [f"{row} {' '.join(self._drawn_at(row, number) for number in COLUMNS)}".rstrip() for row in ROWS]
        lines.append(f"stock {self.in_stock}")
        for seat, hand in enumerate(self.hands):
            tiles = " ".join("?" if face == UNKNOWN else face for face in hand)
            just = f" (drew {'?' if self.drawn == UNKNOWN else self.drawn})" if self.drawn and seat == self.seat else ""
            lines.append(f"{self.players[seat]} {tiles}{just}{' <' * (seat == self.seat)}")
        return "\n".join(lines)

    def _drawn_at(self, row: int, number: int) -> str:
        low, high = self.rows[row - 1]
        return "*" if self.wild == (row, number) else str(number) if low <= number <= high else " "


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """The six Kylo Rens, six tiles in each hand and the rest in the stock (J2-1, J2-2); raises `BadOption`."""
    names = check_players(players, PLAYERS)
    choose_options(options, OPTIONS)
    return State(names, ((UNKNOWN,) * HAND,) * len(names), (UNKNOWN,) * stock_of(len(names)))


def stock_of(players: int) -> int:
    """The number of tiles in the stock at the start (J2-2).

    >>> [stock_of(players) for players in (4, 3, 2)]
    [25, 31, 37]
    """
    return TILES - HAND * players


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all tiles known, shuffled by a seed."""
    begun = start(players, options)
    tiles = [face for face in NUMBERS if face != str(KYLO_REN)] * COPIES + [WILD]
    random.Random(seed).shuffle(tiles)
    hands = tuple(in_order(tiles[HAND * seat : HAND * (seat + 1)]) for seat in range(len(begun.players)))
    return replace(begun, hands=hands, stock=tuple(tiles[HAND * len(hands) :]))


def _others(left: Counter[str]) -> int:
    """The number of tiles that are neither a 4 nor a 6 nor the almighty."""
    return sum(number for face, number in left.items() if face not in OPENERS)


def view(state: State, player: int | None) -> State:
    """What one player may know: tiles laid, his own hand, and who openly took the almighty; None for the table."""
    hands = tuple(
        hand if seat == player else _from_outside(hand, seat == state.holder) for seat, hand in enumerate(state.hands)
    )
    stock = tuple(EMPTY if face == EMPTY else UNKNOWN for face in state.stock)
    drawn = state.drawn if player == state.seat or state.drawn is None else UNKNOWN
    return replace(state, hands=hands, stock=stock, drawn=drawn)


def _from_outside(hand: Tiles, has_wild: bool) -> Tiles:
    return in_order([WILD] * has_wild + [UNKNOWN] * (len(hand) - has_wild))


def observed(state: State, move: Move, player: int | None) -> Move:
    """The move as one player sees it: only the drawer sees the face of a drawn tile."""
    return Draw(move.at) if isinstance(move, Draw) and player != state.seat else move


def layout(state: State) -> Layout:
    """What must lie at `row/1/1` to `row/6/9` and at the places of the stock from `stock/1` on."""
    sheet = {f"row/{row}/{number}": _faces(state, row, number) for row in ROWS for number in COLUMNS}
    stock = {f"stock/{at}": NOTHING if face == EMPTY else FACE_DOWN for at, face in enumerate(state.stock, start=1)}
    return sheet | stock


def _faces(state: State, row: int, number: int) -> Faces:
    low, high = state.rows[row - 1]
    if not low <= number <= high:
        return NOTHING
    return frozenset({WILD if state.wild == (row, number) else str(number)})
