"""What there is in Kylo Ren Siege: rows, hands, the stock, and moves."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import Option
from engines.hands import in_order
from engines.messages import Fact
from engines.options import chosen, seated
from engines.vocabulary import EMPTY, NUMBERS, UNKNOWN, WILD

NAME = "sevens"
PLAYERS = range(2, 5)
OPTIONS: tuple[Option, ...] = ()
KYLO_REN = 5  # the number that stands in the centre of each row (J2-1)
ROWS = range(1, 7)
COLUMNS = range(1, 10)
COPIES = 6  # of each number
HAND = 6  # tiles dealt to each (J2-2)
TILES = COPIES * (len(NUMBERS) - 1) + 1  # all but Kylo Ren, and the almighty: 49
OPENERS = (str(KYLO_REN - 1), str(KYLO_REN + 1), WILD)  # what the opening player must lay (J2-3)

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position: `hands` by seat, sorted; `stock` by place, `EMPTY` where a tile was drawn; `seat` is in turn.

    `rows` are the lowest and highest number that lie in each, `wild` the row and number where the almighty lies.
    `drawn` is the tile just drawn, which is in the hand already. `holder` is the seat that everybody has seen take the
    almighty or show it. `finished` are the seats without tiles in their order, `passes` those in a row.

    `opener_drew` is None unless the opening player had to draw (J2-3): then at most so many of the tiles in his hand
    were drawn, and only these can be a 4, a 6 or the almighty. `news` is what the last move did that
    must be told: `"took"` the almighty, or `"finished"`.
    """

    players: tuple[str, ...]
    hands: tuple[Tiles, ...]
    stock: Tiles
    rows: tuple[tuple[int, int], ...] = ((KYLO_REN, KYLO_REN),) * len(ROWS)
    wild: tuple[int, int] | None = None
    seat: int = 0
    drawn: str | None = None
    holder: int | None = None
    opener_drew: int | None = None
    finished: tuple[int, ...] = ()
    passes: int = 0
    news: str = ""

    def __str__(self) -> str:
        """The six rows, `*` for the almighty; the size of the stock; the hands, `<` at the player in turn."""
        lines = [f"{row} {' '.join(self._drawn_at(row, number) for number in COLUMNS)}".rstrip() for row in ROWS]
        lines.append(f"stock {in_stock(self)}")
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
    names = seated(players, PLAYERS)
    chosen(options, OPTIONS)
    return State(names, ((UNKNOWN,) * HAND,) * len(names), (UNKNOWN,) * stock_of(len(names)))


def stock_of(players: int) -> int:
    """The tiles that are not dealt out (J2-2).

    >>> [stock_of(players) for players in (4, 3, 2)]
    [25, 31, 37]
    """
    return TILES - HAND * players


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with all tiles known, mixed by a seed."""
    begun = start(players, options)
    tiles = [face for face in NUMBERS if face != str(KYLO_REN)] * COPIES + [WILD]
    random.Random(seed).shuffle(tiles)
    hands = tuple(in_order(tiles[HAND * seat : HAND * (seat + 1)]) for seat in range(len(begun.players)))
    return replace(begun, hands=hands, stock=tuple(tiles[HAND * len(hands) :]))


def in_stock(state: State) -> int:
    """How many tiles can still be drawn."""
    return len(state.stock) - state.stock.count(EMPTY)


def still_in(state: State) -> tuple[int, ...]:
    """The seats of those who have tiles."""
    return tuple(seat for seat, hand in enumerate(state.hands) if hand)


def is_opening(state: State) -> bool:
    """Whether nothing has been laid or drawn yet, so that the opening player must lay (J2-3)."""
    nothing_laid = all(row == (KYLO_REN, KYLO_REN) for row in state.rows)
    return nothing_laid and EMPTY not in state.stock and state.seat == 0


def all_passed(state: State) -> bool:
    """Whether everybody still in has passed once round (J2-5)."""
    return state.passes >= len(still_in(state))


def must_show(state: State) -> bool:
    """Whether the ranks wait for the player who holds the almighty to show it (J2-7)."""
    return all_passed(state) and len(still_in(state)) > 1 and state.wild is None and state.holder is None
