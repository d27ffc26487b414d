"""A game of Stop before a camera that knows the cards: hands that are known to the test alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from device.games.listing import profile_of
from device.games.table_reading import TableReading
from engines import stop
from engines.bots import NAMES
from engines.messages import Fact
from engines.stop.cards import CARDS, Cards, in_order
from engines.stop.moves import Deal, Lot, Meld, Move, Show
from engines.stop.state import State
from engines.vocabulary import UNKNOWN
from tests.support.device.cards_at_table import CardsAtTable
from tests.support.device.known_game import Places

PROFILE = profile_of("stop")
LOTS = tuple(map(Lot, ("AC", "9C", "QD", "JD", "10C")))  # the first player deals and begins
HANDS = (
    ("AS", "4H", "5H", "6H", "KD", "9S", "2C"),
    ("KH", "KC", "8D", "7S", "3S", "10D", "JC"),
    ("4S", "4D", "7C", "7D", "9H", "9D", "2H"),
    ("3H", "3D", "3C", "6S", "QC", "5D", "8C"),
    ("10S", "JS", "QS", "KS", "10H", "JH", "QH"),
)
STOCK = ("6C", "2D", "5S")
RUN = Meld(("4H", "5H", "6H"))  # of the first hand
BARE: Places = {"river": {"empty": 1.0}}
ONE_GAME: Mapping[str, Fact] = {"games": 1}


class StopTable(CardsAtTable[State]):
    """Five people at Stop."""

    def deal(self, hands: Sequence[Cards], stock: Cards) -> None:
        """The lots are drawn, and the cards dealt, which are known here only."""
        used = {card for hand in hands for card in hand} | {*stock}
        rest = [card for card in CARDS if card not in used]
        jokers = ["joker"] * (2 - sum(hand.count("joker") for hand in (*hands, stock)))
        self.enter(*LOTS, Deal(tuple(hands), (*stock, *rest, *jokers)))

    def shows(self) -> tuple[Show, ...]:
        """The hands that those lay open who must."""
        return tuple(Show(seat, in_order(self.state.seats[seat].hand)) for seat in self.state.pending)

    @property
    def moves(self) -> list[Move]:
        """What the box has of the game since the deal."""
        moves = self.recorded()
        return moves[moves.index(Deal(UNKNOWN, UNKNOWN)) + 1 :]


class Dealer(Protocol):
    """Deals Stop at a new table."""

    def __call__(self, hands: Sequence[Cards] = HANDS, stock: Cards = STOCK, games: int = 1) -> StopTable: ...


def known_after(
    *moves: Move, lots: Sequence[Move] = (*LOTS, Deal(UNKNOWN, UNKNOWN)), options: Mapping[str, Fact] = ONE_GAME
) -> State:
    """What all know of a game after moves from its deal on."""
    state = stop.start(NAMES[:5], options)
    for move in (*lots, *moves):
        state = stop.play(state, move)
    return state


def row(cards: str, seat: dict[str, float] | None = None, number: int = 1) -> Places:
    """Cards that lie in a row before a seat, by default the first; `?`: one that is not read."""
    lying = dict(enumerate(cards.split(), start=1))
    before = seat or {"1": 0.9, "2": 0.1}
    return {f"row/{number}/{at}": {} if card == "?" else {card: 1.0} for at, card in lying.items()} | {
        f"seat/{number}/{at}": before for at in lying
    }


def named(state: State, *places: Places) -> dict[str, Any]:
    """What the box takes the cards at places to be."""
    lying: Places = {}
    for some in places:
        lying |= some
    return dict(PROFILE.habits.named(state, TableReading(lying), TableReading()).places)


def read(state: State, *places: Places) -> list[list[Move]]:
    """The moves that the box reads from cards at places."""
    return [list(moves) for moves in PROFILE.habits.read(state, TableReading(named(state, *places)))]
