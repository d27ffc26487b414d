"""A game of Stop before a camera that knows the cards: hands that are known to the test alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

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
from vision.facts import CardFacts, CardRow, LyingCard, Probabilities

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
        return tuple(Show(seat, in_order(self.state.seats[seat].hand)) for seat in self.state.showdown.pending)

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


@dataclass(frozen=True)
class Lying:
    """What a camera reads of a table: piles, and cards that lie on none."""

    places: Places = field(default_factory=dict)
    facts: CardFacts = field(default_factory=CardFacts)

    def __or__(self, other: "Lying") -> "Lying":
        """Both; one alone has a river."""
        one, more = self.facts, other.facts
        facts = CardFacts(
            one.rows + more.rows,
            one.river or more.river,
            one.top_seats or more.top_seats,
            one.near_river + more.near_river,
        )
        return Lying({**self.places, **other.places}, facts)

    def as_reading(self) -> TableReading:
        return TableReading(self.places, facts=self.facts)


BARE = Lying({"river": {"empty": 1.0}})


def row(
    cards: str, seat: Probabilities | None = None, is_askew: bool = False, unread: Probabilities | None = None
) -> Lying:
    """Cards that lie in a row before a seat, by default the first; `?`: one that is not read, but seems to be one."""
    before = seat or {"1": 0.9, "2": 0.1}
    lying = tuple(LyingCard(unread or {} if card == "?" else {card: 1.0}, before) for card in cards.split())
    return Lying(facts=CardFacts((CardRow(lying, is_askew),)))


def top(card: str) -> Lying:
    """The card on top of the river."""
    return Lying({"river": {card: 1.0}})


def river(*below: Probabilities, seats: Probabilities | None = None) -> Lying:
    """Cards in the river below the one on top; `seats`: before whom all of them lie."""
    return Lying(facts=CardFacts(river=tuple(LyingCard(shows, seats or {}) for shows in below), top_seats=seats or {}))


def near_river(card: str) -> Lying:
    """A card that lies as near to the river as its next one may."""
    return Lying(facts=CardFacts(near_river=({card: 1.0},)))


def named(state: State, lying: Lying) -> TableReading:
    """What the box takes the cards to be."""
    return PROFILE.habits.interpretation.named(state, lying.as_reading(), TableReading())


def read(state: State, lying: Lying) -> list[list[Move]]:
    """The moves that the box reads from cards."""
    return [list(moves) for moves in PROFILE.habits.interpretation.read(state, named(state, lying))]
