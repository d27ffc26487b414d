"""The moves of Skip-Bo, and the places that they name, seats and piles counted from 1.

`hand`, `stock/2` (the second player's stock), `discard/2/4` (his fourth discard pile), `build/3` (the third building
pile). A card that was not seen is `UNKNOWN`.
"""

from dataclasses import dataclass

from engines.skip_bo.state import BUILDS, PLAYERS, Cards

HAND_PLACE = "hand"
STOCKS = tuple(f"stock/{seat}" for seat in range(1, PLAYERS.stop))
DISCARDS = tuple(tuple(f"discard/{seat}/{pile}" for pile in range(1, BUILDS + 1)) for seat in range(1, PLAYERS.stop))
BUILD = tuple(f"build/{pile}" for pile in range(1, BUILDS + 1))

STOCK_AT = {place: seat for seat, place in enumerate(STOCKS)}
DISCARD_AT = {place: (seat, pile) for seat, piles in enumerate(DISCARDS) for pile, place in enumerate(piles)}
BUILD_AT = {place: pile for pile, place in enumerate(BUILD)}


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards are collected, shuffled and dealt for the next game of a match (K-1).

    `hands` are the five cards of each hand by seat, `UNKNOWN` for a hand that is not seen, or `UNKNOWN` altogether.
    """

    hands: tuple[Cards | str, ...] | str


@dataclass(frozen=True, slots=True)
class Turn:
    """A player turns up the top card of his stock before the game (K-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw:
    """The player in turn fills his hand (K-2); `cards` are `UNKNOWN` altogether where they are not seen."""

    cards: Cards | str


@dataclass(frozen=True, slots=True)
class Lay:
    """A card goes onto a building pile (K-3); `turned` is the card that comes up when it was the top of a stock.

    A `card` from the hand that was covered, or taken off with its pile, before anybody looked is `UNKNOWN`: it was the
    number that the pile needed, or a wild.
    """

    card: str
    source: str
    target: str
    turned: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card from the hand goes onto an own discard pile, which ends the turn (K-5)."""

    card: str
    target: str


@dataclass(frozen=True, slots=True)
class End:
    """A turn ends without a discard, since there is nothing in the hand and nothing to draw (K-4)."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Cards from the draw pile go on top of a player's stock, two if there are (K-9); the last one lies face up."""

    seat: int
    cards: Cards


END = End()
Move = Deal | Turn | Draw | Lay | Discard | End | Penalty
